// Just enough of ONNX's protobuf to write a graph: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
const encoder = new TextEncoder()

const varint = (value) => {
  const bytes = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  bytes.push(Number(rest))
  return bytes
}
const int = (field, value) => [...varint(field << 3), ...varint(value)]
const raw = (field, bytes) => ({ head: [...varint((field << 3) | 2), ...varint(bytes.length)], bytes })
const text = (field, string) => raw(field, encoder.encode(string))
const message = (field, ...parts) => raw(field, join(parts))

function join(parts) {
  const chunks = parts.flatMap((part) => (Array.isArray(part) ? [part] : [part.head, part.bytes]))
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

const FLOAT = 1
const INT64 = 7

/** A graph written node by node; names are strings, as in ONNX. */
export class Graph {
  #parts = []
  #count = 0

  /** @param {string} name @param {(number|string)[]} shape @param {number} [type] */
  #value(field, name, shape, type) {
    const dims = shape.map((d) => message(1, typeof d === 'string' ? text(2, d) : int(1, d)))
    this.#parts.push(message(field, text(1, name), message(2, message(1, int(1, type), message(2, ...dims)))))
    return name
  }
  input(name, shape, type = FLOAT) {
    return this.#value(11, name, shape, type)
  }
  ids(name, shape) {
    return this.input(name, shape, INT64)
  }
  output(name, shape) {
    return this.#value(12, name, shape, FLOAT)
  }
  constant(shape, data) {
    const name = `c${this.#count++}`
    const isFloat = data instanceof Float32Array
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    const dims = shape.flatMap((d) => int(1, d))
    this.#parts.push(message(5, dims, int(2, isFloat ? FLOAT : INT64), text(8, name), raw(9, bytes)))
    return name
  }
  shape(...dims) {
    return this.constant([dims.length], BigInt64Array.from(dims, BigInt))
  }
  number(value) {
    return this.constant([1], Float32Array.of(value))
  }
  /** Returns the names of its outputs, or the one. */
  node(type, inputs, { outputs = 1, domain = '', ...attributes } = {}) {
    const names = Array.isArray(outputs)
      ? outputs
      : Array.from({ length: outputs }, () => `t${this.#count++}`)
    const attribute = ([name, value]) => {
      if (Array.isArray(value))
        return message(
          5,
          text(1, name),
          value.flatMap((v) => int(8, v)),
          int(20, 7),
        )
      if (Number.isInteger(value)) return message(5, text(1, name), int(3, value), int(20, 2))
      const bytes = new Uint8Array(Float32Array.of(value.float).buffer)
      return message(5, text(1, name), [...varint((2 << 3) | 5), ...bytes], int(20, 1))
    }
    this.#parts.push(
      message(
        1,
        ...inputs.map((name) => text(1, name)),
        ...names.map((name) => text(2, name)),
        text(4, type),
        ...Object.entries(attributes).map(attribute),
        ...(domain ? [text(7, domain)] : []),
      ),
    )
    return names.length === 1 ? names[0] : names
  }
  bytes() {
    const opset = (domain, version) => message(8, ...(domain ? [text(1, domain)] : []), int(2, version))
    return join([
      int(1, 8),
      message(7, ...this.#parts, text(2, 'bench')),
      opset('', 17),
      opset('com.microsoft', 1),
    ])
  }
}

// A safetensors writer of its own, for tests: the core's reader must understand what it did not write.

/** @param {Record<string, { rows: number, cols: number, data: Float32Array }>} tensors @param {Record<string, string>} metadata @returns {Uint8Array} */
export function safetensors(tensors, metadata) {
  /** @type {Record<string, any>} */
  const header = { __metadata__: metadata }
  let at = 0
  for (const [name, { rows, cols, data }] of Object.entries(tensors)) {
    header[name] = { dtype: 'F32', shape: [rows, cols], data_offsets: [at, (at += data.byteLength)] }
  }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const bytes = new Uint8Array(8 + text.length + at)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true)
  bytes.set(text, 8)
  let offset = 8 + text.length
  for (const { data } of Object.values(tensors)) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), offset)
    offset += data.byteLength
  }
  return bytes
}

/** The config of src/model/config.h as JSON, GPT-2's where not said otherwise. @param {Record<string, any>} values */
export const configJson = (values) =>
  JSON.stringify({
    n_kv_heads: values.n_heads,
    norm: 'layer',
    norm_epsilon: 1e-5,
    position: 'learned',
    rope_layout: 'interleaved',
    rope_theta: 10000,
    activation: 'gelu_tanh',
    gated: false,
    biases: true,
    tied: true,
    causal: true,
    scaled: true,
    ...values,
  })

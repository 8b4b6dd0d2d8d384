// Files of models, judged by their first bytes and read part by part: whatever their size, no more than a part is ever in
// JavaScript's memory.
import { failure, qkvError } from '../engine/calls.js'

/** @typedef {import('../package/engine.js').Engine} Engine */
/** @typedef {import('../package/engine.js').Model} Model */
/** @typedef {Blob|Uint8Array} Source */
/** @typedef {'safetensors'|'llama2c'|'tokenizer'} FileKind */
/** @typedef {{ progress: (done: number) => void, cancelled: () => boolean }} Context */

/** @param {Source} source */
const sizeOf = (source) => (source instanceof Blob ? source.size : source.byteLength)

/** @param {Source} source @param {number} offset @param {number} size @returns {Promise<Uint8Array>} */
async function partOf(source, offset, size) {
  if (!(source instanceof Blob)) return source.subarray(offset, offset + size)
  try {
    return new Uint8Array(await source.slice(offset, offset + size).arrayBuffer())
  } catch {
    throw failure('bad_file', 'the browser cannot read this file: it has been changed, moved or locked')
  }
}

/**
 * What a file is; throws with the reason if it is nothing that can be read, as far as its headers and its size tell.
 * @param {Engine} engine @param {Source} source @returns {Promise<FileKind>}
 */
export async function judge(engine, source) {
  const reader = engine.modelReader(sizeOf(source))
  try {
    const head = await partOf(source, 0, reader.next.size) // as much as tells the kind
    const kind = engine.fileKind(head, sizeOf(source))
    if (kind === 'tokenizer') return kind
    reader.put(head)
    while (!reader.accepted) await putNext(reader, source)
    return kind
  } finally {
    reader.free()
  }
}

/** @param {import('../package/engine.js').ModelReader} reader @param {Source} source */
async function putNext(reader, source) {
  const { offset, size } = reader.next
  reader.put(await partOf(source, offset, size))
  return offset + size
}

/**
 * A model and its tokenizer. A tokenizer that does not fit is left out: `ignored` says why.
 * @param {Engine} engine @param {{ weights: Source, tokenizer?: Source, format?: any }} files
 * @param {Context} context @returns {Promise<{ model: Model, ignored?: import('../engine/calls.js').Said }>}
 */
export async function readModel(engine, { weights, tokenizer, format }, { progress, cancelled }) {
  const reader = engine.modelReader(sizeOf(weights), format)
  try {
    while (reader.next.size > 0) {
      if (cancelled()) throw failure('cancelled', 'reading was cancelled')
      progress(await putNext(reader, weights))
    }
    const model = reader.model()
    return { model, ignored: tokenizer && (await readTokenizer(model, tokenizer)) }
  } finally {
    reader.free()
  }
}

/** Why it does not fit the model, or nothing. @param {Model} model @param {Source} tokenizer */
export async function readTokenizer(model, tokenizer) {
  try {
    model.readTokenizer(await partOf(tokenizer, 0, sizeOf(tokenizer)))
  } catch (error) {
    return qkvError(error).said
  }
}

// Models that jobs refer to by number, each with its last run.

/** @typedef {import('../package/engine.js').Model} Model */
/** @typedef {{ model: Model, run: number, ids: Int32Array, out: import('../package/engine.js').Forward }} Opened */

/** @type {Map<number, Opened>} */
const models = new Map()
let next = 1

/** Takes over a model; what the page may know of it. @param {Model} model */
export function keep(model) {
  const handle = next++
  models.set(handle, /** @type {any} */ ({ model, run: 0 }))
  const { config, metadata, parameters, hasTokenizer, formats } = model
  return { handle, config, metadata, parameters, hasTokenizer, formats }
}

/** @param {number} handle */
export function opened(handle) {
  const entry = models.get(handle)
  if (!entry) throw new Error('this model has been freed')
  return entry
}

/** @param {number} handle */
export function drop(handle) {
  models.get(handle)?.model.free()
  models.delete(handle)
}

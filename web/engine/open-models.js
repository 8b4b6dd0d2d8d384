// Models that jobs refer to by number, each with its last run.

/** @type {Map<number, { model: import('./engine.js').Model, out?: any, run?: number }>} */
const models = new Map()
let next = 1

/** Takes over a model; what the page may know of it. @param {import('./engine.js').Model} model */
export function keep(model) {
  const handle = next++
  models.set(handle, { model })
  const { config, metadata, parameters, hasTokenizer } = model
  return { handle, config, metadata, parameters, hasTokenizer }
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

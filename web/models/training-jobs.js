// Learning off the main thread: what TrainingRun asks for. A run is many short jobs, so that the page decides after each
// whether it goes on: pausing needs no message.
import { register } from '../engine/jobs.js'
import { keep } from './open-models.js'

/** @typedef {import('../package/engine.js').Engine} Engine */
/** @typedef {import('../package/engine.js').Trainer} Trainer */

/** Each with the example that is shown. @type {Map<number, { trainer: Trainer, example: { ids: Int32Array, targets: Int32Array } }>} */
const trainers = new Map()
let next = 1

/** @param {number} handle */
function opened(handle) {
  const entry = trainers.get(handle)
  if (!entry) throw new Error('this trainer has been freed')
  return entry
}

const MEASURED = 64 // fresh examples of a measurement

/** What the trainer has learned so far, as a model for one use. @template T @param {Trainer} trainer @param {(model: import('../package/engine.js').Model) => T} use @returns {T} */
function withModel(trainer, use) {
  const model = trainer.model()
  try {
    return use(model)
  } finally {
    model.free()
  }
}

/** Without what only fills a shorter sentence up. @param {{ ids: Int32Array, targets: Int32Array }} example */
function asked({ ids, targets }) {
  const length = targets.findLastIndex((target) => target >= 0) + 1
  return { ids: ids.slice(0, length), targets: targets.slice(0, length) }
}

/** What the model does now: on fresh examples, and on the one that is shown. @param {{ trainer: Trainer, example: { ids: Int32Array, targets: Int32Array } }} entry */
function look({ trainer, example: { ids, targets } }) {
  const start = performance.now()
  const { logits, layers } = withModel(trainer, (model) => model.forward(ids, { trace: 'attention' }))
  const measured = trainer.measure(MEASURED)
  const weights = layers.map(({ heads }) => heads.map((steps) => steps.weights))
  return { measured, probe: { ids, targets, logits, weights }, lookCost: performance.now() - start }
}

/** @param {Engine} engine @param {{ task: string, text: string, recipe: import('../package/engine.js').Recipe, seed: number, language: string }} options */
function makeTrainer(engine, { language, ...options }) {
  const trainer = engine.trainer(options)
  try {
    const entry = { trainer, example: asked(trainer.probe(0, language)) }
    const about = withModel(trainer, ({ parameters, formats }) => ({ parameters, formats }))
    const seen = look(entry)
    const handle = next++
    trainers.set(handle, entry)
    return { handle, ...about, state: trainer.state, ...seen }
  } catch (error) {
    trainer.free() // or nobody would
    throw error
  }
}
makeTrainer.closedBy = 'closeTrainer'

/** What the trainer has learned so far, as a model that the other jobs know. @param {Engine} _ @param {{ handle: number }} request */
const openTrained = (_, { handle }) => keep(opened(handle).trainer.model())
openTrained.closedBy = 'closeModel'

register({
  makeTrainer,
  openTrained,

  /** @param {Engine} _ @param {{ handle: number }} request */
  closeTrainer(_, { handle }) {
    trainers.get(handle)?.trainer.free()
    trainers.delete(handle)
  },

  /**
   * Learns for so many steps, or until the time is over, but at least one step.
   * @param {Engine} engine @param {{ handle: number, steps: number, milliseconds: number, tokens: number, looks: boolean }} request
   * `tokens` in a batch; `looks`: whether to measure afterwards
   */
  train(engine, { handle, steps, milliseconds, tokens, looks }) {
    const entry = opened(handle)
    const { trainer } = entry
    /** @type {number[]} */
    const losses = []
    const start = performance.now()
    let elapsed = 0
    /** @type {any} */ let failure = null
    while (!failure && losses.length < steps && (losses.length === 0 || elapsed < milliseconds)) {
      try {
        losses.push(...trainer.step(1))
      } catch (error) {
        const { message, code, text, values } = /** @type {any} */ (error)
        failure = { message, code, text, values }
      }
      elapsed = performance.now() - start
    }
    const { state } = trainer
    return {
      losses,
      failure,
      state,
      milliseconds: elapsed,
      flopsPerSecond: engine.flopsPerSecond(losses.length * state.stepFlops, elapsed),
      tokensPerSecond: engine.flopsPerSecond(losses.length * tokens, elapsed),
      ...(looks ? look(entry) : {}),
    }
  },

  /** @param {Engine} _ @param {{ handle: number, task: string, prefix: number, seed: number }} request */
  foresight: (_, { handle, ...options }) =>
    withModel(opened(handle).trainer, (model) => model.foresight(options)),

  /** The same as the bytes of a file. @param {Engine} _ @param {{ handle: number, format: any }} request */
  saveTrained: (_, { handle, format }) => withModel(opened(handle).trainer, (model) => model.save(format)),
})

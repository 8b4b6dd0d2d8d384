// What runs off the main thread when a model learns. A run is many short jobs, so that the page decides after each whether
// it goes on: pausing needs no message.
import { keep } from './open-models.js'

/** @typedef {import('./engine.js').Engine} Engine */

/** Each with the number of the example that is shown. @type {Map<number, { trainer: import('./trainer.js').Trainer, shown: number }>} */
const trainers = new Map()
let next = 1

/** @param {number} handle */
function opened(handle) {
  const entry = trainers.get(handle)
  if (!entry) throw new Error('this trainer has been freed')
  return entry
}

const MEASURED = 64 // fresh examples of a measurement

/** What the trainer has learned so far, as a model for one use. @template T @param {import('./trainer.js').Trainer} trainer @param {(model: import('./engine.js').Model) => T} use @returns {T} */
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

const CHINESE = /\p{Script=Han}/u

/** The first example in the reader's language, of those tasks that speak both. @param {import('./trainer.js').Trainer} trainer @param {string[]} words @param {string} language */
function exampleIn(trainer, words, language) {
  if (!words.some((word) => CHINESE.test(word)) || words.every((word) => !/^[a-z]/.test(word))) return 0
  for (let number = 0; number < 16; ++number)
    if (
      Array.from(trainer.probe(number).ids, (id) => words[id]).some((word) => CHINESE.test(word)) ===
      (language === 'zh')
    )
      return number
  return 0
}

/** What the model does now: on fresh examples, and on the one that is shown. @param {{ trainer: import('./trainer.js').Trainer, shown: number }} entry */
function look({ trainer, shown }) {
  const start = performance.now()
  const { ids, targets } = asked(trainer.probe(shown))
  const { logits, layers } = withModel(trainer, (model) => model.forward(ids, { trace: 'attention' }))
  const measured = trainer.measure(MEASURED)
  const weights = layers.map(({ heads }) => heads.map((steps) => steps.weights))
  return { measured, probe: { ids, targets, logits, weights }, lookCost: performance.now() - start }
}

export const trainingJobs = {
  /** @param {Engine} engine @param {{ task: string, text: string, recipe: import('./trainer.js').Recipe, seed: number, language: string }} options */
  makeTrainer(engine, { language, ...options }) {
    const trainer = engine.trainer(options)
    const { words } = engine.task(options.task, options)
    const entry = { trainer, shown: exampleIn(trainer, words, language) }
    const handle = next++
    trainers.set(handle, entry)
    const parameters = withModel(trainer, (model) => model.parameters)
    return { handle, parameters, state: trainer.state, ...look(entry) }
  },

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
    let failure = ''
    while (!failure && losses.length < steps && (losses.length === 0 || elapsed < milliseconds)) {
      try {
        losses.push(...trainer.step(1))
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error)
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

  /** What the trainer has learned so far, as a model that the other jobs know. @param {Engine} _ @param {{ handle: number }} request */
  openTrained: (_, { handle }) => keep(opened(handle).trainer.model()),

  /** @param {Engine} _ @param {{ handle: number, task: string, prefix: number, seed: number }} request */
  foresight: (_, { handle, ...options }) =>
    withModel(opened(handle).trainer, (model) => model.foresight(options)),

  /** The same as the bytes of a file. @param {Engine} _ @param {{ handle: number, format: 'safetensors'|'float16'|'llama2c' }} request */
  saveTrained: (_, { handle, format }) => withModel(opened(handle).trainer, (model) => model.save(format)),
}

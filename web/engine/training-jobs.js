// What runs off the main thread when a model learns. A run is many short jobs, so that the page decides after each whether
// it goes on: pausing needs no message.
import { keep } from './open-models.js'

/** @typedef {import('./engine.js').Engine} Engine */

/** @type {Map<number, import('./trainer.js').Trainer>} */
const trainers = new Map()
let next = 1

/** @param {number} handle */
function opened(handle) {
  const trainer = trainers.get(handle)
  if (!trainer) throw new Error('this trainer has been freed')
  return trainer
}

const HELD_OUT = 64 // examples of a measurement

/** What the model does now: on held-out examples, and on the one example that is shown. @param {import('./trainer.js').Trainer} trainer */
function look(trainer) {
  const start = performance.now()
  const model = trainer.model()
  try {
    const { ids, targets } = trainer.probe()
    const { logits, layers } = model.forward(ids, { trace: 'attention' })
    const measured = trainer.measure(HELD_OUT)
    const weights = layers.map(({ heads }) => heads.map((steps) => steps.weights))
    return { measured, probe: { ids, targets, logits, weights }, lookCost: performance.now() - start }
  } finally {
    model.free()
  }
}

export const trainingJobs = {
  /** @param {Engine} engine @param {{ task: string, text: string }} request */
  describeTask: (engine, { task, text }) => engine.task(task, { text }),

  /** @param {Engine} engine @param {{ task: string, text: string, recipe: import('./trainer.js').Recipe, seed: number }} options */
  makeTrainer(engine, options) {
    const trainer = engine.trainer(options)
    const handle = next++
    trainers.set(handle, trainer)
    const model = trainer.model()
    const { parameters } = model
    model.free()
    return { handle, parameters, state: trainer.state, ...look(trainer) }
  },

  /** @param {Engine} _ @param {{ handle: number }} request */
  closeTrainer(_, { handle }) {
    trainers.get(handle)?.free()
    trainers.delete(handle)
  },

  /**
   * Learns for so many steps, or until the time is over, but at least one step.
   * @param {Engine} engine @param {{ handle: number, steps: number, milliseconds: number, tokens: number, looks: boolean }} request
   * `tokens` in a batch; `looks`: whether to measure afterwards
   */
  train(engine, { handle, steps, milliseconds, tokens, looks }) {
    const trainer = opened(handle)
    /** @type {number[]} */
    const losses = []
    const start = performance.now()
    let elapsed = 0
    while (losses.length < steps && (losses.length === 0 || elapsed < milliseconds)) {
      losses.push(...trainer.step(1))
      elapsed = performance.now() - start
    }
    const { state } = trainer
    return {
      losses,
      state,
      milliseconds: elapsed,
      flopsPerSecond: engine.flopsPerSecond(losses.length * state.stepFlops, elapsed),
      tokensPerSecond: engine.flopsPerSecond(losses.length * tokens, elapsed),
      ...(looks ? look(trainer) : {}),
    }
  },

  /** What the trainer has learned so far, as a model that the other jobs know. @param {Engine} _ @param {{ handle: number }} request */
  openTrained: (_, { handle }) => keep(opened(handle).model()),

  /** The same as the bytes of a file. @param {Engine} _ @param {{ handle: number, format: 'safetensors'|'float16'|'llama2c' }} request */
  saveTrained(_, { handle, format }) {
    const model = opened(handle).model()
    try {
      return model.save(format)
    } finally {
      model.free()
    }
  },
}

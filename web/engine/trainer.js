// Learning, as JavaScript sees it.
import { camelKeys, snakeKeys } from './cases.js'
import { Owned, QkvError, guarded } from './owned.js'

/** @typedef {import('./engine.js').Matrix} Matrix */
/**
 * With what a task is learned. `config` has the names of Model.config.
 * @typedef {{ config: Record<string, any>, learningRate: number, weightDecay: number, batch: number, steps: number, warmUp: number, cosine: boolean }} Recipe
 */
/** @typedef {{ words: string[], tokens: number, leastLoss: number, recipe: Recipe }} Task */
/** @typedef {{ steps: number, rate: number, gradientNorm: number, stepFlops: number }} TrainerState */
/**
 * On fresh examples, held out where the task keeps some back: loss in nats, the share of tokens and of whole sequences that are right, and the
 * mean weight (nLayers, nHeads) of each head where one that solves the task looks; NaN where nothing is told.
 * @typedef {{ loss: number, accuracy: number, sequences: number, looks: Matrix }} Measurement
 */

/** @param {any} raw @param {string} name @param {string} text @returns {Task} */
export function describeTask(raw, name, text) {
  const { recipe, ...task } = raw.aboutTask(name, text)
  return { ...task, recipe: { ...recipe, config: camelKeys(JSON.parse(recipe.config)) } }
}

/** A model that learns. Call free() when done with it. */
export class Trainer extends Owned {
  #Model
  /** @param {any} raw @param {{ task: string, text: string, recipe: Recipe, seed: number }} options @param {any} Model */
  constructor(raw, { task, text, recipe, seed }, Model) {
    const config = JSON.stringify(snakeKeys(recipe.config))
    super(
      raw,
      guarded(raw, () => raw.makeTrainer(task, text, { ...recipe, config }, seed)),
      'trainer',
    )
    this.#Model = Model
  }

  /** Learns from `count` more batches; the loss of each. @param {number} [count] @returns {Float64Array} */
  step(count = 1) {
    return this._call((raw, handle) => raw.train(handle, count))
  }

  /** After the last step. @returns {TrainerState} */
  get state() {
    return this._call((raw, handle) => raw.trainerState(handle))
  }

  /** Learns nothing. @param {number} [examples] @returns {Measurement} */
  measure(examples = 100) {
    return this._call((raw, handle) => raw.measureTrainer(handle, examples))
  }

  /** One example that is always the same for its number, held out where the task keeps some back; a target of -1 is not asked. @returns {{ ids: Int32Array, targets: Int32Array }} */
  probe(number = 0) {
    return this._call((raw, handle) => raw.probe(handle, number))
  }

  /** A copy of what has been learned so far. @returns {import('./engine.js').Model} */
  model() {
    return this._call((raw, handle) => new this.#Model(raw, raw.trainedModel(handle)))
  }

  /** @returns {Snapshot} everything but the task, to go back to; call free() when done with it */
  snapshot() {
    return this._call((raw, handle) => new Snapshot(raw, raw.takeSnapshot(handle), this))
  }

  /** @param {Snapshot} snapshot of this trainer */
  restore(snapshot) {
    if (!(snapshot instanceof Snapshot) || snapshot.of !== this)
      throw new QkvError('restore: this is no snapshot of this trainer')
    this._call((raw, handle) => snapshot._call((_, taken) => raw.restoreSnapshot(handle, taken)))
  }
}

/** A state of a trainer. */
export class Snapshot extends Owned {
  /** @param {any} raw @param {number} handle @param {Trainer} trainer */
  constructor(raw, handle, trainer) {
    super(raw, handle, 'snapshot')
    this.of = trainer
  }
}

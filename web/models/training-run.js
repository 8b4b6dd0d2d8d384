// One model that learns: begun, paused, stepped and measured, with everything that was seen on the way. It knows no picture.

import { QkvError, qkvError } from '../engine/calls.js'
import './sayings.js'
import './training-jobs.js'

/** @typedef {import('../engine/background.js').Background} Background */
/** @typedef {import('../package/engine.js').Matrix} Matrix */
/** @typedef {import('../package/engine.js').Recipe} Recipe */
/** @typedef {{ ids: Int32Array, targets: Int32Array, logits: Matrix, weights: Matrix[][] }} Probe */

const BETWEEN_LOOKS = 100 // ms, at least; looking takes at most a fifth of the time
const CHUNK = 60 // ms of learning between two pictures

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

export class TrainingRun {
  #background
  #changed
  #handle = 0
  #closed = false
  #lastLook = 0
  #lookCost = 0
  /** What runs now; a second start waits for it. @type {Promise<void>} */
  #running = Promise.resolve()
  #tokens = 0

  /** @param {Background} background @param {() => void} changed called whenever there is something new to show */
  constructor(background, changed) {
    this.#background = background
    this.#changed = changed
    /** @type {'making'|'ready'|'running'|'done'|'failed'} */ this.status = 'making'
    /** The loss of every batch. @type {number[]} */
    this.losses = []
    /** @type {(import('../package/engine.js').Measurement & { step: number })[]} */ this.measured = []
    /** @type {Probe|null} */ this.probe = null
    /** @type {import('../package/engine.js').Progress|null} */ this.state = null
    /** Of the last chunk. */
    this.speed = { flopsPerSecond: 0, tokensPerSecond: 0 }
    /** Time spent learning, and all time spent, in ms. */
    this.elapsed = 0
    this.wall = 0
    this.parameters = 0
    /** Why it failed. @type {import('../engine/calls.js').QkvError|null} */ this.problem = null
    /** In which files what is learned can be kept. @type {string[]} */ this.formats = []
    /** @type {Recipe|undefined} */ this.recipe = undefined
  }

  get steps() {
    return this.state?.steps ?? 0
  }

  /** @param {{ task: string, text: string, recipe: Recipe, seed: number, tokens: number, language: string }} options `tokens` of a sequence */
  make(options) {
    /** Done when it can be trained, or has failed. */
    this.made = this.#make(options)
    return this.made
  }

  /** @param {Parameters<TrainingRun['make']>[0]} options */
  async #make({ tokens, ...options }) {
    this.recipe = options.recipe
    this.#tokens = options.recipe.batch * tokens
    await this.#guard(async () => {
      const made = await this.#background.call('makeTrainer', options)
      this.#handle = made.handle
      if (this.#closed) return this.#free()
      this.parameters = made.parameters
      this.formats = made.formats
      this.#see(made)
      this.status = 'ready'
    })
    this.#changed()
  }

  /** @param {any} report */
  #see({ state, measured, probe, lookCost }) {
    this.state = state
    if (!measured) return
    this.measured.push({ ...measured, step: state.steps })
    this.probe = probe
    this.#lookCost = lookCost
    this.#lastLook = performance.now()
  }

  /** Learns until the recipe ends or pause() is called; `pace` is the steps of a chunk and what is waited after it. @param {() => { steps: number, wait: number }} pace */
  async go(pace) {
    if (this.status !== 'ready') return
    this.status = 'running'
    this.#changed()
    await this.#running // paused a moment ago: that loop goes on
    if (this.status !== 'running') return
    this.#running = this.#loop(pace)
    await this.#running
  }

  /** @param {() => { steps: number, wait: number }} pace */
  async #loop(pace) {
    while (this.status === 'running') {
      const { steps, wait } = pace()
      const start = performance.now()
      await this.#chunk(steps)
      await pause(wait) // where no worker is allowed, the page breathes here
      this.wall += performance.now() - start
    }
  }

  pause() {
    if (this.status === 'running') this.status = 'ready'
    this.#changed()
  }

  async step() {
    await this.#running
    if (this.status !== 'ready') return
    this.#running = this.#chunk(1)
    await this.#running
  }

  /** @param {number} wanted steps */
  async #chunk(wanted) {
    const { steps: all } = /** @type {Recipe} */ (this.recipe)
    const left = all - this.steps
    if (left <= 0) {
      this.status = 'done'
      return this.#changed()
    }
    const steps = Math.min(wanted, left)
    await this.#guard(async () => {
      const report = await this.#background.call('train', {
        handle: this.#handle,
        steps,
        milliseconds: CHUNK,
        tokens: this.#tokens,
        looks:
          wanted === 1 ||
          steps === left ||
          performance.now() - this.#lastLook > Math.max(BETWEEN_LOOKS, 5 * this.#lookCost),
      })
      this.losses.push(...report.losses)
      this.elapsed += report.milliseconds
      this.speed = report
      this.#see(report)
      if (report.failure) throw new QkvError(report.failure.message, report.failure)
      if (this.steps >= all) this.status = 'done'
    })
    this.#changed()
  }

  /** @param {() => Promise<any>} work */
  async #guard(work) {
    try {
      await work()
    } catch (error) {
      if (this.#closed) return
      this.problem = qkvError(error)
      this.status = 'failed'
    }
  }

  /** @param {string} job @param {any} [request] */
  call(job, request = {}) {
    return this.#background.call(job, { handle: this.#handle, ...request })
  }

  /**
   * What was learned so far, as a model that the other jobs know, for one use.
   * @template T @param {(model: ReturnType<typeof import('./open-models.js').keep>) => Promise<T>} use @returns {Promise<T>}
   */
  async withModel(use) {
    const model = await this.call('openTrained')
    try {
      return await use(model)
    } finally {
      this.#background.call('closeModel', { handle: model.handle }).catch(() => {})
    }
  }

  #free() {
    this.#background.call('closeTrainer', { handle: this.#handle }).catch(() => {})
  }

  close() {
    this.#closed = true
    this.status = 'failed'
    if (this.#handle) this.#free()
  }
}

// One model being run on a text: opened, asked, looked into. The twin of TrainingRun; it knows no picture. Whatever is slow
// runs in a worker, and of everything only the latest counts.
import { modelBytes } from '#models'
import { qkvError } from '../engine/calls.js'
import './jobs.js'
import './sayings.js'
import { Latest } from '../engine/latest.js'

/** @typedef {import('../engine/background.js').Background} Background */
/** @typedef {import('../package/engine.js').Matrix} Matrix */
/** @typedef {import('../package/engine.js').Steps} Steps */
/** @typedef {import('./reading.js').Source} Source */
/** @typedef {ReturnType<typeof import('./open-models.js').keep> & { ignored?: import('../engine/calls.js').Said }} About */
/** @typedef {{ weights: Source, tokenizer?: Source, format?: string }} Files */
/** @typedef {{ id: number, token: string, probability: number }} Answer */
/** @typedef {{ run: number, text: string, ids: Int32Array, tokens: string[], dropped: number, answers: (Answer|null)[], weights: Matrix[][], patterns?: any[][] }} Result */

const WAIT = 120 // ms after the last key before the model runs
const SHOWN = 20e6 // bytes: reading more takes long enough to be shown

export class ModelRun {
  #background
  #changed
  #maxTokens
  #patterns
  #opening = new Latest()
  #asking = new Latest()
  /** @type {AbortController|undefined} */
  #cancelling
  #timer = 0
  #runs = 0
  #asked = ''

  /**
   * @param {Background} background @param {() => void} changed called whenever there is something new to show
   * @param {{ maxTokens?: number, patterns?: boolean }} [options] `patterns`: count in every head
   */
  constructor(background, changed, { maxTokens = 256, patterns = false } = {}) {
    this.#background = background
    this.#changed = changed
    this.#maxTokens = maxTokens
    this.#patterns = patterns
    /** What is open. @type {About|null} */
    this.model = null
    /** What the last text gave that could be read; it stays while another is typed. @type {Result|null} */
    this.result = null
    /** Why the model could not be opened or the text not be read. @type {import('../engine/calls.js').QkvError|null} */
    this.problem = null
    /** Whether a text is being read. */
    this.busy = false
    /** How much of a file has been read, in bytes, while it is. @type {{ done: number, size: number }|null} */
    this.reading = null
  }

  /** The word of the problem that the model has never seen. */
  get unknownWord() {
    return this.problem?.code === 'unknown_word' ? this.problem.values[0] : undefined
  }

  /**
   * Opens a model in place of the one that is open.
   * @param {string|Files|(() => Promise<About>)} source a shipped one by its name, files, or whoever opens one
   */
  async open(source) {
    this.#close()
    const cancelling = (this.#cancelling = new AbortController())
    const opened = await this.#opening.run(() => this.#read(source, cancelling.signal), {
      late: (about) => this.#forget(about),
      failed: (error) => this.#fail(error),
    })
    if (cancelling === this.#cancelling) this.reading = null
    if (opened) this.model = opened
    this.#changed()
    return opened
  }

  /** @param {string|Files|(() => Promise<About>)} source @param {AbortSignal} signal @returns {Promise<About>} */
  async #read(source, signal) {
    if (typeof source === 'function') return source()
    const files = typeof source === 'string' ? { weights: await modelBytes(source) } : source
    const { weights } = files
    const size = weights instanceof Blob ? weights.size : weights.byteLength
    const progress = (/** @type {number} */ done) => {
      if (signal.aborted) return
      this.reading = { done, size }
      this.#changed()
    }
    return this.#background.call('openModel', files, {
      progress: size > SHOWN ? progress : undefined,
      signal,
    })
  }

  /** Stops reading a file: no model is open then. */
  cancel() {
    this.#cancelling?.abort()
  }

  /** Gives the open model a tokenizer. Returns why not if it does not fit. @param {Source} tokenizer @returns {Promise<import('../engine/calls.js').Said|undefined>} */
  async readTokenizer(tokenizer) {
    const { model } = this
    if (!model) return
    const refused = await this.#background.call('readTokenizer', { handle: model.handle, tokenizer })
    if (!refused) model.hasTokenizer = true
    this.#asked = ''
    this.#changed()
    return refused
  }

  /** Reads a text a moment after the last was typed; the same text only once. @param {string} text @param {{ wait?: number }} [options] */
  ask(text, { wait = WAIT } = {}) {
    const { model } = this
    const asked = `${model?.handle} ${text}`
    if (!model?.hasTokenizer || asked === this.#asked || text.trim() === '') return
    const first = this.#asked === '' // nobody is typing yet
    this.#asked = asked
    clearTimeout(this.#timer)
    if (first || wait === 0) this.#readText(model, text)
    else this.#timer = window.setTimeout(() => this.#readText(model, text), wait)
  }

  /** @param {About} model @param {string} text */
  async #readText(model, text) {
    const run = ++this.#runs
    this.busy = true
    const request = { handle: model.handle, run, text, maxTokens: this.#maxTokens, patterns: this.#patterns }
    await this.#asking.run(() => this.#background.call('ask', request), {
      done: (result) => {
        this.result = { ...result, run, text }
        this.problem = null
        this.busy = false
      },
      failed: (error) => this.#fail(error),
    })
    this.#changed()
  }

  /** @param {unknown} error */
  #fail(error) {
    const problem = qkvError(error)
    this.busy = false
    if (['stopped', 'cancelled'].includes(problem.code)) return // the figure has gone, or it was wanted
    this.problem = problem
  }

  /** Of the text that was read last; null if another has been read since. @param {string} job @param {any} [request] */
  #look(job, request = {}) {
    const { model, result } = this
    if (!model || !result) return Promise.resolve(null)
    return this.#background.call(job, { handle: model.handle, run: result.run, ...request })
  }

  /** Every step of a head. @param {number} layer @param {number} head @returns {Promise<Steps|null>} */
  steps(layer, head) {
    return this.#look('steps', { layer, head })
  }

  /** The likeliest tokens after a position. @param {number} position @param {number} count @returns {Promise<Answer[]|null>} */
  odds(position, count) {
    return this.#look('odds', { position, count })
  }

  /** What becomes of a layer's heads. @param {number} layer @returns {Promise<{ concat: Matrix, projected: Matrix, wO: Matrix }|null>} */
  mixed(layer) {
    return this.#look('mixed', { layer })
  }

  /** What the model writes behind a text. @param {string} text @param {number} count of tokens @returns {Promise<string>} */
  continue(text, count) {
    return this.#background.call('continueText', { handle: this.model?.handle, text, count })
  }

  /** @param {About} about */
  #forget({ handle }) {
    this.#background.call('closeModel', { handle }).catch(() => {})
  }

  #close() {
    clearTimeout(this.#timer)
    this.cancel()
    this.reading = null
    this.#asking.cancel()
    if (this.model) this.#forget(this.model)
    this.model = this.result = this.problem = null
    this.#asked = ''
    this.busy = false
  }

  /** Gives everything back; whatever still comes counts no more. */
  close() {
    this.#opening.cancel()
    this.#close()
  }
}

// The engine as JavaScript sees it: plain objects in, plain objects out, one class for a loaded model.
// This folder is the only code that knows Emscripten. Nothing here touches a document: Node, pages and workers.
import createQkv from '#glue'
import { wasmBytes } from '#wasm'

/** @typedef {{ rows: number, cols: number, data: Float32Array }} Matrix row-major, owned by the caller */
/** @typedef {Record<'q'|'k'|'v'|'scores'|'scaled'|'masked'|'rowMax'|'exps'|'rowSum'|'weights'|'output', Matrix>} Steps */
/** @typedef {{ operation: 'dot'|'scale'|'mask'|'max'|'exp'|'sum'|'divide', left: Float32Array, right: Float32Array, terms: Float32Array, result: number }} Arithmetic */
/**
 * @typedef {object} HeadInputs
 * @property {Matrix} [x]   (n, d_model)
 * @property {Matrix} [wQ]  (d_model, d_head)
 * @property {Matrix} [wK]  (d_model, d_head)
 * @property {Matrix} [wV]  (d_model, d_v)
 * @property {'none'|'causal'|Matrix} [mask]  default none; a matrix of 0 and -Infinity
 * @property {boolean|number} [scale]         default true: 1/√d_head; false: 1
 * @property {number} [temperature]           default 1; 0 is hard look-up
 */

/** What every call throws: the message of the core, as it is. */
export class QkvError extends Error {
  name = 'QkvError'
}

/** The smallest modules that validate only with a feature: a function returning a v128. */
const PROBES = {
  simd: [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
    11,
  ],
}

/** @param {'simd'} feature */
const supports = (feature) => WebAssembly.validate(new Uint8Array(PROBES[feature]))

/**
 * Loads the engine.
 * @param {{ module?: 'auto'|'simd'|'scalar', wasm?: Uint8Array }} [options] `wasm`: the bytes, if the caller has them
 * @returns {Promise<Engine>}
 * @throws {QkvError} with a reason for readers if WebAssembly is missing, forbidden or the module is unknown
 */
export async function loadEngine({ module = 'auto', wasm } = {}) {
  if (typeof WebAssembly !== 'object') throw new QkvError('this browser has no WebAssembly')
  if (!['auto', 'simd', 'scalar'].includes(module))
    throw new QkvError(`loadEngine: unknown module '${module}'; known are auto, simd and scalar`)
  const name = module === 'auto' ? (supports('simd') ? 'simd' : 'scalar') : module
  const bytes = wasm ?? (await wasmBytes(name))
  try {
    // The bytes are here: locateFile only keeps the glue from asking where it was loaded from.
    return new Engine(
      await createQkv({ wasmBinary: bytes, locateFile: (/** @type {string} */ file) => file }),
      name,
      bytes,
    )
  } catch (error) {
    throw new QkvError(`WebAssembly could not be started: ${message(error)}`)
  }
}

/** @param {unknown} error */
const message = (error) => (error instanceof Error ? error.message : String(error))

/**
 * Runs a call into the core; whatever it throws becomes a QkvError with its message.
 * @template T
 * @param {() => T} call
 * @returns {T}
 */
function guarded(call) {
  try {
    return call()
  } catch (error) {
    throw new QkvError(message(error))
  }
}

export class Engine {
  #raw
  /** @param {any} raw the Emscripten module  @param {string} module  @param {Uint8Array} wasm */
  constructor(raw, module, wasm) {
    this.#raw = raw
    /** Which binary runs: 'simd' or 'scalar'. */
    this.module = module
    /** Its bytes, so that a worker can start the same one without fetching. */
    this.wasm = wasm
  }

  /** How much memory the core has taken from the browser; it never gives any back. */
  get memoryBytes() {
    return this.#raw.memoryBytes()
  }

  /** The mask as the core wants it: a matrix, or nothing. @param {HeadInputs} inputs */
  #inputs(inputs) {
    const { mask = 'none', x } = inputs
    if (typeof mask !== 'string') return inputs
    return { ...inputs, mask: mask === 'none' ? undefined : this.mask(mask, x?.rows ?? 0) }
  }

  /** Every step of one head. @param {HeadInputs} inputs @returns {Steps} */
  attention(inputs) {
    return guarded(() => this.#raw.attention(this.#inputs(inputs)))
  }

  /** The output alone, by the naive way that fills one n × m table; for measuring.
   * @param {Matrix} q @param {Matrix} k @param {Matrix} v @param {Matrix} [mask] @param {{scale?: boolean|number, temperature?: number}} [options]
   * @returns {Matrix} */
  attentionOutput(q, k, v, mask, options = {}) {
    return guarded(() => this.#raw.attentionOutput(q, k, v, mask, options))
  }

  /** @param {Matrix} scores @param {number} [temperature] @returns {Pick<Steps, 'rowMax'|'exps'|'rowSum'|'weights'>} */
  softmax(scores, temperature = 1) {
    return guarded(() => this.#raw.softmax(scores, temperature))
  }

  /** (n, n) of 0 and -Infinity; `size` is n_valid, width or prefix. @param {string} kind @param {number} n @param {number} [size] @returns {Matrix} */
  mask(kind, n, size = 0) {
    return guarded(() => this.#raw.mask(kind, n, size))
  }

  /** Where one number of `steps` comes from. @param {HeadInputs} inputs @param {Steps} steps @param {string} step @param {number} row @param {number} col @returns {Arithmetic} */
  cellArithmetic(inputs, steps, step, row, col) {
    return guarded(() => this.#raw.cellArithmetic(this.#inputs(inputs), steps, snakeCase(step), row, col))
  }

  /** (m, d_v): row j is weight_j × v_j for the query in `row`. @param {Steps} steps @param {number} row @returns {Matrix} */
  weightedValues(steps, row) {
    return guarded(() => this.#raw.weightedValues(steps, row))
  }

  /** The largest difference of `steps` from the same head in plain float64 loops. @param {HeadInputs} inputs @param {Steps} steps @returns {number} */
  differenceFromFloat64(inputs, steps) {
    return guarded(() => this.#raw.differenceFromFloat64(this.#inputs(inputs), steps))
  }

  /** Independent normal numbers, the same for the same seed everywhere. @param {number} seed @param {number} rows @param {number} cols @returns {Matrix} */
  randomNormal(seed, rows, cols) {
    return guarded(() => this.#raw.randomNormal(seed, rows, cols))
  }

  /** The likeliest next tokens after one row of logits. @param {Matrix} logits @param {number} count @param {number} [temperature] @returns {{ id: number, probability: number }[]} */
  likeliest(logits, count, temperature = 1) {
    return guarded(() => this.#raw.likeliest(logits, count, temperature))
  }

  /** @param {number} n @param {number} dHead @returns {number} */
  attentionFlops(n, dHead) {
    return this.#raw.attentionFlops(n, dHead)
  }

  /** @param {number} flops @param {number} milliseconds @returns {number} */
  flopsPerSecond(flops, milliseconds) {
    return this.#raw.flopsPerSecond(flops, milliseconds)
  }

  /** @param {number} n @returns {number} */
  scoreTableBytes(n) {
    return this.#raw.scoreTableBytes(n)
  }

  /** Time at n if it grows with n² and is time0 at n0. @param {number} n0 @param {number} time0 @param {number} n @returns {number} */
  quadraticThrough(n0, time0, n) {
    return this.#raw.quadraticThrough(n0, time0, n)
  }

  /** @param {ArrayLike<number>} x @param {ArrayLike<number>} y @returns {{ factor: number, exponent: number }} */
  fitPowerLaw(x, y) {
    return guarded(() => this.#raw.fitPowerLaw(x, y))
  }

  /**
   * @param {{ weights: Uint8Array|ArrayBuffer, tokenizer?: Uint8Array|ArrayBuffer, format?: 'auto'|'llama2c'|'safetensors' }} files
   * @returns {Model}
   */
  loadModel({ weights, tokenizer, format = 'auto' }) {
    const bytes = (/** @type {any} */ data) => (data instanceof ArrayBuffer ? new Uint8Array(data) : data)
    return new Model(guarded(() => this.#raw.Model.load(bytes(weights), bytes(tokenizer), format)))
  }
}

// Models live outside JavaScript's memory: forgotten ones are freed when their wrapper is collected.
const forgotten = new FinalizationRegistry((/** @type {any} */ handle) => handle.delete())

/** A transformer that was loaded. Call free() when done with it. */
export class Model {
  #handle
  /** @param {any} handle */
  constructor(handle) {
    this.#handle = handle
    forgotten.register(this, handle, this) // first: whatever fails below, the handle is not lost
    /** dModel, nLayers, nHeads, nKvHeads, dHead, dFf, nVocab, maxTokens, … */
    this.config = handle.config()
    /** What the file said about itself. @type {Record<string, string>} */
    this.metadata = handle.metadata()
    /** How many numbers were learned. @type {number} */
    this.parameters = handle.parameters()
    /** @type {boolean} */
    this.hasTokenizer = handle.hasTokenizer()
  }

  #call(/** @type {(handle: any) => any} */ call) {
    if (!this.#handle) throw new QkvError('this model has been freed')
    return guarded(() => call(this.#handle))
  }

  /** @param {string} text @returns {Int32Array} */
  encode(text) {
    return this.#call((handle) => handle.encode(text))
  }

  /** @param {ArrayLike<number>} ids @returns {string} */
  decode(ids) {
    return this.#call((handle) => handle.decode(ids))
  }

  /** One string per id, whole characters: where several tokens make one, the first has it and the others are empty. @param {ArrayLike<number>} ids @returns {string[]} */
  tokens(ids) {
    return this.#call((handle) => handle.tokens(ids))
  }

  /**
   * @param {ArrayLike<number>} ids
   * @param {{ trace?: 'none'|'attention'|'all' }} [options]
   * @returns {{ logits: Matrix, layers: (Record<string, Matrix> & { heads: Steps[] })[], embedded?: Matrix, finalNorm?: Matrix, probabilities?: Matrix }}
   */
  forward(ids, { trace = 'none' } = {}) {
    return this.#call((handle) => handle.forward(ids, trace))
  }

  free() {
    if (!this.#handle) return
    forgotten.unregister(this)
    this.#handle.delete()
    this.#handle = null
  }
}

/** @param {string} name */
const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

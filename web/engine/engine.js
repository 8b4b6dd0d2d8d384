// The engine as JavaScript sees it: plain objects in, plain objects out, one class for a loaded model.
// This folder is the only code that knows Emscripten. Nothing here touches a document: Node, pages and workers.
import createQkv from '#glue'
import { wasmBytes } from '#wasm'
import { camelKeys, snakeCase } from './cases.js'
import { Owned, QkvError, guarded, message } from './owned.js'
import { MODULES, runsHere } from './probe.js'
import { Trainer, describeTask } from './trainer.js'

export { MODULES, QkvError }
/** @typedef {import('./probe.js').ModuleName} ModuleName */

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

/**
 * Scores of `samples` queries with their keys; their weights; their spread; the mean largest weight and the mean slope of
 * softmax there. Weights, their largest and the slope without and with the factor 1/√d.
 * @typedef {{ scores: Matrix, weights: Matrix, weightsScaled: Matrix, spread: number, largest: number, largestScaled: number, gradient: number, gradientScaled: number }} DotProducts
 */
/** @typedef {'peak'|'gemm'|'softmax'|'naive'|'tiled'} WorkKind */
/** @typedef {Record<'flopsPerSecond'|'peak'|'peakShare'|'intensity'|'bytesPerSecond'|'nsPerNumber', number>} Speed */

/**
 * Loads the engine.
 * @param {{ module?: 'auto'|ModuleName, full?: boolean, wasm?: Uint8Array }} [options] `full`: the larger module, which can
 * also train; `wasm`: the bytes, if the caller has them
 * @returns {Promise<Engine>}
 * @throws {QkvError} with a reason for readers if WebAssembly is missing, forbidden or the module is unknown
 */
export async function loadEngine({ module = 'auto', full = false, wasm } = {}) {
  if (typeof WebAssembly !== 'object') throw new QkvError('this browser has no WebAssembly')
  const name = module === 'auto' ? MODULES.find(runsHere) : MODULES.find((known) => known === module)
  if (!name)
    throw new QkvError(`loadEngine: unknown module '${module}'; known are auto, ${MODULES.join(', ')}`)
  const bytes = wasm ?? (await wasmBytes(full ? `full-${name}` : name))
  const create = full ? (await import('#full-glue')).default : createQkv
  try {
    // The bytes are here: locateFile only keeps the glue from asking where it was loaded from.
    return new Engine(await create({ wasmBinary: bytes, locateFile: (/** @type {string} */ file) => file }), {
      module: name,
      full,
      wasm: bytes,
    })
  } catch (error) {
    throw new QkvError(`WebAssembly could not be started: ${message(error)}`)
  }
}

const NEEDS_FULL = 'this engine cannot do that: load it with { full: true }'

export class Engine {
  #raw
  #tileChosen = false
  /** @param {any} raw the Emscripten module  @param {{ module: string, full: boolean, wasm: Uint8Array }} about */
  constructor(raw, { module, full, wasm }) {
    this.#raw = raw
    /** Which binary runs: 'relaxed', 'simd' or 'scalar'. */
    this.module = module
    /** Whether it can train and be timed. */
    this.full = full
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
    return guarded(this.#raw, () => this.#raw.attention(this.#inputs(inputs)))
  }

  /** The output alone, by the naive way that fills one n × m table; for measuring.
   * @param {Matrix} q @param {Matrix} k @param {Matrix} v @param {Matrix} [mask] @param {{scale?: boolean|number, temperature?: number}} [options]
   * @returns {Matrix} */
  attentionOutput(q, k, v, mask, options = {}) {
    return guarded(this.#raw, () => this.#raw.attentionOutput(q, k, v, mask, options))
  }

  /** Every step from queries, keys and values. @param {Matrix} q @param {Matrix} k @param {Matrix} v @param {Matrix} [mask] @param {{scale?: boolean|number, temperature?: number}} [options] @returns {Steps} */
  attentionSteps(q, k, v, mask, options = {}) {
    return guarded(this.#raw, () => this.#raw.attentionSteps(q, k, v, mask, options))
  }

  /** @param {Matrix} a @param {Matrix} b @returns {Matrix} */
  matmul(a, b) {
    return guarded(this.#raw, () => this.#raw.matmul(a, b))
  }

  /**
   * The mean weight on the position before, the own, the first, earlier ones with the same token, and those with the token
   * that the model answers; NaN where there is none.
   * @param {Matrix} weights (n, n) @param {ArrayLike<number>} ids
   * @param {ArrayLike<number>} [answers] the token answered at each position, -1 where it is not asked
   * @returns {Record<'previous'|'own'|'first'|'same'|'answer', number>}
   */
  headPattern(weights, ids, answers = []) {
    return guarded(this.#raw, () => this.#raw.headPattern(weights, ids, answers))
  }

  /** Softmax done wrong: without subtracting the maximum, as float32 gives it. @param {Matrix} scores @returns {Pick<Steps, 'exps'|'rowSum'|'weights'>} */
  softmaxWithoutMax(scores) {
    return guarded(this.#raw, () => this.#raw.softmaxWithoutMax(scores))
  }

  /** The mask in the wrong place: weights set to 0 after softmax; `rowSum` is what the rows then add up to. @param {Matrix} scores @param {Matrix} mask @returns {Pick<Steps, 'exps'|'rowSum'|'weights'>} */
  maskAfterSoftmax(scores, mask) {
    return guarded(this.#raw, () => this.#raw.maskAfterSoftmax(scores, mask))
  }

  /** How large q · k becomes for normal numbers of d components. @param {number} d @param {number} keys @param {number} samples @param {number} [seed] @returns {DotProducts} */
  sampleDotProducts(d, keys, samples, seed = 1) {
    return guarded(this.#raw, () => this.#raw.sampleDotProducts(d, keys, samples, seed))
  }

  /** @param {Matrix} scores @param {number} [temperature] @returns {Pick<Steps, 'rowMax'|'exps'|'rowSum'|'weights'>} */
  softmax(scores, temperature = 1) {
    return guarded(this.#raw, () => this.#raw.softmax(scores, temperature))
  }

  /** Inputs of a head to be worked out by hand: four tokens, two dimensions, whole numbers. @param {number} seed @returns {{ x: Matrix, wQ: Matrix, wK: Matrix, wV: Matrix }} */
  workedExample(seed) {
    return guarded(this.#raw, () => this.#raw.workedExample(seed))
  }

  /** (n, n) of 0 and -Infinity; `size` is n_valid, width or prefix. @param {string} kind @param {number} n @param {number} [size] @returns {Matrix} */
  mask(kind, n, size = 0) {
    return guarded(this.#raw, () => this.#raw.mask(kind, n, size))
  }

  /** Where one number of `steps` comes from. @param {HeadInputs} inputs @param {Steps} steps @param {string} step @param {number} row @param {number} col @returns {Arithmetic} */
  cellArithmetic(inputs, steps, step, row, col) {
    return guarded(this.#raw, () =>
      this.#raw.cellArithmetic(this.#inputs(inputs), steps, snakeCase(step), row, col),
    )
  }

  /** (m, d_v): row j is weight_j × v_j for the query in `row`. @param {Steps} steps @param {number} row @returns {Matrix} */
  weightedValues(steps, row) {
    return guarded(this.#raw, () => this.#raw.weightedValues(steps, row))
  }

  /** The largest difference of `steps` from the same head in plain float64 loops. @param {HeadInputs} inputs @param {Steps} steps @returns {number} */
  differenceFromFloat64(inputs, steps) {
    return guarded(this.#raw, () => this.#raw.differenceFromFloat64(this.#inputs(inputs), steps))
  }

  /** Independent normal numbers, the same for the same seed everywhere. @param {number} seed @param {number} rows @param {number} cols @returns {Matrix} */
  randomNormal(seed, rows, cols) {
    return guarded(this.#raw, () => this.#raw.randomNormal(seed, rows, cols))
  }

  /** The likeliest next tokens after one row of logits. @param {Matrix} logits @param {number} count @param {number} [temperature] @returns {{ id: number, probability: number }[]} */
  likeliest(logits, count, temperature = 1) {
    return guarded(this.#raw, () => this.#raw.likeliest(logits, count, temperature))
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
    return guarded(this.#raw, () => this.#raw.fitPowerLaw(x, y))
  }

  /** Which register tile the matrix products use: '3 × 12', '4 × 8', … @returns {string} */
  get tile() {
    return this.#raw.tile()
  }

  /** Times every tile for a few milliseconds and keeps the fastest, once: before long work, in a worker. @param {number} [milliseconds] of each turn */
  chooseTile(milliseconds = 3) {
    const count = this.#raw.tiles()
    if (this.#tileChosen || count === 1) return
    this.#tileChosen = true
    /** Runs per millisecond. @param {number} index */
    const rate = (index) => {
      this.#raw.useTile(index)
      const start = performance.now()
      let elapsed = 0
      let runs = 0
      // Many short calls: a browser compiles a loop well only between them.
      for (; elapsed < milliseconds; elapsed = performance.now() - start, ++runs) this.#raw.tryTile()
      return runs / elapsed
    }
    // In turns, so that whatever else the machine does falls on all alike; the best of each counts. Until none has become
    // faster for a while: before that the good code is still being made.
    const best = new Array(count).fill(0)
    for (let turn = 0, last = 0; turn < 30 && turn - last < 6; ++turn)
      for (let index = 0; index < count; ++index) {
        const now = rate(index)
        if (now > 1.05 * best[index]) last = turn
        best[index] = Math.max(best[index], now)
      }
    this.#raw.useTile(best.indexOf(Math.max(...best)))
  }

  /**
   * Work to be timed; only a full engine has it: peak []; gemm [m, k, n]; softmax [n, m]; naive or tiled [nHeads, n, dHead, causal].
   * @param {WorkKind} kind @param {number[]} [sizes] @returns {Workload}
   */
  workload(kind, sizes = []) {
    return this.#needsFull((raw) => new Workload(raw, raw.makeWorkload(kind, sizes)))
  }

  /** The tasks that can be learned without a text; 'text' is one more. @returns {string[]} */
  get taskNames() {
    return this.#needsFull((raw) => raw.taskNames())
  }

  /** The vocabulary, the length and the usual recipe of a task. @param {string} name @param {{ text?: string }} [options] `text`: for 'text' @returns {import('./trainer.js').Task} */
  task(name, { text = '' } = {}) {
    return this.#needsFull((raw) => describeTask(raw, name, text))
  }

  /**
   * Something that learns. `recipe` is the task's own with whatever should differ.
   * @param {{ task: string, text?: string, recipe?: import('./trainer.js').Recipe, seed?: number }} options
   * @returns {Trainer}
   */
  trainer({ task, text = '', recipe, seed = 1 }) {
    return this.#needsFull(
      (raw) =>
        new Trainer(raw, { task, text, recipe: recipe ?? this.task(task, { text }).recipe, seed }, Model),
    )
  }

  /** @template T @param {(raw: any) => T} call @returns {T} */
  #needsFull(call) {
    if (!this.full) throw new QkvError(NEEDS_FULL)
    return guarded(this.#raw, () => call(this.#raw))
  }

  /**
   * @param {{ weights: Uint8Array|ArrayBuffer, tokenizer?: Uint8Array|ArrayBuffer, format?: 'auto'|'llama2c'|'safetensors' }} files
   * @returns {Model}
   */
  loadModel({ weights, tokenizer, format = 'auto' }) {
    const bytes = (/** @type {any} */ data) => (data instanceof ArrayBuffer ? new Uint8Array(data) : data)
    return new Model(
      this.#raw,
      guarded(this.#raw, () => this.#raw.loadModel(bytes(weights), bytes(tokenizer), format)),
    )
  }
}

/** A transformer that was loaded. Call free() when done with it. */
export class Model extends Owned {
  /** @param {any} raw @param {number} handle */
  constructor(raw, handle) {
    super(raw, handle, 'model')
    const { config, metadata, parameters, hasTokenizer } = raw.about(handle)
    /** dModel, nLayers, nHeads, nKvHeads, dHead, dFf, nVocab, maxTokens, … */
    this.config = camelKeys(JSON.parse(config))
    /** What the file said about itself. @type {Record<string, string>} */
    this.metadata = metadata
    /** How many numbers were learned. @type {number} */
    this.parameters = parameters
    /** @type {boolean} */
    this.hasTokenizer = hasTokenizer
  }

  /** A matrix that was learned, by its name in model files: 'blocks.0.attention.w_o'. @param {string} name @returns {Matrix} */
  parameter(name) {
    return this._call((raw, handle) => raw.parameter(handle, name))
  }

  /** @param {string} text @returns {Int32Array} */
  encode(text) {
    return this._call((raw, handle) => raw.encode(handle, text))
  }

  /** @param {ArrayLike<number>} ids @returns {string} */
  decode(ids) {
    return this._call((raw, handle) => raw.decode(handle, ids))
  }

  /** One string per id, whole characters: where several tokens make one, the first has it and the others are empty. @param {ArrayLike<number>} ids @returns {string[]} */
  tokens(ids) {
    return this._call((raw, handle) => raw.tokens(handle, ids))
  }

  /**
   * @param {ArrayLike<number>} ids
   * @param {{ trace?: 'none'|'attention'|'all' }} [options]
   * @returns {{ logits: Matrix, layers: (Record<string, Matrix> & { heads: Steps[] })[], embedded?: Matrix, finalNorm?: Matrix, probabilities?: Matrix }}
   */
  forward(ids, { trace = 'none' } = {}) {
    return this._call((raw, handle) => raw.forward(handle, ids, trace))
  }

  /** How well it does a task, on fresh examples; only with an engine that can train. @param {{ task: string, text?: string, seed?: number, examples?: number }} options @returns {import('./trainer.js').Measurement} */
  measure({ task, text = '', seed = 1, examples = 500 }) {
    return this.#full((raw, handle) => raw.measureModel(handle, task, text, seed, examples))
  }

  /**
   * The mean probability of the right token after the first `prefix` of an example: `seen` with all of it in sight, as in
   * training, `writing` with nothing behind. Only with a full engine.
   * @param {{ task: string, prefix: number, seed?: number, examples?: number }} options @returns {{ seen: number, writing: number }}
   */
  foresight({ task, prefix, seed = 1, examples = 100 }) {
    return this.#full((raw, handle) => raw.foresight(handle, task, seed, examples, prefix))
  }

  /** As the bytes of a file; 'float16' is safetensors of half the size. Only an engine that can train can write. @param {'safetensors'|'float16'|'llama2c'} [format] @returns {Uint8Array} */
  save(format = 'safetensors') {
    return this.#full((raw, handle) => raw.saveModel(handle, format))
  }

  /** @template T @param {(raw: any, handle: number) => T} call @returns {T} */
  #full(call) {
    return this._call((raw, handle) => {
      if (!raw.saveModel) throw new QkvError(NEEDS_FULL)
      return call(raw, handle)
    })
  }

  /** Reads a sequence token by token, keeping keys and values. @param {{ maxTokens?: number }} [options] @returns {Session} */
  session({ maxTokens = this.config.maxTokens } = {}) {
    return this._call((raw, handle) => new Session(raw, raw.startSession(handle, maxTokens)))
  }
}

/** A sequence being read. It keeps its model's numbers alive, also if the model is freed. Call free() when done with it. */
export class Session extends Owned {
  /** @param {any} raw @param {number} handle */
  constructor(raw, handle) {
    super(raw, handle, 'session')
  }

  /** The logits (n, nVocab) after each of n more tokens. @param {ArrayLike<number>} ids @returns {Matrix} */
  feed(ids) {
    return this._call((raw, handle) => raw.feed(handle, ids))
  }

  /** How many tokens have been read. @returns {number} */
  get length() {
    return this._call((raw, handle) => raw.sessionLength(handle))
  }

  /** What the keys and values take. @returns {number} */
  get cacheBytes() {
    return this._call((raw, handle) => raw.cacheBytes(handle))
  }
}

/** Prepared work to be timed. Call free() when done with it. */
export class Workload extends Owned {
  /** @param {any} raw @param {number} handle */
  constructor(raw, handle) {
    super(raw, handle, 'workload')
    /** Floating-point operations of one run. @type {number} */
    this.flops = raw.workloadFlops(handle)
    /** Bytes that a run must at least read and write. @type {number} */
    this.bytes = raw.workloadBytes(handle)
  }

  /** Does it so many times; the result depends on all of them. @param {number} [times] @returns {number} */
  run(times = 1) {
    return this._call((raw, handle) => raw.runWorkload(handle, times))
  }

  /**
   * What it means that a run takes so long, and one of a 'peak' workload so long.
   * @param {number} ms @param {number} peakMs @returns {Speed}
   */
  speed(ms, peakMs) {
    return this._call((raw, handle) => raw.workloadSpeed(handle, ms, peakMs))
  }

  /** Bytes that a run needs beside inputs and output. @returns {number} */
  get scratchBytes() {
    return this._call((raw, handle) => raw.workloadScratch(handle))
  }

  /** Its inputs in order, then its output. @returns {Matrix[]} */
  matrices() {
    return this._call((raw, handle) => raw.workloadMatrices(handle))
  }
}

// The public contract of engine.js, and the only description of it: what engine.js does follows from the tables of the core
// (bindings/*.cpp), and a test holds the two against each other. Errors are QkvError; a throwing call leaks nothing.

/** Row-major; `data` has rows × cols numbers and belongs to the caller. */
export interface Matrix {
  rows: number
  cols: number
  data: Float32Array
}

/** Every step of one head, n queries over m keys. */
export interface Steps {
  q: Matrix // n × d_head
  k: Matrix // m × d_head
  v: Matrix // m × d_v
  scores: Matrix // n × m   q · k
  scaled: Matrix // n × m   scores × scale
  masked: Matrix // n × m   scaled, -Infinity where forbidden
  rowMax: Matrix // n × 1
  exps: Matrix // n × m   e^((masked - rowMax) / temperature)
  rowSum: Matrix // n × 1
  weights: Matrix // n × m   rows add up to 1; zeros in a fully masked row
  output: Matrix // n × d_v weights v
}

export interface AttentionInputs {
  x: Matrix // n × d_model
  wQ: Matrix // d_model × d_head
  wK: Matrix // d_model × d_head
  wV: Matrix // d_model × d_v
  /** Default 'none'. A matrix has n × n cells, each 0 or -Infinity. */
  mask?: 'none' | 'causal' | Matrix
  /** Default true: 1/√d_head. false: 1. */
  scale?: boolean | number
  /** Default 1; 0 is hard look-up, Infinity the plain average. */
  temperature?: number
}

export interface Config {
  nVocab: number
  maxTokens: number
  dModel: number
  nLayers: number
  nHeads: number
  nKvHeads: number
  dHead: number
  dFf: number
  norm: 'none' | 'layer' | 'rms'
  normEpsilon: number
  position: 'none' | 'sinusoidal' | 'learned' | 'rope'
  ropeLayout: 'interleaved' | 'half_split'
  ropeTheta: number
  activation: 'relu' | 'gelu' | 'gelu_tanh' | 'silu'
  gated: boolean
  biases: boolean
  tied: boolean
  causal: boolean
  scaled: boolean
  /** A token sees the nearest so many, itself among them; all before it if there is none. */
  window?: number
  /** Linear attention, with φ = elu + 1, instead of softmax. */
  features?: 'elu'
}

export interface Layer {
  heads: Steps[]
  // With trace 'all':
  input?: Matrix
  norm1?: Matrix
  concat?: Matrix
  projected?: Matrix
  residual?: Matrix
  norm2?: Matrix
  gate?: Matrix
  preActivation?: Matrix
  hidden?: Matrix
  feedForward?: Matrix
  output?: Matrix
}

export interface Forward {
  logits: Matrix // n × n_vocab
  layers: Layer[] // empty with trace 'none'
  embedded?: Matrix
  finalNorm?: Matrix
  probabilities?: Matrix
}

/** What every call throws: the sentence of the core, and for programs what kind it is and which values stand in it. */
export class QkvError extends Error {
  /** 'invalid_argument', 'bad_file', 'unknown_word', 'no_tokenizer', 'diverged', 'out_of_memory', 'freed', … */
  readonly code: string
  /** The sentence with a % where each value belongs. */
  readonly text: string
  readonly values: string[]
}

export type FileFormat = 'safetensors' | 'float16' | 'llama2c'

/** A multiply-add counts as two operations. */
export interface Cost {
  parameters: number
  /** Of one token, whatever the length: projections, feed-forward layers, unembedding. */
  linearFlops: number
  /** Of the last of n tokens; on average over all n under a causal mask. */
  attentionFlops: number
  meanAttentionFlops: number
  /** Of attention in all that a token costs. */
  attentionShare: number
  meanAttentionShare: number
  prefillFlops: number
  prefillAttentionFlops: number
  /** Of one layer, all heads. */
  scoreTableBytes: number
  cacheBytesPerToken: number
  cacheBytes: number
  weightBytes: number
  /** Weights and cache. */
  memoryBytes: number
  /** The length at which attention costs as much as all the rest: of the last token, and on average. */
  crossing: number
  meanCrossing: number
}

/**
 * Reads a model part by part, so that its file never lies in memory beside it:
 *
 *     const reader = engine.modelReader(file.size)
 *     for (let part; (part = reader.next).size > 0; )
 *       reader.put(new Uint8Array(await file.slice(part.offset, part.offset + part.size).arrayBuffer()))
 *     const model = reader.model()
 */
export class ModelReader {
  /** The part to put next, in bytes; its size is 0 when the model is complete. The first 64 bytes tell whether it is one. */
  readonly next: { offset: number; size: number }
  /** Whether all headers are read, and agree with the size of the file. */
  readonly accepted: boolean
  put(part: Uint8Array): void
  /** The model, once. */
  model(): Model
  free(): void
}

export class Model {
  readonly config: Config
  readonly metadata: Record<string, string>
  readonly parameters: number
  readonly hasTokenizer: boolean
  /** In which formats save() can keep it. */
  readonly formats: FileFormat[]
  /** A llama2.c tokenizer.bin for a model that came without one. */
  readTokenizer(bytes: Uint8Array): void
  encode(text: string): Int32Array
  decode(ids: ArrayLike<number>): string
  /** Whole characters: where several tokens make one, the first has it and the others are empty. */
  tokens(ids: ArrayLike<number>): string[]
  /** Whether the answer at each place of a text was trained; 1 everywhere if the model does not say. */
  asked(ids: ArrayLike<number>): Uint8Array
  /** A matrix that was learned, by its name in model files: 'blocks.0.attention.w_o'. */
  parameter(name: string): Matrix
  /** `causal: false` takes the mask away for this call. */
  forward(
    ids: ArrayLike<number>,
    options?: { trace?: 'none' | 'attention' | 'all'; causal?: boolean },
  ): Forward
  /** How well it does a task, on fresh examples. Only with needs: 'lab'. */
  measure(options: {
    task: string
    text?: string
    pairs?: number
    seed?: number
    examples?: number
  }): Measurement
  /**
   * The mean probability of the right token after the first `prefix` of an example: `seen` with all of it in sight, as in
   * training, `writing` with nothing behind. Only with needs: 'lab'.
   */
  foresight(options: { task: string; prefix: number; seed?: number; examples?: number }): {
    seen: number
    writing: number
  }
  /**
   * The same model with so many heads of keys and values, each the mean of the neighbours that it stands for; not trained
   * further. Only with needs: 'lab'.
   */
  mergeHeads(nKvHeads: number): Model
  /** What keys and values need, over examples of a task. Only with needs: 'lab'. */
  latents(options: { task: string; seed?: number; examples?: number }): Latents
  /** As the bytes of a file; 'float16' is safetensors of half the size. Only with needs: 'lab'. */
  save(format?: FileFormat): Uint8Array
  /** Reads a sequence token by token from a key/value cache; causal models only. */
  session(options?: { maxTokens?: number }): Session
  free(): void
}

/** It keeps its model's numbers alive, also if the model is freed. */
export class Session {
  /** The logits (n × n_vocab) after each of n more tokens. */
  feed(ids: ArrayLike<number>): Matrix
  readonly length: number
  /** What the keys and values take. */
  readonly cacheBytes: number
  free(): void
}

/** Keys and values of each layer through one vector, the best of every width over some data. */
export class Latents {
  /** By layer: how long each component is over the data, largest first. */
  readonly spreads: Float64Array[]
  /** The model with latents of this width: it would keep `width` numbers for each token and layer. */
  model(width: number): Model
  /** Scores of one head with keys made again, and with that matrix absorbed into the query; their largest difference. */
  absorb(
    ids: ArrayLike<number>,
    options: { layer: number; head: number; width: number; rope?: boolean },
  ): { rebuilt: Matrix; absorbed: Matrix; difference: number }
  free(): void
}

export type SamplingStep = { kind: 'temperature' | 'top_k' | 'top_p' | 'min_p'; value: number }

/** Of one head of one layer. */
export interface GenerationWork {
  projections: number // of a token to q, k and v
  dotProducts: number // of a query and a key
}

export interface Traffic {
  numbers: number // between slow and fast memory
  table: number // the largest table of scores held at once, in numbers
  tiles: number
  tilesSkipped: number
}

/** A square of the table of scores that was taken, and what is held of its queries after it. */
export interface TileTaken {
  row: number // counted in tiles
  col: number
  firstQuery: number
  first: number // of its keys
  scores: Matrix
  exponentials: Matrix // e^(score − m)
  tileMax: Matrix
  factor: Matrix // what ℓ and o were multiplied by
  rowMax: Matrix // m
  rowSum: Matrix // ℓ
  gathered: Matrix // o
  numbers: number // moved up to here
}

export interface TiledRun {
  tiles: number // along a side
  hidden: Uint8Array // row by row: nothing in it is visible
  taken: TileTaken[]
  rowMax: Matrix
  rowSum: Matrix
  gathered: Matrix
  output: Matrix // gathered / rowSum
  complete: boolean
  whole: Matrix // from the table as a whole
  difference: number // the largest between output and whole
}

export type WorkKind = 'peak' | 'gemm' | 'softmax' | 'naive' | 'tiled'

export interface Speed {
  flopsPerSecond: number
  peak: number // of the registers, in the same unit
  peakShare: number
  intensity: number // operations for each byte that must at least be moved
  bytesPerSecond: number
  nsPerNumber: number // of the output
}

/** Prepared work on seeded numbers, to be timed. */
export class Workload {
  /** Floating-point operations of one run, a multiply-add counting two. */
  readonly flops: number
  /** What a run must at least read and write. */
  readonly bytes: number
  /** What a run needs beside inputs and output. */
  readonly scratchBytes: number
  run(times?: number): number
  /** What it means that a run takes `ms`, and a run of a 'peak' workload `peakMs`. */
  speed(ms: number, peakMs: number): Speed
  /** Its inputs in order, then its output. */
  matrices(): Matrix[]
  free(): void
}

/** With what a task is learned. */
export interface Recipe {
  config: Config
  learningRate: number
  weightDecay: number
  batch: number // sequences in a step
  steps: number
  warmUp: number // steps in which the rate rises
  cosine: boolean // whether it falls again
}

export interface Task {
  words: string[] // the vocabulary; an id is a place in it
  tokens: number // of every sequence
  /** The least mean loss, in nats, that is possible without looking ahead; NaN if that is not known. */
  leastLoss: number
  recipe: Recipe
  asked: string // the rule for where answers count
  kinds: number // of tokens that are equally likely everywhere; 0: they are not
  repeatsAt: number // where every example begins to say again what it said; 0: it does not
}

/** On fresh examples, held out where the task keeps some back. */
export interface Measurement {
  loss: number // nats for each target
  accuracy: number // share of targets whose likeliest token is right
  sequences: number // share of sequences in which all are
  looks: Matrix // n_layers × n_heads  mean weight where a head that solves the task looks; NaN if none is told
}

export interface Progress {
  steps: number
  rate: number
  gradientNorm: number
  stepFlops: number
}

/** A model that learns; the same seed gives the same losses bit for bit on the same module. */
export class Trainer {
  /** Learns from `count` more batches; the loss of each. Throws ('diverged') once the loss is not a number. */
  step(count?: number): Float64Array
  /** After the last step; `stepFlops` counts the matrix products of one step, forward and backward. */
  readonly state: Progress
  measure(examples?: number): Measurement
  /** One example that is always the same for its number and language; a target of -1 is not asked. */
  probe(number?: number, language?: string): { ids: Int32Array; targets: Int32Array }
  /** A copy of what has been learned so far. */
  model(): Model
  snapshot(): Snapshot
  /** Back to a snapshot of this trainer. */
  restore(snapshot: Snapshot): void
  free(): void
}

export class Snapshot {
  free(): void
}

/** q · k of normal numbers, one query and its keys a row, and what softmax makes of them. */
export interface DotProducts {
  scores: Matrix // samples × keys
  weights: Matrix // without the factor 1/√d
  weightsScaled: Matrix // with it
  spread: number
  largest: number // mean largest weight of a row, likewise
  largestScaled: number
  gradient: number // mean slope of softmax there
  gradientScaled: number
}

export interface Arithmetic {
  operation: 'dot' | 'scale' | 'mask' | 'max' | 'exp' | 'sum' | 'divide'
  left: Float32Array
  right: Float32Array
  terms: Float32Array
  result: number
}

export class Engine {
  /** Which binary runs. */
  readonly module: 'relaxed' | 'simd' | 'scalar'
  /** Which kind of module: 'head' knows one head, 'model' runs models, 'lab' trains and times. */
  readonly needs: 'head' | 'model' | 'lab'
  /** Whether it can train and be timed: needs is 'lab'. */
  readonly full: boolean
  /** Its bytes, so that a worker can start the same one without fetching. */
  readonly wasm: Uint8Array
  /** Memory taken from the browser so far. */
  readonly memoryBytes: number
  attention(inputs: AttentionInputs): Steps
  attentionOutput(
    q: Matrix,
    k: Matrix,
    v: Matrix,
    mask?: 'none' | 'causal' | Matrix,
    options?: { scale?: boolean | number; temperature?: number },
  ): Matrix
  /** Every step from queries, keys and values. */
  attentionSteps(
    q: Matrix,
    k: Matrix,
    v: Matrix,
    mask?: 'none' | 'causal' | Matrix,
    options?: { scale?: boolean | number; temperature?: number },
  ): Steps
  matmul(a: Matrix, b: Matrix): Matrix
  /**
   * The mean weight on the position before, the own, the first, earlier ones with the same token, and those with the token
   * that the model answers (`answers`: one per position, -1 where it is not asked); NaN where there is none.
   */
  headPattern(
    weights: Matrix,
    ids: ArrayLike<number>,
    answers?: ArrayLike<number>,
  ): { previous: number; own: number; first: number; same: number; answer: number }
  /** Softmax done wrong: without subtracting the maximum, as float32 gives it. */
  softmaxWithoutMax(scores: Matrix): Pick<Steps, 'exps' | 'rowSum' | 'weights'>
  /** The mask in the wrong place: weights set to 0 after softmax; `rowSum` is what the rows then add up to. */
  maskAfterSoftmax(scores: Matrix, mask: Matrix): Pick<Steps, 'exps' | 'rowSum' | 'weights'>
  /** q · k for normal numbers of d components; largest weight and slope of softmax without and with 1/√d. */
  sampleDotProducts(d: number, keys: number, samples: number, seed?: number): DotProducts
  softmax(scores: Matrix, temperature?: number): Pick<Steps, 'rowMax' | 'exps' | 'rowSum' | 'weights'>
  /** Inputs of a head to be worked out by hand: four tokens, two dimensions, whole numbers; others for every seed. */
  workedExample(seed: number): { x: Matrix; wQ: Matrix; wK: Matrix; wV: Matrix }
  mask(kind: 'none' | 'causal' | 'padding' | 'window' | 'prefix', n: number, size?: number): Matrix
  cellArithmetic(
    inputs: Partial<AttentionInputs>,
    steps: Steps,
    step: keyof Steps,
    row: number,
    col: number,
  ): Arithmetic
  weightedValues(steps: Steps, row: number): Matrix
  differenceFromFloat64(inputs: AttentionInputs, steps: Steps): number
  randomNormal(seed: number, rows: number, cols: number): Matrix
  likeliest(logits: Matrix, count: number, temperature?: number): { id: number; probability: number }[]
  /** Softmax and then each step in that order, over the whole vocabulary; the first stage is before any. */
  samplingStages(
    logits: Matrix,
    steps: SamplingStep[],
  ): { probabilities: Matrix; kept: number; mass: number }[]
  /** The `number`-th draw of a seed, counted from 0. */
  draw(probabilities: Matrix, seed: number, number: number): number
  /** The online softmax over tiles of the table (n × n, scaled, -Infinity where hidden), numbered row by row, in any order. */
  takeTiles(
    scores: Matrix,
    values: Matrix,
    block: number,
    order: ArrayLike<number>,
    rescale?: 'right' | 'none' | 'wrong_sign' | 'no_maximum',
  ): TiledRun
  /** The same as attentionOutput, in tiles; with a causal mask the queries are the last ones. */
  flashAttention(q: Matrix, k: Matrix, v: Matrix, options?: { causal?: boolean; window?: number }): Matrix
  /** Causal attention with φ = elu + 1 token by token, and what it then holds: S (d_head × d_v) and z (1 × d_head). */
  linearAttention(q: Matrix, k: Matrix, v: Matrix): { output: Matrix; state: Matrix; features: Matrix }
  /** After how many layers of this mask one position can be in another; Infinity if never. */
  layersToReach(mask: Matrix): Matrix
  /** (rows × 1) the largest absolute difference in each row. */
  rowDifferences(a: Matrix, b: Matrix): Matrix
  /** What one head moves between slow and fast memory. */
  wholeTableTraffic(n: number, d: number): Traffic
  tiledTraffic(n: number, d: number, block: number, causal: boolean): Traffic
  /** To know what comes after the n-th token; and for each of the first n together. */
  tokenWork(n: number, cached: boolean): GenerationWork
  writingWork(n: number, cached: boolean): GenerationWork
  /** How many numbers a layer keeps for each token. Only with needs: 'lab'. */
  cacheNumbers(config: Config): number
  /** The same sizes, mask and scale in the way of Llama, as a llama2.c file can hold them. */
  llamaStyle(config: Config): Config
  /** Models whose public shapes are known: 'Llama-3.1-8B', 'GPT-2', 'DeepSeek-V3', … */
  readonly architectures: string[]
  /** What a model costs at a length, counted from its shape; `bytes` of a number, default 2. */
  cost(options: { architecture: string | Config; tokens: number; bytes?: number }): Cost
  attentionFlops(n: number, dHead: number): number
  flopsPerSecond(flops: number, milliseconds: number): number
  scoreTableBytes(n: number): number
  quadraticThrough(n0: number, time0: number, n: number): number
  fitPowerLaw(x: ArrayLike<number>, y: ArrayLike<number>): { factor: number; exponent: number }
  /** Which register tile the matrix products use: '3 × 12', '4 × 8', … All give the same bits. */
  readonly tile: string
  /** Times the tiles for a few milliseconds each and keeps the fastest; once. */
  chooseTile(milliseconds?: number): void
  /** Only with needs: 'lab': peak []; gemm [m, k, n]; softmax [n, m]; naive or tiled attention [nHeads, n, dHead, causal 0 or 1]. */
  workload(kind: WorkKind, sizes?: number[]): Workload
  /** Only with needs: 'lab'; 'text' is one more task. */
  readonly taskNames: string[]
  task(name: string, options?: { text?: string; pairs?: number }): Task
  trainer(options: { task: string; text?: string; pairs?: number; recipe?: Recipe; seed?: number }): Trainer
  /**
   * What a file is, by its first 64 bytes and its size. Throws QkvError 'bad_file' with what it is for anything that is not a
   * model or a tokenizer.
   */
  fileKind(head: Uint8Array, size: number): 'safetensors' | 'llama2c' | 'tokenizer'
  /** For files that are too large to lie in memory twice: see ModelReader. */
  modelReader(size: number, format?: 'auto' | 'llama2c' | 'safetensors'): ModelReader
  /** A tokenizer that does not fit the model is an error. */
  loadModel(files: {
    weights: Uint8Array | ArrayBuffer
    tokenizer?: Uint8Array | ArrayBuffer
    format?: 'auto' | 'llama2c' | 'safetensors'
  }): Model
}

export function loadEngine(options?: {
  module?: 'auto' | 'relaxed' | 'simd' | 'scalar'
  /** How much it must be able to do; default 'model'. */
  needs?: 'head' | 'model' | 'lab'
  /** The same as needs: 'lab'. */
  full?: boolean
  wasm?: Uint8Array
}): Promise<Engine>

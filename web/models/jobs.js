// Running a model off the main thread: what ModelRun asks for.
import { register } from '../engine/jobs.js'
import { rowOf } from '../engine/matrix.js'
import { drop, keep, opened } from './open-models.js'
import { judge, readModel, readTokenizer } from './reading.js'

/** @typedef {import('../package/engine.js').Engine} Engine */
/** @typedef {import('../package/engine.js').Model} Model */

/** The last run of a model, if it is still that one. @param {{ handle: number, run: number }} request */
function runOf({ handle, run }) {
  const entry = opened(handle)
  return entry.run === run ? entry : null
}

/** What the model answers at each place where its answer counts. @param {Engine} engine @param {Model} model @param {Int32Array} ids @param {import('../package/engine.js').Matrix} logits */
function answersOf(engine, model, ids, logits) {
  const asked = model.asked(ids)
  return Array.from(ids, (_, i) => {
    if (!asked[i]) return null
    const [{ id, probability }] = engine.likeliest(rowOf(logits, i), 1)
    return { id, probability, token: model.hasTokenizer ? model.tokens([id])[0] : String(id) }
  })
}

/** Reads a model; progress is the bytes read. @param {Engine} engine @param {Parameters<typeof readModel>[1]} files @param {import('./reading.js').Context} context */
async function openModel(engine, files, context) {
  const { model, ignored } = await readModel(engine, files, context)
  return { ...keep(model), ignored }
}
openModel.closedBy = 'closeModel'

/** The likeliest token, again and again, behind `ids`; beyond its limit the model sees the last it can. @param {Engine} engine @param {Model} model @param {ArrayLike<number>} ids @param {number} count */
function write(engine, model, ids, count) {
  const { maxTokens, causal } = model.config
  const all = Array.from(ids)
  const session = causal && all.length <= maxTokens ? model.session() : null
  /** The logits after the last token. */
  const read = () => {
    if (session && all.length <= maxTokens) return session.feed(all.slice(session.length))
    return model.forward(all.slice(-maxTokens)).logits
  }
  try {
    for (let i = 0; i < count; ++i) {
      const logits = read()
      all.push(engine.likeliest(rowOf(logits, logits.rows - 1), 1)[0].id)
    }
  } finally {
    session?.free()
  }
  return all.slice(ids.length)
}

export const jobs = {
  openModel,

  /** What a file is. @param {Engine} engine @param {{ file: Blob }} request */
  judge: (engine, { file }) => judge(engine, file),

  /** Gives a model its tokenizer; returns why not, if it does not fit. @param {Engine} _ @param {{ handle: number, tokenizer: Blob }} request */
  readTokenizer: (_, { handle, tokenizer }) => readTokenizer(opened(handle).model, tokenizer),

  /** @param {Engine} _ @param {{ handle: number }} request */
  closeModel(_, { handle }) {
    drop(handle)
  },

  /**
   * Reads the text and keeps the run here; returns the tokens, every head's weights and the answers.
   * @param {Engine} engine
   * @param {{ handle: number, run: number, text: string, maxTokens: number, patterns?: boolean }} request `run` numbers it; `patterns`:
   * what can be counted in each head
   */
  ask(engine, { handle, run, text, maxTokens, patterns = false }) {
    const entry = opened(handle)
    const { model } = entry
    const all = model.encode(text)
    const ids = all.slice(0, Math.min(maxTokens, model.config.maxTokens))
    const out = model.forward(ids, { trace: 'attention' })
    Object.assign(entry, { run, ids, out })
    const answers = answersOf(engine, model, ids, out.logits)
    const answered = answers.map((answer) => answer?.id ?? -1)
    const ofHeads = (/** @type {(steps: import('../package/engine.js').Steps) => any} */ use) =>
      out.layers.map(({ heads }) => heads.map(use))
    return {
      ids,
      tokens: model.tokens(ids),
      dropped: all.length - ids.length,
      answers,
      weights: ofHeads(({ weights }) => weights),
      patterns: patterns ? ofHeads(({ weights }) => engine.headPattern(weights, ids, answered)) : undefined,
    }
  },

  /** The likeliest tokens after a position; null if another run has come since. @param {Engine} engine @param {{ handle: number, run: number, position: number, count: number }} request */
  odds(engine, request) {
    const entry = runOf(request)
    if (!entry) return null
    const { model, out } = entry
    return engine
      .likeliest(rowOf(out.logits, request.position), request.count)
      .map(({ id, probability }) => ({ token: model.tokens([id])[0], id, probability }))
  },

  /** Every step of one head; null if another run has come since. @param {Engine} _ @param {{ handle: number, run: number, layer: number, head: number }} request */
  steps: (_, request) => runOf(request)?.out.layers[request.layer].heads[request.head] ?? null,

  /** What becomes of a layer's heads: side by side, mixed by w_o; null if another run has come since. @param {Engine} _ @param {{ handle: number, run: number, layer: number }} request */
  mixed(_, request) {
    const entry = runOf(request)
    if (!entry) return null
    const { model, ids } = entry
    const { concat, projected } = model.forward(ids, { trace: 'all' }).layers[request.layer]
    return { concat, projected, wO: model.parameter(`blocks.${request.layer}.attention.w_o`) }
  },

  /** What the model writes behind tokens. @param {Engine} engine @param {{ handle: number, ids: ArrayLike<number>, count: number }} request */
  write: (engine, { handle, ids, count }) => write(engine, opened(handle).model, ids, count),

  /** What it writes behind a text. @param {Engine} engine @param {{ handle: number, text: string, count: number }} request @returns {string} */
  continueText(engine, { handle, text, count }) {
    const { model } = opened(handle)
    return model.decode(write(engine, model, model.encode(text), count))
  },
}
register(jobs)

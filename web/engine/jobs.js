// What runs off the main thread: loading a model, running it, measuring. Each job is a function of the engine, so it
// runs just as well on the main thread where a page forbids workers.
import { median } from 'd3-array'
import { measureSpeed } from '../bench/page.js'
import { rowOf } from './matrix.js'
import { drop, keep, opened } from './open-models.js'
import { trainingJobs } from './training-jobs.js'

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Matrix} Matrix */
/** @typedef {{ progress: (value: any) => void, cancelled: () => boolean }} Context */

const pause = () => new Promise((resolve) => setTimeout(resolve))

export const jobs = {
  measureSpeed,
  ...trainingJobs,

  /** @param {Engine} engine @param {{ weights: Uint8Array, tokenizer?: Uint8Array, format?: any }} files */
  openModel(engine, files) {
    return keep(engine.loadModel(files))
  },

  /** @param {Engine} _ @param {{ handle: number }} request */
  closeModel(_, { handle }) {
    drop(handle)
  },

  /**
   * Encodes the text, runs it, keeps the trace here; returns the tokens and every head's weights.
   * @param {Engine} _
   * @param {{ handle: number, run: number, text: string, maxTokens: number, logits?: boolean }} request `run` numbers it; `logits`: return them too
   */
  run(_, { handle, run, text, maxTokens, logits = false }) {
    const entry = opened(handle)
    const all = entry.model.encode(text)
    const limit = Math.min(maxTokens, entry.model.config.maxTokens)
    const ids = all.slice(0, limit)
    entry.run = run
    entry.out = entry.model.forward(ids, { trace: 'attention' })
    return {
      ids,
      tokens: entry.model.tokens(ids),
      dropped: all.length - ids.length,
      logits: logits ? entry.out.logits : undefined,
      weights: entry.out.layers.map((/** @type {any} */ layer) =>
        layer.heads.map((/** @type {any} */ steps) => steps.weights),
      ),
    }
  },

  /**
   * The likeliest token, again and again, behind those that are there; the model sees the last it can.
   * @param {Engine} engine @param {{ handle: number, ids: ArrayLike<number>, count: number }} request
   */
  write(engine, { handle, ids, count }) {
    const { model } = opened(handle)
    const all = Array.from(ids)
    for (let i = 0; i < count; ++i) {
      const { logits } = model.forward(all.slice(-model.config.maxTokens))
      all.push(engine.likeliest(rowOf(logits, logits.rows - 1), 1)[0].id)
    }
    return all.slice(ids.length)
  },

  /** The same behind a text. @param {Engine} engine @param {{ handle: number, text: string, count: number }} request @returns {string} */
  continueText(engine, { handle, text, count }) {
    const { model } = opened(handle)
    return model.decode(jobs.write(engine, { handle, ids: model.encode(text), count }))
  },

  /** The likeliest tokens after a position; null if another run has come since. @param {Engine} engine @param {{ handle: number, run: number, position: number, count: number }} request */
  odds(engine, { handle, run, position, count }) {
    const { model, out, run: latest } = opened(handle)
    if (run !== latest) return null
    return engine
      .likeliest(rowOf(out.logits, position), count)
      .map(({ id, probability }) => ({ token: model.tokens([id])[0], id, probability }))
  },

  /** Every step of one head; null if another run has come since. @param {Engine} _ @param {{ handle: number, run: number, layer: number, head: number }} request */
  head(_, { handle, run, layer, head }) {
    const { out, run: latest } = opened(handle)
    return run === latest ? out.layers[layer].heads[head] : null
  },

  /**
   * Times naive attention for n = 64, 128, … `bound`: one head, no mask, d_head as given. Browsers round their clocks to
   * 0.1 or 1 ms, so calls are timed in batches of at least 20 ms; the batch is doubled until it is that long, which
   * also warms the code up. The median of five batches counts, of fewer where one takes long.
   * @param {Engine} engine @param {{ bound: number, dHead: number }} request @param {Context} context
   */
  async measureCost(engine, { bound, dHead }, { progress, cancelled }) {
    const points = []
    for (let n = 64; n <= bound; n *= 2) {
      const [q, k, v] = [1, 2, 3].map((seed) => engine.randomNormal(seed, n, dHead))
      const batch = (/** @type {number} */ calls) => {
        const start = performance.now()
        for (let i = 0; i < calls; ++i) engine.attentionOutput(q, k, v)
        return performance.now() - start
      }
      const times = []
      let calls = 1
      for (
        const start = performance.now();
        times.length < 5 && !(times.length && performance.now() - start > 1500);
      ) {
        const elapsed = batch(calls)
        if (elapsed < 20) calls *= 2
        else times.push(elapsed / calls)
        await pause()
        if (cancelled()) return points
      }
      const ms = /** @type {number} */ (median(times))
      points.push({
        n,
        ms,
        rate: engine.flopsPerSecond(engine.attentionFlops(n, dHead), ms),
        bytes: engine.scoreTableBytes(n),
      })
      progress({ points: [...points], n, done: n * 2 > bound })
    }
    return points
  },
}

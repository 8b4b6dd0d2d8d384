// Measuring what length costs.
import { median } from 'd3-array'
import { pause, register } from '../../engine/jobs.js'

/** @typedef {import('../../engine/jobs.js').Engine} Engine */
/** @typedef {import('../../package/engine.js').Matrix} Matrix */

/** What is timed at a length, by name: one head, no mask. */
const WAYS = /** @type {Record<string, (engine: Engine, q: Matrix, k: Matrix, v: Matrix) => unknown>} */ ({
  naive: (engine, q, k, v) => engine.attentionOutput(q, k, v),
  tiled: (engine, q, k, v) => engine.flashAttention(q, k, v),
})

/**
 * Times one way of attention for n = `from`, twice that, … `bound`: one head, d_head as given. Browsers round their clocks to
 * 0.1 or 1 ms, so calls are timed in batches of at least 20 ms; the batch is doubled until it is that long, which
 * also warms the code up. The median of five batches counts, of fewer where one takes long.
 * @param {Engine} engine @param {{ way?: string, from?: number, bound: number, dHead: number }} request @param {import('../../engine/jobs.js').Context} context
 */
async function measureCost(engine, { way = 'naive', from = 64, bound, dHead }, { progress, cancelled }) {
  const points = []
  for (let n = from; n <= bound; n *= 2) {
    const [q, k, v] = [1, 2, 3].map((seed) => engine.randomNormal(seed, n, dHead))
    const batch = (/** @type {number} */ calls) => {
      const start = performance.now()
      for (let i = 0; i < calls; ++i) WAYS[way](engine, q, k, v)
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
}

register({ measureCost })

// The benchmark as the page runs it: one module, no peers, a few of the cases, in a worker.
import { CASES } from './cases.js'
import { ownContestants } from './own.js'
import { race } from './race.js'

/**
 * @typedef {object} Measurement
 * @property {'memory'|'gemm'|'softmax'|'attention'} group
 * @property {number[]} sizes    as in cases.js
 * @property {number} ms
 * @property {number} rate       GFLOP/s, 0 where no operations are counted
 * @property {number} share      of the register peak measured in the same turns
 * @property {number} intensity  operations for each byte that must at least be moved
 * @property {number} [nsPerElement]
 * @property {number} [scratchBytes]
 * @property {number} [naiveMs]
 * @property {number} [naiveScratchBytes]
 */

/** One row times a matrix far larger than any cache: each number is read once and used once. */
const MEMORY = { group: 'memory', kind: 'gemm', sizes: [1, 4096, 4096] }

/**
 * @param {import('../package/engine.js').Engine} engine
 * @param {{ quick: boolean }} request
 * @param {import('../engine/jobs.js').Context} context
 */
export async function measureSpeed(engine, { quick }, { progress, cancelled }) {
  engine.chooseTile()
  const wanted = [MEMORY, ...CASES.filter((c) => c.page && (!quick || c.quick))]
  const options = {
    rounds: quick ? 7 : 30,
    sampleMs: 10,
    warmMs: quick ? 60 : 200,
    pause: () => new Promise((/** @type {(value?: any) => void} */ resolve) => setTimeout(resolve)),
  }
  const { module, tile } = engine
  /** @type {{ module: string, tile: string, peak: number, bandwidth: number, rows: Measurement[] }} */
  const result = { module, tile, peak: 0, bandwidth: 0, rows: [] }
  for (const [done, one] of wanted.entries()) {
    if (cancelled()) break
    const { contestants, works, free } = ownContestants({ own: engine }, /** @type {any} */ (one))
    try {
      const rounds = Math.min(options.rounds, /** @type {any} */ (one).rounds ?? 30)
      const ms = await race(contestants, { ...options, rounds, stopped: cancelled })
      if (cancelled()) break
      const own = /** @type {import('../package/engine.js').Workload} */ (works.get('own'))
      const time = /** @type {number} */ (ms.get('own'))
      const peakMs = /** @type {number} */ (ms.get('own peak'))
      const { flopsPerSecond, peak, peakShare, intensity, bytesPerSecond, nsPerNumber } = own.speed(
        time,
        peakMs,
      )
      /** @type {Measurement} */
      const row = {
        .../** @type {any} */ (one),
        ms: time,
        rate: flopsPerSecond / 1e9,
        share: peakShare,
        intensity,
      }
      if (one.kind === 'softmax') row.nsPerElement = nsPerNumber
      if (one.kind === 'tiled') row.scratchBytes = own.scratchBytes
      row.naiveMs = ms.get('own naive')
      row.naiveScratchBytes = works.get('own naive')?.scratchBytes
      if (one === MEMORY) result.bandwidth = bytesPerSecond / 1e9
      result.peak = Math.max(result.peak, peak / 1e9)
      result.rows.push(row)
    } finally {
      free()
    }
    progress({ result: { ...result, rows: [...result.rows] }, done: done + 1, all: wanted.length })
  }
  return result
}

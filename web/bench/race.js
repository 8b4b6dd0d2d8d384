// Timing that means something on a busy machine: everything that is compared takes turns in one run.
import { median as medianOf } from 'd3-array'

const median = (/** @type {number[]} */ numbers) => medianOf(numbers) ?? NaN

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {(times: number) => unknown} run  does its work so many times; may return a promise
 * @property {number} [times]  how many runs fill a sample; found by the warm-up
 */
/** @typedef {{ rounds?: number, sampleMs?: number, warmMs?: number, pause?: () => Promise<void>, stopped?: () => boolean }} RaceOptions */

/** How long the clock stands still, in milliseconds: browsers round it, some to whole frames. */
export function clockTick() {
  const start = performance.now()
  let first = start
  while (first === start) first = performance.now()
  let second = first
  while (second === first) second = performance.now()
  return second - first
}

/** Milliseconds of one run, from a sample of `times`. @param {Contestant} contestant @param {number} times */
async function sample({ run }, times) {
  const start = performance.now()
  const result = run(times)
  if (result instanceof Promise) await result
  return (performance.now() - start) / times
}

/**
 * Runs it until the optimizing compiler must be done with it: at least 50 calls and `warmMs`, and until the last five
 * samples agree within 3 %, or four times as long. Leaves in `times` how many runs fill `sampleMs`.
 * @param {Contestant} contestant @param {number} sampleMs @param {number} warmMs
 */
async function warmUp(contestant, sampleMs, warmMs) {
  const start = performance.now()
  /** @type {number[]} */
  const last = []
  let times = 1
  for (let calls = 0; ; calls++) {
    const ms = await sample(contestant, times)
    const elapsed = performance.now() - start
    last.push(ms)
    if (last.length > 5) last.shift()
    const settled = last.length === 5 && Math.max(...last) < 1.03 * Math.min(...last)
    if (elapsed > 4 * warmMs || (elapsed > warmMs && calls >= 50 && settled)) break
    // First many short samples, then full ones. A browser's clock ticks in tenths of a millisecond or in whole ones, and
    // may say that a short sample took nothing: so never more than four times the last.
    const wanted = calls < 50 ? warmMs / 50 : sampleMs
    times = Math.max(1, Math.min(4 * times, Math.ceil(wanted / ms)))
  }
  const ms = median(last)
  contestant.times = Math.max(1, ms > 0 ? Math.round(sampleMs / ms) : times)
}

/**
 * The median milliseconds of one run for each contestant: after the warm-up all take turns, A B C A B C …, so that
 * whatever else the machine does falls on all alike.
 * @param {Contestant[]} contestants @param {RaceOptions} [options]
 * @returns {Promise<Map<string, number>>}
 */
export async function race(contestants, options = {}) {
  const { rounds = 30, warmMs = 200, pause, stopped = () => false } = options
  const sampleMs = Math.max(options.sampleMs ?? 10, 10 * clockTick()) // 10 %, and less in the median
  for (const contestant of contestants) {
    if (stopped()) break
    await warmUp(contestant, sampleMs, warmMs)
    await pause?.()
  }
  /** @type {number[][]} */
  const samples = contestants.map(() => [])
  for (let round = 0; round < rounds && !stopped(); round++) {
    for (const [i, contestant] of contestants.entries())
      samples[i].push(await sample(contestant, contestant.times ?? 1))
    await pause?.()
  }
  return new Map(contestants.map(({ name }, i) => [name, median(samples[i])]))
}

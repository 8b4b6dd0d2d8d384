// The engine's side of a race: for each module its register peak, and the work itself.
import { naiveOf } from './cases.js'

/** @typedef {import('./race.js').Contestant} Contestant */

/**
 * @param {Record<string, import('../package/engine.js').Engine>} engines by module
 * @param {import('./cases.js').Case} wanted
 */
export function ownContestants(engines, wanted) {
  /** @type {Contestant[]} */
  const contestants = []
  /** @type {Map<string, import('../package/engine.js').Workload>} */
  const works = new Map()
  /** @param {string} name @param {import('../package/engine.js').Workload} work */
  const add = (name, work) => {
    works.set(name, work)
    contestants.push({ name, run: (times) => inShortCalls(work, times) })
  }
  for (const [module, engine] of Object.entries(engines)) {
    add(`${module} peak`, engine.workload('peak'))
    add(module, engine.workload(wanted.kind, wanted.sizes))
    const naive = naiveOf(wanted)
    if (naive) add(`${module} naive`, engine.workload('naive', naive.sizes))
  }
  return { contestants, works, free: () => works.forEach((work) => work.free()) }
}

/** A browser only compiles well between calls, so a sample is many of them. @param {import('../package/engine.js').Workload} work @param {number} times */
function inShortCalls(work, times) {
  let sink = 0
  for (let done = 0; done < times; done += 100) sink += work.run(Math.min(100, times - done))
  return sink
}

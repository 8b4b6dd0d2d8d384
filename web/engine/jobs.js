// Work that runs off the main thread, by name: whoever needs some registers it, in a file called jobs.js. The worker imports
// all of those (the build finds them), a page those of the figures that it shows: it runs them itself where workers
// are forbidden.

/** @typedef {import('../package/engine.js').Engine} Engine */
/** @typedef {{ progress: (value: any) => void, cancelled: () => boolean }} Context */
/**
 * A function of the engine and a request that can be sent to a worker. `closedBy`: the job that gives back what this one opened, known
 * by the `handle` in its result.
 * @typedef {((engine: Engine, request: any, context: Context) => any) & { closedBy?: string }} Job
 */

/** @type {Map<string, Job>} */
const jobs = new Map()

/** @param {Record<string, Job>} more */
export function register(more) {
  for (const [name, job] of Object.entries(more)) jobs.set(name, job)
}

/** @param {string} name @returns {Job} */
export function jobNamed(name) {
  const job = jobs.get(name)
  if (!job) throw new Error(`there is no job '${name}'`)
  return job
}

/** Lets the page breathe, where a long job runs in it. */
export const pause = () => new Promise((resolve) => setTimeout(resolve))

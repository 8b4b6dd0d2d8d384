// The worker's side: starts an engine from bytes and runs jobs. Bundled as one classic script, so that it can be
// started from a blob on file:// and in sandboxed frames.
import { loadEngine } from './engine.js'
import { jobs } from './jobs.js'

/** @type {Promise<import('./engine.js').Engine>} */
let engine
const cancelled = new Set()

addEventListener('message', async ({ data }) => {
  if (data.cancel) return cancelled.add(data.cancel)
  if (data.start) {
    engine = loadEngine(data.start)
    // Once, and here, where nobody waits for a picture: what follows may be long. Without a clock the usual tile stays.
    engine.then((ready) => ready.chooseTile()).catch(() => {})
    return
  }
  const { id, job, request } = data
  const context = {
    progress: (/** @type {any} */ value) => postMessage({ id, progress: value }),
    cancelled: () => cancelled.has(id),
  }
  try {
    // @ts-ignore the table is called by name
    postMessage({ id, result: await jobs[job](await engine, request, context) })
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})

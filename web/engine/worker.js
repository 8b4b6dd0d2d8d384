// The worker's side: starts an engine from bytes and runs jobs. Bundled as one classic script, so that it can be
// started from a blob on file:// and in sandboxed frames.
import '#jobs'
import { qkvError } from './calls.js'
import { loadEngine } from './engine.js'
import { jobNamed } from './jobs.js'

/** @typedef {import('../package/engine.js').Engine} Engine */

/** @type {Engine} */
let engine
const cancelled = new Set()

/** @param {any} start */
async function begin(start) {
  try {
    engine = await loadEngine(start)
    postMessage({ ready: true })
    // Once, and here, where nobody waits for a picture: what follows may be long.
    engine.chooseTile()
  } catch (error) {
    postMessage({ ready: false, error: qkvError(error).said })
  }
}

addEventListener('message', async ({ data }) => {
  if (data.cancel) return cancelled.add(data.cancel)
  if (data.start) return begin(data.start)
  const { id, job, request } = data
  const context = {
    progress: (/** @type {any} */ value) => postMessage({ id, progress: value }),
    cancelled: () => cancelled.has(id),
  }
  try {
    postMessage({ id, result: await jobNamed(job)(engine, request, context) })
  } catch (error) {
    postMessage({ id, error: qkvError(error).said })
  }
})

// Jobs off the main thread, in a worker started from a blob; on the main thread where the page's policy forbids that.
import { workerSource } from '#worker'
import { QkvError } from './calls.js'
import { jobNamed } from './jobs.js'

/** @typedef {import('../package/engine.js').Engine} Engine */

/** Starts the worker, or returns null where it cannot be. @param {Engine} engine @returns {Promise<Worker|null>} */
async function startWorker(engine) {
  const { module, needs, wasm } = engine
  const url = URL.createObjectURL(new Blob([await workerSource(needs)], { type: 'text/javascript' }))
  /** @type {Worker|undefined} */ let worker
  try {
    const started = (worker = new Worker(url))
    // A forbidden worker fails late, with an error event; one whose engine does not start says so.
    const alive = await new Promise((resolve) => {
      started.onerror = () => resolve(false)
      started.onmessage = ({ data }) => resolve(data.ready)
      started.postMessage({ start: { module, needs, wasm } })
    })
    if (alive) return started
  } catch {
    // as if it had failed late
  } finally {
    URL.revokeObjectURL(url)
  }
  worker?.terminate()
  return null
}

const stopped = () => new QkvError('stopped', { code: 'stopped' })

export class Background {
  #engine
  /** @type {Promise<Worker|null>|undefined} */
  #worker
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, progress?: (value: any) => void }>} */
  #waiting = new Map()
  #next = 1
  #closed = false
  /** What was opened on this thread, to be closed where no worker takes it along: the handles by the job that closes them. @type {Map<string, Set<number>>} */
  #open = new Map()

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine
  }

  #start() {
    this.#worker ??= startWorker(this.#engine).then((worker) => {
      worker?.addEventListener('message', ({ data }) => this.#answer(data))
      // Whatever ends a worker later ends its calls: nobody shall wait for ever.
      worker?.addEventListener('error', ({ message }) =>
        this.#endCalls(new QkvError(message || 'the worker has failed', { code: 'worker_failed' })),
      )
      return worker
    })
    return this.#worker
  }

  /** @param {Error} reason */
  #endCalls(reason) {
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }

  /** @param {{ id: number, progress?: any, result?: any, error?: any }} answer */
  #answer({ id, progress, result, error }) {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    if (progress !== undefined) return waiting.progress?.(progress)
    this.#waiting.delete(id)
    if (error) waiting.reject(new QkvError(error.message, error))
    else waiting.resolve(result)
  }

  /**
   * Runs a job by name.
   * @param {string} job @param {any} [request]
   * @param {{ progress?: (value: any) => void, signal?: AbortSignal }} [options]
   * @returns {Promise<any>}
   */
  async call(job, request = {}, { progress, signal } = {}) {
    if (this.#closed) throw stopped() // whoever comes too late must not start another worker
    const worker = await this.#start()
    // Starting takes a while: much can have happened since.
    if (this.#closed || signal?.aborted) throw stopped()
    if (!worker) return this.#runHere(job, request, { progress, signal })
    const id = this.#next++
    const cancel = () => worker.postMessage({ cancel: id })
    signal?.addEventListener('abort', cancel)
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject, progress })
        worker.postMessage({ id, job, request })
      })
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** @param {string} name @param {any} request @param {{ progress?: (value: any) => void, signal?: AbortSignal }} options */
  async #runHere(name, request, { progress = () => {}, signal }) {
    const job = jobNamed(name)
    const result = await job(this.#engine, request, {
      progress,
      cancelled: () => this.#closed || !!signal?.aborted,
    })
    this.#open.get(name)?.delete(request.handle)
    if (!job.closedBy) return result
    const open = this.#open.get(job.closedBy) ?? new Set()
    this.#open.set(job.closedBy, open.add(result.handle))
    if (!this.#closed) return result
    this.#closeHere() // it was opened for somebody who has gone
    throw stopped()
  }

  #closeHere() {
    const idle = { progress: () => {}, cancelled: () => true }
    for (const [name, handles] of this.#open) {
      for (const handle of handles) jobNamed(name)(this.#engine, { handle }, idle)
      handles.clear()
    }
  }

  /** Stops the worker and everything in it; calls that wait are told "stopped". */
  close() {
    this.#closed = true
    this.#worker?.then((worker) => (worker ? worker.terminate() : this.#closeHere()))
    this.#endCalls(stopped())
  }
}

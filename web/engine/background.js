// Jobs off the main thread, in a worker started from a blob; on the main thread where the page's policy forbids that.
import workerSource from '#worker'
import { jobs } from './jobs.js'
import { QkvError } from './engine.js'

/** @typedef {import('./engine.js').Engine} Engine */

/** Starts the worker, or returns null where it cannot be. @param {Engine} engine @returns {Promise<Worker|null>} */
async function startWorker(engine) {
  const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }))
  try {
    const worker = new Worker(url)
    // A forbidden worker fails late, with an error event: wait for the first answer before trusting it.
    const alive = await new Promise((resolve) => {
      worker.onerror = () => resolve(false)
      worker.onmessage = () => resolve(true)
      worker.postMessage({ start: { module: engine.module, wasm: engine.wasm } })
      worker.postMessage({ id: 0, job: 'closeModel', request: { handle: -1 } })
    })
    return alive ? worker : null
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}

export class Background {
  #engine
  /** @type {Promise<Worker|null>|undefined} */
  #worker
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, progress?: (value: any) => void }>} */
  #waiting = new Map()
  #next = 1

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine
  }

  #start() {
    this.#worker ??= startWorker(this.#engine).then((worker) => {
      worker?.addEventListener('message', ({ data }) => this.#answer(data))
      return worker
    })
    return this.#worker
  }

  /** @param {{ id: number, progress?: any, result?: any, error?: string }} answer */
  #answer({ id, progress, result, error }) {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    if (progress !== undefined) return waiting.progress?.(progress)
    this.#waiting.delete(id)
    if (error !== undefined) waiting.reject(new QkvError(error))
    else waiting.resolve(result)
  }

  /**
   * Runs a job by name.
   * @param {keyof typeof jobs} job
   * @param {any} request
   * @param {{ progress?: (value: any) => void, signal?: AbortSignal }} [options]
   * @returns {Promise<any>}
   */
  async call(job, request, { progress, signal } = {}) {
    const worker = await this.#start()
    if (!worker) {
      const context = { progress: progress ?? (() => {}), cancelled: () => !!signal?.aborted }
      // @ts-ignore the table is called by name
      return jobs[job](this.#engine, request, context)
    }
    const id = this.#next++
    signal?.addEventListener('abort', () => worker.postMessage({ cancel: id }))
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress })
      worker.postMessage({ id, job, request })
    })
  }

  /** Stops the worker and everything in it. */
  close() {
    this.#worker?.then((worker) => worker?.terminate())
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(new QkvError('stopped'))
    this.#waiting.clear()
  }
}

// Jobs off the main thread, in a worker started from a blob; on the main thread where the page's policy forbids that.
import workerSource from '#worker'
import { jobs } from './jobs.js'
import { QkvError } from './engine.js'

/** @typedef {import('./engine.js').Engine} Engine */

/** Starts the worker, or returns null where it cannot be. @param {Engine} engine @returns {Promise<Worker|null>} */
async function startWorker(engine) {
  const source = engine.full ? (await import('#full-worker')).default : workerSource
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  try {
    const worker = new Worker(url)
    // A forbidden worker fails late, with an error event: wait for the first answer before trusting it.
    const alive = await new Promise((resolve) => {
      worker.onerror = () => resolve(false)
      worker.onmessage = () => resolve(true)
      worker.postMessage({ start: { module: engine.module, full: engine.full, wasm: engine.wasm } })
      worker.postMessage({ id: 0, job: 'closeModel', request: { handle: -1 } })
    })
    return alive ? worker : null
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Jobs that open something, and those that close it. @type {Record<string, string>} */
const CLOSED_BY = { openModel: 'closeModel', openTrained: 'closeModel', makeTrainer: 'closeTrainer' }

export class Background {
  #engine
  /** @type {Promise<Worker|null>|undefined} */
  #worker
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, progress?: (value: any) => void }>} */
  #waiting = new Map()
  #next = 1
  #closed = false
  /** What was opened here, to be closed where no worker takes it along: the handle by the job that closes it. @type {Map<string, Set<number>>} */
  #open = new Map([
    ['closeModel', new Set()],
    ['closeTrainer', new Set()],
  ])

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
    if (this.#closed) throw new QkvError('stopped') // whoever comes too late must not start another worker
    const worker = await this.#start()
    // Starting takes a while: much can have happened since.
    if (this.#closed || signal?.aborted) throw new QkvError('stopped')
    if (!worker) {
      const context = { progress: progress ?? (() => {}), cancelled: () => this.#closed || !!signal?.aborted }
      // @ts-ignore the table is called by name
      const result = await jobs[job](this.#engine, request, context)
      this.#open.get(CLOSED_BY[job] ?? '')?.add(result.handle)
      this.#open.get(job)?.delete(request.handle)
      return result
    }
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

  /** Stops the worker and everything in it; calls that wait are told "stopped". */
  close() {
    this.#closed = true
    this.#worker?.then((worker) => {
      worker?.terminate()
      if (!worker)
        for (const [job, handles] of this.#open)
          // @ts-ignore the table is called by name
          for (const handle of handles) jobs[job](this.#engine, { handle })
    })
    for (const { reject } of this.#waiting.values()) reject(new QkvError('stopped'))
    this.#waiting.clear()
  }
}

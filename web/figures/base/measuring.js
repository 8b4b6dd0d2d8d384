import { Background } from '../../engine/background.js'
import { Figure } from './figure.js'

/**
 * A figure that measures in a worker when asked, and can be stopped. `measuring` is what runs now, or null: its
 * controller, and what a subclass says of its progress.
 */
export class Measuring extends Figure {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = { measuring: { state: true } }

  constructor() {
    super()
    /** @type {({ stop: AbortController } & Record<string, any>)|null} */ this.measuring = null
    /** @type {Background|undefined} */ this.background = undefined
  }

  async start() {
    this.background = new Background(this.engine)
  }

  stop() {
    this.measuring?.stop.abort()
    this.measuring = null
    this.background?.close()
  }

  /** As the button does, for subclasses. */
  async measure() {}

  async demonstrate() {
    await this.measure()
  }

  /**
   * Runs a job. `begun` is how far it is at first; `heard` takes each progress and says how far that is.
   * @param {string} job @param {any} request @param {Record<string, any>} begun @param {(progress: any) => Record<string, any>} heard
   */
  async runJob(job, request, begun, heard) {
    const stop = new AbortController()
    this.measuring = { ...begun, stop }
    try {
      await /** @type {Background} */ (this.background).call(job, request, {
        signal: stop.signal,
        progress: (/** @type {any} */ progress) => {
          const far = heard(progress)
          if (this.measuring) this.measuring = { ...far, stop }
        },
      })
    } catch (error) {
      if (!stop.signal.aborted) this.fail(error)
    } finally {
      this.measuring = null
    }
  }
}

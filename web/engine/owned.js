// What lives in the core: errors that come from it, and objects that stay in its memory.

/** What every call throws: the message of the core, as it is. */
export class QkvError extends Error {
  name = 'QkvError'
}

/** @param {unknown} error */
export const message = (error) => (error instanceof Error ? error.message : String(error))

/**
 * Runs a call into the core; whatever it throws becomes a QkvError with its message. An exception that leaves the core
 * skips what would have given its stack back: that is done here, or a few thousand refused calls would use it up.
 * @template T
 * @param {any} raw @param {() => T} call
 * @returns {T}
 */
export function guarded(raw, call) {
  const stack = raw.stackSave()
  try {
    return call()
  } catch (error) {
    raw.stackRestore(stack)
    throw new QkvError(message(error))
  }
}

/** What lives in the core's memory, outside JavaScript's: forgotten ones are released when their wrapper is collected. */
const forgotten = new FinalizationRegistry((/** @type {{ raw: any, handle: number }} */ { raw, handle }) =>
  raw.release(handle),
)

export class Owned {
  #raw
  #handle
  #kind
  /** @param {any} raw @param {number} handle @param {string} kind */
  constructor(raw, handle, kind) {
    this.#raw = raw
    this.#handle = handle
    this.#kind = kind
    forgotten.register(this, { raw, handle }, this) // first: whatever fails later, the memory is not lost
  }

  /** For classes of this folder. @template T @param {(raw: any, handle: number) => T} call @returns {T} */
  _call(call) {
    if (!this.#handle) throw new QkvError(`this ${this.#kind} has been freed`)
    return guarded(this.#raw, () => call(this.#raw, this.#handle))
  }

  /** Gives the memory back. Everything else throws from now on. */
  free() {
    if (!this.#handle) return
    forgotten.unregister(this)
    this.#raw.release(this.#handle)
    this.#handle = 0
  }
}

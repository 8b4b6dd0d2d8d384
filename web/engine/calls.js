// How JavaScript calls the core. A module is a table of names (bindings/table.h); from it follow the functions of the
// engine and the classes of what lives in the core's memory. Every call is guarded here, once.

/** An error as data. @typedef {{ message: string, code: string, text: string, values: string[] }} Said */

/** What every call throws: the sentence of the core, and for programs what kind it is and which values stand in it. */
export class QkvError extends Error {
  name = 'QkvError'
  /** @param {string} message @param {{ code?: string, text?: string, values?: string[] }} [detail] */
  constructor(message, { code = 'error', text = message, values = [] } = {}) {
    super(message)
    /** 'invalid_argument', 'bad_file', 'unknown_word', 'no_tokenizer', 'diverged', 'out_of_memory', … */
    this.code = code
    /** The sentence with a % where each value belongs. */
    this.text = text
    this.values = values
  }

  /** As it can be sent. @returns {Said} */
  get said() {
    const { message, code, text, values } = this
    return { message, code, text, values }
  }
}

/** An error by its sentence with a % where each value belongs. @param {string} code @param {string} text @param {...(string|number)} values */
export function failure(code, text, ...values) {
  const said = values.map(String)
  let at = 0
  return new QkvError(
    text.replace(/%/g, () => said[at++]),
    { code, text, values: said },
  )
}

/** Whatever was thrown, as such an error. @param {any} error @returns {QkvError} */
export function qkvError(error) {
  if (error instanceof QkvError) return error
  const message = error?.message ?? String(error)
  // What WebAssembly itself says when memory ends has no code.
  const code = error?.code ?? (/memory/i.test(message) ? 'out_of_memory' : 'error')
  return new QkvError(message, { code, text: error?.text, values: error?.values })
}

/** What lives in the core's memory, outside JavaScript's: forgotten ones are released when their wrapper is collected. */
const forgotten = new FinalizationRegistry((/** @type {{ raw: any, handle: number }} */ { raw, handle }) =>
  raw.release(handle),
)

/** Something that stays in the core's memory until it is freed. */
class Owned {
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

  /** For this file: its address in the memory of a module. @param {any} raw */
  _handleIn(raw) {
    const kind = this.#kind.toLowerCase()
    if (!this.#handle) throw failure('freed', 'this % has been freed', kind)
    if (raw !== this.#raw) throw failure('invalid_argument', 'this % is of another engine', kind)
    return this.#handle
  }

  /** Gives the memory back. Everything else throws from now on. */
  free() {
    if (!this.#handle) return
    forgotten.unregister(this)
    this.#raw.release(this.#handle)
    this.#handle = 0
  }
}

/**
 * What a module can do: its functions by name, those of web/engine alone with a '_' before, and classes of what it owns.
 * @param {any} raw the Emscripten module @param {object} engine what gets the functions as its own
 * @returns {Record<string, (...args: any[]) => any>} all functions by their full name
 */
export function bindCalls(raw, engine) {
  /** @type {Record<string, any>} */
  const classes = {}
  /** @type {Record<string, (...args: any[]) => any>} */
  const calls = {}
  const classOf = (/** @type {string} */ kind) =>
    (classes[kind] ??= class extends Owned {
      /** @param {number} handle */
      constructor(handle) {
        super(raw, handle, kind)
        for (const [name, read] of own[kind] ?? [])
          Object.defineProperty(this, name, { value: read(this), enumerable: true })
      }
    })
  /** Properties that are read once, by class. @type {Record<string, [string, (object: any) => any][]>} */
  const own = {}

  const call =
    (/** @type {number} */ index) =>
    (/** @type {any[]} */ ...args) => {
      // What lives in the core goes as its handle. An exception that leaves the core skips what would have given its stack
      // back: that is done here, or a few thousand refused calls would use it up.
      const given = args.map((arg) => (arg instanceof Owned ? arg._handleIn(raw) : arg))
      const stack = raw.stackSave()
      let result
      try {
        result = raw.invoke(index, given)
      } catch (error) {
        raw.stackRestore(stack)
        throw qkvError(error)
      }
      return result?.handle && result.kind ? new (classOf(result.kind))(result.handle) : result
    }

  for (const [index, entry] of raw.names().entries()) {
    const [, how, kind, name] = /^(?:(get|own) )?(?:(\w+)\.)?(\w+)$/.exec(entry) ?? []
    const run = (calls[kind ? `${kind}.${name}` : name] = call(index))
    if (how === 'own') (own[kind] ??= []).push([name, run])
    else if (name.startsWith('_')) continue
    else {
      const target = kind ? classOf(kind).prototype : engine
      const ready = kind
        ? function (/** @type {any[]} */ ...args) {
            // @ts-ignore a method
            return run(this, ...args)
          }
        : run
      Object.defineProperty(target, name, how === 'get' ? { get: ready } : { value: ready })
    }
  }
  return calls
}

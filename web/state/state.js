// What a reader changed in one figure: one object, one table of properties, undo, and a short text for the address.

const SEPARATOR = ';'
// Text values may hold anything; these characters would be misread here or in an address.
const UNSAFE = /[;:~&#+%?= \t\r\n]/g
const escape = (/** @type {string} */ text) =>
  text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(UNSAFE, (c) => `~${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
const unescape = (/** @type {string} */ text) =>
  text.replace(/~([0-9a-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)))

/** @template {Record<string, import('./property.js').Property<any>>} Table */
export class State {
  /** @type {{ [K in keyof Table]: Table[K]['initial'] }} */
  values
  #table
  #changed
  #formerly
  /** @type {any[]} */
  #past = []
  /** @type {any[]} */
  #future = []

  /** @param {Table} table @param {(names: string[]) => void} [changed] called after every change with the properties that have another value @param {Record<string, string>} [formerly] what values were called in older addresses */
  constructor(table, changed = () => {}, formerly = {}) {
    this.#table = table
    this.#changed = changed
    this.#formerly = formerly
    this.values = this.initial
  }

  /** The defaults. */
  get initial() {
    return /** @type {any} */ (
      Object.fromEntries(Object.entries(this.#table).map(([name, { initial }]) => [name, initial]))
    )
  }

  /**
   * Changes some values. Changes with the same `gesture` (dragging one cell) are undone together.
   * @param {Partial<{ [K in keyof Table]: Table[K]['initial'] }>} changes
   * @param {{ undoable?: boolean, gesture?: string }} [options]
   */
  set(changes, { undoable = true, gesture } = {}) {
    if (undoable && !(gesture && this.#past.at(-1)?.gesture === gesture)) {
      this.#past.push({ values: this.values, gesture })
      if (this.#past.length > 200) this.#past.shift()
    }
    if (undoable) this.#future = []
    this.#put({ ...this.values, ...changes })
  }

  #put(/** @type {any} */ values) {
    const before = this.values
    this.values = values
    this.#changed(Object.keys(this.#table).filter((name) => values[name] !== before[name]))
  }

  /** The properties and their defaults. */
  get table() {
    return this.#table
  }

  /** Back to the defaults, as one change that can be undone. */
  reset() {
    this.set(this.initial)
  }

  /** Takes a gesture back as if it had not been: the values before it, and no step to undo. @param {string} gesture */
  cancel(gesture) {
    if (this.#past.at(-1)?.gesture !== gesture) return
    this.#put(this.#past.pop().values)
  }

  get canUndo() {
    return this.#past.length > 0
  }

  get canRedo() {
    return this.#future.length > 0
  }

  undo() {
    this.#step(this.#past, this.#future)
  }

  redo() {
    this.#step(this.#future, this.#past)
  }

  #step(/** @type {any[]} */ from, /** @type {any[]} */ to) {
    const entry = from.pop()
    if (!entry) return
    to.push({ values: this.values })
    this.#put(entry.values)
  }

  /** Everything that differs from its default: "mask:none;temperature:0.5". */
  toText() {
    return Object.entries(this.#table)
      .map(([name, property]) => [name, property.write(this.values[name]), property.write(property.initial)])
      .filter(([, now, initial]) => now !== initial)
      .map(([name, now]) => `${name}:${escape(now)}`)
      .join(SEPARATOR)
  }

  /**
   * Takes the values from such a text, defaults for what it does not name, and forgets the history.
   * @param {string} whole
   * @returns {string[]} the parts that made no sense and were left out
   */
  fromText(whole) {
    const ignored = []
    /** @type {any} */
    const values = this.initial
    for (const part of whole.split(SEPARATOR).filter(Boolean)) {
      const at = part.indexOf(':')
      const name = part.slice(0, at)
      const property = Object.hasOwn(this.#table, name) ? this.#table[name] : undefined
      const text = unescape(part.slice(at + 1))
      const value = property?.read(text) ?? property?.read(this.#formerly[text] ?? text)
      if (value === undefined) ignored.push(part)
      else values[name] = value
    }
    this.#past = []
    this.#future = []
    this.#put(values)
    return ignored
  }
}

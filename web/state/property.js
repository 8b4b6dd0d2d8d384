// Kinds of properties that a figure's state is made of. Each has a default, reads text from an address and writes it.
// read() returns undefined for text that makes no sense; the caller then keeps the default and says so.

/**
 * @template T
 * @typedef {{ initial: T, read: (text: string) => T | undefined, write: (value: T) => string, looks?: boolean }} Property
 *   `looks`: it only says what is looked at, and no number depends on it
 */

/** A property that only says what is looked at. @template {Property<any>} P @param {P} property @returns {P} */
export const looks = (property) => ({ ...property, looks: true })

/** @param {number} initial @param {{ min?: number, max?: number, whole?: boolean }} [range] @returns {Property<number>} */
export const number = (initial, { min = -Infinity, max = Infinity, whole = false } = {}) => ({
  initial,
  read(text) {
    const value = text === 'inf' ? Infinity : Number(text)
    const valid = text.trim() !== '' && value >= min && value <= max && (!whole || Number.isInteger(value))
    return valid ? value : undefined
  },
  write: (value) => (value === Infinity ? 'inf' : String(value)),
})

/** @template {string} T @param {T[]} choices the first is the default @returns {Property<T>} */
export const choice = (...choices) => ({
  initial: choices[0],
  read: (text) => choices.find((known) => known === text),
  write: (value) => value,
})

/** @param {boolean} initial @returns {Property<boolean>} */
export const flag = (initial) => ({
  initial,
  read: (value) => (value === '1' ? true : value === '0' ? false : undefined),
  write: (value) => (value ? '1' : '0'),
})

/** @param {string} initial @param {number} [longest] @returns {Property<string>} */
export const text = (initial, longest = 2000) => ({
  initial,
  read: (value) => (value.length <= longest ? value : undefined),
  write: (value) => value,
})

/** Text that was typed, which may be empty, or null for "nothing typed yet". @param {number} longest @returns {Property<string|null>} */
export const typed = (longest) => ({
  initial: null,
  // The first character only tells "typed" from "not typed", so that an empty text can stand in an address.
  read: (value) => (value.startsWith("'") && value.length <= longest + 1 ? value.slice(1) : undefined),
  write: (value) => (value === null ? '' : `'${value}`),
})

/** A list of words, or null for "as in the preset". @param {number} longest @returns {Property<string[]|null>} */
export const words = (longest) => ({
  initial: null,
  read(value) {
    const list = value.split('|').map((word) => word.trim())
    return list.length <= longest && list.every(Boolean) ? list : undefined
  },
  write: (value) => (value ?? []).join('|'),
})

/** A matrix of numbers as rows "1,0/0,1", or null for "as in the preset". @returns {Property<import('../package/engine.js').Matrix|null>} */
export const matrix = () => ({
  initial: null,
  read(value) {
    const rows = value.split('/').map((row) => row.split(',').map((cell) => readCell(cell)))
    const cols = rows[0].length
    if (rows.length * cols > 4096 || rows.some((row) => row.length !== cols || row.some(Number.isNaN)))
      return undefined
    return { rows: rows.length, cols, data: new Float32Array(rows.flat()) }
  },
  write(value) {
    if (!value) return ''
    const cells = Array.from(value.data, writeCell)
    return Array.from({ length: value.rows }, (_, i) =>
      cells.slice(i * value.cols, (i + 1) * value.cols).join(','),
    ).join('/')
  },
})

/**
 * Whole numbers, or null for "nothing given yet".
 * @param {number} longest @param {{ least?: number, most?: number, total?: number }} [limits] of each, and of their sum
 * @returns {Property<number[]|null>}
 */
export const wholes = (longest, { least = 0, most = Infinity, total = Infinity } = {}) => ({
  initial: null,
  read(value) {
    const list = value.split('|').map(Number)
    const fits = list.every((one) => Number.isInteger(one) && one >= least && one <= most)
    return fits && list.length <= longest && list.reduce((sum, one) => sum + one, 0) <= total
      ? list
      : undefined
  },
  write: (value) => (value ?? []).join('|'),
})

/** Rows of short texts, as they were typed into cells; any may be empty. @param {number} rows @param {number} cells @param {number} longest @returns {Property<string[][]|null>} */
export const texts = (rows, cells, longest) => ({
  initial: null,
  read(value) {
    const table = value.split('!').map((row) => row.split('|'))
    const fits =
      table.length <= rows &&
      table.every((row) => row.length <= cells && row.every((cell) => cell.length <= longest))
    return fits ? table : undefined
  },
  write: (value) =>
    (value ?? [])
      .map((row) => row.map((cell) => cell.replace(/[!|]/g, '').slice(0, longest)).join('|'))
      .join('!'),
})

/** @param {string} cell */
const readCell = (cell) => (cell === 'x' ? -Infinity : cell.trim() === '' ? NaN : Number(cell))

// The shortest text that reads back as the same float32.
/** @param {number} value */
export function writeCell(value) {
  if (value === -Infinity) return 'x'
  for (let digits = 1; digits < 9; ++digits) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}

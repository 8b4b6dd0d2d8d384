// The pinned cell of a head, whose arithmetic stands below: kept in the state as "weights.3.1".
import { STEP_ORDER, stepInfo } from './steps.js'

/** @typedef {import('./steps.js').Cell} Cell */
/** @typedef {Record<string, import('../package/engine.js').Matrix>} Steps */

/** The cells that are stepped through for one query and one key: k and v stand beside q. */
const ORDER = STEP_ORDER.filter((step) => step !== 'k' && step !== 'v')

/**
 * The cell that the text names, or null if these steps have no such cell. Steps with fewer columns show their nearest,
 * and `key` remembers the column that was meant, for the steps after.
 * @param {string} text @param {Steps|null|undefined} steps @returns {Cell & { key: number }|null}
 */
export function readPin(text, steps) {
  const [step, row, col] = text.split('.')
  const matrix = STEP_ORDER.includes(step) ? steps?.[step] : undefined
  const key = Number(col)
  const whole = (/** @type {number} */ value) => Number.isInteger(value) && value >= 0
  if (!matrix || !whole(Number(row)) || !whole(key) || Number(row) >= matrix.rows) return null
  return { step, row: Number(row), col: Math.min(key, matrix.cols - 1), key }
}

/** The text for a cell that was clicked; cells of kᵀ and of weight × value stand for those they show. Undefined for inputs. @param {Cell} cell @param {number} query */
export function writePin({ step, row, col }, query) {
  if (step === 'kT') return `k.${col}.${row}`
  if (step === 'weighted' || step === 'fetched') return `output.${query}.${col}`
  return STEP_ORDER.includes(step) ? `${step}.${row}.${col}` : undefined
}

/** The same query and key one step earlier or later. @param {Cell & { key: number }} cell @param {number} by */
export function steppedPin({ step, row, key }, by) {
  const at = Math.max(ORDER.indexOf(step), 0)
  return `${ORDER[(at + by + ORDER.length) % ORDER.length]}.${row}.${key}`
}

/** "weight · query 申请 · key 假" @param {Cell} cell @param {string[]} tokens @param {import('../i18n/index.js').Words} t */
export function pinName({ step, row, col }, tokens, t) {
  const spoken = (/** @type {string} */ axis, /** @type {number} */ i) => {
    if (axis === 'none') return ''
    return axis === 'dimension'
      ? t.cell.dimension(i + 1)
      : t.cell[/** @type {'key'} */ (axis)](tokens[i] ?? '')
  }
  const { rows, cols } = stepInfo[step]
  return [t.steps[/** @type {'q'} */ (step)], spoken(rows, row), spoken(cols, col)]
    .filter(Boolean)
    .join(' · ')
}

/** The colours of the left, the right and the result in a cell's arithmetic. @param {string|undefined} step */
export const pinTones = (step) => stepInfo[step ?? '']?.terms ?? ['a', 'a', 'a']

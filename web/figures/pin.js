// The pinned cell of a head, whose arithmetic stands below: kept in the state as "weights.3.1".
import { STEP_ORDER, stepInfo } from '../components/steps.js'

/** @typedef {import('../components/steps.js').Cell} Cell */
/** @typedef {Record<string, import('../engine/engine.js').Matrix>} Steps */

/** The cell that the text names, or null if these steps have no such cell. @param {string} text @param {Steps|null|undefined} steps @returns {Cell|null} */
export function readPin(text, steps) {
  const [step, row, col] = text.split('.')
  const matrix = STEP_ORDER.includes(step) ? steps?.[step] : undefined
  const cell = { step, row: Number(row), col: Number(col) }
  return matrix && cell.row < matrix.rows && cell.col < matrix.cols ? cell : null
}

/** The text for a cell that was clicked; cells of kᵀ and of weight × value stand for those they show. Undefined for inputs. @param {Cell} cell @param {number} query */
export function writePin({ step, row, col }, query) {
  if (step === 'kT') return `k.${col}.${row}`
  if (step === 'weighted') return `output.${query}.${col}`
  return STEP_ORDER.includes(step) ? `${step}.${row}.${col}` : undefined
}

/** The same cell one step earlier or later, as far as that step has it. @param {Cell} cell @param {number} by @param {Steps} steps @param {string[]} [order] */
export function steppedPin(cell, by, steps, order = STEP_ORDER) {
  const step = order[(order.indexOf(cell.step) + by + order.length) % order.length]
  const { rows, cols } = steps[step]
  return `${step}.${Math.min(cell.row, rows - 1)}.${Math.min(cell.col, cols - 1)}`
}

/** "weight · query 申请 · key 假" @param {Cell} cell @param {string[]} tokens @param {import('../i18n/index.js').Strings} t */
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
export const pinTones = (step) =>
  ({
    q: ['x', 'q', 'q'],
    k: ['x', 'k', 'k'],
    v: ['x', 'v', 'v'],
    scores: ['q', 'k', 'a'],
    output: ['a', 'v', 'v'],
  })[step ?? ''] ?? ['a', 'a', 'a']

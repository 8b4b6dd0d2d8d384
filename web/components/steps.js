// What the page knows about each step of a head: how it is written, coloured and labelled, where its numbers come from.
import { html } from 'lit'

/**
 * @typedef {'token'|'query'|'key'|'feature'|'dimension'|'none'} Axis
 * @typedef {{ label: unknown, tone: string, scale: 'tint'|'signed'|'weight', rows: Axis, cols: Axis }} StepInfo
 */

const sub = (/** @type {string} */ letter, /** @type {string} */ below) => html`${letter}<sub>${below}</sub>`

/** @type {Record<string, StepInfo>} */
export const stepInfo = {
  x: { label: 'x', tone: '--x', scale: 'tint', rows: 'token', cols: 'feature' },
  wQ: { label: sub('W', 'Q'), tone: '--q', scale: 'tint', rows: 'feature', cols: 'dimension' },
  wK: { label: sub('W', 'K'), tone: '--k', scale: 'tint', rows: 'feature', cols: 'dimension' },
  wV: { label: sub('W', 'V'), tone: '--v', scale: 'tint', rows: 'feature', cols: 'dimension' },
  q: { label: 'q', tone: '--q', scale: 'tint', rows: 'query', cols: 'dimension' },
  k: { label: 'k', tone: '--k', scale: 'tint', rows: 'key', cols: 'dimension' },
  kT: { label: html`k<sup>⊤</sup>`, tone: '--k', scale: 'tint', rows: 'dimension', cols: 'key' },
  v: { label: 'v', tone: '--v', scale: 'tint', rows: 'token', cols: 'dimension' },
  scores: { label: 'q · k', tone: '--a', scale: 'signed', rows: 'query', cols: 'key' },
  scaled: { label: '', tone: '--a', scale: 'signed', rows: 'query', cols: 'key' },
  mask: { label: '', tone: '--x', scale: 'tint', rows: 'query', cols: 'key' },
  masked: { label: '', tone: '--a', scale: 'signed', rows: 'query', cols: 'key' },
  rowMax: { label: '', tone: '--a', scale: 'signed', rows: 'query', cols: 'none' },
  exps: { label: html`e<sup>s − max</sup>`, tone: '--a', scale: 'tint', rows: 'query', cols: 'key' },
  rowSum: { label: '', tone: '--a', scale: 'tint', rows: 'query', cols: 'none' },
  weights: { label: '', tone: '--a', scale: 'weight', rows: 'query', cols: 'key' },
  weighted: { label: '', tone: '--v', scale: 'tint', rows: 'token', cols: 'dimension' },
  fetched: { label: '', tone: '--v', scale: 'tint', rows: 'none', cols: 'dimension' },
  output: { label: '', tone: '--v', scale: 'tint', rows: 'query', cols: 'dimension' },
}

/** The order in which a reader steps through the arithmetic of one cell. */
export const STEP_ORDER = [
  'q',
  'k',
  'v',
  'scores',
  'scaled',
  'masked',
  'rowMax',
  'exps',
  'rowSum',
  'weights',
  'output',
]

/** @typedef {{ step: string, row: number, col: number }} Cell */

// What a cell is computed from: [step, row, col], null for a whole row or column.
/** @type {Record<string, (row: number, col: number, query: number) => [string, number|null, number|null][]>} */
const SOURCES = {
  q: (i, j) => [
    ['x', i, null],
    ['wQ', null, j],
  ],
  k: (i, j) => [
    ['x', i, null],
    ['wK', null, j],
  ],
  v: (i, j) => [
    ['x', i, null],
    ['wV', null, j],
  ],
  scores: (i, j) => [
    ['q', i, null],
    ['k', j, null],
  ],
  scaled: (i, j) => [['scores', i, j]],
  masked: (i, j) => [
    ['scaled', i, j],
    ['mask', i, j],
  ],
  rowMax: (i) => [['masked', i, null]],
  exps: (i, j) => [
    ['masked', i, j],
    ['rowMax', i, 0],
  ],
  rowSum: (i) => [['exps', i, null]],
  weights: (i, j) => [
    ['exps', i, j],
    ['rowSum', i, 0],
  ],
  weighted: (j, c, query) => [
    ['weights', query, j],
    ['v', j, c],
  ],
  fetched: (_, c) => [['weighted', null, c]],
  output: (i, c, query) => [
    ['weights', i, null],
    ['v', null, c],
    ...(i === query ? [/** @type {[string, null, number]} */ (['weighted', null, c])] : []),
  ],
}

/**
 * Whether the cell (row, col) of `step` is one that `of` is computed from.
 * @param {Cell|null} of @param {number} query the row followed @param {string} step @param {number} row @param {number} col
 */
export function isSource(of, query, step, row, col) {
  if (!of) return false
  // kᵀ is k, read the other way.
  const [name, i, j] = step === 'kT' ? ['k', col, row] : [step, row, col]
  const from = of.step === 'kT' ? { step: 'k', row: of.col, col: of.row } : of
  return (SOURCES[from.step]?.(from.row, from.col, query) ?? []).some(
    ([source, r, c]) => source === name && (r === null || r === i) && (c === null || c === j),
  )
}

/** @type {WeakMap<object, import('../engine/engine.js').Matrix>} */
const turnedBefore = new WeakMap()

/** The matrix read the other way; nothing is computed. The same matrix gives the same object. @param {import('../engine/engine.js').Matrix} matrix */
export function transposed(matrix) {
  const known = turnedBefore.get(matrix)
  if (known) return known
  const { rows, cols, data } = matrix
  const turned = new Float32Array(data.length)
  for (let i = 0; i < rows; ++i) for (let j = 0; j < cols; ++j) turned[j * rows + i] = data[i * cols + j]
  const result = { rows: cols, cols: rows, data: turned }
  turnedBefore.set(matrix, result)
  return result
}

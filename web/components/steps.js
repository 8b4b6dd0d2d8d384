// What the page knows about each step of a head, in one table: how it is written, coloured and labelled, what stands in its
// arithmetic, which line of code makes it. The steps' names and order are those of src/attention/attention.h.
import { html } from 'lit'

/**
 * @typedef {'token'|'query'|'key'|'feature'|'dimension'|'none'} Axis
 * @typedef {object} StepInfo
 * @property {unknown} label
 * @property {string} tone
 * @property {'tint'|'signed'|'weight'} scale
 * @property {Axis} rows
 * @property {Axis} cols
 * @property {'input'|'step'|'view'} kind  `step`: the core computes it; `view`: another way to look at some
 * @property {string[]} [terms]   the classes of left, right and result in its arithmetic; weights' colour for all without it
 * @property {boolean} [masked]   whether a forbidden cell of it says nothing
 * @property {string} [code]      the line of code that makes it (figures/code)
 * @property {string} [named]     the step whose name it has
 */

const sub = (/** @type {string} */ letter, /** @type {string} */ below) => html`${letter}<sub>${below}</sub>`

/** @type {Record<string, StepInfo>} */
// prettier-ignore
export const stepInfo = {
  x:        { label: 'x',                   tone: '--x', scale: 'tint',   rows: 'token',     cols: 'feature',   kind: 'input' },
  wQ:       { label: sub('W', 'Q'),         tone: '--q', scale: 'tint',   rows: 'feature',   cols: 'dimension', kind: 'input' },
  wK:       { label: sub('W', 'K'),         tone: '--k', scale: 'tint',   rows: 'feature',   cols: 'dimension', kind: 'input' },
  wV:       { label: sub('W', 'V'),         tone: '--v', scale: 'tint',   rows: 'feature',   cols: 'dimension', kind: 'input' },
  q:        { label: 'q',                   tone: '--q', scale: 'tint',   rows: 'query',     cols: 'dimension', kind: 'step', code: 'project', terms: ['x', 'q', 'q'] },
  k:        { label: 'k',                   tone: '--k', scale: 'tint',   rows: 'key',       cols: 'dimension', kind: 'step', code: 'project', terms: ['x', 'k', 'k'] },
  kT:       { label: html`k<sup>⊤</sup>`,   tone: '--k', scale: 'tint',   rows: 'dimension', cols: 'key',       kind: 'view', named: 'k' },
  v:        { label: 'v',                   tone: '--v', scale: 'tint',   rows: 'token',     cols: 'dimension', kind: 'step', code: 'project', terms: ['x', 'v', 'v'] },
  scores:   { label: 'q · k',               tone: '--a', scale: 'signed', rows: 'query',     cols: 'key',       kind: 'step', code: 'scores', terms: ['q', 'k', 'a'] },
  scaled:   { label: '',                    tone: '--a', scale: 'signed', rows: 'query',     cols: 'key',       kind: 'step', code: 'scaled' },
  mask:     { label: '',                    tone: '--x', scale: 'tint',   rows: 'query',     cols: 'key',       kind: 'input', code: 'masked', masked: true },
  masked:   { label: '',                    tone: '--a', scale: 'signed', rows: 'query',     cols: 'key',       kind: 'step', code: 'masked', masked: true },
  rowMax:   { label: '',                    tone: '--a', scale: 'signed', rows: 'query',     cols: 'none',      kind: 'step', code: 'softmax' },
  exps:     { label: html`e<sup>s − max</sup>`, tone: '--a', scale: 'tint', rows: 'query',   cols: 'key',       kind: 'step', code: 'softmax', masked: true },
  rowSum:   { label: '',                    tone: '--a', scale: 'tint',   rows: 'query',     cols: 'none',      kind: 'step', code: 'softmax' },
  weights:  { label: '',                    tone: '--a', scale: 'weight', rows: 'query',     cols: 'key',       kind: 'step', code: 'softmax', masked: true },
  weighted: { label: '',                    tone: '--v', scale: 'tint',   rows: 'token',     cols: 'dimension', kind: 'view' },
  fetched:  { label: '',                    tone: '--v', scale: 'tint',   rows: 'none',      cols: 'dimension', kind: 'view', named: 'output' },
  output:   { label: '',                    tone: '--v', scale: 'tint',   rows: 'query',     cols: 'dimension', kind: 'step', code: 'output', terms: ['a', 'v', 'v'] },
}

/** The steps that the core computes, in its order; so a reader steps through them. */
export const STEP_ORDER = Object.keys(stepInfo).filter((step) => stepInfo[step].kind === 'step')

/** The bands of the picture, each with the steps that it makes, and then those that it begins with. @type {Record<string, [string[], string[]]>} */
const BANDS = {
  project: [['q', 'k', 'v'], []],
  score: [
    ['scores', 'scaled'],
    ['q', 'k'],
  ],
  mask: [['masked'], ['scaled']],
  share: [
    ['rowMax', 'exps', 'rowSum', 'weights'],
    ['masked', 'scaled'],
  ],
  carry: [['output'], ['weights', 'v']],
}

/** The band where a step is to be seen: `at` if it is there, else the one that makes it, among those that are drawn. @param {string} step @param {string[]} drawn @param {string} [at] */
export function bandOf(step, drawn, at = '') {
  if (BANDS[at]?.flat().includes(step)) return at
  const made = drawn.find((band) => BANDS[band][0].includes(step))
  return made ?? drawn.find((band) => BANDS[band].flat().includes(step)) ?? drawn[0]
}

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

/** @type {WeakMap<object, import('../package/engine.js').Matrix>} */
const turnedBefore = new WeakMap()

/** The matrix read the other way; nothing is computed. The same matrix gives the same object. @param {import('../package/engine.js').Matrix} matrix */
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

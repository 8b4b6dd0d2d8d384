import { LitElement, html, css, nothing } from 'lit'
import { define } from './define.js'
import './heat-map.js'
import './matrix-view.js'
import { emit } from './emit.js'
import { formatNumber } from './format.js'
import { isSource, stepInfo, transposed } from './steps.js'
import { base, controls } from './theme.js'
import { words } from '../i18n/index.js'
import { styled } from './styled.js'

/** @typedef {import('../package/engine.js').Matrix} Matrix */
/** @typedef {import('./steps.js').Cell} Cell */

/** Pixels of a cell, across and down, by step. @typedef {Record<string, number[]>} Cells */

// Above this a grid of numbers no longer fits a page, or a phone; the same matrix is painted instead.
const GRID = { wide: 16, narrow: 7 }

/**
 * One head in numbered bands, left to right as the data flows: products are laid out as a cross, so that the row and the
 * column behind a cell are seen at once.
 *
 * Properties: `steps`, `tokens`, `lang`, `theme`, `query` (the row followed), `hovered` and `pinned` (cells), `weighted`
 * (weight × value of the query), `lit` (a step to be pointed out), `only` (names of bands, separated by commas; 'fetch': what the query fetches, alone), `mask` (Matrix or null), `scaleText`, `temperature`, `narrow`, `width` (pixels there are); and where the head is
 * set by hand `inputs` { x, wQ, wK, wV } with `features`, which adds the projection band and makes cells editable.
 * Events: qkv-cell-hover, qkv-cell-pin, qkv-cell-edit, qkv-cell-fill, qkv-cell-cancel, qkv-cell-toggle, each with `step` in its detail.
 */
export class AttentionBands extends LitElement {
  static properties = {
    steps: { attribute: false },
    tokens: { attribute: false },
    features: { attribute: false },
    inputs: { attribute: false },
    mask: { attribute: false },
    maskable: { type: Boolean },
    weighted: { attribute: false },
    query: { type: Number },
    hovered: { attribute: false },
    pinned: { attribute: false },
    scaleText: {},
    temperature: { type: Number },
    narrow: { type: Boolean },
    width: { type: Number },
    only: {},
    lang: {},
    theme: {},
    lit: {},
  }

  static styles = [
    base,
    controls,
    css`
      section {
        padding: 1.1rem 0;
      }
      section + section {
        border-top: 1px dashed var(--line);
      }
      h2 {
        display: flex;
        align-items: center;
        gap: 0.55rem;
        font: 600 0.95rem/1.4 var(--sans);
        margin: 0 0 0.7rem;
      }
      h2 b {
        display: inline-grid;
        place-items: center;
        width: 1.5rem;
        height: 1.5rem;
        border-radius: 50%;
        background: var(--ink);
        color: var(--surface);
        font-size: 0.8rem;
        flex: none;
      }
      .lane {
        display: flex;
        flex-wrap: wrap;
        gap: 1rem 0.7rem;
        align-items: flex-end;
      }
      .step {
        display: flex;
        gap: 0.4rem;
        align-items: flex-end;
        max-width: 100%;
      }
      .op {
        flex: none;
        min-width: 2.6rem;
        text-align: center;
        color: var(--ink);
        font: 500 1.02rem/1.3 var(--serif);
        align-self: center;
        padding-top: 1.4rem;
      }
      .op small {
        display: block;
        font: 0.74rem/1.3 var(--sans);
        color: var(--soft);
        max-width: 4.6rem;
      }
      .cross {
        display: grid;
        gap: 0.45rem min(1.1rem, 2cqi);
        align-items: end;
        justify-items: start;
        justify-content: start;
        max-width: 100%;
        overflow-x: auto;
        padding: 3px;
      }
      /* Right-aligned: a factor on top has names at its left, the result below has none, their columns must meet. */
      .cross > div:not(.left) {
        justify-self: end;
      }
      .cross qkv-heat-map {
        margin: 0 1px 1px 0;
      }
      .crosses {
        display: flex;
        flex-wrap: wrap;
        gap: 1.2rem 2.4rem;
        max-width: 100%;
      }
      /* Only 0 and −∞ stand in it. */
      .lit {
        outline: 2.5px solid var(--focus);
        outline-offset: 4px;
        border-radius: 6px;
      }
      [data-step='mask'] {
        --cell: 1.95rem;
      }
      /* On a phone the operation stands above its result, so that the numbers get the whole width. */
      .narrow .step {
        flex-direction: column;
        align-items: flex-start;
        gap: 0.3rem;
      }
      .narrow .op {
        padding: 0;
        align-self: flex-start;
        text-align: start;
      }
      .narrow .op small {
        display: inline;
        margin-left: 0.5em;
        max-width: none;
      }
      .narrow .op br {
        display: none;
      }
      .scroll {
        max-width: 100%;
        overflow-x: auto;
        padding: 3px;
      }
      p {
        margin: 0.8rem 0 0;
        font-size: 0.875rem;
        color: var(--soft);
      }
    `,
  ]

  constructor() {
    super()
    /** @type {any} */ this.steps = undefined
    /** @type {string[]} */ this.tokens = []
    /** @type {string[]} */ this.features = []
    /** @type {any} */ this.inputs = undefined
    /** @type {Matrix|null} */ this.mask = null
    this.maskable = false
    /** @type {Matrix|null} */ this.weighted = null
    this.query = 0
    /** @type {Cell|null} */ this.hovered = null
    /** @type {Cell|null} */ this.pinned = null
    this.scaleText = ''
    this.temperature = 1
    this.narrow = false
    this.width = 1100
    this.only = ''
    this.lang = ''
    this.theme = ''
    this.lit = ''
  }

  get #t() {
    return words(this.lang)
  }

  render() {
    if (!this.steps) return nothing
    const { ops, rowSums, fullyMasked } = this.#t.head
    const first = this.inputs ? 2 : 1
    const blocked = this.mask && this.#hasBlockedRow()
    if (this.only === 'fetch') return this.#fetch()
    const temperature = this.temperature === 1 ? '' : ops.byTemperature(formatNumber(this.temperature))
    const wants = (/** @type {string} */ band) => !this.only || this.only.split(',').includes(band)
    const masking = this.mask && wants('mask')
    return html`
      ${this.inputs && wants('project') ? this.#band(1, 'project', this.#projections()) : nothing}
      ${
        wants('score') || wants('mask')
          ? this.#band(
              first,
              wants('score') ? 'score' : 'mask',
              html`<div class="lane ${this.narrow ? 'narrow' : ''}">
                ${wants('score') ? this.#product('q', 'kT', 'scores') : nothing}
                ${this.#step(wants('score') ? this.scaleText : '', '', 'scaled')}
                ${
                  masking
                    ? html`${this.maskable ? this.#step(ops.mask, ops.maskHint, 'mask') : nothing}
                      ${this.#step(this.maskable ? '=' : ops.mask, '', 'masked')}`
                    : nothing
                }
              </div>`,
            )
          : nothing
      }
      ${
        wants('share')
          ? this.#band(
              first + 1,
              'share',
              html`<div class="lane ${this.narrow ? 'narrow' : ''}">
                ${wants('score') || wants('mask') ? nothing : this.#step('', '', this.mask ? 'masked' : 'scaled')}
                ${this.#step('max', this.#t.steps.rowMax, 'rowMax')}
                ${this.#step(ops.exp, html`${ops.subtract}${temperature ? html`<br />${temperature}` : nothing}`, 'exps')}
                ${this.#step('Σ', ops.sum, 'rowSum')} ${this.#step(ops.divide, rowSums, 'weights')}
              </div>`,
            )
          : nothing
      }
      ${
        wants('carry')
          ? this.#band(
              first + 2,
              'carry',
              html`${this.#carry()}${blocked ? html`<p>${fullyMasked}</p>` : nothing}`,
            )
          : nothing
      }
    `
  }

  /** What is put into its slot stands below a band: the arithmetic of a cell beside the cell. @param {number} number @param {string} name @param {unknown} content */
  #band(number, name, content) {
    const title = this.#t.head.bands[/** @type {'score'} */ (name)]
    return html`<section role="group" aria-label=${title}>
      <h2>${this.only ? nothing : html`<b>${number}</b>`}${title}</h2>
      ${content}
      <slot name=${name}></slot>
    </section>`
  }

  #carry() {
    const { ops, toQuery } = this.#t.head
    const cell = this.#cellsOf('weights', 'v', 'output').output // as wide as the values are drawn there
    return html`<div class="lane ${this.narrow ? 'narrow' : ''}">
      ${this.#product('weights', 'v', 'output')}
      ${
        this.weighted
          ? html`${this.#step('', toQuery(this.tokens[this.query] ?? ''), 'weighted', cell)}
            ${this.#step('Σ', ops.sum, 'fetched', cell)}`
          : nothing
      }
    </div>`
  }

  #fetch() {
    const { toQuery } = this.#t.head
    return html`<div class="lane ${this.narrow ? 'narrow' : ''}">
      ${this.#step('', '', 'v')} ${this.#step('×', this.#t.steps.weights, 'weighted')}
      ${this.#step('Σ', toQuery(this.tokens[this.query] ?? ''), 'fetched')}
    </div>`
  }

  #hasBlockedRow() {
    const { rows, data } = this.steps.rowSum
    return Array.from({ length: rows }, (_, i) => data[i]).some((sum) => sum === 0)
  }

  /** Whether a band fits one line, where the names of the rows need not be repeated. */
  get #oneLine() {
    return !this.narrow && this.tokens.length <= 5
  }

  #projections() {
    const parts = [
      ['wQ', 'q'],
      ['wK', 'k'],
      ['wV', 'v'],
    ]
    if (this.#fits('x', parts)) return this.#cross('x', parts)
    if (this.#fits('x', [parts[0]]))
      return html`<div class="crosses">${parts.map((part) => this.#cross('x', [part]))}</div>`
    return html`<div class="lane ${this.narrow ? 'narrow' : ''}">
      ${this.#step('', '', 'x')}
      ${parts.map(([top, result]) => html`${this.#step('×', '', top)} ${this.#step('=', '', result)}`)}
    </div>`
  }

  /** How far it is from one cell of a table to the next, in pixels as the styles have them. */
  get #pitch() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
    const cell = parseFloat(getComputedStyle(this).getPropertyValue('--cell'))
    return { across: cell * rem + 2, down: 2.05 * rem + 2 }
  }

  /**
   * The cells of those factors and products that are painted, so that rows and columns meet those of their partners: as high as the
   * rows of a table, and as wide as its columns, where there is one.
   * @param {string} left @param {string} top @param {string} result @returns {Cells}
   */
  #cellsOf(left, top, result) {
    const n = this.tokens.length
    const map = Math.max(4, Math.floor(Math.min(22, (!this.narrow ? 380 : this.only ? 162 : 240) / n)))
    const painted = (/** @type {string} */ step) => this.#painted(step)
    const token = painted(left === 'weights' ? left : result) ? { across: map, down: map } : this.#pitch
    const dims = this.#matrix(top === 'kT' ? left : top).cols
    const dim = Math.max(2, Math.min(14, Math.floor((this.narrow ? 110 : 190) / dims)))
    const cells =
      top === 'kT'
        ? { [left]: [dim, token.down], [top]: [token.across, dim], [result]: [token.across, token.down] }
        : {
            [left]: [token.across, token.down],
            [top]: [dim, Math.min(token.down, 14)],
            [result]: [dim, token.down],
          }
    return Object.fromEntries(Object.entries(cells).filter(([step]) => painted(step)))
  }

  /** Whether a cross is no wider than the room there is. @param {string} left @param {string[][]} parts @param {Cells} [cells] */
  #fits(left, parts, cells = {}) {
    const names = this.narrow ? 56 : 78
    const { across } = this.#pitch
    const columns = [left, ...parts.map(([top]) => top)].map(
      (step, i) => (i < 2 ? names : 0) + (cells[step]?.[0] ?? across) * this.#matrix(step).cols,
    )
    return columns.reduce((sum, width) => sum + width + 18, 0) <= this.width
  }

  /** left × top = result. @param {string} left @param {string} top @param {string} result */
  #product(left, top, result) {
    const cells = this.#cellsOf(left, top, result)
    if (this.#fits(left, [[top, result]], cells)) return this.#cross(left, [[top, result]], cells)
    const plain = top === 'kT' ? 'k' : top
    return html`${this.#step('', '', left)} ${this.#step(top === 'kT' ? '·' : '×', '', plain)}
    ${this.#step('=', '', result)}`
  }

  /** The left factor at the left, each right factor on top, their product where they meet. @param {string} left @param {string[][]} parts @param {Cells} [cells] */
  #cross(left, parts, cells = {}) {
    return html`<div
      class="cross"
      ${styled({ 'grid-template-columns': `auto repeat(${parts.length}, auto)` })}
    >
      <span></span
      >${parts.map(([top], i) => html`<div>${this.#view(top, { bare: i > 0, cell: cells[top] })}</div>`)}
      <div class="left">${this.#view(left, { cell: cells[left] })}</div>
      ${parts.map(([, result]) => html`<div>${this.#view(result, { bare: true, cell: cells[result] })}</div>`)}
    </div>`
  }

  /** An operation and what it results in. @param {unknown} op @param {unknown} note @param {string} step @param {number[]} [cell] */
  #step(op, note, step, cell) {
    return html`<div class="step">
      ${op || note ? html`<div class="op">${op}<small>${note}</small></div>` : nothing}
      <div class="scroll">
        ${this.#view(step, { bare: this.#oneLine && !['scores', 'rowMax', 'weighted', 'v'].includes(step), cell })}
      </div>
    </div>`
  }

  /** @param {string} step @returns {Matrix} */
  #matrix(step) {
    if (step === 'kT') return transposed(this.steps.k)
    if (step === 'mask') return /** @type {Matrix} */ (this.mask)
    if (step === 'weighted') return /** @type {Matrix} */ (this.weighted)
    if (step === 'fetched') return rowOf(this.steps.output, this.query)
    return this.inputs?.[step] ?? this.steps[step]
  }

  /** @param {string} step */
  #painted(step) {
    const { rows, cols } = this.#matrix(step)
    const most = this.narrow ? GRID.narrow : GRID.wide
    return rows > most || cols > most
  }

  /** The names along an axis. @param {import('./steps.js').Axis} axis @param {number} count @returns {string[]|undefined} */
  #names(axis, count) {
    if (axis === 'none') return undefined
    if (axis === 'feature') return this.features
    if (axis === 'dimension') return Array.from({ length: count }, (_, i) => String(i + 1))
    return this.tokens
  }

  /** "query 申请", "dimension 2". @param {import('./steps.js').Axis} axis @param {number} i */
  #spoken(axis, i) {
    const { cell } = this.#t
    if (axis === 'none') return ''
    if (axis === 'dimension') return cell.dimension(i + 1)
    if (axis === 'feature') return cell.feature(this.features[i] ?? String(i + 1))
    return cell[axis](this.tokens[i] ?? '')
  }

  /** @param {string} step @param {{ bare?: boolean, cell?: number[] }} [options] bare: no row names, they stand at the left factor; cell: its pixels, where it must meet another */
  #view(step, { bare = false, cell } = {}) {
    const info = stepInfo[step]
    const matrix = this.#matrix(step)
    const name = this.#t.steps[/** @type {'q'} */ (info.named ?? step)]
    const forbidden = (/** @type {number} */ row, /** @type {number} */ col) =>
      !!info.masked && !!this.mask && this.mask.data[row * matrix.cols + col] !== 0
    const describe = (/** @type {number} */ row, /** @type {number} */ col, /** @type {string} */ text) =>
      this.#t.cell.name(
        name,
        this.#spoken(info.rows, row),
        this.#spoken(info.cols, col),
        forbidden(row, col) ? this.#t.cell.masked(text) : text,
      )
    const at = this.hovered ?? this.pinned
    const shared = {
      label: info.label ? html`${info.label}` : name,
      note: `${matrix.rows} × ${matrix.cols}`,
      row: info.rows === 'query' || step === 'x' ? this.query : -1,
      pinned: this.pinned?.step === step ? this.pinned : null,
    }
    const on = (/** @type {string} */ kind) => (/** @type {CustomEvent} */ event) => {
      event.stopPropagation()
      const detail = event.detail && { step, ...event.detail }
      emit(this, kind, detail)
    }
    if (this.#painted(step))
      return html`<qkv-heat-map
        aria-label="${name}, ${matrix.rows} × ${matrix.cols}"
        .matrix=${matrix}
        .label=${shared.label}
        .note=${shared.note}
        .rowLabels=${bare || info.rows === 'dimension' ? undefined : this.#names(info.rows, matrix.rows)}
        .colLabels=${info.cols === 'dimension' || (bare && cell) ? undefined : this.#names(info.cols, matrix.cols)}
        .across=${cell?.[0] ?? 0}
        .down=${cell?.[1] ?? 0}
        .tone=${info.tone}
        .scale=${info.scale}
        .cell=${!this.narrow ? 22 : this.only ? 13 : 16}
        .maximum=${this.narrow ? 300 : 380}
        .row=${shared.row}
        .pinned=${shared.pinned}
        .hatched=${forbidden}
        .describe=${describe}
        .theme=${this.theme}
        @qkv-cell-hover=${on('qkv-cell-hover')}
        @qkv-cell-pin=${on('qkv-cell-pin')}
      ></qkv-heat-map>`
    const input = info.kind === 'input' && step !== 'mask'
    const names = { rows: this.#names(info.rows, matrix.rows), cols: this.#names(info.cols, matrix.cols) }
    return html`<qkv-matrix-view
      aria-label="${name}, ${matrix.rows} × ${matrix.cols}"
      data-step=${step}
      class=${this.lit === step ? 'lit' : ''}
      .matrix=${matrix}
      .label=${shared.label}
      .note=${shared.note}
      .rowLabels=${bare ? undefined : names.rows}
      .colLabels=${info.cols === 'dimension' ? undefined : names.cols}
      .tone=${info.tone}
      .scale=${info.scale}
      .row=${shared.row}
      .pinned=${shared.pinned}
      .editable=${input}
      .toggles=${step === 'mask' && this.maskable}
      .hatched=${forbidden}
      .marked=${(/** @type {number} */ row, /** @type {number} */ col) => isSource(at, this.query, step, row, col)}
      .describe=${describe}
      @qkv-cell-hover=${on('qkv-cell-hover')}
      @qkv-cell-pin=${on('qkv-cell-pin')}
      @qkv-cell-edit=${on('qkv-cell-edit')}
      @qkv-cell-fill=${on('qkv-cell-fill')}
      @qkv-cell-cancel=${on('qkv-cell-cancel')}
      @qkv-cell-toggle=${on('qkv-cell-toggle')}
    ></qkv-matrix-view>`
  }
}

/** One row, as a matrix. @param {Matrix} matrix @param {number} row @returns {Matrix} */
const rowOf = ({ cols, data }, row) => ({ rows: 1, cols, data: data.slice(row * cols, (row + 1) * cols) })

define('qkv-attention-bands', AttentionBands)

import { LitElement, html, nothing } from 'lit'
import { define } from './define.js'
import { colourOf, extent } from './colour.js'
import { emit } from './emit.js'
import { formatNumber } from './format.js'
import { base, controls } from './theme.js'
import { matrixViewStyle } from './matrix-view-style.js'
import { styled } from './styled.js'
import { readNumber, readNumbers, typedNumber } from './typed-number.js'

/** @typedef {import('../package/engine.js').Matrix} Matrix */

const SCRUB_PIXELS = 6 // a drag moves the value one step for so many pixels
const STEP = 0.1

// Steps of 0.1 must not turn 0.3 into 0.30000000000000004.
const stepped = (/** @type {number} */ value, /** @type {number} */ steps) =>
  Number((value + steps * STEP).toFixed(4))

/**
 * A matrix as a grid of numbers, up to 32 × 32; larger ones are for qkv-heat-map.
 *
 * Properties: `matrix`, `label` (a short name, HTML allowed as a template), `note`, `rowLabels`, `colLabels`, `tone`
 * (CSS variable), `scale` ('tint'|'signed'|'weight'), `editable`, `toggles` (cells are switched by a click),
 * `hatched` (row, col) → boolean, `marked` (row, col) → boolean, `row` (the row followed), `pinned` {row, col},
 * `describe` (row, col, text) → accessible name, `quiet` (no cell can be pinned).
 * Events: qkv-cell-hover {row, col} or null, qkv-cell-pin {row, col}, qkv-cell-edit {row, col, value, gesture},
 * qkv-cell-fill {row, col, rows, problem} (a block of numbers pasted from there), qkv-cell-cancel {gesture}, qkv-cell-toggle {row, col}, qkv-cell-invalid {text, problem} (of typed-number.js). All bubble and are composed.
 */
export class MatrixView extends LitElement {
  static properties = {
    matrix: { attribute: false },
    label: { attribute: false },
    note: {},
    rowLabels: { attribute: false },
    colLabels: { attribute: false },
    tone: {},
    scale: {},
    editable: { type: Boolean },
    toggles: { type: Boolean },
    quiet: { type: Boolean },
    hatched: { attribute: false },
    marked: { attribute: false },
    row: { type: Number },
    pinned: { attribute: false },
    describe: { attribute: false },
    editing: { state: true },
    cursor: { state: true },
  }

  static styles = [base, controls, matrixViewStyle]

  constructor() {
    super()
    this.scale = 'tint'
    this.tone = '--x'
    this.row = -1
    /** @type {{ row: number, col: number, text: string, before: number }|null} */
    this.editing = null
    this.cursor = { row: 0, col: 0 }
    this.hatched = (/** @type {number} */ _row, /** @type {number} */ _col) => false
    this.marked = (/** @type {number} */ _row, /** @type {number} */ _col) => false
    this.describe = (/** @type {number} */ _row, /** @type {number} */ _col, /** @type {string} */ text) =>
      text
    /** @type {Matrix|undefined} */ this.matrix = undefined
    /** @type {unknown} */ this.label = ''
    this.note = ''
    /** @type {string[]|undefined} */ this.rowLabels = undefined
    /** @type {string[]|undefined} */ this.colLabels = undefined
    this.editable = false
    this.toggles = false
    this.quiet = false
    /** @type {{row: number, col: number}|null|undefined} */ this.pinned = null
  }

  /** @param {number} row @param {number} col */
  #value(row, col) {
    return /** @type {Matrix} */ (this.matrix).data[row * /** @type {Matrix} */ (this.matrix).cols + col]
  }

  willUpdate() {
    if (!this.matrix) return
    const { rows, cols } = this.matrix
    this.cursor = { row: Math.min(this.cursor.row, rows - 1), col: Math.min(this.cursor.col, cols - 1) }
  }

  render() {
    if (!this.matrix) return nothing
    const { rows, cols, data } = this.matrix
    const largest = extent(data)
    const range = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i)
    return html`
      <header ${styled({ '--tone': `var(${this.tone})` })}>
        <span class="label">${this.label}</span><span class="note">${this.note}</span>
      </header>
      <table
        role="grid"
        aria-label=${this.getAttribute('aria-label') ?? nothing}
        ${styled({ '--tone': `var(${this.tone})` })}
        @keydown=${this.#key}
        @paste=${this.#paste}
        @pointerleave=${() => emit(this, 'qkv-cell-hover', null)}
      >
        ${
          this.colLabels
            ? html`<thead>
                <tr role="row">
                  ${this.rowLabels ? html`<td role="presentation" class="corner"></td>` : nothing}
                  ${this.colLabels.map((text) => html`<th role="columnheader" scope="col" title=${text}>${text}</th>`)}
                </tr>
              </thead>`
            : nothing
        }
        <tbody>
          ${range(rows).map(
            (row) =>
              html`<tr role="row">
                ${
                  this.rowLabels
                    ? html`<th
                        role="rowheader"
                        scope="row"
                        title=${this.rowLabels[row]}
                        class=${row === this.row ? 'followed' : ''}
                      >
                        ${this.rowLabels[row]}
                      </th>`
                    : nothing
                }
                ${range(cols).map((col) => this.#cell(row, col, largest))}
              </tr>`,
          )}
        </tbody>
      </table>
    `
  }

  /** @param {number} row @param {number} col @param {number} largest */
  #cell(row, col, largest) {
    const value = this.#value(row, col)
    const hatched = this.hatched(row, col)
    const { tone, amount, strong } = colourOf(/** @type {any} */ (this.scale), this.tone, value, largest)
    const text = formatNumber(value)
    const pinned = this.pinned && this.pinned.row === row && this.pinned.col === col
    const classes = [
      hatched && 'hatched',
      strong && !hatched && 'strong',
      this.editable && 'editable',
      this.quiet && 'quiet',
      row === this.row && 'followed',
      this.marked(row, col) && 'marked',
      pinned && 'pinned',
      text.length > 5 && 'long',
      text.length > 6 && 'longer',
    ]
    const editing = this.editing && this.editing.row === row && this.editing.col === col ? this.editing : null
    const isCursor = this.cursor.row === row && this.cursor.col === col
    return html`<td
      role="gridcell"
      tabindex=${isCursor ? 0 : -1}
      aria-label=${this.describe(row, col, text)}
      aria-selected=${pinned ? 'true' : 'false'}
      class=${classes.filter(Boolean).join(' ')}
      ${styled({ '--ink-of': `var(${tone})`, '--amount': `${amount.toFixed(1)}%` })}
      @pointerenter=${() => emit(this, 'qkv-cell-hover', { row, col })}
      @focus=${() => this.#focused(row, col)}
      @pointerdown=${(/** @type {PointerEvent} */ e) => this.#press(e, row, col)}
      @click=${() => this.#click(row, col)}
    >
      ${
        editing
          ? html`<input
              inputmode="decimal"
              aria-label=${this.describe(row, col, text)}
              .value=${editing.text}
              @input=${(/** @type {any} */ e) => this.#typed(e.target.value)}
              @keydown=${this.#editorKey}
              @blur=${() => this.#finish()}
            />`
          : html`<span>${text}</span>`
      }
    </td>`
  }

  /** @param {number} row @param {number} col */
  #focused(row, col) {
    this.cursor = { row, col }
    emit(this, 'qkv-cell-hover', { row, col })
  }

  /** @param {number} row @param {number} col */
  #click(row, col) {
    if (this.#dragged || this.editing) return
    if (this.editable && this.#again) return this.#edit(row, col)
    if (this.toggles) emit(this, 'qkv-cell-toggle', { row, col })
    else if (!this.quiet) emit(this, 'qkv-cell-pin', { row, col })
  }

  /** Walks the cells, or starts to edit. @param {KeyboardEvent} e */
  #key(e) {
    if (this.editing || e.ctrlKey || e.metaKey || e.altKey || !this.matrix) return
    const { row, col } = this.cursor
    const { rows, cols } = this.matrix
    const moves = /** @type {Record<string, number[]>} */ ({
      ArrowUp: [row - 1, col],
      ArrowDown: [row + 1, col],
      ArrowLeft: [row, col - 1],
      ArrowRight: [row, col + 1],
      Home: [row, 0],
      End: [row, cols - 1],
      PageUp: [0, col],
      PageDown: [rows - 1, col],
    })
    if (moves[e.key]) this.focusCell(moves[e.key][0], moves[e.key][1])
    else if (e.key === 'Enter' && this.editable) this.#edit(row, col)
    else if (e.key === 'F2' && this.editable) this.#edit(row, col)
    else if (e.key === 'Enter' || e.key === ' ') this.#click(row, col)
    else if (this.editable && /^[-−－0-9０-９.．]$/.test(e.key)) this.#edit(row, col, e.key)
    else if (this.editable && (e.key === '+' || e.key === '_')) {
      if (!e.repeat) this.#begin('nudge', row, col) // a key held down is one change
      this.#change(row, col, stepped(this.#value(row, col), e.key === '+' ? 1 : -1))
    } else return
    e.preventDefault()
  }

  /** More than one number fills the cells from here on. @param {ClipboardEvent} e */
  #paste = (e) => {
    const text = e.clipboardData?.getData('text') ?? ''
    if (!this.editable || !/\S[\s,;，；、|&]+\S/.test(text.trim())) return
    const { row, col } = this.editing ?? this.cursor
    e.preventDefault()
    if (this.editing) {
      this.editing = null
      emit(this, 'qkv-cell-cancel', { gesture: this.#gesture })
    }
    emit(this, 'qkv-cell-fill', { row, col, ...readNumbers(text) })
    this.focusCell(row, col)
  }

  /** Moves the focus to a cell, as far as there is one. @param {number} row @param {number} col */
  focusCell(row, col) {
    if (!this.matrix) return
    const clamp = (/** @type {number} */ i, /** @type {number} */ n) => Math.max(0, Math.min(i, n - 1))
    this.cursor = { row: clamp(row, this.matrix.rows), col: clamp(col, this.matrix.cols) }
    this.updateComplete.then(() =>
      /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('td[tabindex="0"]'))?.focus(),
    )
  }

  /** @param {number} row @param {number} col @param {string} [text] */
  #edit(row, col, text) {
    const before = this.#value(row, col)
    this.editing = { row, col, text: text ?? formatNumber(before), before }
    this.#begin('edit', row, col)
    if (text !== undefined) this.#typed(text)
    this.updateComplete.then(() => {
      const input = this.renderRoot.querySelector('td input')
      if (!(input instanceof HTMLInputElement)) return
      input.focus()
      if (text === undefined) input.select()
    })
  }

  /** @param {string} text */
  #typed(text) {
    if (!this.editing) return
    this.editing = { ...this.editing, text }
    const value = typedNumber(text)
    if (!Number.isNaN(value)) this.#change(this.editing.row, this.editing.col, value)
  }

  /** @param {KeyboardEvent} e */
  #editorKey = (e) => {
    e.stopPropagation()
    const editing = this.editing
    if (!editing) return
    const { row, col } = editing
    if (e.key === 'Escape') {
      this.editing = null
      emit(this, 'qkv-cell-cancel', { gesture: this.#gesture })
      this.focusCell(row, col)
    } else if (e.key === 'Enter') {
      this.#finish()
      this.focusCell(row + 1 < (this.matrix?.rows ?? 0) ? row + 1 : row, col)
    } else if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
      const steps = (e.key === 'ArrowUp' ? 1 : -1) * (e.shiftKey ? 10 : 1)
      const value = stepped(this.#value(row, col), steps)
      this.editing = { ...editing, text: String(value) }
      this.#change(row, col, value)
    } else return
    e.preventDefault()
  }

  #finish() {
    const editing = this.editing
    if (!editing) return
    this.editing = null
    const { problem } = readNumber(editing.text)
    const unchanged = editing.text === formatNumber(editing.before)
    if (problem && !unchanged) {
      emit(this, 'qkv-cell-cancel', { gesture: this.#gesture })
      emit(this, 'qkv-cell-invalid', { text: editing.text, problem })
    }
  }

  #gesture = ''
  #dragged = false
  #again = false

  /** What changes from here on is one step to undo. @param {string} kind @param {number} row @param {number} col */
  #begin(kind, row, col) {
    this.#gesture = `${kind} ${row} ${col} ${performance.now()}`
  }

  /** @param {number} row @param {number} col @param {number} value */
  #change(row, col, value) {
    emit(this, 'qkv-cell-edit', { row, col, value, gesture: this.#gesture })
  }

  /** Dragging an editable cell sideways changes its value; a press that does not move is a click. @param {PointerEvent} e @param {number} row @param {number} col */
  #press(e, row, col) {
    this.#dragged = false
    const cell = /** @type {HTMLElement} */ (e.currentTarget)
    // A click on the cell that has the focus already, or the tap of a finger, opens it.
    this.#again =
      e.pointerType === 'touch' || /** @type {ShadowRoot} */ (this.renderRoot).activeElement === cell
    if (!this.editable || this.editing || e.button !== 0) return
    const start = e.clientX
    const before = this.#value(row, col)
    this.#begin('drag', row, col)
    cell.setPointerCapture(e.pointerId)
    const move = (/** @type {PointerEvent} */ event) => {
      const steps = Math.trunc((event.clientX - start) / SCRUB_PIXELS)
      if (steps !== 0) this.#dragged = true
      if (this.#dragged) this.#change(row, col, stepped(before, steps))
    }
    const end = () => {
      cell.removeEventListener('pointermove', move)
      cell.removeEventListener('pointerup', end)
      cell.removeEventListener('pointercancel', end)
    }
    cell.addEventListener('pointermove', move)
    cell.addEventListener('pointerup', end)
    cell.addEventListener('pointercancel', end)
  }
}

define('qkv-matrix-view', MatrixView)

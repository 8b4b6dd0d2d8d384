import { LitElement, html, css, nothing } from 'lit'
import { define } from './define.js'
import { colourOf, extent } from './colour.js'
import { emit } from './emit.js'
import { formatNumber } from './format.js'
import { base } from './theme.js'
import { styled, tinted } from './styled.js'

/**
 * A matrix too large for a grid of numbers, painted on a canvas; the number under the cursor stands below. By keyboard it is
 * walked as a grid of which one cell is there at a time.
 *
 * Properties: `across` and `down` (pixels of a cell, where it must meet another matrix; the readout is then above), `matrix`, `label`, `note`, `tone`, `scale`, `hatched`, `row`, `pinned`, `describe`, `cell` (pixels of a
 * cell, at most), `rowLabels` and `colLabels` (shown where cells are large enough), `maximum` (pixels of the longer side), `quiet` (no readout and no focus: a thumbnail).
 * Events: qkv-cell-hover {row, col} or null, qkv-cell-pin {row, col}.
 */
export class HeatMap extends LitElement {
  static properties = {
    matrix: { attribute: false },
    label: { attribute: false },
    note: {},
    tone: {},
    scale: {},
    hatched: { attribute: false },
    row: { type: Number },
    pinned: { attribute: false },
    describe: { attribute: false },
    cell: { type: Number },
    across: { type: Number },
    down: { type: Number },
    maximum: { type: Number },
    quiet: { type: Boolean },
    rowLabels: { attribute: false },
    colLabels: { attribute: false },
    theme: {},
    cursor: { state: true },
    byKey: { state: true },
  }

  static styles = [
    base,
    css`
      :host {
        flex: none;
        max-width: 100%;
      }
      header {
        display: flex;
        gap: 0.5rem;
        justify-content: space-between;
        align-items: baseline;
        white-space: nowrap;
        margin-bottom: 0.2rem;
      }
      .label {
        font: italic 600 1.02rem/1.3 var(--serif);
      }
      .note,
      .readout {
        font-size: 0.72rem;
        color: var(--soft);
      }
      .readout {
        min-height: 1.2em;
        max-width: 22rem;
        font-variant-numeric: tabular-nums;
      }
      .frame {
        display: grid;
        grid-template-columns: auto auto;
        justify-content: start;
        font-size: 0.74rem;
        color: var(--soft);
        max-width: 100%;
      }
      .rows {
        grid-column: 1;
        grid-row: 2;
        text-align: end;
        padding-inline-end: 0.35rem;
        white-space: nowrap;
      }
      .rows .followed {
        color: var(--ink);
        font-weight: 700;
      }
      .cols {
        grid-column: 2;
        grid-row: 1;
        display: flex;
        align-items: flex-end;
        padding-bottom: 0.2rem;
      }
      .cols span {
        writing-mode: vertical-rl;
        transform: rotate(180deg); /* Latin reads upwards */
        max-height: 5.5rem;
        overflow: hidden;
        white-space: nowrap;
      }
      .cols .upright {
        transform: none; /* characters that stand in a column stand upright */
      }
      .grid,
      .grid [role='row'] {
        display: contents;
      }
      .grid [role='gridcell'] {
        grid-column: 2;
        grid-row: 2;
        pointer-events: none;
        border-radius: 4px;
      }
      .boxes {
        grid-column: 2;
        grid-row: 2;
        position: relative;
        pointer-events: none;
      }
      .box {
        position: absolute;
        box-shadow: 0 0 0 2px var(--focus);
        border-radius: 1px;
        min-width: 3px;
        min-height: 3px;
      }
      .box.followed {
        box-shadow: 0 0 0 1px var(--focus);
      }
      canvas {
        grid-column: 2;
        grid-row: 2;
        display: block;
        border: 1px solid var(--line);
        border-radius: 4px;
        image-rendering: pixelated;
        max-width: 100%;
        cursor: crosshair;
      }
      :host([quiet]) canvas {
        cursor: inherit;
      }
    `,
  ]

  constructor() {
    super()
    this.scale = 'tint'
    this.tone = '--x'
    this.row = -1
    this.cell = 12
    this.across = this.down = 0
    this.maximum = 420
    this.quiet = false
    /** @type {string[]|undefined} */ this.rowLabels = undefined
    /** @type {string[]|undefined} */ this.colLabels = undefined
    this.theme = ''
    this.note = ''
    /** @type {unknown} */ this.label = ''
    /** @type {import('../package/engine.js').Matrix|undefined} */ this.matrix = undefined
    /** @type {{row: number, col: number}|null|undefined} */ this.pinned = null
    /** @type {{row: number, col: number}|null} */ this.cursor = null
    /** Whether the cursor was moved by a key, so that what it stands on is to be said. */
    this.byKey = false
    this.hatched = (/** @type {number} */ _row, /** @type {number} */ _col) => false
    this.describe = (/** @type {number} */ _row, /** @type {number} */ _col, /** @type {string} */ text) =>
      text
  }

  /** Pixels of a cell, across and down. */
  get #size() {
    const { rows, cols } = /** @type {any} */ (this.matrix)
    if (this.across) return [this.across, this.down]
    const size = Math.max(
      1,
      Math.min(
        this.cell,
        Math.floor(this.maximum / Math.max(rows, cols)) || this.maximum / Math.max(rows, cols),
      ),
    )
    return [size, size]
  }

  render() {
    if (!this.matrix) return nothing
    const { rows, cols, data } = this.matrix
    const at = this.pinned ?? this.cursor
    const [across, down] = this.#size
    const text =
      at && at.row < rows && at.col < cols
        ? this.describe(at.row, at.col, formatNumber(data[at.row * cols + at.col]))
        : ''
    return html`
      ${
        this.quiet
          ? nothing
          : html`<header>
              <span class="label" ${tinted(this.tone)}>${this.label}</span
              ><span class="note">${(this.across && text) || this.note}</span>
            </header>`
      }
      <div class="frame">
        ${this.#labels(across, down)}<canvas
          width=${cols * this.#fine(across)}
          height=${rows * this.#fine(down)}
          ${styled({ width: `${cols * across}px`, 'aspect-ratio': `${cols * across} / ${rows * down}` })}
          aria-hidden="true"
          @pointermove=${this.#hover}
          @pointerleave=${() => this.#move(null)}
          @click=${this.#click}
        ></canvas>
        ${this.quiet ? nothing : html`${this.#grid(rows, cols)}${this.#boxes(rows, cols)}`}
      </div>
      ${
        this.quiet
          ? nothing
          : html`<div
              class="readout ${this.across ? 'visually-hidden' : ''}"
              id="readout"
              aria-live=${this.byKey ? 'polite' : 'off'}
            >
              ${text || html`&nbsp;`}
            </div>`
      }
    `
  }

  /** What has the focus: the grid as assistive technology knows one, with the cell that the cursor is on. @param {number} rows @param {number} cols */
  #grid(rows, cols) {
    const { row, col } = this.cursor ?? { row: 0, col: 0 }
    const name = this.getAttribute('aria-label') ?? nothing
    return html`<div class="grid" role="grid" aria-label=${name} aria-rowcount=${rows} aria-colcount=${cols}>
      <div role="row" aria-rowindex=${row + 1}>
        <div
          role="gridcell"
          tabindex="0"
          aria-label=${name}
          aria-describedby="readout"
          aria-colindex=${col + 1}
          @keydown=${this.#key}
        ></div>
      </div>
    </div>`
  }

  /** Frames around the row followed, the cell under the cursor and the pinned one. @param {number} rows @param {number} cols */
  #boxes(rows, cols) {
    const box = (
      /** @type {string} */ kind,
      /** @type {number} */ row,
      /** @type {number} */ col,
      wide = 1,
    ) =>
      html`<i
        class="box ${kind}"
        ${styled({ left: `${(100 * col) / cols}%`, top: `${(100 * row) / rows}%`, width: `${(100 * wide) / cols}%`, height: `${100 / rows}%` })}
      ></i>`
    const { cursor, pinned, row } = this
    return html`<div class="boxes" aria-hidden="true">
      ${row >= 0 && row < rows ? box('followed', row, 0, cols) : nothing}
      ${cursor ? box('', cursor.row, cursor.col) : nothing}
      ${pinned ? box('', pinned.row, pinned.col) : nothing}
    </div>`
  }

  /** The names along both sides, where there is room for them. @param {number} across @param {number} down pixels of a cell */
  #labels(across, down) {
    if (this.quiet) return nothing
    const { rowLabels, colLabels } = this
    return html`${
      colLabels && across >= NAMED
        ? html`<div class="cols" aria-hidden="true">
            ${colLabels.map((text) => html`<span class=${UPRIGHT.test(text) ? 'upright' : ''} ${styled({ width: `${across}px`, 'line-height': `${across}px` })}>${text}</span>`)}
          </div>`
        : nothing
    }${
      rowLabels && down >= NAMED
        ? html`<div class="rows" aria-hidden="true">
            ${rowLabels.map((text, i) => html`<div class=${i === this.row ? 'followed' : ''} ${styled({ height: `${down}px`, 'line-height': `${down}px` })}>${text}</div>`)}
          </div>`
        : nothing
    }`
  }

  /** Pixels painted for a side of a cell: as many as it has where hatching can be seen. @param {number} size */
  #fine(size) {
    return size >= HATCH + 2 ? Math.round(size) : 1
  }

  #dark = matchMedia('(prefers-color-scheme: dark)')
  #repaint = () => this.#paint()

  connectedCallback() {
    super.connectedCallback()
    this.#dark.addEventListener('change', this.#repaint)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    this.#dark.removeEventListener('change', this.#repaint)
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (
      ['matrix', 'scale', 'tone', 'theme', 'cell', 'across', 'down', 'maximum', 'hatched'].some((name) =>
        changed.has(name),
      )
    )
      this.#paint()
  }

  /** A few pixels a cell, that what is masked can be hatched; one where cells are too small for that. The browser enlarges them. */
  #paint() {
    const canvas = this.renderRoot.querySelector('canvas')
    if (!canvas || !this.matrix) return
    const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
    const { rows, cols, data } = this.matrix
    const style = getComputedStyle(this)
    // Each is asked for five hundred times, and reading a style is slow.
    /** @type {Record<string, number[]>} */
    const known = {}
    const colour = (/** @type {string} */ name) =>
      (known[name] ??= parseColour(canvas, style.getPropertyValue(name)))
    const surface = colour('--surface')
    const hatch = colour('--hatch')
    const largest = extent(data)
    // 256 shades on either side of 0, by the same rule as the tables'; there are no digits here to keep legible.
    const shades = [1, -1].map((sign) =>
      Array.from({ length: 257 }, (_, i) => {
        const value = (sign * i * (this.scale === 'weight' ? 1 : largest)) / 256
        const { tone, amount } = colourOf(/** @type {any} */ (this.scale), this.tone, value, largest)
        return mixed(surface, colour(tone), Math.min(1, (amount / 100) * (this.scale === 'weight' ? 1 : 2.4)))
      }),
    )
    const unit = 256 / (this.scale === 'weight' ? 1 : largest)
    const wide = canvas.width / cols
    const high = canvas.height / rows
    const image = paint.createImageData(canvas.width, canvas.height)
    for (let row = 0, at = 0; row < rows; ++row)
      for (let col = 0; col < cols; ++col, ++at) {
        const value = data[at]
        const shade = Math.min(256, Math.round(Math.abs(value) * unit)) || 0
        const hidden = this.hatched(row, col)
        const inked = hidden ? hatch : shades[value < 0 ? 1 : 0][shade]
        for (let y = row * high; y < (row + 1) * high; ++y)
          for (let x = col * wide; x < (col + 1) * wide; ++x) {
            const place = 4 * (y * canvas.width + x)
            const [red, green, blue] = hidden && wide * high > 1 && (x + y) % HATCH > 1 ? surface : inked
            image.data[place] = red
            image.data[place + 1] = green
            image.data[place + 2] = blue
            image.data[place + 3] = 255
          }
      }
    paint.putImageData(image, 0, 0)
  }

  /** @param {PointerEvent|MouseEvent} e */
  #cellAt(e) {
    const canvas = /** @type {HTMLCanvasElement} */ (e.currentTarget)
    const box = canvas.getBoundingClientRect()
    const { rows, cols } = /** @type {any} */ (this.matrix)
    const clamp = (/** @type {number} */ i, /** @type {number} */ n) =>
      Math.max(0, Math.min(Math.floor(i), n - 1))
    return {
      row: clamp(((e.clientY - box.top) / box.height) * rows, rows),
      col: clamp(((e.clientX - box.left) / box.width) * cols, cols),
    }
  }

  /** @param {{row: number, col: number}|null} at */
  #move(at) {
    if (this.quiet || (at?.row === this.cursor?.row && at?.col === this.cursor?.col)) return
    this.cursor = at
    emit(this, 'qkv-cell-hover', at)
  }

  /** @param {PointerEvent} e */
  #hover = (e) => {
    this.byKey = false
    this.#move(this.#cellAt(e))
  }

  /** @param {MouseEvent} e */
  #click = (e) => {
    if (!this.quiet) emit(this, 'qkv-cell-pin', this.#cellAt(e))
  }

  /** @param {KeyboardEvent} e */
  #key = (e) => {
    if (!this.matrix) return
    const { row, col } = this.cursor ?? { row: 0, col: 0 }
    const moves = /** @type {Record<string, number[]>} */ ({
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    })
    if (moves[e.key]) {
      const [down, right] = moves[e.key]
      this.byKey = true
      this.#move({
        row: Math.max(0, Math.min(row + down, this.matrix.rows - 1)),
        col: Math.max(0, Math.min(col + right, this.matrix.cols - 1)),
      })
    } else if (e.key === 'Enter' || e.key === ' ') emit(this, 'qkv-cell-pin', { row, col })
    else return
    e.preventDefault()
  }
}

const HATCH = 5 // pixels from line to line
const NAMED = 13 // pixels that a name needs
const UPRIGHT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** A colour as numbers, in whatever way it is written: as it would come out on this element. @param {HTMLElement} at @param {string} text @returns {number[]} */
function parseColour(at, text) {
  at.style.color = text
  const said = getComputedStyle(at).color // rgb(31, 95, 208) or color(srgb 0.12 0.37 0.82)
  const channels = (said.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  return said.startsWith('color') ? channels.map((share) => share * 255) : channels
}

/** @param {number[]} from @param {number[]} to @param {number} share of `to` */
const mixed = (from, to, share) => from.map((channel, i) => Math.round(channel + (to[i] - channel) * share))

define('qkv-heat-map', HeatMap)

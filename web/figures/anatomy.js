import { html, nothing } from 'lit'
import '../components/arithmetic-view.js'
import '../components/attention-bands.js'
import '../components/token-row.js'
import { formatNumber } from '../components/format.js'
import { matrixOf, rowOf } from '../engine/matrix.js'
import { choice, flag, matrix, number, text, words } from '../state/property.js'
import { inputsOf, presets } from './anatomy-presets.js'
import { Figure } from './figure.js'
import { pinName, pinTones, readPin, steppedPin, writePin } from './pin.js'
import { seedOf, splitTokens, summary } from './tokens.js'
import { anatomyStyle } from './anatomy-style.js'

/** @typedef {import('../engine/engine.js').Matrix} Matrix */

const MAX_TOKENS = 12
const MASKS = ['causal', 'none', 'window', 'prefix', 'padding', 'custom']
const SIZED = ['window', 'prefix', 'padding']

// null means "as in the preset". `maskCells` is the mask of kind 'custom'.
const table = {
  tokens: words(MAX_TOKENS),
  x: matrix(),
  wQ: matrix(),
  wK: matrix(),
  wV: matrix(),
  mask: choice(...MASKS),
  size: number(2, { min: 0, max: MAX_TOKENS, whole: true }),
  maskCells: matrix(),
  scale: flag(true),
  temperature: number(1, { min: 0 }),
  query: number(-1, { min: -1, max: MAX_TOKENS - 1, whole: true }),
  pin: text('', 30),
}

/**
 * One head, every number, everything editable. Attributes as in Figure; presets annual-leave, who-is-it, previous;
 * `view="sentence"` shows the sentence and its weights alone. Groups of `controls`: preset, tokens, mask, scale,
 * temperature, history. Property `steps`: the core's numbers.
 */
export class Anatomy extends Figure {
  static properties = { view: {}, hovered: { state: true } }
  static controls = ['preset', 'tokens', 'mask', 'scale', 'temperature', 'history']
  static presets = Object.keys(presets)

  static styles = [Figure.styles, anatomyStyle]

  constructor() {
    super(table)
    this.view = ''
    /** @type {import('../engine/engine.js').Steps|undefined} */
    this.steps = undefined
    /** @type {any} */
    this.hovered = null
  }

  get #preset() {
    return presets[this.#presetName]
  }

  get #presetName() {
    return Object.hasOwn(presets, this.preset ?? '') ? this.preset : 'annual-leave'
  }

  get tokens() {
    return this.store.values.tokens ?? this.#preset.tokens
  }

  get query() {
    const { query } = this.store.values
    const wanted = query >= 0 ? query : this.#preset.query
    return Math.min(wanted, this.tokens.length - 1)
  }

  /** @returns {{ x: Matrix, wQ: Matrix, wK: Matrix, wV: Matrix }} */
  get #inputs() {
    const { x, wQ, wK, wV } = this.store.values
    const usual = inputsOf(this.#preset)
    return { x: x ?? usual.x, wQ: wQ ?? usual.wQ, wK: wK ?? usual.wK, wV: wV ?? usual.wV }
  }

  get #mask() {
    const { mask, size, maskCells } = this.store.values
    const n = this.tokens.length
    if (mask === 'custom') return maskCells ?? this.engine?.mask('none', n)
    const least = mask === 'window' ? 1 : 0
    return this.engine?.mask(mask, n, Math.max(least, Math.min(size, n)))
  }

  compute() {
    const engine = /** @type {import('../engine/engine.js').Engine} */ (this.engine)
    const { scale, temperature } = this.store.values
    this.dropMisfits()
    const inputs = { ...this.#inputs, mask: this.#mask, scale, temperature }
    this.headInputs = inputs
    this.steps = engine.attention(inputs)
    this.weighted = engine.weightedValues(this.steps, this.query)
    this.difference = engine.differenceFromFloat64(inputs, this.steps)
  }

  /** Parts of an address that do not fit together (a matrix for other tokens) give way to the preset, visibly. */
  dropMisfits() {
    const { x, wQ, wK, wV, maskCells } = this.store.values
    const n = this.tokens.length
    const presetX = this.#preset.x
    const d = (x ?? { cols: presetX[0].length }).cols
    const inner = (/** @type {Matrix|null} */ w) => !w || w.rows === d
    const same = !wQ || !wK || wQ.cols === wK.cols
    const head = (wQ ?? matrixOf(this.#preset.wQ)).cols === (wK ?? matrixOf(this.#preset.wK)).cols
    const fits =
      (x ? x.rows === n : presetX.length === n) &&
      inner(wQ) &&
      inner(wK) &&
      inner(wV) &&
      same &&
      head &&
      d === presetX[0].length
    const maskFits =
      !maskCells ||
      (maskCells.rows === n &&
        maskCells.cols === n &&
        maskCells.data.every((/** @type {number} */ v) => v === 0 || v === -Infinity))
    if (fits && maskFits) return
    this.ignored.parts = [!fits && 'tokens, x, wQ, wK, wV', !maskFits && 'maskCells']
      .filter(Boolean)
      .join(', ')
    if (!fits)
      this.store.values = { ...this.store.values, tokens: null, x: null, wQ: null, wK: null, wV: null }
    this.store.values = {
      ...this.store.values,
      maskCells: null,
      mask: maskFits ? this.store.values.mask : 'causal',
    }
  }

  body() {
    const steps = /** @type {import('../engine/engine.js').Steps} */ (this.steps)
    if (!steps) return nothing
    if (this.view === 'sentence') return html`${this.#sentence(steps)}${this.#fetched(steps)}`
    const { anatomy } = this.t
    const { scale, temperature } = this.store.values
    const d = steps.q.cols
    return html`
      ${this.#toolbar()}
      ${this.store.values.tokens ? html`<div class="note">${anatomy.newTokens}</div>` : html`<div class="note">${anatomy.notes[/** @type {'previous'} */ (this.#presetName)]}</div>`}
      ${this.#sentence(steps)}
      <div class="content">
        <qkv-attention-bands
          .lit=${this.lit}
          .steps=${steps}
          .tokens=${this.tokens}
          .features=${this.#preset.features[this.language]}
          .inputs=${this.#inputs}
          .mask=${this.#mask}
          maskable
          .weighted=${this.weighted}
          .query=${this.query}
          .hovered=${this.hovered}
          .pinned=${this.#pinned}
          .scaleText=${scale ? anatomy.ops.scale(d) : anatomy.ops.unscaled}
          .temperature=${temperature}
          .narrow=${this.narrow}
          .width=${this.width - (this.narrow ? 26 : 36)}
          .lang=${this.language}
          .theme=${this.theme}
          @qkv-cell-hover=${(/** @type {CustomEvent} */ e) => (this.hovered = e.detail)}
          @qkv-cell-pin=${this.#pin}
          @qkv-cell-edit=${this.#edit}
          @qkv-cell-cancel=${(/** @type {CustomEvent} */ e) => this.store.cancel(`${e.detail.step} ${e.detail.gesture}`)}
          @qkv-cell-toggle=${this.#toggle}
          @qkv-cell-invalid=${(/** @type {CustomEvent} */ e) => (this.notice = this.t.cell.notANumber(e.detail.text))}
          @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Escape' && this.store.set({ pin: '' }, { undoable: false })}
        ></qkv-attention-bands>
      </div>
      ${this.#why(steps)} ${this.#caption()}
    `
  }

  #toolbar() {
    const { anatomy } = this.t
    const { mask, size, scale, temperature } = this.store.values
    const set = (/** @type {any} */ changes, gesture = '') =>
      this.store.set(changes, { gesture: gesture || undefined })
    return html`<div class="bar">
      ${
        this.shows('preset')
          ? html`<select
              aria-label=${anatomy.preset}
              @change=${(/** @type {any} */ e) => this.choosePreset(e.target.value)}
            >
              ${Object.keys(presets).map(
                (name) =>
                  html`<option value=${name} .selected=${name === this.#presetName}>
                    ${anatomy.presets[/** @type {'previous'} */ (name)]}
                  </option>`,
              )}
            </select>`
          : nothing
      }
      ${
        this.shows('tokens')
          ? html`<label class="tokens" title=${anatomy.tokensHint}
              >${anatomy.tokens}
              <input
                type="text"
                lang=""
                .value=${this.tokens.join(' ')}
                @change=${(/** @type {any} */ e) => this.#setTokens(e.target)}
              />
            </label>`
          : nothing
      }
      ${
        this.shows('mask')
          ? html`<label
                >${anatomy.mask}
                <select @change=${(/** @type {any} */ e) => this.#setMask(e.target.value)}>
                  ${MASKS.map((kind) => html`<option value=${kind} .selected=${kind === mask}>${anatomy.masks[/** @type {'none'} */ (kind)]}</option>`)}
                </select></label
              >${
                SIZED.includes(mask)
                  ? html`<label
                      >${anatomy.maskSize[/** @type {'window'} */ (mask)]}
                      <input
                        class="number"
                        type="number"
                        min=${mask === 'window' ? 1 : 0}
                        max=${this.tokens.length}
                        .value=${String(size)}
                        @input=${(/** @type {any} */ e) => e.target.checkValidity() && e.target.value && set({ size: e.target.valueAsNumber }, 'size')}
                    /></label>`
                  : nothing
              }`
          : nothing
      }
      ${this.shows('scale') ? html`<button class="chip" aria-pressed=${scale ? 'true' : 'false'} @click=${() => set({ scale: !scale })}>${anatomy.scale}</button>` : nothing}
      ${
        this.shows('temperature')
          ? html`<label
              >${anatomy.temperature}
              <input
                type="range"
                min="0"
                max="3"
                step="0.05"
                .value=${String(temperature)}
                @input=${(/** @type {any} */ e) => set({ temperature: e.target.valueAsNumber }, 'temperature')}
              /><output>${formatNumber(temperature)}</output></label
            >`
          : nothing
      }
      ${this.historyControls()}
    </div>`
  }

  /** @param {import('../engine/engine.js').Steps} steps */
  #sentence(steps) {
    const { anatomy } = this.t
    const shares = rowOf(steps.weights, this.query).data
    const mask = this.#mask
    return html`<div class="sentence">
      <h2>${this.view === 'sentence' ? this.t.home.live : anatomy.query}</h2>
      <qkv-token-row
        .tokens=${this.tokens}
        .query=${this.query}
        .shares=${shares}
        .visible=${(/** @type {number} */ j) => !mask || mask.data[this.query * mask.cols + j] === 0}
        .label=${anatomy.query}
        @qkv-query=${(/** @type {CustomEvent} */ e) => this.store.set({ query: e.detail.index }, { gesture: 'query' })}
      ></qkv-token-row>
      <p aria-live="polite">${summary(shares, this.tokens, this.query, this.t)}</p>
    </div>`
  }

  /** What the chosen query fetches, for the small view. @param {import('../engine/engine.js').Steps} steps */
  #fetched(steps) {
    return html`<div class="content">
      <qkv-attention-bands
        only="fetch"
        .steps=${steps}
        .tokens=${this.tokens}
        .mask=${this.#mask}
        .weighted=${this.weighted}
        .query=${this.query}
        .hovered=${this.hovered}
        .narrow=${this.narrow}
        .width=${this.width - (this.narrow ? 26 : 36)}
        .lang=${this.language}
        .theme=${this.theme}
        @qkv-cell-hover=${(/** @type {CustomEvent} */ e) => (this.hovered = e.detail)}
      ></qkv-attention-bands>
    </div>`
  }

  #caption() {
    const { anatomy } = this.t
    const difference = /** @type {number} */ (this.difference)
    const close = difference < 1e-4
    const gap = formatNumber(difference)
    return html`<figcaption>
      <span>${anatomy.keys}</span
      ><span class=${close ? 'ok' : ''}>${close ? `✓ ${anatomy.checked(gap)}` : anatomy.unchecked(gap)}</span>
    </figcaption>`
  }

  get #pinned() {
    return readPin(this.store.values.pin, this.steps)
  }

  /** @param {import('../engine/engine.js').Steps} steps */
  #why(steps) {
    const cell = this.#pinned
    const engine = /** @type {import('../engine/engine.js').Engine} */ (this.engine)
    const arithmetic = cell
      ? engine.cellArithmetic(this.headInputs ?? {}, steps, cell.step, cell.row, cell.col)
      : null
    return html`<div class="why">
      <qkv-arithmetic-view
        .arithmetic=${arithmetic}
        .heading=${cell ? pinName(cell, this.tokens, this.t) : ''}
        .tones=${pinTones(cell?.step)}
        .temperature=${this.store.values.temperature}
        .lang=${this.language}
        steppable
        @qkv-arithmetic-step=${(/** @type {CustomEvent} */ e) => this.#stepPin(e.detail.by)}
        @qkv-arithmetic-close=${() => this.store.set({ pin: '' }, { undoable: false })}
      ></qkv-arithmetic-view>
    </div>`
  }

  /** Pins a cell, or lets go of it. @param {CustomEvent} e */
  #pin = (e) => {
    const pin = writePin(e.detail, this.query)
    if (pin) this.store.set({ pin: pin === this.store.values.pin ? '' : pin }, { undoable: false })
  }

  /** @param {number} by */
  #stepPin(by) {
    const cell = this.#pinned
    if (cell) this.store.set({ pin: steppedPin(cell, by) }, { undoable: false })
  }

  /** @param {CustomEvent} e */
  #edit = (e) => {
    const { step, row, col, value, gesture } = e.detail
    const matrix = /** @type {any} */ (this.#inputs)[step]
    const data = matrix.data.slice()
    data[row * matrix.cols + col] = value
    this.notice = ''
    this.store.set({ [step]: { ...matrix, data } }, { gesture: `${step} ${gesture}` })
  }

  /** @param {CustomEvent} e */
  #toggle = (e) => {
    const mask = /** @type {Matrix} */ (this.#mask)
    const data = mask.data.slice()
    const at = e.detail.row * mask.cols + e.detail.col
    data[at] = data[at] === 0 ? -Infinity : 0
    this.store.set({ mask: 'custom', maskCells: { ...mask, data } })
  }

  /** Taking up "your own" starts from the mask that is there. @param {string} kind */
  #setMask(kind) {
    this.store.set(
      kind === 'custom' ? { mask: kind, maskCells: this.#mask } : { mask: kind, maskCells: null },
    )
  }

  /** Words that stay keep their features; a new word gets the numbers that belong to it. @param {HTMLInputElement} field */
  #setTokens(field) {
    const tokens = splitTokens(field.value, this.language)
    if (tokens.length < 1 || tokens.length > MAX_TOKENS) {
      this.notice = this.t.anatomy.tokensProblem(tokens.length)
      field.value = this.tokens.join(' ')
      return
    }
    this.notice = ''
    const engine = /** @type {import('../engine/engine.js').Engine} */ (this.engine)
    const { x } = this.#inputs
    const old = [...this.tokens]
    const rows = tokens.map((token) => {
      const at = old.indexOf(token)
      if (at < 0) return engine.randomNormal(seedOf(token), 1, x.cols).data
      old[at] = '\0' // each old row is used once, unless its word comes again
      return rowOf(x, at).data
    })
    const data = new Float32Array(tokens.length * x.cols)
    rows.forEach((row, i) => data.set(row, i * x.cols))
    const { mask } = this.store.values
    this.store.set({
      tokens: tokens.map((token) => token.replaceAll('|', '¦')),
      x: { rows: tokens.length, cols: x.cols, data },
      query: tokens.length - 1,
      pin: '',
      maskCells: null,
      mask: mask === 'custom' ? 'causal' : mask,
    })
  }

  /** @param {string} name */
  choosePreset(name) {
    this.preset = name
    this.notice = ''
    this.ignored = {}
    this.store.fromText('')
    this.emit('qkv-change', { state: '', preset: name })
  }
}

customElements.define('qkv-anatomy', Anatomy)

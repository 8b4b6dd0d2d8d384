import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { define } from '../../components/define.js'
import '../../components/head.js'
import '../../components/token-row.js'
import { formatNumber } from '../../components/format.js'
import { bandOf } from '../../components/steps.js'
import { seedOf, splitTokens, summary, tokenName } from '../../components/tokens.js'
import { numberProblem, readNumber } from '../../components/typed-number.js'
import { rowOf } from '../../engine/matrix.js'
import { select, size, slider, toggle } from '../../state/controls.js'
import { inLanguage } from '../../i18n/locales.js'
import { looks, matrix, number, text, words } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { wayToAll } from '../base/parts.js'
import { inputsOf, presets } from './presets.js'
import { MAX_WIDTH, inShape, misfits, shapeOf } from './shape.js'
import { strings } from './strings.js'
import { anatomyStyle } from './style.js'

/** @typedef {import('../../package/engine.js').Matrix} Matrix */
/** @typedef {import('../../package/engine.js').Steps} Steps */

const MAX_TOKENS = 12
const MASKS = ['causal', 'none', 'window', 'prefix', 'padding', 'custom']
const SIZED = ['window', 'prefix', 'padding']

/**
 * One head, every number, everything editable. `view="sentence"` shows the sentence and its weights alone. Property `steps`:
 * the core's numbers.
 */
export class Anatomy extends Figure {
  static strings = strings
  static presets = Object.keys(presets)
  static buttons = ['preset', 'tokens', 'shape']
  static views = ['tokens', 'project', 'score', 'mask', 'share', 'carry', 'sentence']
  static stepControls = {
    tokens: ['preset', 'tokens'],
    project: ['shape'],
    score: ['scale'],
    mask: ['mask'],
    share: ['temperature'],
    carry: [],
  }
  // null means "as in the preset". `maskCells` is the mask of kind 'custom'.
  static state = {
    tokens: words(MAX_TOKENS),
    x: matrix(),
    wQ: matrix(),
    wK: matrix(),
    wV: matrix(),
    mask: select('causal', MASKS, {
      words: 'masks',
      set: (figure, mask) => figure.setMask(mask),
    }),
    size: size(
      2,
      { min: 0, max: MAX_TOKENS },
      {
        group: 'mask',
        label: (figure) => figure.allWords.maskSize[figure.store.values.mask],
        when: (figure) => SIZED.includes(figure.store.values.mask),
      },
    ),
    maskCells: matrix(),
    scale: toggle(true),
    temperature: slider(1, { min: 0, max: 3, step: 0.05, range: { min: 0 } }),
    query: number(-1, { min: -1, max: MAX_TOKENS - 1, whole: true }),
    pin: looks(text('', 30)),
  }

  static styles = [Figure.styles, anatomyStyle]

  constructor() {
    super()
    /** @type {Steps|undefined} */
    this.steps = undefined
  }

  get #preset() {
    return presets[this.presetName]
  }

  get presetName() {
    return Object.hasOwn(presets, this.preset ?? '') ? this.preset : 'annual-leave'
  }

  get tokens() {
    return this.store.values.tokens ?? this.#preset.tokens
  }

  /** As they are shown. */
  get #names() {
    return this.tokens.map(tokenName)
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
    const { mask, size: width, maskCells } = this.store.values
    const n = this.tokens.length
    if (mask === 'custom') return maskCells ?? this.engine.mask('none', n)
    const least = mask === 'window' ? 1 : 0
    return this.engine.mask(mask, n, Math.max(least, Math.min(width, n)))
  }

  compute() {
    const { engine } = this
    const { scale, temperature } = this.store.values
    this.dropMisfits()
    this.mask = this.#mask
    const inputs = { ...this.#inputs, mask: this.mask, scale, temperature }
    this.headInputs = inputs
    this.steps = engine.attention(inputs)
    this.weighted = engine.weightedValues(this.steps, this.query)
    this.difference = engine.differenceFromFloat64(inputs, this.steps)
  }

  /** Parts of an address that do not fit together (a matrix for other tokens) give way to the preset, visibly. */
  dropMisfits() {
    const { maskCells, mask } = this.store.values
    const t = this.words(strings)
    // Said as long as it is so: what fits again, after undo or another address, needs no word.
    if (this.store.toText() !== this.#misfit) this.ignored.parts = ''
    const wrong = misfits(this.#inputs, this.tokens.length)
    if (wrong.length > 0)
      this.store.values = { ...this.store.values, tokens: null, x: null, wQ: null, wK: null, wV: null }
    const n = this.tokens.length
    const maskFits =
      !maskCells ||
      (maskCells.rows === n &&
        maskCells.cols === n &&
        maskCells.data.every((/** @type {number} */ v) => v === 0 || v === -Infinity))
    if (!maskFits)
      this.store.values = { ...this.store.values, maskCells: null, mask: mask === 'custom' ? 'causal' : mask }
    if (wrong.length === 0 && maskFits) return
    const reasons = wrong.map(({ name, rows, cols, has }) => t.misfit(name, rows, cols, has.rows, has.cols))
    this.ignored.parts = [...reasons, !maskFits && 'maskCells'].filter(Boolean).join(' ; ')
    this.#misfit = this.store.toText()
  }

  /** What was left of a state of which parts did not fit. */
  #misfit = ''

  lead() {
    if (!['preset', 'tokens', 'shape'].some((name) => this.shows(name))) return nothing
    const t = this.words(strings)
    return html`${
      this.shows('preset')
        ? html`<select
            class="preset"
            aria-label=${t.preset}
            @change=${(/** @type {any} */ e) => this.choosePreset(e.target.value)}
          >
            ${Object.entries(t.presets).map(([name, text]) => html`<option value=${name} .selected=${name === this.presetName}>${text}</option>`)}
          </select>`
        : nothing
    }${
      this.shows('tokens')
        ? html`<label class="tokens" title=${t.tokensHint}
            >${t.tokens}
            <input
              type="text"
              lang=""
              .value=${this.tokens.join(' ')}
              @change=${(/** @type {any} */ e) => this.#setTokens(e.target)}
            />
          </label>`
        : nothing
    }${this.shows('shape') ? this.#shapeFields() : nothing}`
  }

  #shapeFields() {
    const t = this.words(strings)
    const shape = /** @type {Record<string, number>} */ (shapeOf(this.#inputs))
    return html`<span class="shape" role="group" aria-label=${t.shape} title=${t.shapeHint}>
      ${Object.entries(t.shapes).map(
        ([name, [letter, index, spoken]]) =>
          html`<label
            ><span aria-hidden="true"><i>${letter}</i><sub>${index}</sub></span>
            <input
              class="size"
              type="number"
              min="1"
              max=${MAX_WIDTH}
              aria-label=${spoken}
              .value=${live(String(shape[name]))}
              @change=${(/** @type {any} */ e) => this.#reshape(name, e.target)}
            />
          </label>`,
      )}
    </span>`
  }

  /** @param {string} name of a size @param {HTMLInputElement} field */
  #reshape(name, field) {
    const value = readNumber(field.value).value
    const inputs = this.#inputs
    const shape = shapeOf(inputs)
    if (!Number.isInteger(value) || value < 1 || value > MAX_WIDTH) {
      this.notice = this.words(strings).shapeProblem(MAX_WIDTH)
      field.value = String(/** @type {any} */ (shape)[name])
      return
    }
    this.notice = ''
    this.store.set({ ...inShape(inputs, { ...shape, [name]: value }), pin: '' })
  }

  toolbar() {
    return this.view === 'sentence' ? nothing : super.toolbar()
  }

  body() {
    const { steps } = this
    if (!steps) return nothing
    if (this.view === 'sentence') return html`${this.#sentence(steps)}${this.#head(steps, 'fetch')}`
    return this.partial() ?? html`${this.#tokens(steps)} ${this.#head(steps)} ${this.#caption()}`
  }

  /** Several bands are one head: what is pinned in one stands in one. @returns {unknown} */
  partial() {
    const bands = this.parts().filter(({ name }) => name !== 'tokens' && this.view.split(',').includes(name))
    const { steps } = this
    if (bands.length < 2 || !steps) return super.partial()
    const only = bands.map(({ name }) => name).join(',')
    return html`${this.view.includes('tokens') ? this.#tokens(steps) : nothing} ${this.#head(steps, only)}
    ${this.#caption()} ${wayToAll(this)}`
  }

  parts() {
    const { steps, mask } = this
    if (!steps) return []
    const { query, names } = this.t.head
    const band = (/** @type {keyof typeof names} */ name) => ({
      name,
      title: names[name],
      draw: () => html`${this.#head(steps, name)} ${this.#caption()}`,
    })
    return [
      { name: 'tokens', title: query, draw: () => this.#tokens(steps) },
      band('project'),
      band('score'),
      ...(mask ? [band('mask')] : []),
      band('share'),
      band('carry'),
    ]
  }

  /** @param {Steps} steps */
  #tokens(steps) {
    const t = this.words(strings)
    const note = this.store.values.tokens ? t.newTokens : t.notes[/** @type {'previous'} */ (this.presetName)]
    return html`<div class="note">${note}</div>
      ${this.#sentence(steps)}`
  }

  /** What the features are called: those of the example, as long as there are so many. */
  get #features() {
    const named = inLanguage(this.#preset.features, this.language)
    const { cols } = this.#inputs.x
    return cols === named.length ? named : Array.from({ length: cols }, (_, i) => String(i + 1))
  }

  /** @param {Steps} steps @param {string} [only] the name of a band */
  #head(steps, only = '') {
    const { ops } = this.t.head
    const { scale, temperature, pin } = this.store.values
    const whole = only !== 'fetch'
    return html`<qkv-head
      .only=${only}
      .lit=${this.lit}
      .steps=${steps}
      .tokens=${this.#names}
      .features=${this.#features}
      .inputs=${whole ? this.#inputs : undefined}
      .mask=${this.mask}
      .maskable=${whole}
      .weighted=${this.weighted}
      .query=${this.query}
      .pin=${pin}
      .arithmetic=${whole ? this.#arithmetic : null}
      .scaleText=${scale ? ops.scale(steps.q.cols) : ops.unscaled}
      .temperature=${temperature}
      .narrow=${this.narrow}
      .width=${this.width}
      .lang=${this.language}
      .theme=${this.appearance}
      @qkv-pin=${(/** @type {CustomEvent} */ e) => this.#pin(e.detail.pin)}
      @qkv-cell-edit=${this.#edit}
      @qkv-cell-fill=${this.#fill}
      @qkv-cell-cancel=${(/** @type {CustomEvent} */ e) => this.store.cancel(`${e.detail.step} ${e.detail.gesture}`)}
      @qkv-cell-toggle=${this.#toggle}
      @qkv-cell-invalid=${(/** @type {CustomEvent} */ e) => (this.notice = numberProblem(e.detail, this.t))}
    ></qkv-head>`
  }

  /** Pins a cell; where the parts are shown one by one, the part goes with it. @param {string} pin */
  #pin(pin) {
    const at = this.store.values.step
    const bands = this.parts().flatMap(({ name }) => (name === 'tokens' ? [] : [name]))
    const step = this.view === 'steps' && pin ? bandOf(pin.split('.')[0], bands, at) : at
    this.store.set({ pin, step }, { undoable: false })
  }

  /** @param {Steps} steps */
  #sentence(steps) {
    const { head } = this.t
    const shares = rowOf(steps.weights, this.query).data
    const { mask } = this
    return html`<div class="sentence">
      <h2>${this.view === 'sentence' ? this.words(strings).live : head.query}</h2>
      <qkv-token-row
        .tokens=${this.#names}
        .query=${this.query}
        .shares=${shares}
        .visible=${(/** @type {number} */ j) => !mask || mask.data[this.query * mask.cols + j] === 0}
        .label=${head.query}
        .hiddenText=${this.t.cell.forbidden}
        @qkv-query=${(/** @type {CustomEvent} */ e) => this.store.set({ query: e.detail.index }, { gesture: 'query' })}
      ></qkv-token-row>
      <p aria-live="polite">${summary(shares, this.#names, this.query, this.t)}</p>
    </div>`
  }

  /** Whether anything that was computed is no number: nothing can be said of its precision. */
  get #broken() {
    return Object.values(/** @type {Steps} */ (this.steps)).some(({ data }) => data.some(Number.isNaN))
  }

  #caption() {
    const t = this.words(strings)
    const difference = /** @type {number} */ (this.difference)
    const close = difference < 1e-4
    const gap = formatNumber(difference)
    const said = this.#broken ? t.notNumbers : close ? `✓ ${t.checked(gap)}` : t.unchecked(gap)
    return html`<figcaption>
      ${this.view === 'steps' ? nothing : html`<span>${t.keys}</span>`}<span
        class=${close && !this.#broken ? 'ok' : ''}
        >${said}</span
      >
    </figcaption>`
  }

  /** @param {import('../../components/steps.js').Cell} cell */
  #arithmetic = ({ step, row, col }) =>
    this.engine.cellArithmetic(
      this.headInputs ?? {},
      /** @type {Steps} */ (this.steps),
      /** @type {'q'} */ (step),
      row,
      col,
    )

  /** @param {CustomEvent} e */
  #edit = (e) => {
    const { step, row, col, value, gesture } = e.detail
    const matrix = /** @type {any} */ (this.#inputs)[step]
    const data = matrix.data.slice()
    data[row * matrix.cols + col] = value
    this.notice = ''
    this.store.set({ [step]: { ...matrix, data } }, { gesture: `${step} ${gesture}` })
  }

  /** A block of numbers that was pasted. @param {CustomEvent} e */
  #fill = (e) => {
    const { step, row, col, rows, problem } = e.detail
    const matrix = /** @type {any} */ (this.#inputs)[step]
    const t = this.words(strings)
    const width = rows[0]?.length ?? 0
    if (problem) this.notice = numberProblem({ text: problem, problem: 'none' }, this.t)
    else if (row + rows.length > matrix.rows || col + width > matrix.cols)
      this.notice = t.tooMany(rows.length, width, matrix.rows - row, matrix.cols - col)
    else {
      const data = matrix.data.slice()
      rows.forEach((/** @type {number[]} */ values, /** @type {number} */ i) =>
        data.set(values, (row + i) * matrix.cols + col),
      )
      this.notice = ''
      this.store.set({ [step]: { ...matrix, data } })
    }
  }

  /** @param {CustomEvent} e */
  #toggle = (e) => {
    const mask = /** @type {Matrix} */ (this.mask)
    const data = mask.data.slice()
    const at = e.detail.row * mask.cols + e.detail.col
    data[at] = data[at] === 0 ? -Infinity : 0
    this.store.set({ mask: 'custom', maskCells: { ...mask, data } })
  }

  /** Taking up "your own" starts from the mask that is there. @param {string} kind */
  setMask(kind) {
    this.store.set(kind === 'custom' ? { mask: kind, maskCells: this.mask } : { mask: kind, maskCells: null })
  }

  /** Words that stay keep their features; a new word gets the numbers that belong to it. @param {HTMLInputElement} field */
  #setTokens(field) {
    const tokens = splitTokens(field.value, this.language)
    if (tokens.length < 1 || tokens.length > MAX_TOKENS) {
      this.notice = this.words(strings).tokensProblem(tokens.length)
      field.value = this.tokens.join(' ')
      return
    }
    this.notice = ''
    const { engine } = this
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
}

define('qkv-anatomy', Anatomy)

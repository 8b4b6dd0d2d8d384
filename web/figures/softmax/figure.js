import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import '../../components/bars.js'
import { formatNumber, formatPercent } from '../../components/format.js'
import { slider, toggle } from '../../state/controls.js'
import { choice, matrix } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { strings } from './strings.js'

/** Scores of the presets, with the names of what is looked at. */
const PRESETS = {
  four: [1.1, 4.8, 0.7, -0.2],
  equal: [2, 2, 2, 2],
  overflow: [100, 99, 0, 0],
}
const RANGE = { usual: [-10, 10], overflow: [-10, 110] }
const FLOAT_MOST = 3.4e38 // beside ∞ the largest float32 fills the track
const COOL = 6 // of the slider: temperatures from 0 to ∞ on equal steps

/**
 * Softmax, step by step: scores as bars that can be dragged, minus their maximum, to the power of e, as shares.
 * Property `result`: the core's steps.
 */
export class Softmax extends Figure {
  static strings = strings
  static presets = Object.keys(PRESETS)
  static state = {
    scores: matrix(),
    temperature: slider(
      1,
      {
        min: 0,
        max: 2 * COOL,
        step: 0.25,
        range: { min: 0 },
        place: (t) => (t === Infinity ? 2 * COOL : t <= 1 ? t * COOL : 2 * COOL - COOL / t),
        value: (place) =>
          place >= 2 * COOL
            ? Infinity
            : Number((place <= COOL ? place / COOL : COOL / (2 * COOL - place)).toPrecision(3)),
      },
      { disabled: (figure) => !figure.store.values.max },
    ),
    max: toggle(true, { label: 'subtract', also: () => ({ temperature: 1 }) }),
    range: choice('', 'usual', 'overflow'),
  }

  static styles = [
    Figure.styles,
    css`
      .sum {
        margin: 0.6rem 0 0;
        color: var(--soft);
        font-size: 0.875rem;
        font-variant-numeric: tabular-nums;
      }
    `,
  ]

  constructor() {
    super()
    /** @type {any} */ this.result = undefined
  }

  get #presetName() {
    return /** @type {keyof typeof PRESETS} */ (Object.hasOwn(PRESETS, this.preset) ? this.preset : 'four')
  }

  get #scores() {
    const own = this.store.values.scores
    const data = own?.rows === 1 && own.cols <= 12 ? own.data : new Float32Array(PRESETS[this.#presetName])
    return { rows: 1, cols: data.length, data }
  }

  compute() {
    const { engine } = this
    const { temperature, max } = this.store.values
    const scores = this.#scores
    const right = engine.softmax(scores, temperature)
    this.result = {
      scores,
      ...right,
      ...(max ? {} : { ...engine.softmaxWithoutMax(scores), rowMax: right.rowMax }),
    }
  }

  extras() {
    const t = this.words(strings)
    return html`<button class="chip" @click=${() => this.#shift(1)}>${t.shift}</button>
      <button class="chip" @click=${() => this.#shift(-1)}>${t.shiftBack}</button>`
  }

  body() {
    if (!this.result) return nothing
    const t = this.words(strings)
    const { max, range } = this.store.values
    const { scores, rowMax, exps, rowSum, weights } = this.result
    const [least, most] =
      RANGE[/** @type {'usual'} */ (range || (this.#presetName === 'overflow' ? 'overflow' : 'usual'))]
    const [low, high] = [Math.min(least, ...scores.data), Math.max(most, ...scores.data)] // whatever was added to all of them
    const names = Array.from(scores.data, (_, i) => `${i + 1}`)
    const largestExp = Math.max(...exps.data, 1)
    return html`
      <div class="content columns">
        <section data-step="scores">
          <h2><b>1</b> ${t.scores}</h2>
          <qkv-bars
            editable
            .names=${names}
            .values=${scores.data}
            least=${low}
            most=${high}
            step="0.1"
            tone="--x"
            .label=${t.scores}
            @qkv-bar=${(/** @type {CustomEvent} */ e) => this.#drag(e.detail)}
          ></qkv-bars>
          <p class="sum">${t.max(formatNumber(rowMax.data[0]))}</p>
        </section>
        <section data-step="exps">
          <h2>
            <b>2</b>
            ${max ? t.exps(this.store.values.temperature === 1 ? '' : formatNumber(this.store.values.temperature)) : t.expsRaw}
          </h2>
          <qkv-bars
            .names=${names}
            .values=${exps.data}
            least="0"
            most=${Number.isFinite(largestExp) ? largestExp : FLOAT_MOST}
            .label=${max ? t.exps('') : t.expsRaw}
          ></qkv-bars>
          <p class="sum ${Number.isFinite(rowSum.data[0]) ? '' : 'warn'}">
            ${t.sum(formatNumber(rowSum.data[0]))}
          </p>
        </section>
        <section data-step="weights">
          <h2><b>3</b> ${t.shares}</h2>
          <qkv-bars
            .names=${names}
            .values=${weights.data}
            .texts=${Array.from(weights.data, (w) => formatPercent(/** @type {number} */ (w)))}
            least="0"
            most="1"
            .label=${t.shares}
          ></qkv-bars>
        </section>
      </div>
      <p class="say" aria-live="polite">${this.#say()}</p>
      <figcaption>${t.note}</figcaption>
    `
  }

  /** What the numbers show, in a sentence. */
  #say() {
    const t = this.words(strings)
    const { weights, scores } = this.result
    if (weights.data.some(Number.isNaN)) return t.broken
    const order = Array.from(scores.data.keys()).sort((a, b) => scores.data[b] - scores.data[a])
    const [first, second] = order
    if (order.length < 2) return t.only
    if (weights.data[first] === weights.data[order.at(-1) ?? 0])
      return t.equal(formatPercent(weights.data[first]))
    return t.largest(
      String(first + 1),
      formatPercent(weights.data[first]),
      String(second + 1),
      formatPercent(weights.data[second]),
    )
  }

  /** @param {{ index: number, value: number }} change */
  #drag({ index, value }) {
    const data = Float32Array.from(this.#scores.data)
    data[index] = value
    this.store.set({ scores: { rows: 1, cols: data.length, data } }, { gesture: `score ${index}` })
  }

  /** All scores by the same amount: the shares stay. @param {number} by */
  #shift(by) {
    const data = Float32Array.from(this.#scores.data, (value) => Math.round((value + by) * 10) / 10)
    this.store.set({ scores: { rows: 1, cols: data.length, data } })
  }
}

define('qkv-softmax', Softmax)

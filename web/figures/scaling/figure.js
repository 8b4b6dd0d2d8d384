import { html, css, svg } from 'lit'
import { define } from '../../components/define.js'
import { bin, extent } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { chartStyle } from '../../components/chart-style.js'
import { factsStyle } from '../../components/facts-style.js'
import { formatNumber, formatPercent } from '../../components/format.js'
import { rowOf } from '../../engine/matrix.js'
import { select } from '../../state/controls.js'
import { number } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { strings } from './strings.js'

const SIZES = ['1', '2', '4', '8', '16', '32', '64', '128', '256', '512', '1024']
const KEYS = ['2', '5', '8', '16', '32', '64']
const SAMPLES = 1000

/**
 * Why √d: dot products of random numbers, their spread, and what softmax makes of them with and without the factor.
 * Presets: sizes of d. Property `result`: the core's DotProducts.
 */
export class Scaling extends Figure {
  static strings = strings
  static views = ['histogram', 'softmax', 'one']
  static presets = ['d2', 'd16', 'd128', 'd1024']
  static state = {
    d: select('', SIZES, { now: (figure) => figure.d }),
    keys: select('5', KEYS),
    drawn: number(0, { min: 0, max: 1e6, whole: true }),
    sample: number(0, { min: 0, max: SAMPLES - 1, whole: true }),
  }

  static styles = [
    Figure.styles,
    factsStyle,
    chartStyle,
    css`
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
        gap: 1.6rem;
      }
      table {
        border-collapse: collapse;
        width: 100%;
        font-variant-numeric: tabular-nums;
      }
      th,
      td {
        padding: 0.35rem 0.5rem;
        border-bottom: 1px solid var(--line);
        text-align: end;
        font-weight: 400;
      }
      th:first-child {
        text-align: start;
        color: var(--soft);
      }
      td {
        font-weight: 600;
      }
      .say {
        margin: 0.9rem 0 0;
      }
      .pinned {
        border-top: 1px dashed var(--line);
      }
      .scroll {
        overflow-x: auto;
      }
      .pinned p {
        margin: 0.6rem 0 0;
      }
      rect {
        fill: var(--a);
        opacity: 0.7;
      }
      .scaled {
        fill: var(--x);
        opacity: 0.55;
      }
      .pinned th,
      .pinned td {
        white-space: nowrap;
      }
      @container (max-width: 46rem) {
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ]

  constructor() {
    super()
    /** @type {import('../../package/engine.js').DotProducts|undefined} */ this.result = undefined
  }

  get d() {
    const preset = this.kind.presets.includes(this.preset) ? this.preset.slice(1) : '128'
    return Number(this.store.values.d || preset)
  }

  compute() {
    const { keys, drawn } = this.store.values
    const seed = this.seedOr(1) + drawn
    this.result = this.engine.sampleDotProducts(this.d, Number(keys), SAMPLES, seed)
  }

  extras() {
    const { drawn } = this.store.values
    const again = () => this.store.set({ drawn: drawn + 1 })
    return html`<button class="chip" @click=${again}>${this.words(strings).again}</button>`
  }

  parts() {
    const t = this.words(strings)
    const content = (/** @type {unknown} */ inner) => html`<div class="content">${inner}</div>`
    return [
      { name: 'histogram', title: t.spread, draw: () => content(this.#scores()) },
      { name: 'softmax', title: 'softmax', draw: () => content(this.#facts()) },
      { name: 'one', title: t.one(this.store.values.sample + 1), draw: () => this.#pinned() },
    ]
  }

  body() {
    const whole = () =>
      html`<div class="content columns">${this.#scores()} ${this.#facts()}</div>
        ${this.#pinned()}`
    return html`${this.partial() ?? whole()}
      <figcaption>${this.words(strings).note(SAMPLES)}</figcaption>`
  }

  #scores() {
    const t = this.words(strings)
    return html`
      <section data-step="scores">
        <h2>${t.histogram(this.d)}</h2>
        ${this.#histogram()}
      </section>
    `
  }

  #facts() {
    const t = this.words(strings)
    const { spread, largest, largestScaled, gradient, gradientScaled } = /** @type {any} */ (this.result)
    return html`
      <section>
        <dl class="facts">
          <div>
            <dt>${t.spread}</dt>
            <dd>${formatNumber(spread)}</dd>
          </div>
        </dl>
        <table>
          <thead>
            <tr>
              <td></td>
              <th scope="col">${t.plain}</th>
              <th scope="col">${t.scaled}</th>
            </tr>
          </thead>
          <tbody>
            <tr data-step="weights">
              <th scope="row">${t.largest}</th>
              <td>${formatPercent(largest)}</td>
              <td>${formatPercent(largestScaled)}</td>
            </tr>
            <tr>
              <th scope="row">${t.gradient}</th>
              <td>${formatNumber(gradient)}</td>
              <td>${formatNumber(gradientScaled)}</td>
            </tr>
          </tbody>
        </table>
        <p class="say">
          ${t.say(formatPercent(largest), formatPercent(largestScaled))}
          ${this.#slope(gradient, gradientScaled)}
        </p>
      </section>
    `
  }

  /** What the two slopes say, as they are. @param {number} plain @param {number} scaled */
  #slope(plain, scaled) {
    const { slope } = this.words(strings)
    if (plain === scaled) return slope.same
    const [a, b] = [formatNumber(plain), formatNumber(scaled)]
    return scaled < 1.5 * plain ? slope.little(a, b) : slope.dead(a, b)
  }

  /** One query with its keys, followed through. */
  #pinned() {
    const t = this.words(strings)
    const { sample } = this.store.values
    const result = /** @type {import('../../package/engine.js').DotProducts} */ (this.result)
    const [scores, plain, scaled] = [result.scores, result.weights, result.weightsScaled].map(
      (matrix) => rowOf(matrix, sample).data,
    )
    return html`<div class="content pinned">
      <h2>${t.one(sample + 1)}</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <td></td>
              ${Array.from(scores, (_, j) => html`<th scope="col">${t.keyNumber(j + 1)}</th>`)}
            </tr>
          </thead>
          <tbody>
            <tr data-step="scores">
              <th scope="row">q · k</th>
              ${Array.from(scores, (score) => html`<td>${formatNumber(score)}</td>`)}
            </tr>
            <tr data-step="weights">
              <th scope="row">${t.weightsPlain}</th>
              ${Array.from(plain, (w) => html`<td>${formatPercent(w)}</td>`)}
            </tr>
            <tr data-step="weights">
              <th scope="row">${t.weightsScaled}</th>
              ${Array.from(scaled, (w) => html`<td>${formatPercent(w)}</td>`)}
            </tr>
          </tbody>
        </table>
      </div>
      <p>
        <button class="chip" @click=${() => this.store.set({ sample: (sample + 1) % SAMPLES })}>
          ${t.next}
        </button>
      </p>
    </div>`
  }

  /** How often which score was drawn. */
  #histogram() {
    const t = this.words(strings)
    const { scores, spread } = /** @type {any} */ (this.result)
    const width = 560
    const height = 240
    const most = Math.max(4, Math.max(...extent(scores.data).map((/** @type {any} */ v) => Math.abs(v))))
    const x = scaleLinear([-most, most], [34, width - 10])
    const bins = bin().domain([-most, most]).thresholds(40)(scores.data)
    const y = scaleLinear([0, Math.max(...bins.map((one) => one.length))], [height - 30, 8])
    return html`<svg
      viewBox="0 0 ${width} ${height}"
      role="img"
      aria-label=${t.histogramLabel(formatNumber(spread))}
    >
      ${bins.map(
        (one) =>
          svg`<rect x=${x(one.x0 ?? 0) + 1} width=${Math.max(1, x(one.x1 ?? 0) - x(one.x0 ?? 0) - 1)} y=${y(one.length)} height=${height - 30 - y(one.length)} />`,
      )}
      <line class="grid" x1="34" x2=${width - 10} y1=${height - 30} y2=${height - 30} />
      ${x.ticks(7).map((tick) => svg`<text x=${x(tick)} y=${height - 12} text-anchor="middle">${formatNumber(tick)}</text>`)}
    </svg>`
  }
}

define('qkv-scaling', Scaling)

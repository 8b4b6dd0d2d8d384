import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import { format } from 'd3-format'
import '../../components/line-chart.js'
import '../base/jobs.js'
import '../../models/sayings.js'
import { formatBytes, formatCount, formatNumber } from '../../components/format.js'
import { chips, selectOf, slider } from '../../state/controls.js'
import { choice, text } from '../../state/property.js'
import { drawControl } from '../base/toolbar.js'
import { Measuring } from '../base/measuring.js'
import { byFormula, costsOf } from './by-formula.js'
import { strings } from './strings.js'

const BOUNDS = ['512', '1024', '2048', '4096', '8192']
const WIDTHS = ['16', '32', '64', '128']

const count = (/** @type {string[]} */ list) => () =>
  list.map((one) => /** @type {[string, string]} */ ([one, formatCount(Number(one))]))
const measuring = (/** @type {Cost} */ figure) => !!figure.measuring
const byShape = { group: 'formula', elsewhere: true }

/**
 * What length costs: of a named model, counted from its shape; and time of naive attention on the reader's machine, measured in a
 * worker, which can be stopped.
 * Property `result`: [{ n, ms, rate, bytes }].
 */
export class Cost extends Measuring {
  static strings = strings
  static needs = /** @type {const} */ ('model')
  static state = {
    bound: selectOf(choice('2048', ...BOUNDS), count(BOUNDS), { disabled: measuring }),
    dHead: selectOf(choice('64', ...WIDTHS), count(WIDTHS), { group: 'width', disabled: measuring }),
    architecture: selectOf(
      text('Llama-3.1-8B', 30),
      (/** @type {Cost} */ figure) => figure.engine.architectures.map((name) => [name, name]),
      { ...byShape, now: (figure) => figure.architecture },
    ),
    tokens: slider(
      8192,
      {
        min: 7,
        max: 20,
        step: 0.25,
        range: { min: 1, max: 2 ** 24 },
        place: Math.log2,
        value: (at) => Math.round(2 ** at),
      },
      byShape,
    ),
    token: chips('last', ['last', 'mean'], { ...byShape, words: 'tokenKinds' }),
  }
  static views = ['formula', 'memory', 'measured']
  static stepControls = { formula: ['formula'], memory: ['formula'], measured: ['bound', 'width'] }
  static properties = { result: { state: true } }

  static styles = [
    Measuring.styles,
    css`
      .content {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 1.4rem;
        align-items: start;
      }
      .part h2 {
        padding: 0.9rem 1.1rem 0;
        margin: 0;
      }
      .part + .part {
        border-top: 1px solid var(--line);
      }
      .note {
        padding: 0 1.1rem 0.9rem;
      }
      .big {
        font: 600 1.35rem/1.3 var(--serif);
        margin: 0 0 0.2rem;
      }
      p {
        margin: 0 0 0.8rem;
        max-width: 46rem;
      }
      .idle {
        grid-column: 1 / -1;
        padding: 2.5rem 0;
        text-align: center;
        color: var(--soft);
      }
      .soft {
        color: var(--soft);
        font-size: 0.875rem;
      }
      table {
        border-collapse: collapse;
        font-variant-numeric: tabular-nums;
        font-size: 0.875rem;
      }
      caption {
        text-align: start;
        color: var(--soft);
        padding-bottom: 0.3rem;
      }
      th,
      td {
        text-align: right;
        padding: 0.25rem 0 0.25rem 1.1rem;
        border-bottom: 1px solid var(--line);
        white-space: nowrap;
        font-weight: 400;
      }
      thead th {
        color: var(--soft);
      }
      .shape th {
        text-align: start;
        padding-left: 0;
        white-space: normal;
      }
      .shape td {
        white-space: normal;
      }
      progress {
        accent-color: var(--a);
        width: 9rem;
      }
      @container (max-width: 50rem) {
        .content {
          grid-template-columns: minmax(0, 1fr);
        }
        table {
          width: 100%;
        }
        th,
        td {
          padding-left: 0.3rem;
        }
      }
    `,
  ]

  constructor() {
    super()
    /** @type {{ n: number, ms: number, rate: number, bytes: number }[]} */ this.result = []
    /** What the named model costs. @type {import('./by-formula.js').Costs|undefined} */ this.costs =
      undefined
  }

  async measure() {
    this.result = []
    const bound = Number(this.store.values.bound)
    const request = { bound, dHead: Number(this.store.values.dHead) }
    await this.runJob('measureCost', request, { n: 64 }, ({ points, n }) => {
      this.result = points
      return { n: Math.min(n * 2, bound) }
    })
  }

  compute() {
    this.costs = costsOf(this.engine, this.architecture, this.store.values.tokens)
  }

  /** Which model: an unknown one is the first. */
  get architecture() {
    const { architecture } = this.store.values
    return this.engine.architectures.includes(architecture) ? architecture : 'Llama-3.1-8B'
  }

  /** The controls of measuring stand with it, not above everything. @returns {any} */
  toolbar() {
    return nothing
  }

  extras() {
    const cost = this.words(strings)
    const { measuring: run } = this
    if (!run)
      return html`<button class="button primary" @click=${() => this.measure()}>
        ${this.result.length ? cost.again : cost.start}
      </button>`
    return html`<button class="button" @click=${() => run.stop.abort()}>${cost.cancel}</button>
      <progress
        max=${Math.log2(Number(this.store.values.bound)) - 5}
        value=${Math.log2(run.n) - 6}
        aria-label=${cost.progress(run.n)}
      ></progress>
      <span aria-live="polite">${cost.progress(run.n)}</span>`
  }

  parts() {
    const t = this.words(strings)
    const { chart, table } = this.#byFormula
    const shape = (/** @type {unknown} */ inner) => () => this.#shape(inner)
    const measured = { name: 'measured', title: t.byClock, draw: () => this.#measured() }
    if (this.view === '')
      return [{ name: 'formula', title: t.byFormula, draw: shape(html`${chart} ${table}`) }, measured]
    return [
      { name: 'formula', title: t.crossing, draw: shape(chart) },
      { name: 'memory', title: t.memory, draw: shape(table) },
      measured,
    ]
  }

  get #byFormula() {
    const { architecture } = this
    const costs = /** @type {import('./by-formula.js').Costs} */ (this.costs)
    const { tokens, token } = this.store.values
    const width = this.narrow ? this.width - 34 : 680
    return byFormula({ costs, architecture, tokens, mean: token === 'mean', width, t: this.words(strings) })
  }

  /** A part that is counted, under its controls. @param {unknown} inner */
  #shape(inner) {
    const t = this.words(strings)
    const controls = ['architecture', 'tokens', 'token'].map((name) => drawControl(this, name))
    return html`<section class="part">
      <h2>${t.byFormula}</h2>
      ${this.shows('formula') ? html`<div class="bar">${controls}</div>` : nothing}
      <div class="content">${inner}</div>
      <p class="soft note">${t.formulaNote}</p>
    </section>`
  }

  #measured() {
    const t = this.words(strings)
    return html`<section class="part">
      <h2>${t.byClock}</h2>
      ${super.toolbar()}
      <div class="content">
        ${this.result.length >= 2 ? this.#picture() : html`<div class="idle">${t.idle}</div>`}
      </div>
      <figcaption>${t.note}</figcaption>
    </section>`
  }

  /** The law of the longer lengths, where calls and clocks no longer count. */
  get law() {
    const long = this.result.filter(({ n }) => n >= 256)
    const points = long.length >= 3 ? long : this.result.slice(-3)
    if (points.length < 2) return null
    return this.engine.fitPowerLaw(
      points.map(({ n }) => n),
      points.map(({ ms }) => ms),
    )
  }

  #picture() {
    const cost = this.words(strings)
    const { engine } = this
    const last = this.result[this.result.length - 1]
    const law = this.law
    const exponent = law ? format('.2f')(law.exponent) : ''
    /** @type {[number, number][]} */
    const measured = this.result.map(({ n, ms }) => [n, ms])
    /** @type {[number, number][]} */
    const square = this.result.map(({ n }) => [n, engine.quadraticThrough(last.n, last.ms, n)])
    return html`
      <div>
        ${law ? html`<p class="big">${cost.fitted(exponent)}</p>` : nothing}
        <p class="soft">${law ? cost.fittedText(exponent) : ''}</p>
        <qkv-line-chart
          .series=${[
            { name: cost.square, tone: '--x', dashed: true, points: square },
            { name: cost.measured, tone: '--a', points: measured },
          ]}
          .xTicks=${this.result.map(({ n }) => n)}
          .formatX=${formatCount}
          .formatY=${formatNumber}
          .xLabel=${cost.n}
          .yLabel=${`${cost.time} (${cost.ms})`}
          .label=${`${cost.title}: ${cost.fitted(exponent)}`}
          .width=${this.narrow ? Math.min(680, this.width - 34) : 680}
        ></qkv-line-chart>
      </div>
      <table>
        <caption>
          ${cost.tableLabel}
        </caption>
        <thead>
          <tr>
            <th scope="col">n</th>
            <th scope="col">${cost.ms}</th>
            <th scope="col">GFLOP/s</th>
            <th scope="col">${cost.table}</th>
          </tr>
        </thead>
        <tbody>
          ${this.result.map(
            ({ n, ms, rate, bytes }) =>
              html`<tr>
                <th scope="row">${formatCount(n)}</th>
                <td>${formatNumber(ms)}</td>
                <td>${format('.3s')(rate).replace('G', '')}</td>
                <td>${formatBytes(bytes)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    `
  }
}

define('qkv-cost', Cost)

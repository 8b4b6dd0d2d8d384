import { html, css, nothing } from 'lit'
import { formatNumber } from '../components/format.js'
import { matrixOf, rowOf } from '../engine/matrix.js'
import { number } from '../state/property.js'
import { presets } from './anatomy-presets.js'
import { Figure } from './figure.js'
import { typedNumber } from './typed-number.js'

const TOLERANCE = 0.005
const STEPS = /** @type {const} */ (['scores', 'scaled', 'exps', 'weights', 'output'])
const MISSES = 2 // before the solution is shown

const table = { row: number(-1, { min: -1, max: 9, whole: true }) }

/**
 * An exercise: one row of attention by hand. The reader fills in scores, scaled scores, weights and output; fractions and roots are
 * understood, 0.005 is near enough; after two misses the solution of a step is shown. `seed` chooses the row (0: the last).
 * Presets: annual-leave. Property `result`: the core's steps. Raises qkv-score {score, state, name}.
 */
export class Fill extends Figure {
  static controls = ['history']
  static presets = ['annual-leave']
  static properties = { name: {}, typed: { state: true }, misses: { state: true }, checked: { state: true } }

  static styles = [
    Figure.styles,
    css`
      .content {
        display: grid;
        gap: 1rem;
      }
      .given {
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
        font-variant-numeric: tabular-nums;
      }
      th,
      td {
        padding: 0.3rem 0.7rem;
        text-align: center;
        border-bottom: 1px solid var(--line);
        font-weight: 400;
        white-space: nowrap;
      }
      tbody th {
        text-align: start;
        font-weight: 600;
      }
      .steps {
        display: grid;
        gap: 0.8rem;
      }
      .step {
        display: grid;
        grid-template-columns: minmax(9rem, 12rem) minmax(0, 1fr);
        gap: 0.4rem 1rem;
        align-items: center;
      }
      .step > b {
        font-weight: 600;
      }
      .step small {
        display: block;
        color: var(--soft);
        font-weight: 400;
      }
      .cells {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        align-items: center;
      }
      .cells label {
        display: grid;
        font-size: 0.8rem;
        color: var(--soft);
        text-align: center;
      }
      .cells input {
        width: 5rem;
        text-align: center;
        color: var(--ink);
      }
      input.ok {
        border-color: var(--v);
        box-shadow: inset 0 0 0 1px var(--v);
      }
      input.no {
        border-color: var(--warn);
        box-shadow: inset 0 0 0 1px var(--warn);
      }
      .said {
        grid-column: 2;
        margin: 0;
        font-size: 0.9rem;
      }
      .no-text {
        color: var(--warn);
      }
      @container (max-width: 40rem) {
        .step {
          grid-template-columns: minmax(0, 1fr);
        }
        .said {
          grid-column: 1;
        }
      }
    `,
  ]

  constructor() {
    super(table)
    this.name = ''
    /** @type {Record<string, string[]>} */ this.typed = {}
    /** @type {Record<string, number>} */ this.misses = {}
    /** @type {Record<string, boolean[]>} */ this.checked = {}
    /** @type {any} */ this.result = undefined
    this.#scored = false
  }

  #scored

  get #row() {
    const { row } = this.store.values
    const n = presets['annual-leave'].tokens.length
    const last = n - 1
    if (row >= 0) return Math.min(row, last)
    return last - (this.seedOr(0) % n)
  }

  compute() {
    const { x, wQ, wK, wV } = presets['annual-leave']
    this.result ??= this.engine?.attention({
      x: matrixOf(x),
      wQ: matrixOf(wQ),
      wK: matrixOf(wK),
      wV: matrixOf(wV),
      mask: 'causal',
    })
  }

  /** The numbers of a step in the row that is asked; without those that the mask forbids. @param {string} step @returns {number[]} */
  #right(step) {
    const { cols, data } = this.result[step]
    const row = this.#row
    const seen = step === 'output' ? cols : row + 1
    return Array.from(data.slice(row * cols, row * cols + seen))
  }

  body() {
    const { fill: t } = this.t
    const { tokens } = presets['annual-leave']
    const row = this.#row
    const solved = STEPS.filter((step) => this.#solved(step)).length
    return html`
      <div class="content">
        <div class="given">${this.#given(tokens, row)}</div>
        <p style="margin: 0">${t.ask(tokens[row])}</p>
        <div class="steps">
          ${STEPS.slice(0, Math.min(STEPS.length, solved + 1)).map((step) => this.#step(step, tokens))}
        </div>
        ${solved === STEPS.length ? html`<p class="ok" role="status" style="margin: 0">${t.done}</p>` : nothing}
      </div>
      <figcaption>${t.note}</figcaption>
    `
  }

  /** The queries, keys and values that the row needs. @param {string[]} tokens @param {number} row */
  #given(tokens, row) {
    const { fill: t } = this.t
    const { q, k, v } = this.result
    const vector = (/** @type {any} */ matrix, /** @type {number} */ i) =>
      `(${Array.from(rowOf(matrix, i).data, formatNumber).join(', ')})`
    return html`<table>
      <thead>
        <tr>
          <td></td>
          ${tokens.slice(0, row + 1).map((token) => html`<th scope="col">${token}</th>`)}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" class="q">${t.query(tokens[row])}</th>
          ${tokens.slice(0, row + 1).map((_, i) => html`<td class="q">${i === row ? vector(q, row) : ''}</td>`)}
        </tr>
        <tr>
          <th scope="row" class="k">${t.keys}</th>
          ${tokens.slice(0, row + 1).map((_, i) => html`<td class="k">${vector(k, i)}</td>`)}
        </tr>
        <tr>
          <th scope="row" class="v">${t.values}</th>
          ${tokens.slice(0, row + 1).map((_, i) => html`<td class="v">${vector(v, i)}</td>`)}
        </tr>
      </tbody>
    </table>`
  }

  /** @param {typeof STEPS[number]} step @param {string[]} tokens */
  #step(step, tokens) {
    const { fill: t } = this.t
    const right = this.#right(step)
    const checked = this.checked[step]
    const solved = this.#solved(step)
    const given = (this.misses[step] ?? 0) >= MISSES
    return html`<div class="step">
      <b>${t.steps[step].name}<small>${t.steps[step].how}</small></b>
      <div class="cells">
        ${right.map(
          (_, i) =>
            html`<label
              >${step === 'output' ? t.component(i + 1) : tokens[i]}
              <input
                type="text"
                inputmode="text"
                autocomplete="off"
                class=${checked ? (checked[i] ? 'ok' : 'no') : ''}
                ?readonly=${solved}
                .value=${this.typed[step]?.[i] ?? ''}
                @input=${(/** @type {any} */ e) => this.#type(step, i, e.target.value)}
                @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Enter' && this.#check(step)}
            /></label>`,
        )}
        ${solved ? html`<span class="ok">✓</span>` : html`<button class="button primary" @click=${() => this.#check(step)}>${t.check}</button>`}
      </div>
      ${
        checked && !solved
          ? html`<p class="said" role="status">
              <span class="no-text">${t.notYet}</span>
              ${given ? t.solution(right.map(formatNumber).join(', ')) : t.steps[step].hint}
            </p>`
          : nothing
      }
    </div>`
  }

  /** @param {string} step */
  #solved(step) {
    return !!this.checked[step]?.length && this.checked[step].every(Boolean)
  }

  /** @param {string} step @param {number} i @param {string} text */
  #type(step, i, text) {
    const list = [...(this.typed[step] ?? [])]
    list[i] = text
    this.typed = { ...this.typed, [step]: list }
  }

  /** To the first cell of the next step, once it is there. @param {string} step */
  async #onward(step) {
    await this.updateComplete
    const next = STEPS.indexOf(/** @type {'scores'} */ (step)) + 2
    /** @type {HTMLElement|null} */
    const cell = this.renderRoot.querySelector(`.step:nth-child(${next}) input`)
    cell?.focus()
  }

  /** @param {string} step */
  #check(step) {
    const right = this.#right(step)
    const checked = right.map(
      (value, i) => Math.abs(typedNumber(this.typed[step]?.[i] ?? '') - value) <= TOLERANCE,
    )
    this.checked = { ...this.checked, [step]: checked }
    if (checked.every(Boolean)) this.#onward(step)
    else this.misses = { ...this.misses, [step]: (this.misses[step] ?? 0) + 1 }
    if (this.#scored || !STEPS.every((one) => this.#solved(one))) return
    this.#scored = true
    const helped = STEPS.filter((one) => (this.misses[one] ?? 0) >= MISSES).length
    this.emit('qkv-score', { score: 1 - helped / STEPS.length, state: this.state, name: this.name || 'fill' })
  }
}

customElements.define('qkv-fill', Fill)

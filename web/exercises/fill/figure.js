import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import { formatNumber } from '../../components/format.js'
import { number, texts, wholes } from '../../state/property.js'
import { inputsOf, presets } from '../../figures/anatomy/presets.js'
import { Figure } from '../../figures/base/figure.js'
import { Drawn, LETTERS, drawnSeed } from '../drawn.js'
import { numbersTable, numbersTableStyle, vectorText } from '../numbers-table.js'
import { strings as exerciseStrings } from '../strings.js'
import { readNumber, typedNumber } from '../../components/typed-number.js'
import { strings } from './strings.js'

const TOLERANCE = 0.005
const STEPS = /** @type {const} */ (['scores', 'scaled', 'exps', 'weights', 'output'])
const MISSES = 2 // before the solution is shown

/**
 * An exercise: one row of attention by hand. The reader fills in scores, scaled scores, weights and output; fractions and roots are
 * understood, 0.005 is near enough; after two misses the solution of a step is shown. Presets: annual-leave, and drawn: numbers
 * that the core draws, by the attribute `seed` or, without one, others every time.
 * Property `result`: the core's steps. Raises qkv-score {score, state, name}.
 */
export class Fill extends Drawn {
  static strings = strings
  static presets = ['annual-leave', 'drawn']
  // By step: what was typed, which cells were right ('1') when they were last checked, how often some were not.
  static state = {
    seed: drawnSeed(),
    row: number(-1, { min: -1, max: 9, whole: true }),
    typed: texts(STEPS.length, 4, 40),
    marks: texts(STEPS.length, 4, 1),
    misses: wholes(STEPS.length),
  }

  static styles = [
    Figure.styles,
    numbersTableStyle,
    css`
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
        width: 6.2rem;
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
      @container (max-width: 40rem) {
        .cells input {
          width: 4.9rem;
        }
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
    super()
    /** @type {any} */ this.result = undefined
  }

  get #drawn() {
    return this.preset === 'drawn'
  }

  get #tokens() {
    return this.#drawn ? LETTERS : presets['annual-leave'].tokens
  }

  get #row() {
    const { row } = this.store.values
    const last = this.#tokens.length - 1
    return row >= 0 ? Math.min(row, last) : last
  }

  compute() {
    const { engine } = this
    const inputs = this.#drawn ? engine.workedExample(this.drawnBy) : inputsOf(presets['annual-leave'])
    this.result = engine.attention({ ...inputs, mask: 'causal' })
  }

  /** The numbers of a step in the row that is asked; without those that the mask forbids. @param {string} step @returns {number[]} */
  #right(step) {
    const { cols, data } = this.result[step]
    const row = this.#row
    const seen = step === 'output' ? cols : row + 1
    return Array.from(data.slice(row * cols, row * cols + seen))
  }

  /** What was typed, checked and missed in a step. @param {string} step @returns {{ typed: string[], marks: string[], misses: number }} */
  #done(step) {
    const at = STEPS.indexOf(/** @type {'scores'} */ (step))
    const { typed, marks, misses } = this.store.values
    return { typed: typed?.[at] ?? [], marks: marks?.[at] ?? [], misses: misses?.[at] ?? 0 }
  }

  /** A list of the state, by step, with another entry for one of them. @param {string} step @param {any[]|null} list @param {any} entry @param {any} none */
  #with(step, list, entry, none) {
    return STEPS.map((one, i) => (one === step ? entry : (list?.[i] ?? none)))
  }

  extras() {
    return this.#drawn ? super.extras() : nothing
  }

  body() {
    const t = this.words(strings)
    const tokens = this.#tokens
    const row = this.#row
    const solved = STEPS.filter((step) => this.#solved(step)).length
    return html`
      <div class="content stack">
        ${this.#given(tokens, row)}
        <p>${t.ask(tokens[row])}</p>
        <div class="steps">
          ${STEPS.slice(0, Math.min(STEPS.length, solved + 1)).map((step) => this.#step(step, tokens))}
        </div>
        ${solved === STEPS.length ? html`<p class="ok" role="status">${t.done}</p>` : nothing}
      </div>
      <figcaption>${this.#drawn ? t.drawnNote : t.note}</figcaption>
    `
  }

  /** The queries, keys and values that the row needs. @param {string[]} tokens @param {number} row */
  #given(tokens, row) {
    const t = this.words(strings)
    const e = this.words(exerciseStrings)
    const { q, k, v } = this.result
    const seen = tokens.slice(0, row + 1)
    const vectors = (/** @type {any} */ matrix) => seen.map((_, i) => vectorText(matrix, i))
    return numbersTable(seen, [
      {
        name: e.query(tokens[row]),
        step: 'q',
        tone: 'q',
        cells: seen.map((_, i) => (i === row ? vectorText(q, row) : '')),
      },
      { name: e.keys, step: 'k', tone: 'k', cells: vectors(k) },
      { name: t.values, step: 'v', tone: 'v', cells: vectors(v) },
    ])
  }

  /** @param {typeof STEPS[number]} step @param {string[]} tokens */
  #step(step, tokens) {
    const t = this.words(strings)
    const right = this.#right(step)
    const { typed, marks, misses } = this.#done(step)
    const checked = marks.some(Boolean)
    const solved = this.#solved(step)
    const given = misses >= MISSES
    return html`<div class="step" data-step=${step}>
      <b>${t.steps[step].name}<small>${t.steps[step].how}</small></b>
      <div class="cells">
        ${right.map(
          (_, i) =>
            html`<label
              >${step === 'output' ? t.component(i + 1) : tokens[i]}
              <input
                type="text"
                maxlength="40"
                inputmode="text"
                autocomplete="off"
                class=${checked ? (marks[i] === '1' ? 'ok' : 'no') : ''}
                ?readonly=${solved}
                .value=${typed[i] ?? ''}
                @input=${(/** @type {any} */ e) => this.#type(step, i, e.target.value)}
                @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Enter' && this.#check(step)}
            /></label>`,
        )}
        ${solved ? html`<span class="ok">✓</span>` : html`<button class="button primary" @click=${() => this.#check(step)}>${t.check}</button>`}
      </div>
      ${
        checked && !solved
          ? html`<p class="said" role="status">
              <span class="warn">${t.notYet}</span>
              ${given ? t.solution(right.map(formatNumber).join(', ')) : t.steps[step].hint}
            </p>`
          : nothing
      }
    </div>`
  }

  /** @param {string} step */
  #solved(step) {
    const { marks } = this.#done(step)
    return marks.length === this.#right(step).length && marks.every((mark) => mark === '1')
  }

  /** Numbers that the reader has begun with stay. */
  get #kept() {
    return this.#drawn ? { seed: this.drawnBy } : {}
  }

  /** @param {string} step @param {number} i @param {string} text */
  #type(step, i, text) {
    const row = [...this.#done(step).typed]
    for (let before = row.length; before < i; ++before) row[before] = ''
    row[i] = text
    this.store.set(
      { typed: this.#with(step, this.store.values.typed, row, []), ...this.#kept },
      { gesture: `${step} ${i}` },
    )
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
    const { typed, misses } = this.#done(step)
    // What cannot be read is no wrong answer.
    const unread = typed.find((text) => !['', 'empty'].includes(readNumber(text).problem))
    this.notice = unread ? this.words(strings).unread(unread) : ''
    if (unread) return
    const marks = this.#right(step).map((value, i) =>
      Math.abs(typedNumber(typed[i] ?? '') - value) <= TOLERANCE ? '1' : '0',
    )
    const all = marks.every((mark) => mark === '1')
    const { values } = this.store
    this.store.set({
      marks: this.#with(step, values.marks, marks, []),
      misses: this.#with(step, values.misses, misses + (all ? 0 : 1), 0),
      ...this.#kept,
    })
    if (!all) return
    this.#onward(step)
    if (!STEPS.every((one) => this.#solved(one))) return
    const helped = STEPS.filter((one) => this.#done(one).misses >= MISSES).length
    this.emit('qkv-score', { score: 1 - helped / STEPS.length, state: this.state, name: this.name || 'fill' })
  }
}

define('qkv-fill', Fill)

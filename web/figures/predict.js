import { html, css, nothing } from 'lit'
import '../components/arithmetic-view.js'
import '../components/number-line.js'
import '../components/share-out.js'
import { formatNumber, formatPercent } from '../components/format.js'
import { rowOf } from '../engine/matrix.js'
import { flag, number, wholes } from '../state/property.js'
import { Drawn, LETTERS } from './drawn.js'
import { Figure } from './figure.js'
import { numbersTable, numbersTableStyle, vectorText } from './numbers-table.js'
import { pinName, pinTones } from './pin.js'

/** @typedef {import('../engine/engine.js').Matrix} Matrix */

const SIZES = [4, 9, 16, 25, 36, 49, 64, 81, 100, 144, 196, 256]
const SAMPLES = 500
const KEYS = 10

/**
 * What can be asked: the scale to set the number on, how near is near enough, and the step whose tone the truth has.
 * @typedef {{ least: number, most: number, step: number, near: number, of: 'scores'|'weights'|'output', text: (value: number) => string }} Asked
 */
const share = {
  least: 0,
  most: 1,
  step: 0.01,
  near: 0.05,
  of: /** @type {const} */ ('weights'),
  text: formatPercent,
}
/** @type {Record<string, Asked>} */
const ASKED = {
  scores: { least: -10, most: 10, step: 1, near: 0, of: 'scores', text: formatNumber },
  weights: share,
  mask: share,
  output: { least: -3, most: 3, step: 0.1, near: 0.2, of: 'output', text: formatNumber },
  spread: { least: 0, most: 20, step: 0.5, near: 1, of: 'scores', text: formatNumber },
  shares: { ...share, near: 0.1 },
}

const table = {
  guess: number(NaN),
  shares: wholes(LETTERS.length, { total: 100 }),
  revealed: flag(false),
}

/**
 * Predict first: the reader sets a number, then sees the true one beside it and where it comes from. The core draws the numbers, by the
 * attribute `seed` or, without one, others every time. Presets say what is asked: scores, weights, mask (a weight once the last token is
 * hidden), output, spread (of dot products), shares (all weights of a row). Groups of `controls`: new, history. Property `result`:
 * { truth, … } from the core. Raises qkv-score {score: 1 if near, else 0, state, name}.
 */
export class Predict extends Drawn {
  static presets = Object.keys(ASKED)

  static styles = [
    Figure.styles,
    numbersTableStyle,
    css`
      .content {
        display: grid;
        gap: 0.9rem;
      }
      .content > * {
        min-width: 0;
      }
      p {
        margin: 0;
      }
      .ask {
        font-weight: 600;
      }
      .near {
        color: var(--v);
        font-weight: 600;
      }
      .far {
        color: var(--warn);
        font-weight: 600;
      }
      .after {
        display: grid;
        gap: 0.6rem;
        border-top: 1px dashed var(--line);
        padding-top: 0.8rem;
      }
    `,
  ]

  constructor() {
    super(table)
    /** @type {any} */ this.result = undefined
  }

  #computed = ''

  get #kind() {
    return Object.hasOwn(ASKED, this.preset) ? this.preset : 'weights'
  }

  /** @returns {number[]} */
  get #shares() {
    return this.store.values.shares ?? LETTERS.map(() => 0)
  }

  compute() {
    const seed = this.drawnBy
    const kind = this.#kind
    if (this.#computed === `${kind} ${seed}`) return
    this.#computed = `${kind} ${seed}`
    const engine = /** @type {import('../engine/engine.js').Engine} */ (this.engine)
    if (kind === 'spread') {
      const d = SIZES[seed % SIZES.length]
      this.result = { d, truth: engine.sampleDotProducts(d, KEYS, SAMPLES, seed).spread }
      return
    }
    const { of } = ASKED[kind]
    const example = engine.workedExample(seed)
    /** @type {import('../engine/engine.js').HeadInputs} */
    const inputs = { ...example, mask: kind === 'mask' ? 'causal' : 'none' }
    const steps = engine.attention(inputs)
    const open = kind === 'mask' ? engine.attention({ ...example, mask: 'none' }) : steps
    // The last token asks; with a mask the third, which does not see the last.
    const row = LETTERS.length - (kind === 'mask' ? 2 : 1)
    const col = seed % (kind === 'output' ? steps.output.cols : row + 1)
    const { data, cols } = steps[of]
    this.result = { inputs, steps, open, row, col, truth: data[row * cols + col] }
  }

  body() {
    const { predict: t, exercise } = this.t
    const kind = this.#kind
    const { revealed, guess } = this.store.values
    const ready =
      kind === 'shares' ? this.#shares.reduce((sum, one) => sum + one, 0) === 100 : !Number.isNaN(guess)
    return html`
      <div class="bar">
        <b>${exercise.predict}</b>
        ${this.renewControl()} ${this.historyControls()}
      </div>
      <div class="content">
        ${this.#given()}
        <p class="ask">${this.#question}</p>
        ${kind === 'shares' ? this.#shareOut() : this.#line()}
        ${
          revealed
            ? nothing
            : html`<p class="screen">
                <button class="button primary" ?disabled=${!ready} @click=${() => this.#reveal()}>
                  ${t.reveal}
                </button>
                ${ready ? nothing : kind === 'shares' ? this.t.guess.first : t.first}
              </p>`
        }
        <div aria-live="polite">${revealed ? this.#explained() : nothing}</div>
      </div>
      <figcaption>${kind === 'spread' ? t.spreadNote(SAMPLES * KEYS) : t.note}</figcaption>
    `
  }

  get #question() {
    const { predict: t } = this.t
    const { row, col, d } = this.result
    const kind = this.#kind
    if (kind === 'spread') return t.spread(d)
    if (kind === 'output') return t.output(LETTERS[row], col + 1)
    if (kind === 'shares') return t.shares(LETTERS[row])
    return t[/** @type {'scores'} */ (kind)](LETTERS[row], LETTERS[col])
  }

  /** The numbers that the answer follows from. */
  #given() {
    const { predict: t, fill, mask } = this.t
    const kind = this.#kind
    if (kind === 'spread') return nothing
    const { steps, open, row, col } = this.result
    const numbers = (/** @type {Matrix} */ matrix, /** @type {(value: number) => string} */ text) =>
      Array.from(rowOf(matrix, row).data, text)
    const scaled = { name: t.scaled, step: 'scaled', tone: 'x', cells: numbers(open.scaled, formatNumber) }
    const weights = {
      name: kind === 'mask' ? t.weightRow : mask.weights,
      step: 'weights',
      tone: 'a',
      cells: numbers(open.weights, formatPercent),
    }
    const rows = {
      scores: [
        {
          name: fill.query(LETTERS[row]),
          step: 'q',
          tone: 'q',
          cells: LETTERS.map((_, i) => (i === row ? vectorText(steps.q, row) : '')),
        },
        { name: fill.keys, step: 'k', tone: 'k', cells: LETTERS.map((_, i) => vectorText(steps.k, i)) },
      ],
      weights: [scaled],
      shares: [scaled],
      mask: [scaled, weights],
      output: [
        weights,
        {
          name: t.component(col + 1),
          step: 'v',
          tone: 'v',
          cells: LETTERS.map((_, i) => formatNumber(steps.v.data[i * steps.v.cols + col])),
        },
      ],
    }[/** @type {'weights'} */ (kind)]
    return numbersTable(LETTERS, rows, kind === 'output' || kind === 'shares' ? -1 : col)
  }

  #line() {
    const { predict: t } = this.t
    const { least, most, step, of, text } = ASKED[this.#kind]
    const { guess, revealed } = this.store.values
    return html`<qkv-number-line
      least=${least}
      most=${most}
      step=${step}
      .value=${guess}
      .truth=${revealed ? this.result.truth : NaN}
      .text=${text}
      .words=${{ label: this.#question, yours: t.yours, truth: t.truth, unset: t.unset }}
      tone=${{ scores: '--x', weights: '--a', output: '--v' }[of]}
      @qkv-set=${(/** @type {CustomEvent} */ e) => this.#set({ guess: e.detail.value }, 'guess')}
    ></qkv-number-line>`
  }

  #shareOut() {
    const { predict: t, guess } = this.t
    const { revealed } = this.store.values
    return html`<qkv-share-out
      .names=${LETTERS}
      .shares=${this.#shares}
      .truths=${revealed ? this.#weights : undefined}
      .words=${{ left: guess.left, label: guess.yours, yours: guess.yours, truth: t.truth }}
      ?locked=${revealed}
      @qkv-share=${(/** @type {CustomEvent} */ e) => this.#give(e.detail)}
    ></qkv-share-out>`
  }

  /** Of the row that is asked. */
  get #weights() {
    const { steps, row } = this.result
    return rowOf(steps.weights, row).data
  }

  /** Near or not, why it is so, and the arithmetic of the cell. */
  #explained() {
    const { predict: t } = this.t
    const kind = this.#kind
    const { inputs, steps, row, col } = this.result
    const { of } = ASKED[kind]
    const near = this.#near
    return html`<div class="after">
      <p>
        <span class=${near ? 'near' : 'far'}>${near ? t.near : t.far}</span>
        ${t.why[/** @type {'scores'} */ (kind)]}
      </p>
      ${
        kind === 'spread' || kind === 'shares'
          ? nothing
          : html`<qkv-arithmetic-view
              .arithmetic=${this.engine?.cellArithmetic(inputs, steps, of, row, col)}
              .heading=${pinName({ step: of, row, col }, LETTERS, this.t)}
              .tones=${pinTones(of)}
              .lang=${this.language}
            ></qkv-arithmetic-view>`
      }
    </div>`
  }

  /** Whether what was set is near enough to what is so. */
  get #near() {
    const { near } = ASKED[this.#kind]
    const close = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a - b) <= near + 1e-6
    if (this.#kind !== 'shares') return close(this.store.values.guess, this.result.truth)
    const weights = this.#weights
    return this.#shares.every((one, i) => close(one / 100, weights[i]))
  }

  /** With the numbers that were answered. @param {any} changes @param {string} [gesture] */
  #set(changes, gesture) {
    this.store.set({ seed: this.drawnBy, ...changes }, { gesture })
  }

  #reveal() {
    this.#set({ revealed: true })
    this.emit('qkv-score', { score: this.#near ? 1 : 0, state: this.state, name: this.name || 'predict' })
  }

  /** @param {{ index: number, share: number }} given */
  #give({ index, share: given }) {
    this.#set({ shares: this.#shares.map((one, i) => (i === index ? given : one)) }, `share ${index}`)
  }
}

customElements.define('qkv-predict', Predict)

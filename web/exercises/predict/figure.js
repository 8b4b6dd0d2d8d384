import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import '../../components/arithmetic-view.js'
import '../../components/number-line.js'
import '../../components/share-out.js'
import { pinName, pinTones } from '../../components/pin.js'
import { formatNumber, formatPercent } from '../../components/format.js'
import { rowOf } from '../../engine/matrix.js'
import { flag, number, wholes } from '../../state/property.js'
import { Figure } from '../../figures/base/figure.js'
import { Drawn, LETTERS, drawnSeed } from '../drawn.js'
import { numbersTable, numbersTableStyle, vectorText } from '../numbers-table.js'
import { strings as exerciseStrings } from '../strings.js'
import { strings } from './strings.js'

/** @typedef {import('../../package/engine.js').Matrix} Matrix */

const SIZES = [4, 9, 16, 25, 36, 49, 64, 81, 100, 144, 196, 256]
const SAMPLES = 500
const KEYS = 10

/**
 * What can be asked: the scale to set the number on, how near is near enough, the step that it is a cell of, the numbers that it
 * follows from, and the question.
 * @typedef {object} Asked
 * @property {number} least
 * @property {number} most
 * @property {number} step
 * @property {number} near
 * @property {'scores'|'weights'|'output'} of
 * @property {(value: number) => string} text
 * @property {('q'|'k'|'scaled'|'weights'|'v')[]} given
 * @property {(t: any, example: any) => string} question
 * @property {boolean} [masked]  the last token is hidden, and the third asks
 * @property {boolean} [whole]   a whole row is asked
 * @property {boolean} [drawn]   not a head, but many dot products
 */
const scoreOf =
  (/** @type {string} */ name) =>
  (/** @type {any} */ t, /** @type {any} */ { row, col }) =>
    t[name](LETTERS[row], LETTERS[col])
const share = {
  least: 0,
  most: 1,
  step: 0.01,
  near: 0.05,
  of: /** @type {const} */ ('weights'),
  text: formatPercent,
  given: /** @type {Asked['given']} */ (['scaled']),
}

/** @type {Record<string, Asked>} */
const ASKED = {
  scores: {
    ...{ least: -10, most: 10, step: 1, near: 0, of: 'scores', text: formatNumber, given: ['q', 'k'] },
    question: scoreOf('scores'),
  },
  weights: { ...share, question: scoreOf('weights') },
  mask: { ...share, given: ['scaled', 'weights'], masked: true, question: scoreOf('mask') },
  output: {
    ...{
      least: -3,
      most: 3,
      step: 0.1,
      near: 0.2,
      of: 'output',
      text: formatNumber,
      given: ['weights', 'v'],
    },
    question: (t, { row, col }) => t.output(LETTERS[row], col + 1),
  },
  spread: {
    ...{ least: 0, most: 20, step: 0.5, near: 1, of: 'scores', text: formatNumber, given: [], drawn: true },
    question: (t, { d }) => t.spread(d),
  },
  shares: { ...share, near: 0.1, whole: true, question: (t, { row }) => t.shares(LETTERS[row]) },
}

/**
 * Predict first: the reader sets a number, then sees the true one beside it and where it comes from. The core draws the numbers, by the
 * attribute `seed` or, without one, others every time. Presets say what is asked: scores, weights, mask (a weight once the last token is
 * hidden), output, spread (of dot products), shares (all weights of a row). Property `result`: { truth, … } from the core. Raises
 * qkv-score {score: 1 if near, else 0, state, name}.
 */
export class Predict extends Drawn {
  static strings = strings
  static presets = Object.keys(ASKED)
  static state = {
    seed: drawnSeed(),
    guess: number(NaN),
    shares: wholes(LETTERS.length, { total: 100 }),
    revealed: flag(false),
  }

  static styles = [
    Figure.styles,
    numbersTableStyle,
    css`
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
    super()
    /** @type {any} */ this.result = undefined
  }

  get #asked() {
    return ASKED[this.#kind]
  }

  get #kind() {
    return Object.hasOwn(ASKED, this.preset) ? this.preset : 'weights'
  }

  /** @returns {number[]} */
  get #shares() {
    return this.store.values.shares ?? LETTERS.map(() => 0)
  }

  compute() {
    const { engine } = this
    const seed = this.drawnBy
    const { of, masked, drawn } = this.#asked
    if (drawn) {
      const d = SIZES[seed % SIZES.length]
      this.result = { d, truth: engine.sampleDotProducts(d, KEYS, SAMPLES, seed).spread }
      return
    }
    const example = engine.workedExample(seed)
    /** @type {import('../../package/engine.js').AttentionInputs} */
    const inputs = { ...example, mask: masked ? 'causal' : 'none' }
    const steps = engine.attention(inputs)
    const open = masked ? engine.attention({ ...example, mask: 'none' }) : steps
    // The last token asks; with a mask the third, which does not see the last.
    const row = LETTERS.length - (masked ? 2 : 1)
    const col = seed % (of === 'output' ? steps.output.cols : row + 1)
    const { data, cols } = steps[of]
    this.result = { inputs, steps, open, row, col, truth: data[row * cols + col] }
  }

  lead() {
    return html`<b>${this.words(exerciseStrings).predict}</b>`
  }

  body() {
    const t = this.words(strings)
    const x = this.words(exerciseStrings)
    const { whole, drawn } = this.#asked
    const { revealed, guess } = this.store.values
    const ready = whole ? this.#shares.reduce((sum, one) => sum + one, 0) === 100 : !Number.isNaN(guess)
    return html`
      <div class="content stack">
        ${this.#given()}
        <p class="ask">${this.#question}</p>
        ${whole ? this.#shareOut() : this.#line()}
        ${
          revealed
            ? nothing
            : html`<p class="screen">
                <button class="button primary" ?disabled=${!ready} @click=${() => this.#reveal()}>
                  ${t.reveal}
                </button>
                ${ready ? nothing : whole ? x.shareAll : t.first}
              </p>`
        }
        <div aria-live="polite">${revealed ? this.#explained() : nothing}</div>
      </div>
      <figcaption>${drawn ? t.spreadNote(SAMPLES * KEYS) : t.note}</figcaption>
    `
  }

  get #question() {
    return this.#asked.question(this.words(strings), this.result)
  }

  /** The numbers that the answer follows from. */
  #given() {
    const { given, masked, whole } = this.#asked
    if (!given.length) return nothing
    const t = this.words(strings)
    const x = this.words(exerciseStrings)
    const { steps, open, row, col } = this.result
    const ofRow = (/** @type {Matrix} */ matrix, /** @type {(value: number) => string} */ text) =>
      Array.from(rowOf(matrix, row).data, text)
    const rows = {
      q: () => ({
        name: x.query(LETTERS[row]),
        tone: 'q',
        cells: LETTERS.map((_, i) => (i === row ? vectorText(steps.q, row) : '')),
      }),
      k: () => ({ name: x.keys, tone: 'k', cells: LETTERS.map((_, i) => vectorText(steps.k, i)) }),
      scaled: () => ({ name: t.scaled, tone: 'x', cells: ofRow(open.scaled, formatNumber) }),
      weights: () => ({
        name: masked ? t.weightRow : this.t.steps.weights,
        tone: 'a',
        cells: ofRow(open.weights, formatPercent),
      }),
      v: () => ({
        name: t.component(col + 1),
        tone: 'v',
        cells: LETTERS.map((_, i) => formatNumber(steps.v.data[i * steps.v.cols + col])),
      }),
    }
    return numbersTable(
      LETTERS,
      given.map((step) => ({ step, ...rows[step]() })),
      whole || given.includes('v') ? -1 : col,
    )
  }

  #line() {
    const t = this.words(strings)
    const { least, most, step, of, text } = this.#asked
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
    const t = this.words(strings)
    const x = this.words(exerciseStrings)
    const { revealed } = this.store.values
    return html`<qkv-share-out
      .names=${LETTERS}
      .shares=${this.#shares}
      .truths=${revealed ? this.#weights : undefined}
      .words=${{ left: x.shareLeft, label: t.yours, yours: t.yours, truth: t.truth }}
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
    const t = this.words(strings)
    const { inputs, steps, row, col } = this.result
    const { of, whole, drawn } = this.#asked
    const near = this.#near
    return html`<div class="after">
      <p>
        <span class=${near ? 'near' : 'far'}>${near ? t.near : t.far}</span>
        ${t.why[/** @type {'scores'} */ (this.#kind)]}
      </p>
      ${
        drawn || whole
          ? nothing
          : html`<qkv-arithmetic-view
              .arithmetic=${this.engine.cellArithmetic(inputs, steps, of, row, col)}
              .heading=${pinName({ step: of, row, col }, LETTERS, this.t)}
              .tones=${pinTones(of)}
              .lang=${this.language}
            ></qkv-arithmetic-view>`
      }
    </div>`
  }

  /** Whether what was set is near enough to what is so. */
  get #near() {
    const { near, whole } = this.#asked
    const close = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a - b) <= near + 1e-6
    if (!whole) return close(this.store.values.guess, this.result.truth)
    const weights = this.#weights
    return this.#shares.every((one, i) => close(one / 100, weights[i]))
  }

  /** There are few sizes: the same again would look broken. @param {number} seed */
  kindOf(seed) {
    return this.#kind === 'spread' ? seed % SIZES.length : seed
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

define('qkv-predict', Predict)

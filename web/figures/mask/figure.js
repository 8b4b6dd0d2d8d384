import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import '../../components/matrix-view.js'
import { formatNumber, formatPercent } from '../../components/format.js'
import { splitTokens, tokenName } from '../../components/tokens.js'
import { select, size, toggle, typedText } from '../../state/controls.js'
import { matrix, number } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { strings } from './strings.js'

const KINDS = ['causal', 'none', 'window', 'prefix', 'padding']
const LONGEST = 12
const WIDTH = 8 // of the random queries and keys

/**
 * Who may look at whom: a mask, cell by cell, before softmax, and beside it the wrong order. Scores are random, from a seed,
 * and said to be. Property `result`: { mask, steps, late }.
 */
export class Mask extends Figure {
  static strings = strings
  static views = ['mask', 'weights', 'late']
  static presets = [...KINDS, 'late']
  static properties = { hovered: { state: true } }
  static state = {
    kind: select('', KINDS, {
      bare: true,
      words: 'kinds',
      now: (figure) => figure.maskKind,
      also: () => ({ cells: null }),
    }),
    size: size(
      3,
      { min: 1, max: LONGEST },
      {
        group: 'kind',
        label: (figure) => figure.allWords.sizes[figure.maskKind],
        when: (figure) => !['none', 'causal'].includes(figure.maskKind),
        also: () => ({ cells: null }),
      },
    ),
    cells: matrix(),
    text: typedText(60, { bare: true, now: (figure) => figure.text, also: () => ({ cells: null }) }),
    late: toggle(false, {
      now: (figure) => figure.late,
      set: (figure, late) => figure.showLate(late),
    }),
    row: number(-1, { min: -1, max: LONGEST - 1, whole: true }),
  }

  static styles = [
    Figure.styles,
    css`
      .tables {
        display: flex;
        flex-wrap: wrap;
        gap: 1.4rem 2rem;
        align-items: flex-start;
      }
      .tables .sums {
        display: flex;
        gap: 0.5rem;
        align-items: flex-start;
      }
      /* The two orders beside each other, below the mask. */
      .tables.late > :first-child:not(:only-child) {
        flex-basis: 100%;
      }
      /* The sums, which are the point, are in sight where the table is not. */
      @container (max-width: 40rem) {
        .tables .sums {
          flex-direction: row-reverse;
          justify-content: flex-end;
        }
      }
      /* Many tokens: smaller cells, so that right and wrong stand side by side. */
      .tables.many {
        --cell: 2.2rem;
        gap: 1.2rem 1.6rem;
      }
      .tables > div {
        max-width: 100%;
        overflow-x: auto;
      }
      .tables p {
        margin: 0 0 0.4rem;
        font-size: 0.9rem;
      }
    `,
  ]

  constructor() {
    super()
    /** @type {any} */ this.result = undefined
    /** The row under the pointer: looking is no change. @type {number|null} */
    this.hovered = null
  }

  get maskKind() {
    return this.store.values.kind || (KINDS.includes(this.preset) ? this.preset : 'causal')
  }

  get late() {
    return this.store.values.late || this.preset === 'late'
  }

  get text() {
    return this.store.values.text ?? this.words(strings).sample
  }

  get #tokens() {
    const text = this.text.trim()
    const tokens = /\s/.test(text) ? splitTokens(text, this.language) : Array.from(text)
    return tokens.slice(0, LONGEST).map(tokenName)
  }

  compute() {
    const { engine } = this
    const n = this.#tokens.length
    if (!n) return (this.result = undefined)
    const seed = this.seedOr(4)
    const { cells, size: width } = this.store.values
    const own =
      cells?.rows === n &&
      cells.cols === n &&
      cells.data.every((/** @type {number} */ v) => v === 0 || v === -Infinity)
    const mask = own ? cells : engine.mask(this.maskKind, n, Math.min(width, n))
    const [q, k, v] = [0, 1, 2].map((i) => engine.randomNormal(seed + i, n, WIDTH))
    const steps = engine.attentionSteps(q, k, v, mask)
    this.result = { mask, steps, late: engine.maskAfterSoftmax(steps.scaled, mask), own }
  }

  parts() {
    const t = this.words(strings)
    if (!this.result) return []
    const part = (/** @type {string} */ name, /** @type {string} */ title) => ({
      name,
      title,
      draw: () => this.#readable([name]),
    })
    return [
      part('mask', t.mask),
      part('weights', t.weights),
      ...(this.late ? [part('late', t.lateWeights)] : []),
    ]
  }

  /** Tables, and one row in words. @param {string[]} names */
  #readable(names) {
    return html`<div class="content">${this.#tables(names)}</div>
      <p class="say" aria-live="polite">${this.#read()}</p>`
  }

  body() {
    const t = this.words(strings)
    if (!this.result) return html`<div class="content"><p>${t.empty}</p></div>`
    return html`${this.partial() ?? this.#readable(['mask', 'weights', 'late'])}
      <figcaption>${t.note}</figcaption>`
  }

  /** @param {boolean} late */
  showLate(late) {
    if (this.preset === 'late') this.preset = ''
    this.store.set({ late })
  }

  /** The row that is read: under the pointer, chosen, or the last. */
  get #row() {
    const last = this.#tokens.length - 1
    const row = this.hovered ?? this.store.values.row
    if (row >= 0) return Math.min(row, last)
    // The last row sees everything, and the order makes no difference there: the row that loses most shows it.
    const { rowSum } = this.result.late
    return this.late ? rowSum.data.indexOf(Math.min(...rowSum.data)) : last
  }

  /** @param {string[]} names which of them */
  #tables(names) {
    const t = this.words(strings)
    const { mask, steps, late } = this.result
    const tokens = this.#tokens
    const forbidden = (/** @type {number} */ row, /** @type {number} */ col) =>
      mask.data[row * mask.cols + col] !== 0
    const view = (/** @type {any} */ about) =>
      html`<qkv-matrix-view
        .matrix=${about.matrix}
        .label=${about.label}
        note=""
        aria-label=${about.label}
        .rowLabels=${about.bare ? undefined : tokens}
        .colLabels=${about.sums ? ['Σ'] : tokens}
        .tone=${about.tone ?? '--a'}
        .scale=${about.scale ?? 'weight'}
        .row=${this.#row}
        .toggles=${!!about.toggles}
        .hatched=${about.sums ? () => false : forbidden}
        .describe=${(/** @type {number} */ row, /** @type {number} */ col, /** @type {string} */ text) => `${tokens[row]} → ${about.sums ? 'Σ' : tokens[col]}: ${!about.sums && forbidden(row, col) ? this.t.cell.masked(text) : text}`}
        @qkv-cell-toggle=${(/** @type {CustomEvent} */ e) => this.#toggle(e.detail)}
        @qkv-cell-pin=${(/** @type {CustomEvent} */ e) => this.store.set({ row: e.detail.row }, { gesture: 'row' })}
        @qkv-cell-hover=${(/** @type {CustomEvent} */ e) => (this.hovered = e.detail?.row ?? null)}
      ></qkv-matrix-view>`
    const drawn = /** @type {Record<string, () => unknown>} */ ({
      mask: () =>
        html`<div>${view({ matrix: mask, label: t.mask, toggles: true, scale: 'mask', tone: '--x' })}</div>`,
      weights: () =>
        html`<div>
          ${this.late ? html`<p class="ok">${t.rightOrder}</p>` : nothing}
          <div data-step="weights">${view({ matrix: steps.weights, label: t.weights })}</div>
        </div>`,
      late: () =>
        this.late
          ? html`<div>
              <p class="warn">${t.wrongOrder}</p>
              <div class="sums">
                ${view({ matrix: late.weights, label: t.lateWeights })}
                ${view({ matrix: late.rowSum, label: 'Σ', sums: true, bare: true, scale: 'tint', tone: '--x' })}
              </div>
              <p class="soft">${t.sums}</p>
            </div>`
          : nothing,
    })
    return html`<div class="tables ${tokens.length > 7 ? 'many' : ''} ${this.late ? 'late' : ''}">
      ${names.map((name) => drawn[name]())}
    </div>`
  }

  /** Allowed becomes forbidden and back. @param {{ row: number, col: number }} cell */
  #toggle({ row, col }) {
    const { mask } = this.result
    const data = Float32Array.from(mask.data)
    const at = row * mask.cols + col
    data[at] = data[at] === 0 ? -Infinity : 0
    this.store.set({ cells: { ...mask, data }, row })
  }

  /** One row in words: whom this position sees, and what happens if nobody. */
  #read() {
    const t = this.words(strings)
    const { mask, steps, late } = this.result
    const tokens = this.#tokens
    const n = tokens.length
    const row = this.#row
    const seen = tokens.filter((_, j) => mask.data[row * n + j] === 0)
    if (!seen.length) return t.nobody(String(row + 1), tokens[row])
    const order = Array.from({ length: n }, (_, j) => j).sort(
      (a, b) => steps.weights.data[row * n + b] - steps.weights.data[row * n + a],
    )
    const most = order[0]
    const wrong = this.late ? ` ${t.sumOf(formatNumber(late.rowSum.data[row]))}` : ''
    return (
      t.sees(
        String(row + 1),
        tokens[row],
        seen,
        tokens[most],
        formatPercent(steps.weights.data[row * n + most]),
      ) + wrong
    )
  }
}

define('qkv-mask', Mask)

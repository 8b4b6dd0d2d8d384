import { html, css, nothing } from 'lit'
import '../components/matrix-view.js'
import { formatNumber, formatPercent } from '../components/format.js'
import { choice, flag, matrix, number, typed } from '../state/property.js'
import { Figure } from './figure.js'
import { splitTokens } from './tokens.js'

const KINDS = ['causal', 'none', 'window', 'prefix', 'padding']
const TEXT = { zh: '老板告诉员工他必须加班', en: 'the boss told the employee he had to stay' }
const LONGEST = 12
const WIDTH = 8 // of the random queries and keys

const table = {
  kind: choice('', ...KINDS),
  size: number(3, { min: 1, max: LONGEST, whole: true }),
  cells: matrix(),
  text: typed(60),
  late: flag(false),
  row: number(-1, { min: -1, max: LONGEST - 1, whole: true }),
}

/**
 * Who may look at whom: a mask, cell by cell, before softmax, and beside it the wrong order. Scores are random, from a seed, and said
 * to be. Attributes as in Figure; groups of `controls`: kind, text, late, history. Presets: causal, none, window, prefix, padding, late.
 * Property `result`: { mask, steps, late }.
 */
export class Mask extends Figure {
  static controls = ['kind', 'text', 'late', 'history']
  static presets = [...KINDS, 'late']

  static styles = [
    Figure.styles,
    css`
      .tables {
        display: flex;
        flex-wrap: wrap;
        gap: 1.4rem 2rem;
        align-items: flex-start;
      }
      .tables > div {
        max-width: 100%;
        overflow-x: auto;
      }
      .read {
        margin: 0;
        padding: 0.8rem 1.1rem;
        border-top: 1px solid var(--line);
      }
      .wrong {
        color: var(--warn);
        margin: 0 0 0.4rem;
        font-size: 0.9rem;
      }
      .right {
        color: var(--v);
        margin: 0 0 0.4rem;
        font-size: 0.9rem;
      }
      .bar input[type='text'] {
        width: 16rem;
      }
      .bar input[type='number'] {
        width: 4rem;
      }
    `,
  ]

  constructor() {
    super(table)
    /** @type {any} */ this.result = undefined
  }

  get #kind() {
    return this.store.values.kind || (KINDS.includes(this.preset) ? this.preset : 'causal')
  }

  get #late() {
    return this.store.values.late || this.preset === 'late'
  }

  get #tokens() {
    const text = this.store.values.text ?? TEXT[this.language]
    const tokens = /\s/.test(text.trim()) ? splitTokens(text, this.language) : Array.from(text.trim())
    return tokens.slice(0, LONGEST)
  }

  compute() {
    const engine = /** @type {import('../engine/engine.js').Engine} */ (this.engine)
    const n = this.#tokens.length
    if (!n) return (this.result = undefined)
    const seed = this.seedOr(4)
    const { cells, size } = this.store.values
    const own =
      cells?.rows === n &&
      cells.cols === n &&
      cells.data.every((/** @type {number} */ v) => v === 0 || v === -Infinity)
    const mask = own ? cells : engine.mask(this.#kind, n, Math.min(size, n))
    const [q, k, v] = [0, 1, 2].map((i) => engine.randomNormal(seed + i, n, WIDTH))
    const steps = engine.attentionSteps(q, k, v, mask)
    this.result = { mask, steps, late: engine.maskAfterSoftmax(steps.scaled, mask), own }
  }

  body() {
    const { mask: t } = this.t
    const { size } = this.store.values
    const kind = this.#kind
    return html`
      <div class="bar">
        ${
          this.shows('kind')
            ? html`<select
                  aria-label=${t.kind}
                  @change=${(/** @type {any} */ e) => this.store.set({ kind: e.target.value, cells: null })}
                >
                  ${KINDS.map((one) => html`<option value=${one} .selected=${one === kind}>${t.kinds[/** @type {'none'} */ (one)]}</option>`)}
                </select>
                ${
                  kind === 'none' || kind === 'causal'
                    ? nothing
                    : html`<label
                        >${t.sizes[/** @type {'window'} */ (kind)]}
                        <input
                          type="number"
                          min="1"
                          max=${LONGEST}
                          .value=${String(size)}
                          @input=${(/** @type {any} */ e) => this.#resize(e.target.value)}
                      /></label>`
                }`
            : nothing
        }
        ${
          this.shows('text')
            ? html`<input
                type="text"
                maxlength="60"
                aria-label=${t.text}
                .value=${this.store.values.text ?? TEXT[this.language]}
                @input=${(/** @type {any} */ e) => this.store.set({ text: e.target.value, cells: null }, { gesture: 'text' })}
              />`
            : nothing
        }
        ${
          this.shows('late')
            ? html`<button
                class="chip"
                aria-pressed=${this.#late ? 'true' : 'false'}
                @click=${() => this.#showLate()}
              >
                ${t.late}
              </button>`
            : nothing
        }
        ${this.historyControls()}
      </div>
      <div class="content">${this.result ? this.#tables() : html`<p>${t.empty}</p>`}</div>
      ${this.result ? html`<p class="read" aria-live="polite">${this.#read()}</p>` : nothing}
      <figcaption>${t.note}</figcaption>
    `
  }

  #showLate() {
    const late = this.#late
    if (this.preset === 'late') this.preset = ''
    this.store.set({ late: !late })
  }

  /** @param {string} text */
  #resize(text) {
    const size = table.size.read(text)
    if (size) this.store.set({ size, cells: null })
  }

  #tables() {
    const { mask: t } = this.t
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
        .rowLabels=${tokens}
        .colLabels=${about.sums ? ['Σ'] : tokens}
        .tone=${about.tone ?? '--a'}
        .scale=${about.scale ?? 'weight'}
        .row=${this.store.values.row}
        ?toggles=${about.toggles}
        .toggles=${!!about.toggles}
        .hatched=${about.sums ? () => false : forbidden}
        .describe=${(/** @type {number} */ row, /** @type {number} */ col, /** @type {string} */ text) => `${tokens[row]} → ${about.sums ? 'Σ' : tokens[col]}: ${text}`}
        @qkv-cell-toggle=${(/** @type {CustomEvent} */ e) => this.#toggle(e.detail)}
        @qkv-cell-hover=${(/** @type {CustomEvent} */ e) => e.detail && this.store.set({ row: e.detail.row }, { undoable: false })}
      ></qkv-matrix-view>`
    return html`<div class="tables">
      <div>${view({ matrix: mask, label: t.mask, toggles: true, scale: 'mask', tone: '--x' })}</div>
      <div>
        ${this.#late ? html`<p class="right">${t.rightOrder}</p>` : nothing}
        <div data-step="weights">${view({ matrix: steps.weights, label: t.weights })}</div>
      </div>
      ${
        this.#late
          ? html`<div>
                <p class="wrong">${t.wrongOrder}</p>
                ${view({ matrix: late.weights, label: t.lateWeights })}
              </div>
              <div>
                <p class="wrong">${t.sums}</p>
                ${view({ matrix: late.rowSum, label: 'Σ', sums: true, scale: 'tint', tone: '--x' })}
              </div>`
          : nothing
      }
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
    const { mask: t } = this.t
    const { mask, steps, late } = this.result
    const tokens = this.#tokens
    const n = tokens.length
    const row = this.store.values.row < 0 ? n - 1 : Math.min(this.store.values.row, n - 1)
    const seen = tokens.filter((_, j) => mask.data[row * n + j] === 0)
    if (!seen.length) return t.nobody(String(row + 1), tokens[row])
    const order = Array.from({ length: n }, (_, j) => j).sort(
      (a, b) => steps.weights.data[row * n + b] - steps.weights.data[row * n + a],
    )
    const most = order[0]
    const wrong = this.#late ? ` ${t.sumOf(formatNumber(late.rowSum.data[row]))}` : ''
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

customElements.define('qkv-mask', Mask)

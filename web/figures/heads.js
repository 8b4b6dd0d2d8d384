import { html, css, nothing } from 'lit'
import '../components/arcs.js'
import '../components/attention-bands.js'
import '../components/heat-map.js'
import '../components/token-row.js'
import { formatPercent } from '../components/format.js'
import { modelBytes } from '#models'
import { rowOf } from '../engine/matrix.js'
import { translated } from '../i18n/errors.js'
import { choice, number, typed } from '../state/property.js'
import { shownWord } from './answers.js'
import { Figure } from './figure.js'
import { shipped } from './shipped.js'

const NAMES = ['recall-mha', ...Object.keys(shipped).filter((name) => name !== 'recall-mha')]
const PATTERNS = /** @type {const} */ (['previous', 'own', 'first', 'same', 'answer'])

const table = {
  model: choice('', ...NAMES),
  text: typed(400),
  layer: number(-1, { min: -1, max: 9, whole: true }),
  head: number(0, { min: 0, max: 15, whole: true }),
  query: number(-1, { min: -1, max: 200, whole: true }),
}

/**
 * All heads of a shipped model on the reader's sentence: small maps, arcs, what can be counted in each, one head's numbers in bands.
 * Hover shows a head, a click keeps it. Attributes as in Figure; groups of `controls`: model, text, history. Presets: the models' names.
 * Property `result`: { tokens, ids, layers (Steps by layer and head), patterns }.
 */
export class Heads extends Figure {
  static controls = ['model', 'text', 'history']
  static presets = NAMES
  static properties = { hovered: { state: true }, opened: { state: true }, problem: { state: true } }

  static styles = [
    Figure.styles,
    css`
      .text {
        padding: 0.8rem 1.1rem;
        border-bottom: 1px solid var(--line);
      }
      .text input {
        width: 100%;
      }
      .problem {
        margin: 0.4rem 0 0;
        color: var(--warn);
      }
      .content {
        display: grid;
        gap: 1.3rem;
      }
      .content > * {
        min-width: 0;
      }
      /* A product as a cross: the left factor at the left, the right one on top. */
      .mixed {
        display: grid;
        grid-template-columns: max-content max-content;
        justify-items: start;
        gap: 0.8rem 1.2rem;
        margin-top: 1.4rem;
      }
      .mixed > :first-child {
        grid-column: 2;
      }
      .maps {
        display: grid;
        gap: 0.7rem;
      }
      .layer {
        display: flex;
        flex-wrap: wrap;
        gap: 0.7rem;
        align-items: center;
      }
      .layer > span {
        width: 4rem;
        color: var(--soft);
        font-size: 0.84rem;
      }
      button.head {
        padding: 4px;
        border: 2px solid transparent;
        border-radius: 10px;
        background: none;
        cursor: pointer;
      }
      button.head:hover {
        border-color: var(--line);
      }
      button.head[aria-pressed='true'] {
        border-color: var(--a);
      }
      h2 {
        font: 600 1rem/1.4 var(--serif);
        margin: 0 0 0.5rem;
      }
      @container (max-width: 56rem) {
        .mixed {
          grid-template-columns: minmax(0, 1fr);
        }
        .mixed > :first-child {
          grid-column: 1;
        }
        .mixed > :nth-child(2) {
          order: -1;
        }
      }
      @container (max-width: 40rem) {
        .layer {
          gap: 0.2rem;
        }
        .layer > span {
          width: 100%;
        }
      }
      table {
        border-collapse: collapse;
        font-variant-numeric: tabular-nums;
        font-size: 0.9rem;
      }
      th,
      td {
        padding: 0.25rem 0.9rem 0.25rem 0;
        text-align: start;
        font-weight: 400;
        border-bottom: 1px solid var(--line);
      }
      td {
        font-weight: 600;
      }
      p {
        margin: 0;
      }
      summary {
        cursor: pointer;
        font-weight: 600;
      }
      .soft {
        color: var(--soft);
        font-size: 0.875rem;
      }
    `,
  ]

  constructor() {
    super(table)
    /** @type {any} */ this.result = undefined
    /** @type {{ layer: number, head: number }|null} */ this.hovered = null
    this.problem = ''
    /** Whether the numbers of one head are asked for: sixteen tables take their time. */
    this.opened = false
    /** @type {import('../engine/engine.js').Model|undefined} */ this.model = undefined
  }

  stop() {
    this.model?.free()
    this.model = undefined
    this.#loaded = this.#ran = ''
  }

  get #name() {
    return this.store.values.model || (NAMES.includes(this.preset) ? this.preset : NAMES[0])
  }

  get #text() {
    return this.store.values.text ?? shipped[this.#name].examples[this.language][0]
  }

  #loaded = ''
  #ran = ''

  /** Small models and short sentences: fast enough to run here. */
  compute() {
    const name = this.#name
    if (this.#loaded !== name) {
      this.#loaded = name
      this.#load(name).catch((error) => this.fail(error))
      return
    }
    const key = `${name} ${this.#text}`
    if (!this.model || key === this.#ran) return
    this.#ran = key
    try {
      const engine = /** @type {import('../engine/engine.js').Engine} */ (this.engine)
      const ids = this.model.encode(this.#text)
      const { layers, logits } = this.model.forward(ids, { trace: 'attention' })
      const heads = layers.map((layer) => layer.heads)
      // What it answers counts where it was trained to answer.
      const { asked } = shipped[name]
      const answers = Array.from(ids, (_, i) =>
        asked(i, ids.length) ? engine.likeliest(rowOf(logits, i), 1)[0].id : -1,
      )
      this.result = {
        ids,
        tokens: this.model.tokens(ids).map(shownWord),
        layers: heads,
        patterns: heads.map((layer) => layer.map(({ weights }) => engine.headPattern(weights, ids, answers))),
      }
      this.problem = ''
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error)
    }
  }

  /** @param {string} name */
  async #load(name) {
    const weights = await modelBytes(name)
    if (name !== this.#loaded || !this.engine) return
    this.model?.free()
    this.model = this.engine.loadModel({ weights })
    this.#ran = ''
    this.requestUpdate()
  }

  /** The head that is shown: under the pointer, or the one that was kept. */
  get #shown() {
    const { layers } = this.result
    const { layer, head } = this.store.values
    const kept = { layer: layer < 0 ? layers.length - 1 : Math.min(layer, layers.length - 1), head }
    const { layer: l, head: h } = this.hovered ?? kept
    return { layer: l, head: Math.min(h, layers[l].length - 1) }
  }

  body() {
    const { heads: t, model: m } = this.t
    const name = this.#name
    return html`
      <div class="bar">
        ${
          this.shows('model')
            ? html`<select
                aria-label=${m.which}
                @change=${(/** @type {any} */ e) => this.store.set({ model: e.target.value, text: null, layer: -1, head: 0, query: -1 })}
              >
                ${NAMES.map((one) => html`<option value=${one} .selected=${one === name}>${m.models[/** @type {'pronoun'} */ (one)]}</option>`)}
              </select>`
            : nothing
        }
        ${this.historyControls()}
      </div>
      ${
        this.shows('text')
          ? html`<div class="text">
              <input
                type="text"
                maxlength="400"
                aria-label=${m.text}
                .value=${this.#text}
                @input=${(/** @type {any} */ e) => this.store.set({ text: e.target.value, query: -1 }, { gesture: 'text' })}
              />
              ${this.problem ? html`<p class="problem" role="status">${translated(this.problem, this.language)}</p>` : nothing}
            </div>`
          : nothing
      }
      ${this.result ? this.#picture() : html`<div class="loading">${this.t.loading}</div>`}
      <figcaption>${t.note}</figcaption>
    `
  }

  #picture() {
    const { heads: t, model: m, train } = this.t
    const { tokens, layers, patterns } = this.result
    const { layer, head } = this.#shown
    const n = tokens.length
    const { query } = this.store.values
    const row = query < 0 ? n - 1 : Math.min(query, n - 1)
    const steps = layers[layer][head]
    const causal = this.model?.config.causal
    const pattern = patterns[layer][head]
    return html`<div class="content">
      <div class="maps" data-step="weights">
        ${layers.map(
          (/** @type {any[]} */ heads, /** @type {number} */ l) =>
            html`<div class="layer">
              <span>${m.block(l + 1)}</span>
              ${heads.map(
                (one, h) =>
                  html`<button
                    class="head"
                    aria-label=${train.head(l + 1, h + 1)}
                    aria-pressed=${l === layer && h === head ? 'true' : 'false'}
                    @pointerenter=${() => (this.hovered = { layer: l, head: h })}
                    @pointerleave=${() => (this.hovered = null)}
                    @click=${() => this.store.set({ layer: l, head: h })}
                  >
                    <qkv-heat-map
                      quiet
                      .matrix=${one.weights}
                      scale="weight"
                      tone="--a"
                      cell="12"
                      maximum=${this.narrow ? 64 : 96}
                      theme=${this.theme}
                      .hatched=${(/** @type {number} */ i, /** @type {number} */ j) => causal && j > i}
                    ></qkv-heat-map>
                  </button>`,
              )}
            </div>`,
        )}
      </div>
      <div>
        <h2>${train.head(layer + 1, head + 1)}</h2>
        <qkv-arcs
          .tokens=${tokens}
          .weights=${steps.weights}
          .row=${row}
          width=${this.width - (this.narrow ? 26 : 36)}
          .label=${train.mapLabel(train.head(layer + 1, head + 1))}
          @qkv-query=${(/** @type {CustomEvent} */ e) => this.store.set({ query: e.detail.index })}
        ></qkv-arcs>
        <qkv-token-row
          .tokens=${tokens}
          .query=${row}
          .shares=${rowOf(steps.weights, row).data}
          .visible=${(/** @type {number} */ j) => !causal || j <= row}
          .label=${this.t.anatomy.query}
          @qkv-query=${(/** @type {CustomEvent} */ e) => this.store.set({ query: e.detail.index }, { gesture: 'query' })}
        ></qkv-token-row>
      </div>
      <div>
        <table>
          <caption class="visually-hidden">
            ${t.counted}
          </caption>
          ${PATTERNS.map((one) =>
            Number.isNaN(pattern[one])
              ? nothing
              : html`<tr>
                  <th scope="row">${t.patterns[one]}</th>
                  <td>${formatPercent(pattern[one])}</td>
                </tr>`,
          )}
        </table>
        <p class="soft">${t.warning}</p>
      </div>
      <details @toggle=${(/** @type {any} */ e) => (this.opened = e.target.open)}>
        <summary>${t.numbers}</summary>
        ${
          this.opened
            ? html`<qkv-attention-bands
                  .steps=${steps}
                  .tokens=${tokens}
                  .mask=${causal ? this.engine?.mask('causal', n) : null}
                  .query=${row}
                  .hovered=${null}
                  .pinned=${null}
                  .weighted=${this.engine?.weightedValues(steps, row)}
                  .scaleText=${this.model?.config.scaled ? this.t.anatomy.ops.scale(steps.q.cols) : this.t.anatomy.ops.unscaled}
                  temperature="1"
                  ?narrow=${this.narrow}
                  .narrow=${this.narrow}
                  .width=${this.width}
                  lang=${this.language}
                  theme=${this.theme}
                  .lit=${this.lit}
                ></qkv-attention-bands
                >${this.#mixed(layer)}`
            : nothing
        }
      </details>
    </div>`
  }

  /** What becomes of the heads' outputs: side by side, then mixed by w_o. @param {number} layer */
  #mixed(layer) {
    const { heads: t } = this.t
    const { result } = this
    const model = /** @type {import('../engine/engine.js').Model} */ (this.model)
    // Only for those who ask, and once.
    result.blocks ??= model
      .forward(result.ids, { trace: 'all' })
      .layers.map((block, l) => ({ ...block, wO: model.parameter(`blocks.${l}.attention.w_o`) }))
    const { concat, projected, wO } = result.blocks[layer]
    if (!concat) return nothing
    const map = (
      /** @type {any} */ matrix,
      /** @type {string} */ name,
      /** @type {string} */ note,
      tone = '--v',
    ) =>
      html`<qkv-heat-map
        .matrix=${matrix}
        .label=${name}
        note=${note}
        aria-label="${name}, ${note}"
        .tone=${tone}
        cell="8"
        maximum=${Math.min(420, this.width - 60)}
        theme=${this.theme}
      ></qkv-heat-map>`
    const { nHeads, dHead } = model.config
    return html`<div class="mixed">
      ${map(wO, t.wO, `(${nHeads} × ${dHead}) × ${wO.cols}`, '--x')}
      ${map(concat, t.concat, `${concat.rows} × (${nHeads} × ${dHead})`)}
      ${map(projected, t.projected, `${projected.rows} × ${projected.cols}`)}
    </div>`
  }
}

customElements.define('qkv-heads', Heads)

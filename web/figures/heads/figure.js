import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import { shipped } from '#models'
import '../../components/arcs.js'
import '../../components/head.js'
import '../../components/heat-map.js'
import { formatPercent } from '../../components/format.js'
import { shownTokens } from '../../components/tokens.js'
import { Background } from '../../engine/background.js'
import { Latest } from '../../engine/latest.js'
import { translated } from '../../i18n/errors.js'
import { inLanguage } from '../../i18n/locales.js'
import { ModelRun } from '../../models/model-run.js'
import { strings as modelStrings } from '../../models/strings.js'
import { selectOf, typedText } from '../../state/controls.js'
import { choice, number } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { drawControl } from '../base/toolbar.js'
import { strings } from './strings.js'

const NAMES = Object.keys(shipped)
const PATTERNS = /** @type {const} */ (['previous', 'own', 'first', 'same', 'answer'])

/**
 * Every head of a trained model on the reader's sentence: maps, the arcs of one row, what can be counted, and how their outputs are
 * mixed. Presets: the models' names. Property `result`: { tokens, ids, weights, patterns }.
 */
export class Heads extends Figure {
  static strings = strings
  static views = ['maps', 'arcs', 'patterns', 'numbers']
  static stepControls = { maps: ['model', 'text'], arcs: [], patterns: [], numbers: [] }
  static needs = /** @type {const} */ ('model')
  static presets = NAMES
  static properties = { hovered: { state: true }, opened: { state: true } }
  static state = {
    model: selectOf(
      choice('', ...NAMES),
      (figure) => NAMES.map((name) => [name, inLanguage(shipped[name].title, figure.language)]),
      {
        bare: true,
        label: (figure) => figure.words(modelStrings).which,
        now: (figure) => figure.model,
        also: () => ({ text: null, layer: -1, head: 0, query: -1 }),
      },
    ),
    text: typedText(400, {
      bare: true,
      elsewhere: true,
      label: (figure) => figure.words(modelStrings).text,
      now: (figure) => figure.text,
      also: () => ({ query: -1 }),
    }),
    layer: number(-1, { min: -1, whole: true }),
    head: number(0, { min: 0, whole: true }),
    query: number(-1, { min: -1, whole: true }),
  }

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
      summary {
        cursor: pointer;
        font-weight: 600;
      }
    `,
  ]

  /** @type {Background|undefined} */
  #background
  /** @type {ModelRun|undefined} */
  #run
  #opened = ''
  #looking = new Latest()
  /** The numbers of the head that is looked into, and what its layer makes of it. @type {{ key: string, steps: any, mixed: any }|null} */
  #inside = null

  constructor() {
    super()
    /** @type {{ layer: number, head: number }|null} */ this.hovered = null
    /** Whether the numbers of one head are asked for: sixteen tables take their time. */
    this.opened = false
  }

  async start() {
    this.#background = new Background(this.engine)
    this.#run = new ModelRun(this.#background, () => this.recompute(), { patterns: true })
  }

  stop() {
    this.#run?.close()
    this.#background?.close()
    this.#opened = ''
    this.#inside = null
  }

  get model() {
    return this.store.values.model || (NAMES.includes(this.preset) ? this.preset : NAMES[0])
  }

  get text() {
    return this.store.values.text ?? inLanguage(shipped[this.model].examples, this.language)[0]
  }

  get result() {
    return this.#run?.result
  }

  compute() {
    const run = /** @type {ModelRun} */ (this.#run)
    if (this.#opened !== this.model) {
      this.#opened = this.model
      this.hovered = null // whatever is under the pointer belongs to another model
      run.open(this.model)
      return
    }
    run.ask(this.text)
    if (this.opened) this.#look()
  }

  /** A head that there is: the one wanted, or the nearest. @param {import('../../models/model-run.js').Result} result @param {{ layer: number, head: number }} wanted */
  #head({ weights }, { layer, head }) {
    const l = layer < 0 ? weights.length - 1 : Math.min(layer, weights.length - 1)
    return { layer: l, head: Math.min(head, weights[l].length - 1) }
  }

  /** Fetches the numbers of the head that was kept. */
  async #look() {
    const run = /** @type {ModelRun} */ (this.#run)
    if (!run.result) return
    const { layer, head } = this.#head(run.result, this.store.values)
    const key = `${run.result.run} ${layer} ${head}`
    if (this.#inside?.key === key) return
    const fetched = () => Promise.all([run.steps(layer, head), run.mixed(layer)])
    await this.#looking.run(fetched, {
      done: ([steps, mixed]) => {
        if (!steps || !mixed) return // another text has been read since
        this.#inside = { key, steps, mixed }
        this.requestUpdate()
      },
      failed: (error) => this.fail(error),
    })
  }

  body() {
    const t = this.words(strings)
    const run = /** @type {ModelRun} */ (this.#run)
    const { result, model, problem } = run
    return html`
      ${
        this.shows('text')
          ? html`<div class="text">
              ${drawControl(this, 'text')}
              ${problem ? html`<p class="warn" role="status">${translated(problem, this.language)}</p>` : nothing}
            </div>`
          : nothing
      }
      ${result && model ? this.inParts() : html`<div class="loading">${problem ? '' : this.t.loading}</div>`}
      <figcaption>${t.note}</figcaption>
    `
  }

  parts() {
    const { result, model } = /** @type {ModelRun} */ (this.#run)
    if (!result || !model) return []
    const { config } = model
    const t = this.words(strings)
    const { maps } = this.t
    const { block } = this.words(modelStrings)
    const { weights, patterns } = result
    const tokens = shownTokens(result.tokens)
    const { layer, head } = this.#head(result, this.hovered ?? this.store.values)
    const n = tokens.length
    const { query } = this.store.values
    const row = query < 0 ? n - 1 : Math.min(query, n - 1)
    const shown = weights[layer][head]
    const { causal } = config
    const all = config.nLayers * config.nHeads
    const pattern = /** @type {any} */ (patterns)[layer][head]
    const part = (
      /** @type {string} */ name,
      /** @type {string} */ title,
      /** @type {() => unknown} */ inner,
    ) => ({
      name,
      title,
      draw: () => html`<div class="content">${inner()}</div>`,
    })
    return [
      part(
        'maps',
        t.mapsTitle,
        () => html`
          <div class="maps" data-step="weights">
            ${weights.map(
              (heads, l) =>
                html`<div class="layer">
                  <span>${block(l + 1)}</span>
                  ${heads.map(
                    (one, h) =>
                      html`<button
                        class="head"
                        aria-label=${maps.head(l + 1, h + 1)}
                        aria-pressed=${l === layer && h === head ? 'true' : 'false'}
                        @pointerenter=${() => (this.hovered = { layer: l, head: h })}
                        @pointerleave=${() => (this.hovered = null)}
                        @click=${() => this.store.set({ layer: l, head: h })}
                      >
                        <qkv-heat-map
                          quiet
                          .matrix=${one}
                          scale="weight"
                          tone="--a"
                          cell="24"
                          maximum=${this.narrow ? 72 : all <= 2 ? 230 : 150}
                          theme=${this.appearance}
                          .hatched=${(/** @type {number} */ i, /** @type {number} */ j) => causal && j > i}
                        ></qkv-heat-map>
                      </button>`,
                  )}
                </div>`,
            )}
          </div>
        `,
      ),
      part(
        'arcs',
        this.t.head.query,
        () => html`
          <div>
            <h2>${maps.head(layer + 1, head + 1)}</h2>
            <qkv-arcs
              .tokens=${tokens}
              .weights=${shown}
              .row=${row}
              width=${this.width - (this.narrow ? 26 : 36)}
              .label=${maps.mapLabel(maps.head(layer + 1, head + 1))}
              @qkv-query=${(/** @type {CustomEvent} */ e) => this.store.set({ query: e.detail.index })}
            ></qkv-arcs>
          </div>
        `,
      ),
      part(
        'patterns',
        t.counted,
        () => html`
          <div>
            <table class="numbers">
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
        `,
      ),
      part(
        'numbers',
        t.numbers,
        () => html`
          <details
            ?open=${this.opened}
            @toggle=${(/** @type {any} */ e) => {
              this.opened = e.target.open
              this.recompute()
            }}
          >
            <summary>${t.numbers}</summary>
            ${this.opened ? this.#numbers(tokens, row, config) : nothing}
          </details>
        `,
      ),
    ]
  }

  /** Every step of the head, and what its layer makes of it. @param {string[]} tokens @param {number} row @param {any} config */
  #numbers(tokens, row, config) {
    const inside = this.#inside
    if (!inside || inside.steps.q.rows !== tokens.length) return html`<p class="soft">${this.t.loading}</p>`
    const { ops } = this.t.head
    const { steps, mixed } = inside
    return html`<qkv-head
        .steps=${steps}
        .tokens=${tokens}
        .mask=${config.causal ? this.engine.mask('causal', tokens.length) : null}
        .query=${row}
        .weighted=${this.engine.weightedValues(steps, row)}
        .scaleText=${config.scaled ? ops.scale(steps.q.cols) : ops.unscaled}
        .narrow=${this.narrow}
        .width=${this.width}
        lang=${this.language}
        theme=${this.appearance}
        .lit=${this.lit}
      ></qkv-head
      >${this.#mixed(mixed, config)}`
  }

  /** What becomes of the heads' outputs: side by side, then mixed by w_o. @param {{ concat: any, projected: any, wO: any }} mixed @param {any} config */
  #mixed({ concat, projected, wO }, { nHeads, dHead }) {
    const t = this.words(strings)
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
        theme=${this.appearance}
      ></qkv-heat-map>`
    return html`<div class="mixed">
      ${map(wO, t.wO, `(${nHeads} × ${dHead}) × ${wO.cols}`, '--x')}
      ${map(concat, t.concat, `${concat.rows} × (${nHeads} × ${dHead})`)}
      ${map(projected, t.projected, `${projected.rows} × ${projected.cols}`)}
    </div>`
  }
}

define('qkv-heads', Heads)

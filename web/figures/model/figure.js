import { html, nothing } from 'lit'
import { define } from '../../components/define.js'
import { shipped } from '#models'
import '../../components/head.js'
import '../../components/heat-map.js'
import '../../components/odds-view.js'
import '../../components/token-row.js'
import { formatCount } from '../../components/format.js'
import { shownTokens, summary } from '../../components/tokens.js'
import { Background } from '../../engine/background.js'
import { Latest } from '../../engine/latest.js'
import { rowOf } from '../../engine/matrix.js'
import { translated } from '../../i18n/errors.js'
import { LOCALES, inLanguage } from '../../i18n/locales.js'
import { withDropped } from '../../models/dropped-files.js'
import '../../models/file-drop.js'
import { modelCard } from '../../models/model-card.js'
import { ModelRun } from '../../models/model-run.js'
import { strings as modelStrings } from '../../models/strings.js'
import { selectOf } from '../../state/controls.js'
import { choice, looks, number, text, typed } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import './outline.js'
import { strings } from './strings.js'
import { modelStyle } from './style.js'

const MAX_TOKENS = 256
const ODDS = 6
/** @typedef {{ layer: number, head: number, position: number, run: number, odds: any[] }} Shown */
const STORY = 'Once upon a time, there was a little girl named Lily.'

/**
 * A trained transformer on the reader's own text: tokens, every head, one head's real numbers, next-token odds.
 * Runs in a worker. Property `result`: { tokens, ids, weights, odds } and `steps` of the chosen head.
 */
export class ModelFigure extends Figure {
  static strings = strings
  static views = ['tokens', 'heads', 'outline', 'score', 'mask', 'share', 'carry']
  static needs = /** @type {const} */ ('model')
  static buttons = ['text', 'heads']
  static stepControls = {
    tokens: ['model', 'text', 'heads'],
    heads: ['heads'],
    outline: [],
    score: [],
    mask: [],
    share: [],
    carry: [],
  }
  static properties = { steps: { state: true } }
  static state = {
    model: selectOf(choice(...Object.keys(shipped), 'own'), (figure) => figure.choices, {
      bare: true,
      label: (figure) => figure.words(modelStrings).which,
      also: () => ({ text: null, layer: 0, head: 0, query: -1, pin: '' }),
    }),
    text: typed(4000),
    layer: number(0, { min: 0, whole: true }),
    head: number(0, { min: 0, whole: true }),
    query: number(-1, { min: -1, max: MAX_TOKENS - 1, whole: true }),
    pin: looks(text('', 30)),
  }

  static styles = [Figure.styles, modelStyle]

  /** @type {Background|undefined} */
  #background
  /** @type {ModelRun|undefined} */
  run
  /** Which model is open, or being opened, by the state's word for it. */
  #taken = ''
  #showing = new Latest()
  /** The head that is shown, of which run, and the odds after the chosen token. @type {Shown|null} */
  shown = null

  constructor() {
    super()
    /** @type {import('../../package/engine.js').Steps|null} */ this.steps = null
    /** The reader's own files. @type {import('../../models/dropped-files.js').Files} */ this.files = {}
    /** A model that the page hands over, as if its file had been chosen, and a text it can read. @type {{ name: string, weights: Uint8Array, text?: string }|undefined} */
    this.handed = undefined
  }

  get result() {
    const result = this.run?.result
    return result && this.shown && { ...result, odds: this.shown.odds }
  }

  async start() {
    this.#background = new Background(this.engine)
    this.run = new ModelRun(this.#background, () => this.recompute(), { maxTokens: MAX_TOKENS })
    if (this.handed) this.files = this.handed
  }

  stop() {
    this.run?.close()
    this.#background?.close()
    this.#taken = ''
    this.shown = this.steps = null
  }

  /** The models to choose from, with what they are called. */
  get choices() {
    const { own } = this.words(modelStrings)
    return [
      ...Object.entries(shipped).map(([name, { title }]) => [name, inLanguage(title, this.language)]),
      ['own', this.files.name ?? own],
    ]
  }

  /** What is known of the model if it is one of ours. */
  get #card() {
    return shipped[this.store.values.model]
  }

  /** The sentence to run: the reader's, or one that the model can read. */
  get text() {
    const { text: own } = this.store.values
    if (own !== null) return own
    return this.#card ? inLanguage(this.#card.examples, this.language)[0] : (this.handed?.text ?? STORY)
  }

  /** Opens the model that is wanted, reads the text, fetches the head: whatever is not done yet. */
  compute() {
    const run = /** @type {ModelRun} */ (this.run)
    const { model } = this.store.values
    if (model !== this.#taken) {
      this.#taken = model
      this.shown = this.steps = null
      this.#open(model === 'own' ? this.files : model)
      return
    }
    run.ask(this.text)
    if (run.result) this.#show(run.result)
  }

  /** @param {string|import('../../models/dropped-files.js').Files} source */
  #open(source) {
    if (typeof source !== 'string' && !source.weights) return this.run?.close()
    this.run?.open(/** @type {any} */ (source))
  }

  /** Fetches every step of the chosen head, and the odds after the chosen token. @param {import('../../models/model-run.js').Result} result */
  async #show(result) {
    const run = /** @type {ModelRun} */ (this.run)
    const { layer, head, query } = this.store.values
    const { nLayers = 1, nHeads = 1 } = run.model?.config ?? {}
    const last = result.tokens.length - 1
    const wanted = {
      layer: Math.min(layer, nLayers - 1),
      head: Math.min(head, nHeads - 1),
      position: query < 0 ? last : Math.min(query, last),
      run: result.run,
    }
    const same = Object.entries(wanted).every(
      ([name, value]) => /** @type {any} */ (this.shown)?.[name] === value,
    )
    if (same) return this.#showing.cancel()
    const fetched = () => Promise.all([run.steps(wanted.layer, wanted.head), run.odds(wanted.position, ODDS)])
    await this.#showing.run(fetched, {
      done: ([steps, odds]) => {
        if (!steps || !odds) return // another text has been read since
        const first = this.shown?.run !== wanted.run
        this.shown = { ...wanted, odds }
        this.steps = steps
        if (first) this.emit('qkv-result', { text: result.text })
      },
      failed: (error) => this.fail(error),
    })
  }

  extras() {
    const t = this.words(strings)
    const model = this.run?.model
    return model
      ? html`<span
          >${t.parameters(formatCount(model.parameters))} ·
          ${t.shape(model.config.nLayers, model.config.nHeads, model.config.dModel)}</span
        >`
      : nothing
  }

  body() {
    const run = /** @type {ModelRun} */ (this.run)
    const parts = this.parts()
    return html`
      ${this.#textField(run)}
      ${parts.length > 0 ? this.inParts(parts) : html`<div class="loading">${this.#waiting(run)}</div>`}
      ${this.#card && (this.view === 'steps' ? this.store.values.step === 'outline' : this.shows('model')) ? modelCard(this.#card, this.words(modelStrings), this.language) : nothing}
    `
  }

  /** Why there is no picture yet. @param {ModelRun} run */
  #waiting(run) {
    const t = this.words(strings)
    if (run.reading) return this.#progress(run, run.reading)
    if (run.busy) return t.running
    if (this.store.values.model === 'own' && !this.files.weights) return t.needModel
    if (run.model && !run.model.hasTokenizer) return t.needTokenizer
    return this.text.trim() === '' ? t.empty : ''
  }

  /** @param {ModelRun} run @param {{ done: number, size: number }} reading */
  #progress(run, { done, size }) {
    const m = this.words(modelStrings)
    const words = m.reading(formatCount(Math.round(done / 1e6)), formatCount(Math.round(size / 1e6)))
    return html`<span class="reading">
      <progress max=${size} .value=${done} aria-label=${words}></progress> ${words}
      <button class="button" @click=${() => run.cancel()}>${m.cancel}</button>
    </span>`
  }

  /** Those of the reader's language, and one of each other. */
  get #examples() {
    const examples = /** @type {Record<string, string[]>} */ (this.#card.examples)
    const others = LOCALES.flatMap(({ tag }) =>
      tag === this.language ? [] : (examples[tag]?.slice(0, 1) ?? []),
    )
    return [...new Set([...inLanguage(examples, this.language), ...others])]
  }

  /** @param {ModelRun} run */
  #textField(run) {
    const t = this.words(strings)
    const m = this.words(modelStrings)
    const own = this.store.values.model === 'own'
    const unknown = run.unknownWord
    const readable = run.model?.hasTokenizer
    if (!own && !this.shows('text')) return nothing
    return html`<div class="text">
      ${own ? html`<qkv-file-drop .lang=${this.language} @qkv-files=${this.#files}></qkv-file-drop>` : nothing}
      ${
        this.shows('text') && (!own || readable)
          ? html`<textarea
                rows="2"
                maxlength="4000"
                aria-label=${m.text}
                .value=${this.text}
                @input=${(/** @type {any} */ e) => this.store.set({ text: e.target.value, query: -1, pin: '' }, { gesture: 'text' })}
              ></textarea>
              ${
                run.problem
                  ? html`<p class="problem" role="status">
                        ${unknown ? m.unseen(unknown) : translated(run.problem, this.language)}
                      </p>
                      ${unknown ? this.#vocabulary(unknown) : nothing}`
                  : nothing
              }
              ${
                own
                  ? nothing
                  : html`<div class="chips">
                      <span>${t.examples}</span>
                      ${this.#examples.map(
                        (example) =>
                          html`<button
                            class="chip"
                            @click=${() => this.store.set({ text: example, query: -1, pin: '' })}
                          >
                            ${example}
                          </button>`,
                      )}
                    </div>`
              }
              ${run.result?.dropped ? html`<p class="soft">${m.limited(run.result.tokens.length, run.result.dropped)}</p>` : nothing}`
          : nothing
      }
    </div>`
  }

  /** The words of the model that could stand there: those of the unknown word's script. @param {string} unknown */
  #vocabulary(unknown) {
    const { vocabulary } = this.run?.model?.metadata ?? {}
    if (!vocabulary) return nothing
    const isLatin = (/** @type {string} */ word) => /^[a-z]/i.test(word)
    const words = /** @type {string[]} */ (JSON.parse(vocabulary)).filter(
      (word) => word !== '<s>' && isLatin(word) === isLatin(unknown),
    )
    return html`<div class="chips">
      ${words.map((word) => html`<button class="chip" @click=${() => this.#replace(unknown, word)}>${word}</button>`)}
    </div>`
  }

  /** @param {string} unknown @param {string} word in its place */
  #replace(unknown, word) {
    const pattern = new RegExp(unknown.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i')
    this.store.set({ text: this.text.replace(pattern, () => word), query: -1 })
  }

  /** @param {CustomEvent} e */
  #files = async (e) => {
    const m = this.words(modelStrings)
    const run = /** @type {ModelRun} */ (this.run)
    const judge = (/** @type {File} */ file) => this.#background?.call('judge', { file })
    const { files, refused } = await withDropped(e.detail.files, this.files, /** @type {any} */ (judge))
    const notices = refused.map(({ name, error }) => m.badFile(name, translated(error, this.language)))
    const left = (/** @type {any} */ reason) => {
      notices.push(m.ignoredTokenizer(translated(reason, this.language)))
      delete this.files.tokenizer // what was not read is not kept
    }
    const before = this.files
    this.files = { ...files }
    if (files.weights !== before.weights) {
      this.shown = this.steps = null
      this.notice = notices.join(' ')
      const opened = await run.open(/** @type {any} */ (files))
      if (opened?.ignored) left(opened.ignored)
      if (run.problem) notices.push(m.badFile(files.name ?? '', translated(run.problem, this.language)))
      if (!opened && this.files.weights === files.weights) this.files = {}
    } else if (files.tokenizer !== before.tokenizer && run.model) {
      const reason = await run.readTokenizer(/** @type {any} */ (files.tokenizer))
      if (reason) left(reason)
    }
    this.notice = notices.join(' ')
    this.recompute()
  }

  /** What is drawn, once all of it is there. */
  #drawn() {
    const run = /** @type {ModelRun} */ (this.run)
    const { result, model } = run
    const { steps, shown } = this
    if (!result || !model || !steps || !shown || steps.q.rows !== result.tokens.length) return undefined
    const stale = run.problem || shown.run !== result.run ? 'stale' : ''
    const tokens = shownTokens(result.tokens)
    const mask = this.#mask(tokens.length, model.config.causal)
    return { result, config: model.config, steps, shown, tokens, mask, stale }
  }

  parts() {
    const t = this.words(strings)
    const drawn = this.#drawn()
    if (!drawn) return []
    const { names, query } = this.t.head
    const { config } = drawn
    const band = (/** @type {keyof typeof names} */ name) => ({
      name,
      title: names[name],
      draw: () => this.#head(drawn, this.view === '' ? '' : name),
    })
    const heads = this.shows('heads') && config.nLayers * config.nHeads > 1
    return [
      { name: 'tokens', title: query, draw: () => this.#answer(drawn, heads && this.view === '') },
      ...(heads && this.view !== ''
        ? [
            {
              name: 'heads',
              title: t.heads,
              draw: () =>
                html`<div class="content">
                  ${this.#heads(drawn.result, drawn.shown.layer, drawn.shown.head)}
                </div>`,
            },
          ]
        : []),
      { name: 'outline', title: t.outline, draw: () => this.#outline(config, drawn.shown.layer) },
      band('score'),
      ...(this.view === '' ? [] : [...(drawn.mask ? [band('mask')] : []), band('share'), band('carry')]),
    ]
  }

  /** The sentence, where the chosen token looks, and what comes next. @param {any} drawn @param {boolean} heads */
  #answer({ result, steps, shown, tokens, mask, stale }, heads) {
    const t = this.words(strings)
    const { head: h } = this.t
    const { layer, head, position, odds } = shown
    const shares = rowOf(steps.weights, position).data
    const answer = this.#card?.answer
    return html`
      <div class="columns ${stale}">
        <div class="stack">
          <div>
            <h2>${h.query}</h2>
            <div class="tokens">
              <qkv-token-row
                .tokens=${tokens}
                .query=${position}
                .shares=${shares}
                .visible=${(/** @type {number} */ j) => !mask || j <= position}
                .label=${h.query}
                @qkv-query=${(/** @type {CustomEvent} */ e) => this.store.set({ query: e.detail.index, pin: '' }, { gesture: 'query' })}
              ></qkv-token-row>
            </div>
          </div>
          <p aria-live="polite">
            ${summary(shares, tokens, position, this.t)}
            <span class="x">${t.notExplanation}</span>
          </p>
          ${heads ? this.#heads(result, layer, head) : nothing}
        </div>
        <aside class="stack">
          <div>
            <h2>
              ${answer ? inLanguage(answer, this.language) : `${t.odds} ${t.oddsAfter(tokens[position])}`}
            </h2>
            ${
              result.answers[position]
                ? html`<qkv-odds-view .odds=${odds} .label=${t.odds}></qkv-odds-view>`
                : html`<p class="soft">${t.asked}</p>`
            }
          </div>
        </aside>
      </div>
    `
  }

  /** @param {any} config @param {number} layer */
  #outline(config, layer) {
    const t = this.words(strings)
    return html`
      <div class="outline">
        <h2>${t.outline}</h2>
        <qkv-model-outline
          .config=${config}
          .layer=${layer}
          .lang=${this.language}
          @qkv-layer=${(/** @type {CustomEvent} */ e) => this.store.set({ layer: e.detail.layer, pin: '' })}
        ></qkv-model-outline>
        ${config.nKvHeads < config.nHeads ? html`<p class="soft">${t.kvShared(config.nHeads / config.nKvHeads)}</p>` : nothing}
      </div>
    `
  }

  /** The steps of the chosen head, or one band of them. @param {any} drawn @param {string} only */
  #head({ config, steps, shown, tokens, mask, stale }, only) {
    const { head: h } = this.t
    const { position } = shown
    return html`
      <qkv-head
        class=${stale}
        .only=${only}
        .steps=${steps}
        .tokens=${tokens}
        .mask=${mask}
        .weighted=${this.engine.weightedValues(steps, position)}
        .query=${position}
        .pin=${this.store.values.pin}
        .arithmetic=${(/** @type {any} */ cell) => this.#arithmetic(cell, config)}
        .scaleText=${config.scaled ? h.ops.scale(config.dHead) : h.ops.unscaled}
        .narrow=${this.narrow}
        .width=${this.width}
        .lang=${this.language}
        .theme=${this.appearance}
        @qkv-pin=${(/** @type {CustomEvent} */ e) => this.store.set({ pin: e.detail.pin }, { undoable: false })}
      ></qkv-head>
    `
  }

  /** Every head as a small map; the chosen one framed. @param {import('../../models/model-run.js').Result} result @param {number} layer @param {number} head */
  #heads({ weights }, layer, head) {
    const t = this.words(strings)
    const { maps } = this.t
    return html`<div>
      <h2>${t.heads} · ${t.scoreMap}</h2>
      <div class="heads">
        ${weights.map(
          (heads, l) =>
            html`<div class="layer">
              <span>${this.words(modelStrings).block(l + 1)}</span>
              ${heads.map(
                (one, h) =>
                  html`<button
                    class="thumb"
                    aria-pressed=${l === layer && h === head ? 'true' : 'false'}
                    aria-label=${maps.head(l + 1, h + 1)}
                    @click=${() => this.store.set({ layer: l, head: h, pin: '' })}
                  >
                    <qkv-heat-map
                      quiet
                      .matrix=${one}
                      scale="weight"
                      .cell=${44}
                      .maximum=${44}
                      .theme=${this.appearance}
                    ></qkv-heat-map>
                  </button>`,
              )}
            </div>`,
        )}
      </div>
    </div>`
  }

  /** @type {import('../../package/engine.js').Matrix|null} */
  #causal = null

  /** The model's mask over n tokens, made once for each length. @param {number} n @param {boolean} causal */
  #mask(n, causal) {
    if (!causal) return null
    if (this.#causal?.rows !== n) this.#causal = this.engine.mask('causal', n)
    return this.#causal
  }

  /** @param {import('../../components/steps.js').Cell} cell @param {any} config */
  #arithmetic({ step, row, col }, { position, scaled, causal }) {
    const { arithmetic: a } = this.t
    if (['q', 'k', 'v'].includes(step)) return position === 'rope' && step !== 'v' ? a.rope : a.unknown
    const steps = /** @type {import('../../package/engine.js').Steps} */ (this.steps)
    const inputs = { scale: scaled, mask: this.#mask(steps.q.rows, causal) ?? undefined }
    return this.engine.cellArithmetic(inputs, steps, /** @type {'q'} */ (step), row, col)
  }
}

define('qkv-model', ModelFigure)

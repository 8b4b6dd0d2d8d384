import { html, nothing } from 'lit'
import '../components/arithmetic-view.js'
import '../components/attention-bands.js'
import '../components/file-drop.js'
import '../components/heat-map.js'
import '../components/model-outline.js'
import '../components/odds-view.js'
import '../components/token-row.js'
import { formatCount } from '../components/format.js'
import { Background } from '../engine/background.js'
import { fileKind } from '../engine/file-kind.js'
import { modelBytes } from '#models'
import { rowOf } from '../engine/matrix.js'
import { translated } from '../i18n/errors.js'
import { choice, number, text, typed } from '../state/property.js'
import { Figure } from './figure.js'
import { modelCard } from './model-card.js'
import { pinName, pinTones, readPin, steppedPin, writePin } from './pin.js'
import { shownTokens, summary } from './tokens.js'
import { modelStyle } from './model-style.js'
import { shipped } from './shipped.js'

const MAX_TOKENS = 256
const ODDS = 6
const WAIT = 120 // ms after the last key before the model runs

const table = {
  model: choice(...Object.keys(shipped), 'own'),
  text: typed(4000),
  layer: number(0, { min: 0, whole: true }),
  head: number(0, { min: 0, whole: true }),
  query: number(-1, { min: -1, max: MAX_TOKENS - 1, whole: true }),
  pin: text('', 30),
}

const STORY = 'Once upon a time, there was a little girl named Lily.'

/**
 * A trained transformer on the reader's own text: tokens, every head, one head's real numbers, next-token odds.
 * Runs in a worker. Attributes as in Figure; groups of `controls`: model, text, heads, history.
 * Property `result`: { tokens, ids, weights, odds } and `steps` of the chosen head.
 */
export class ModelFigure extends Figure {
  static controls = ['model', 'text', 'heads', 'history']
  static properties = {
    hovered: { state: true },
    result: { state: true },
    steps: { state: true },
    problem: { state: true },
    busy: { state: true },
  }

  static styles = [Figure.styles, modelStyle]

  constructor() {
    super(table)
    /** @type {any} */ this.hovered = null
    /** @type {any} */ this.result = null
    /** @type {any} */ this.steps = null
    /** @type {{ message: string, word?: string }|null} */ this.problem = null
    this.busy = false
    /** @type {{ layer: number, head: number, position: number }|undefined} */ this.shown = undefined
    /** @type {any} */ this.model = null
    /** @type {{ weights?: Uint8Array, tokenizer?: Uint8Array, name?: string }} */ this.files = {}
    /** @type {Background|undefined} */ this.background = undefined
    /** A model that the page hands over, as if its file had been chosen, and a text it can read. @type {{ name: string, weights: Uint8Array, text?: string }|undefined} */
    this.handed = undefined
  }

  async start() {
    this.background = new Background(/** @type {any} */ (this.engine))
    if (this.handed) this.files = this.handed
    await this.#take()
  }

  stop() {
    this.background?.close()
    this.model = null
    this.#taken = ''
  }

  /** @param {{ weights: Uint8Array, tokenizer?: Uint8Array }} files */
  async #open(files) {
    const { background } = this
    if (!background) return
    const opening = ++this.#opening
    const model = await background.call('openModel', files)
    if (opening !== this.#opening) {
      background.call('closeModel', { handle: model.handle }).catch(() => {}) // another was wanted in the meantime
      return
    }
    this.#close()
    this.model = model
    this.#run()
  }

  /** Counts openings: the last one wanted wins, whichever arrives last. */
  #opening = 0

  #close() {
    if (this.model) this.background?.call('closeModel', { handle: this.model.handle }).catch(() => {})
    this.model = null
  }

  /** Which model is open, or being opened, by the state's word for it. */
  #taken = ''

  /** Opens the model that the state names: after a choice, but as well after undo, reset or a new address. */
  async #take() {
    const { model: wanted } = this.store.values
    this.#taken = wanted
    this.#opening += 1
    this.#close()
    this.result = this.steps = this.problem = null
    this.shown = undefined
    this.#ran = ''
    this.busy = false // a run of the model before no longer counts
    try {
      if (wanted !== 'own') await this.#open({ weights: await modelBytes(/** @type {any} */ (wanted)) })
      else if (this.files.weights) await this.#open(/** @type {any} */ (this.files))
    } catch (error) {
      this.problem = { message: error instanceof Error ? error.message : String(error) }
    }
    this.requestUpdate()
  }

  /** What is known of the model if it is one of ours. */
  get #shipped() {
    return shipped[this.store.values.model]
  }

  /** The sentence to run: the reader's, or one that the model can read. */
  get text() {
    const { text: own } = this.store.values
    if (own !== null) return own
    return this.#shipped?.examples[this.language][0] ?? this.handed?.text ?? STORY
  }

  #timer = 0
  #ran = ''
  #runs = 0

  /** Runs the model on the present text, and keeps the old picture if the text cannot be read. */
  async #run() {
    const { model } = this
    if (!model?.hasTokenizer) return
    const text = this.text
    if (text.trim() === '') return
    this.#ran = `${model.handle} ${text}`
    const ran = this.#ran
    const run = ++this.#runs
    this.busy = true
    try {
      const background = /** @type {Background} */ (this.background)
      const result = await background.call('run', {
        handle: model.handle,
        run,
        text,
        maxTokens: MAX_TOKENS,
      })
      if (ran !== this.#ran) return
      result.run = run
      await this.#showHead(result)
      this.result = result
      this.problem = null
      this.emit('qkv-result', { text })
    } catch (error) {
      if (ran !== this.#ran) return
      const message = error instanceof Error ? error.message : String(error)
      this.problem = { message, word: /has never seen '(.*)'/.exec(message)?.[1] }
    } finally {
      if (ran === this.#ran) this.busy = false
    }
  }

  #wanted = ''

  /** Fetches every step of the chosen head, and the odds after the chosen token. @param {any} [result] */
  async #showHead(result = this.result) {
    if (!result) return
    const { layer, head } = this.#place
    const position = this.#queryOf(result)
    const wanted = `${layer} ${head} ${position} ${this.#ran}`
    this.#wanted = wanted
    const background = /** @type {Background} */ (this.background)
    const request = { handle: this.model.handle, run: result.run, layer, head, position, count: ODDS }
    const [steps, odds] = await Promise.all([
      background.call('head', request),
      background.call('odds', request),
    ])
    if (wanted !== this.#wanted || !steps || !odds) return
    result.odds = odds
    this.steps = steps
    this.weighted = this.engine?.weightedValues(steps, position)
    this.shown = { layer, head, position }
    this.requestUpdate()
  }

  get #place() {
    const { nLayers = 1, nHeads = 1 } = this.model?.config ?? {}
    const { layer, head } = this.store.values
    return { layer: Math.min(layer, nLayers - 1), head: Math.min(head, nHeads - 1) }
  }

  /** @param {any} result */
  #queryOf(result) {
    const last = result.tokens.length - 1
    const { query } = this.store.values
    return query < 0 ? last : Math.min(query, last)
  }

  compute() {
    if (this.#taken && this.store.values.model !== this.#taken) {
      this.#take()
      return
    }
    if (!this.model || this.text.trim() === '') return
    if (`${this.model.handle} ${this.text}` !== this.#ran) {
      clearTimeout(this.#timer)
      this.#timer = window.setTimeout(() => this.#run(), WAIT)
      return
    }
    if (this.busy || !this.result || !this.shown) return
    const { layer, head } = this.#place
    const position = this.#queryOf(this.result)
    if (layer !== this.shown.layer || head !== this.shown.head || position !== this.shown.position)
      this.#showHead().catch((error) => this.fail(error))
  }

  body() {
    return html`
      ${this.#toolbar()} ${this.#textField()}
      ${this.result && this.steps && this.model ? this.#picture() : html`<div class="loading">${this.#waiting()}</div>`}
      ${this.#shipped ? modelCard(this.#shipped.card, this.t, this.language) : nothing}
    `
  }

  /** Why there is no picture yet. */
  #waiting() {
    const { model: t } = this.t
    if (this.busy) return t.running
    if (this.store.values.model === 'own' && !this.files.weights) return t.needModel
    if (this.model && !this.model.hasTokenizer) return t.needTokenizer
    return this.text.trim() === '' ? t.empty : ''
  }

  #toolbar() {
    const { model: t } = this.t
    const { model } = this.store.values
    return html`<div class="bar">
      ${
        this.shows('model')
          ? html`<select
              aria-label=${t.which}
              @change=${(/** @type {any} */ e) => this.store.set({ model: e.target.value, text: null, layer: 0, head: 0, query: -1, pin: '' })}
            >
              ${Object.keys(shipped).map((name) => html`<option value=${name} .selected=${model === name}>${t.models[/** @type {'pronoun'} */ (name)]}</option>`)}
              <option value="own" .selected=${model === 'own'}>${this.files.name ?? t.own}</option>
            </select>`
          : nothing
      }
      ${
        this.model && (model !== 'own' || this.files.weights)
          ? html`<span
              >${t.parameters(formatCount(this.model.parameters))} ·
              ${t.shape(this.model.config.nLayers, this.model.config.nHeads, this.model.config.dModel)}</span
            >`
          : nothing
      }
      ${this.historyControls()}
    </div>`
  }

  /** Those of the reader's language, and one of the other. */
  get #examples() {
    const examples = this.#shipped?.examples
    if (!examples) return []
    return [...new Set([...examples[this.language], examples[this.language === 'zh' ? 'en' : 'zh'][0]])]
  }

  #textField() {
    const { model: t } = this.t
    const own = this.store.values.model === 'own'
    const vocabulary =
      this.problem?.word && this.model?.metadata.vocabulary
        ? JSON.parse(this.model.metadata.vocabulary)
        : null
    return html`<div class="text">
      ${own ? html`<qkv-file-drop .lang=${this.language} @qkv-files=${this.#files}></qkv-file-drop>` : nothing}
      ${
        this.shows('text') && (!own || this.model?.hasTokenizer)
          ? html`<textarea
                rows="2"
                maxlength="4000"
                aria-label=${t.text}
                .value=${this.text}
                @input=${(/** @type {any} */ e) => this.store.set({ text: e.target.value, query: -1, pin: '' }, { gesture: 'text' })}
              ></textarea>
              ${
                this.problem
                  ? html`<p class="problem" role="status">
                        ${this.problem.word ? t.unseen(this.problem.word) : translated(this.problem.message, this.language)}
                      </p>
                      ${
                        vocabulary
                          ? html`<div class="chips">
                              ${vocabulary.map((/** @type {string} */ w) => html`<button class="chip" @click=${() => this.#addWord(w)}>${w}</button>`)}
                            </div>`
                          : nothing
                      }`
                  : nothing
              }
              ${
                own
                  ? nothing
                  : html`<div class="chips">
                      <span>${t.examples}</span>
                      ${this.#examples.map(
                        (text) =>
                          html`<button
                            class="chip"
                            @click=${() => this.store.set({ text, query: -1, pin: '' })}
                          >
                            ${text}
                          </button>`,
                      )}
                    </div>`
              }
              ${this.result?.dropped ? html`<p class="soft">${t.limited(this.result.tokens.length, this.result.dropped)}</p>` : nothing}`
          : nothing
      }
    </div>`
  }

  /** The words of the model that could stand there: those of the unknown word's script. @param {string} unknown @returns {string[]|null} */
  #vocabularyFor(unknown) {
    const vocabulary = this.model?.metadata.vocabulary
    if (!vocabulary) return null
    const latin = (/** @type {string} */ word) => /^[a-z]/i.test(word)
    return JSON.parse(vocabulary).filter(
      (/** @type {string} */ word) => word !== '<s>' && latin(word) === latin(unknown),
    )
  }

  /** In place of the word that was not known. @param {string} word */
  #addWord(word) {
    const unknown = /** @type {string} */ (this.problem?.word)
    const replaced = this.text.replace(new RegExp(unknown.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i'), word)
    this.store.set({ text: replaced, query: -1 })
  }

  /** @param {CustomEvent} e */
  #files = async (e) => {
    const before = this.files
    try {
      const files = await Promise.all(
        e.detail.files.map(async (/** @type {File} */ file) => ({
          name: file.name,
          bytes: new Uint8Array(await file.arrayBuffer()),
        })),
      )
      const kinds = files.map(({ bytes }) => fileKind(bytes))
      const tokenizer = files[kinds.indexOf('tokenizer')]?.bytes
      const at = kinds.findIndex((kind) => kind !== 'tokenizer')
      // A tokenizer belongs to llama2.c models, ours bring their words along.
      const kept = tokenizer ?? this.files.tokenizer
      if (at >= 0)
        this.files = {
          weights: files[at].bytes,
          name: files[at].name,
          tokenizer: kinds[at] === 'safetensors' ? undefined : kept,
        }
      else this.files = { ...this.files, tokenizer }
      if (this.files.weights) await this.#open(/** @type {any} */ (this.files))
      this.notice = ''
    } catch (error) {
      this.files = before.weights ? before : { tokenizer: this.files.tokenizer }
      this.notice = this.t.model.badFile(
        translated(error instanceof Error ? error.message : String(error), this.language),
      )
    }
    this.requestUpdate()
  }

  #picture() {
    const { model: t, anatomy } = this.t
    const { odds } = this.result
    const tokens = shownTokens(this.result.tokens)
    const { config } = this.model
    const steps = this.steps
    const { layer, head, position } = /** @type {any} */ (this.shown)
    const n = steps.q.rows
    if (n !== tokens.length) return nothing
    const shares = rowOf(steps.weights, position).data
    const asked = this.#shipped?.asked(position, n) ?? true
    const stale = this.problem ? 'stale' : ''
    const mask = this.#mask(n)
    const set = (/** @type {any} */ changes) => this.store.set(changes)
    return html`
      <div class="columns ${stale}">
        <div class="stack">
          <div>
            <h2>${anatomy.query}</h2>
            <div class="tokens">
              <qkv-token-row
                .tokens=${tokens}
                .query=${position}
                .shares=${shares}
                .visible=${(/** @type {number} */ j) => !mask || j <= position}
                .label=${anatomy.query}
                @qkv-query=${(/** @type {CustomEvent} */ e) => this.store.set({ query: e.detail.index, pin: '' }, { gesture: 'query' })}
              ></qkv-token-row>
            </div>
          </div>
          <p aria-live="polite">
            ${summary(shares, tokens, position, this.t)}
            <span class="x">${t.notExplanation}</span>
          </p>
          ${this.shows('heads') && config.nLayers * config.nHeads > 1 ? this.#heads(layer, head) : nothing}
        </div>
        <aside class="stack">
          <div>
            <h2>
              ${/** @type {any} */ (t.answers)[this.store.values.model] ?? `${t.odds} ${t.oddsAfter(tokens[position])}`}
            </h2>
            ${asked ? html`<qkv-odds-view .odds=${odds} .label=${t.odds}></qkv-odds-view>` : html`<p class="soft">${t.asked}</p>`}
          </div>
        </aside>
      </div>
      <div class="outline">
        <h2>${t.outline}</h2>
        <qkv-model-outline
          .config=${config}
          .layer=${layer}
          .lang=${this.language}
          @qkv-layer=${(/** @type {CustomEvent} */ e) => set({ layer: e.detail.layer, pin: '' })}
        ></qkv-model-outline>
        ${config.nKvHeads < config.nHeads ? html`<p class="soft">${t.kvShared(config.nHeads / config.nKvHeads)}</p>` : nothing}
      </div>
      <div class="content ${stale}">
        <qkv-attention-bands
          .steps=${steps}
          .tokens=${tokens}
          .mask=${mask}
          .weighted=${this.weighted}
          .query=${position}
          .hovered=${this.hovered}
          .pinned=${this.#pinned}
          .scaleText=${config.scaled ? anatomy.ops.scale(config.dHead) : anatomy.ops.unscaled}
          .narrow=${this.narrow}
          .width=${this.width - (this.narrow ? 26 : 36)}
          .lang=${this.language}
          .theme=${this.theme}
          @qkv-cell-hover=${(/** @type {CustomEvent} */ e) => (this.hovered = e.detail)}
          @qkv-cell-pin=${this.#pin}
          @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Escape' && this.store.set({ pin: '' }, { undoable: false })}
        ></qkv-attention-bands>
      </div>
      ${this.#why()}
    `
  }

  /** Every head as a small map; the chosen one framed. @param {number} layer @param {number} head */
  #heads(layer, head) {
    const { model: t } = this.t
    return html`<div>
      <h2>${t.heads} · ${t.scoreMap}</h2>
      <div class="heads">
        ${this.result.weights.map(
          (/** @type {any[]} */ heads, /** @type {number} */ l) =>
            html`<div class="layer">
              <span>${t.block(l + 1)}</span>
              ${heads.map(
                (weights, h) =>
                  html`<button
                    class="thumb"
                    aria-pressed=${l === layer && h === head ? 'true' : 'false'}
                    aria-label="${t.layer} ${l + 1}, ${t.head} ${h + 1}"
                    @click=${() => this.store.set({ layer: l, head: h, pin: '' })}
                  >
                    <qkv-heat-map
                      quiet
                      .matrix=${weights}
                      scale="weight"
                      .cell=${44}
                      .maximum=${44}
                      .theme=${this.theme}
                    ></qkv-heat-map>
                  </button>`,
              )}
            </div>`,
        )}
      </div>
    </div>`
  }

  /** @type {import('../engine/engine.js').Matrix|null} */
  #causal = null

  /** The model's mask over n tokens, made once for each length. @param {number} n */
  #mask(n) {
    if (!this.model.config.causal) return null
    if (this.#causal?.rows !== n) this.#causal = /** @type {any} */ (this.engine).mask('causal', n)
    return this.#causal
  }

  get #pinned() {
    return readPin(this.store.values.pin, this.steps)
  }

  /** Pins a cell, or lets go of it. @param {CustomEvent} e */
  #pin = (e) => {
    const pin = writePin(e.detail, this.shown?.position ?? 0)
    if (pin) this.store.set({ pin: pin === this.store.values.pin ? '' : pin }, { undoable: false })
  }

  #why() {
    const cell = this.#pinned
    const { arithmetic: a } = this.t
    const projected = cell && ['q', 'k', 'v'].includes(cell.step)
    const { config } = this.model
    const n = this.steps.q.rows
    const inputs = { scale: config.scaled, mask: this.#mask(n) ?? undefined }
    const arithmetic =
      cell && !projected
        ? /** @type {any} */ (this.engine).cellArithmetic(inputs, this.steps, cell.step, cell.row, cell.col)
        : null
    return html`<div class="why">
      <qkv-arithmetic-view
        .arithmetic=${arithmetic}
        .heading=${cell ? pinName(cell, shownTokens(this.result.tokens), this.t) : ''}
        .tones=${pinTones(cell?.step)}
        .lang=${this.language}
        .message=${projected ? (config.position === 'rope' && cell.step !== 'v' ? a.rope : a.unknown) : ''}
        steppable
        @qkv-arithmetic-step=${(/** @type {CustomEvent} */ e) => this.#stepPin(e.detail.by)}
        @qkv-arithmetic-close=${() => this.store.set({ pin: '' }, { undoable: false })}
      ></qkv-arithmetic-view>
    </div>`
  }

  /** @param {number} by */
  #stepPin(by) {
    const cell = this.#pinned
    if (cell) this.store.set({ pin: steppedPin(cell, by) }, { undoable: false })
  }
}

customElements.define('qkv-model', ModelFigure)

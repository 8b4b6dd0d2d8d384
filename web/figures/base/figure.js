import { LitElement, html, nothing } from 'lit'
import { emit } from '../../components/emit.js'
import { Appearance } from '../../components/appearance.js'
import { base, bounds, controls, palette } from '../../components/theme.js'
import { qkvError } from '../../engine/calls.js'
import { Latest } from '../../engine/latest.js'
import { sharedEngine } from '../../engine/shared.js'
import { translated } from '../../i18n/errors.js'
import { words, wordsOf } from '../../i18n/index.js'
import { isKnown, localeOf } from '../../i18n/locales.js'
import { groupsOf } from '../../state/controls.js'
import { State } from '../../state/state.js'
import { figureStyle } from './figure-style.js'
import { partsStyle, partsWanted, step } from './parts.js'
import { drawControls } from './toolbar.js'

/** @typedef {import('../../package/engine.js').Engine} Engine */

/** Keys that something here uses do not reach the page around it, which may turn its slides with them. @param {KeyboardEvent} e */
function keepKeys(e) {
  const from = /** @type {Element} */ (e.composedPath()[0])
  const typing = /^(input|textarea|select)$/.test(from.localName)
  const pressing = from.localName === 'button' && (e.key === 'Enter' || e.key === ' ')
  if (typing || pressing || e.defaultPrevented) e.stopPropagation()
}

const READ = 4000 // ms that a passing notice stands

/**
 * What all figures share: the attributes `lang theme preset seed controls view state`, the engine, undo, the address text, the
 * toolbar, and that nothing a figure does can leave the page blank.
 *
 * A subclass says what it is in statics, and implements compute() and body():
 *   state    its table of properties and controls (state/controls.js)
 *   strings  its words by language, with `title` and `lede`
 *   presets  what the attribute `preset` may hold
 *   needs    which kind of engine: 'head', 'model' or 'lab'
 *   views    the names of its parts, if it implements parts() and not body()
 *   formerly what presets and values were called in older addresses
 *
 * Events (bubbling, composed): qkv-ready, qkv-change {state, preset}, qkv-link (the address is about to be copied), qkv-score {score, state}, qkv-error {message}.
 */
export class Figure extends LitElement {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    lang: { reflect: true },
    theme: { reflect: true },
    appearance: { state: true },
    preset: {},
    seed: {},
    controls: {},
    view: {},
    state: { noAccessor: true },
    notice: { state: true },
    failure: { state: true },
    ready: { state: true },
    narrow: { state: true },
    width: { state: true },
    lit: {},
  }

  /** @type {import('lit').CSSResultGroup} */
  static styles = [bounds, palette, base, controls, figureStyle, partsStyle]

  /** @type {Record<string, import('../../state/property.js').Property<any>>} */
  static state = {}
  /** @type {{ zh: any, en: any }} */
  static strings = { zh: {}, en: {} }
  /** @type {string[]} */
  static presets = []
  /** @type {import('../../engine/engine.js').Needs} */
  static needs = 'head'
  /** @type {Record<string, string>} */
  static formerly = {}
  /** What the attribute `view` may hold beside 'steps': the names of all parts that there can be. @type {string[]} */
  static views = []
  /** Which controls belong to which part, where the parts are shown one by one; a part that is not named has them all. @type {Record<string, string[]>} */
  static stepControls = {}
  /** Names of controls that are not in the state. @type {string[]} */
  static buttons = []

  /** Names that the attribute `controls` may hold. @type {string[]} */
  static get controls() {
    return [...new Set([...groupsOf(this.state), ...this.buttons, 'history'])]
  }

  constructor() {
    super()
    this.lang = ''
    this.theme = ''
    /** 'light' or 'dark', as it is shown. */
    this.appearance = ''
    new Appearance(this)
    this.preset = ''
    this.seed = ''
    /** Which groups of controls are shown: 'all', 'none' or names separated by commas. */
    this.controls = 'all'
    /** 'steps': one part at a time; names of parts, separated by commas: these alone; '' is everything. */
    this.view = ''
    /** Parts of the address that made no sense, by where they stood. @type {Record<string, string>} */
    this.ignored = {}
    this.notice = ''
    this.failure = ''
    this.ready = false
    this.narrow = false
    this.width = 1100
    /** Where this figure has a page to itself: '' is the page that it is on, null that it has none. @type {string|null} */
    this.page = null
    /** A step whose matrix is to be pointed out, for a page whose formula names it. */
    this.lit = ''
    const { state, formerly } = this.kind
    const inParts = this.parts !== Figure.prototype.parts
    /** @type {any} */
    this.store = new State(
      inParts ? { ...state, step } : state,
      (names) => this.#storeChanged(names),
      formerly,
    )
  }

  /** Its class, with the statics. @returns {typeof Figure} */
  get kind() {
    return /** @type {any} */ (this.constructor)
  }

  /** @type {Engine|undefined} */
  #engine

  /** The engine; there is one from start() on. @returns {Engine} */
  get engine() {
    if (!this.#engine) throw new Error('the engine is not here yet')
    return this.#engine
  }

  /** The reader's language: the element's own, else that of the page around it. */
  get locale() {
    return localeOf(
      this.lang ||
        this.closest('[lang]')?.getAttribute('lang') ||
        document.documentElement.lang ||
        navigator.language,
    )
  }

  get language() {
    return this.locale.tag
  }

  /** The words that all share. */
  get t() {
    return words(this.language)
  }

  /** Those of one place, in the reader's language. @template T @param {{ zh: T, en: T }} strings @returns {T} */
  words(strings) {
    return wordsOf(strings, this.language)
  }

  /** Those of all and its own, for what goes by keys. @returns {any} */
  get allWords() {
    return { ...this.t, ...this.words(this.kind.strings) }
  }

  /** What the reader changed, as it stands in addresses; setting it replaces everything, forgetting the history. */
  get state() {
    return this.store.toText()
  }

  set state(text) {
    const wanted = text ?? ''
    if (wanted === this.store.toText()) return
    this.#text = wanted // what was given is not a change to report
    this.ignored.state = this.store.fromText(wanted).join(' ; ')
    this.requestUpdate()
  }

  /** @type {ResizeObserver|undefined} */
  #resize

  connectedCallback() {
    super.connectedCallback()
    this.#resize = new ResizeObserver(([entry]) => {
      this.width = entry.contentRect.width
      this.narrow = this.width < 720
    })
    this.#resize.observe(this)
    this.#load()
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    this.#loading.cancel() // whatever is still loading is for an element that has gone
    this.#resize?.disconnect()
    this.stop()
    this.ready = false
  }

  #loading = new Latest()

  async #load() {
    const begin = async () => {
      this.#engine = await sharedEngine(this.kind.needs)
      await this.start()
    }
    await this.#loading.run(begin, {
      done: () => {
        this.#stale = true
        this.ready = true
        this.updateComplete.then(() => this.emit('qkv-ready', {}))
      },
      failed: (error) => this.fail(error),
    })
  }

  /** Work before the first picture, for subclasses. */
  async start() {}

  /** Ends what start() began, for subclasses. */
  stop() {}

  /** Derives the numbers from engine and state, for subclasses; runs when one of them has changed, not with every picture. */
  compute() {}

  /** What stands in the toolbar before the controls of the state, for subclasses. @returns {unknown} */
  lead() {
    return nothing
  }

  /** And behind them. @returns {unknown} */
  extras() {
    return nothing
  }

  /** What a figure that can be long is made of, for subclasses. @returns {import('./parts.js').Part[]} */
  parts() {
    return []
  }

  /** The parts that are wanted alone; undefined if all are. @returns {unknown} */
  partial() {
    return partsWanted(this, this.parts())
  }

  /** Those that the attribute `view` asks for. @param {import('./parts.js').Part[]} [parts] @returns {unknown} */
  inParts(parts = this.parts()) {
    return partsWanted(this, parts) ?? parts.map(({ draw }) => draw())
  }

  /** The picture, for subclasses; its parts if it has some. @returns {unknown} */
  body() {
    return this.inParts()
  }

  /** Shows what it can do, for pictures and checks: whatever a reader has to press first. Resolves when that is to be seen. */
  async demonstrate() {}

  #text = ''
  /** Whether the numbers are of another state. */
  #stale = true

  /** @param {string[]} names */
  #storeChanged(names) {
    this.#stale ||= names.some((name) => !this.store.table[name].looks)
    const text = this.store.toText()
    if (text !== this.#text) {
      this.#text = text
      this.ignored.state = '' // it no longer stands in the address
      this.emit('qkv-change', { state: text, preset: this.preset })
    }
    this.requestUpdate()
  }

  /** Attributes with values that mean nothing are named, like other parts of an address. @param {Map<string, unknown>} changed */
  #checkAttributes(changed) {
    const { presets, controls: groups, formerly } = this.kind
    if (changed.has('preset') && formerly[this.preset]) this.preset = formerly[this.preset]
    const rules = /** @type {Record<string, (value: string) => boolean>} */ ({
      lang: isKnown,
      theme: (value) => ['auto', 'light', 'dark'].includes(value),
      seed: (value) => /^\d{1,15}$/.test(value),
      view: (value) => value === 'steps' || value.split(',').every((part) => this.kind.views.includes(part)),
      preset: (value) => presets.includes(value),
      controls: (value) =>
        ['all', 'none'].includes(value) || value.split(',').every((part) => groups.includes(part)),
    })
    for (const [name, valid] of Object.entries(rules)) {
      if (!changed.has(name)) continue
      const value = /** @type {any} */ (this)[name]
      this.ignored[name] = value && !valid(value) ? `${name}=${value}` : ''
    }
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    this.#checkAttributes(changed)
    this.#stale ||= ['preset', 'seed', 'lang'].some((name) => changed.has(name))
    if (this.ready && this.#stale) this.#compute()
  }

  /** Computes and draws again; a figure whose numbers wait for something calls it when that has come. */
  recompute() {
    this.#stale = true
    this.requestUpdate()
  }

  #compute() {
    this.#stale = false
    try {
      this.compute()
      this.failure = ''
    } catch (error) {
      this.fail(error)
    }
  }

  /** What a formula names stands out: whatever is marked with that `data-step`. @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!this.lit && !changed.has('lit')) return // nothing is lit, and nothing was
    for (const part of this.renderRoot.querySelectorAll('[data-step]'))
      part.classList.toggle('lit', /** @type {HTMLElement} */ (part).dataset.step === this.lit)
  }

  /** And tells the page what is pointed at. @param {Event} e */
  #point = (e) => {
    /** @type {HTMLElement|null|undefined} */
    const part = /** @type {any} */ (e.target).closest?.('[data-step]')
    if (!part) return
    const there = e.type === 'pointerover' || e.type === 'focusin'
    this.emit('qkv-step-hover', there ? { step: part.dataset.step } : null)
  }

  /** Says what went wrong, until something else is asked for. @param {unknown} error */
  fail(error) {
    const problem = qkvError(error)
    if (problem.code === 'stopped') return // it was given up
    this.failure = translated(problem, this.language)
    this.emit('qkv-error', { message: problem.message })
  }

  /** A sentence that passes. @param {string} text */
  say(text) {
    this.notice = text
    setTimeout(() => {
      if (this.notice === text) this.notice = ''
    }, READ)
  }

  /** @param {string} name @param {any} detail */
  emit(name, detail) {
    emit(this, name, detail)
  }

  /** Whether a group of controls is shown. @param {string} name */
  shows(name) {
    const { views, stepControls } = this.kind
    const own = this.view === 'steps' && stepControls[this.store.values.step || views[0]]
    if (own && name !== 'history' && !own.includes(name)) return false
    return this.controls === null || this.controls === 'all' || this.controls.split(',').includes(name)
  }

  /** Another preset, with nothing changed in it. @param {string} name */
  choosePreset(name) {
    this.preset = name
    this.notice = ''
    this.ignored = {}
    this.store.fromText('')
    this.emit('qkv-change', { state: '', preset: name })
  }

  render() {
    const { figure, loading } = this.t
    return html`<figure
      lang=${this.locale.html}
      dir=${this.locale.dir}
      @keydown=${keepKeys}
      @pointerover=${this.#point}
      @pointerout=${this.#point}
      @focusin=${this.#point}
      @focusout=${this.#point}
    >
      ${
        this.failure
          ? html`<div class="notice" role="alert">
              ${this.ready ? html`${figure.failed} ` : nothing}${this.failure}
            </div>`
          : nothing
      }
      ${this.#ignoredParts ? html`<div class="notice" role="status">${figure.ignored(this.#ignoredParts)}</div>` : nothing}
      ${this.notice ? html`<div class="notice" role="status">${this.notice}</div>` : nothing}
      ${
        this.ready
          ? html`${this.#drawn(() => this.toolbar())}${this.#drawn(() => this.body())}`
          : this.failure
            ? nothing
            : html`<div class="loading">${loading}</div>`
      }
    </figure>`
  }

  /** The controls of the state, what the subclass adds, and undo, redo, reset and the link; nothing if none is shown. */
  toolbar() {
    const history = this.shows('history') ? this.#history() : nothing
    const drawn = [this.lead(), ...drawControls(this), this.extras(), history]
    return drawn.some((part) => part !== nothing) ? html`<div class="bar">${drawn}</div>` : nothing
  }

  /** The attribute `seed` as a number. @param {number} usual where there is none, or none that makes sense */
  seedOr(usual) {
    return /^\d{1,15}$/.test(this.seed) ? Number(this.seed) : usual
  }

  get #ignoredParts() {
    return Object.values(this.ignored).filter(Boolean).join(' ; ')
  }

  /** A part of the picture; one that cannot be drawn says so in its place, and the others stay. @param {() => unknown} draw */
  #drawn(draw) {
    try {
      return draw()
    } catch (error) {
      return html`<div class="notice" role="alert">
        ${this.t.figure.failed} ${translated(qkvError(error), this.language)}
      </div>`
    }
  }

  #history() {
    const { figure } = this.t
    return html`<span class="history">
      <button
        class="chip"
        title=${figure.undo}
        aria-label=${figure.undo}
        ?disabled=${!this.store.canUndo}
        @click=${() => this.store.undo()}
      >
        ↶
      </button>
      <button
        class="chip"
        title=${figure.redo}
        aria-label=${figure.redo}
        ?disabled=${!this.store.canRedo}
        @click=${() => this.store.redo()}
      >
        ↷
      </button>
      <button class="chip" ?disabled=${this.store.toText() === ''} @click=${() => this.store.reset()}>
        ${figure.reset}
      </button>
      ${this.page === null ? nothing : html`<button class="chip" @click=${this.#copyLink}>${figure.copyLink}</button>`}
    </span>`
  }

  /** Makes what is shown be told by its address, before that is copied; for subclasses. */
  settle() {}

  #copyLink = () => {
    this.settle()
    this.emit('qkv-link', {}) // whoever keeps the page's address brings it up to date
    this.copy(this.#link)
  }

  /** The address of what is shown: the page's own, or that of this figure alone. */
  get #link() {
    if (!this.page) return location.href
    const { lang, preset, seed, view, state } = this
    const query = new URLSearchParams(
      Object.entries({ lang, preset, seed, view, state: state ?? '' }).filter(([, value]) => value),
    )
    return `${location.href.split('#')[0]}${this.page}?${query}`
  }

  /** @param {string} text @param {{ copied: string, copyFailed: string }} [said] */
  async copy(text, { copied, copyFailed } = this.t.figure) {
    try {
      await navigator.clipboard.writeText(text)
      this.say(copied)
    } catch {
      this.say(copyFailed)
    }
  }
}

import { LitElement, html, css, nothing } from 'lit'
import { LightOnPaper } from '../components/light-on-paper.js'
import { base, controls, palette } from '../components/theme.js'
import { sharedEngine } from '../engine/shared.js'
import { translated } from '../i18n/errors.js'
import { languageOf, strings } from '../i18n/index.js'
import { State } from '../state/state.js'

/**
 * What all figures share: the attributes `lang theme preset seed controls state`, the engine, undo, the address text,
 * and that nothing a figure does can leave the page blank.
 *
 * Events (bubbling, composed): qkv-ready, qkv-change {state, preset}, qkv-score {score, state}, qkv-error {message}.
 * A subclass gives its property table to the constructor, and implements compute() and body().
 */
export class Figure extends LitElement {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    lang: { reflect: true },
    theme: { reflect: true },
    preset: {},
    seed: {},
    controls: {},
    state: { noAccessor: true },
    notice: { state: true },
    failure: { state: true },
    ready: { state: true },
    narrow: { state: true },
    width: { state: true },
    lit: {},
  }

  /** @type {import('lit').CSSResultGroup} */
  static styles = [
    palette,
    base,
    controls,
    css`
      :host {
        container-type: inline-size;
      }
      figure {
        margin: 0;
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: 14px;
        overflow: clip;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        gap: 0.45rem 0.7rem;
        align-items: center;
        padding: 0.65rem 1.1rem;
        border-bottom: 1px solid var(--line);
        font-size: 0.875rem;
      }
      /* Wraps as one group. */
      .bar .history {
        display: inline-flex;
        flex-wrap: wrap;
        gap: 0.45rem;
        margin-left: auto;
      }
      .bar label {
        display: inline-flex;
        align-items: center;
        gap: 0.45rem;
        max-width: 100%;
      }
      .bar select {
        min-width: 0;
      }
      .content {
        padding: 0.9rem 1.1rem;
      }
      .notice {
        padding: 0.55rem 1.1rem;
        border-bottom: 1px solid var(--line);
        color: var(--warn);
        font-size: 0.9rem;
      }
      .notice.calm {
        color: var(--soft);
      }
      /* The arithmetic of the pinned cell stays in sight while its cell is. */
      .why {
        border-top: 1px solid var(--line);
        padding: 0.9rem 1.1rem 1rem;
        background: color-mix(in srgb, var(--a) 4%, var(--surface));
        position: sticky;
        bottom: 0;
        z-index: 3;
        max-height: 38vh;
        overflow: auto;
      }
      .loading {
        padding: 3rem 1.1rem;
        text-align: center;
        color: var(--soft);
      }
      figcaption {
        padding: 0.6rem 1.1rem;
        border-top: 1px solid var(--line);
        color: var(--soft);
        font-size: 0.84rem;
        display: flex;
        flex-wrap: wrap;
        gap: 0.3rem 1.4rem;
        justify-content: space-between;
      }
      .ok {
        color: var(--v);
      }
      [data-step].lit {
        outline: 2.5px solid var(--focus);
        outline-offset: 3px;
        border-radius: 6px;
      }
      :is(tr, th, td)[data-step].lit {
        outline: none;
        background: color-mix(in srgb, currentColor 16%, var(--surface));
      }
      @container (max-width: 40rem) {
        .bar,
        .content,
        figcaption,
        .notice {
          padding-left: 0.8rem;
          padding-right: 0.8rem;
        }
      }
      @media print {
        .content > *,
        section,
        table,
        .why {
          break-inside: avoid;
        }
        .bar {
          display: none;
        }
        .why {
          position: static;
          max-height: none;
        }
      }
    `,
  ]

  /** @param {Record<string, import('../state/property.js').Property<any>>} table */
  constructor(table) {
    super()
    this.lang = ''
    this.theme = ''
    new LightOnPaper(this)
    this.preset = ''
    this.seed = ''
    /** Which groups of controls are shown: 'all', 'none' or names separated by commas. */
    this.controls = 'all'
    /** Parts of the address that made no sense, by where they stood. @type {Record<string, string>} */
    this.ignored = {}
    this.notice = ''
    this.failure = ''
    this.ready = false
    this.narrow = false
    this.width = 1100
    /** Where this figure has a page to itself, if the address around it is not its own. */
    this.page = ''
    /** A step whose matrix is to be pointed out, for a page whose formula names it. */
    this.lit = ''
    /** @type {any} */
    this.store = new State(table, () => this.#storeChanged())
    /** @type {import('../engine/engine.js').Engine|undefined} */
    this.engine = undefined
  }

  /** The reader's language: the element's own, else that of the page around it. @returns {'zh'|'en'} */
  get language() {
    return languageOf(
      this.lang ||
        this.closest('[lang]')?.getAttribute('lang') ||
        document.documentElement.lang ||
        navigator.language,
    )
  }

  get t() {
    return strings(this.language)
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
    this.#life += 1
    this.#load(this.#life)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    this.#life += 1 // whatever is still loading is for an element that has gone
    this.#resize?.disconnect()
    this.stop()
    this.ready = false
  }

  /** Counts the times this element came into a page or left it. */
  #life = 0

  /** @param {number} life */
  async #load(life) {
    try {
      const { full } = /** @type {typeof Figure} */ (this.constructor)
      const engine = await sharedEngine({ full })
      if (life !== this.#life) return
      this.engine = engine
      await this.start()
      if (life !== this.#life) return
      this.ready = true
      await this.updateComplete
      this.emit('qkv-ready', {})
    } catch (error) {
      if (life !== this.#life) return
      const forbidden = error instanceof Error && /WebAssembly/.test(error.message)
      this.fail(forbidden ? new Error(`${this.t.figure.noWasm} (${error.message})`) : error)
    }
  }

  /** Ends what start() began, for subclasses. */
  stop() {}

  /** Work before the first picture, for subclasses. */
  async start() {}

  /** Derives the numbers from engine and state, for subclasses; runs before every picture. */
  compute() {}

  /** The picture, for subclasses. @returns {unknown} */
  body() {
    return nothing
  }

  #text = ''

  #storeChanged() {
    const text = this.store.toText()
    if (text !== this.#text) {
      this.#text = text
      this.emit('qkv-change', { state: text, preset: this.preset })
    }
    this.requestUpdate()
  }

  /** Attributes with values that mean nothing are named, like other parts of an address. @param {Map<string, unknown>} changed */
  #checkAttributes(changed) {
    const figure = /** @type {typeof Figure} */ (this.constructor)
    const rules = /** @type {Record<string, (value: string) => boolean>} */ ({
      lang: (value) => /^(zh|en)\b/i.test(value.replace('_', '-')),
      theme: (value) => ['auto', 'light', 'dark'].includes(value),
      seed: (value) => /^\d{1,15}$/.test(value),
      preset: (value) => figure.presets.includes(value),
      controls: (value) =>
        ['all', 'none'].includes(value) || value.split(',').every((part) => figure.controls.includes(part)),
    })
    for (const [name, valid] of Object.entries(rules)) {
      if (!changed.has(name)) continue
      const value = /** @type {any} */ (this)[name]
      this.ignored[name] = value && !valid(value) ? `${name}=${value}` : ''
    }
  }

  /** Whether it needs the full engine, which can train and be timed. */
  static full = false
  /** Names that the attribute `controls` may hold. @type {string[]} */
  static controls = ['history']
  /** Names that the attribute `preset` may hold. @type {string[]} */
  static presets = []

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    this.#checkAttributes(changed)
    if (!this.ready) return
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

  /** @param {unknown} error */
  fail(error) {
    this.failure = error instanceof Error ? error.message : String(error)
    this.emit('qkv-error', { message: this.failure })
  }

  /** @param {string} name @param {any} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  /** Whether a group of controls is shown. @param {string} name */
  shows(name) {
    return this.controls === null || this.controls === 'all' || this.controls.split(',').includes(name)
  }

  render() {
    const { figure, loading } = this.t
    return html`<figure
      lang=${this.language === 'zh' ? 'zh-CN' : 'en'}
      @pointerover=${this.#point}
      @pointerout=${this.#point}
      @focusin=${this.#point}
      @focusout=${this.#point}
    >
      ${
        this.failure
          ? html`<div class="notice" role="alert">
              ${this.ready ? html`${figure.failed} ` : nothing}${translated(this.failure, this.language)}
            </div>`
          : nothing
      }
      ${this.#ignoredParts ? html`<div class="notice" role="status">${figure.ignored(this.#ignoredParts)}</div>` : nothing}
      ${this.notice ? html`<div class="notice" role="status">${this.notice}</div>` : nothing}
      ${this.ready ? this.#safeBody() : this.failure ? nothing : html`<div class="loading">${loading}</div>`}
    </figure>`
  }

  /** The attribute `seed` as a number. @param {number} usual where there is none, or none that makes sense */
  seedOr(usual) {
    return /^\d{1,15}$/.test(this.seed) ? Number(this.seed) : usual
  }

  get #ignoredParts() {
    return Object.values(this.ignored).filter(Boolean).join(' ; ')
  }

  /** The picture; a figure that cannot be drawn says so in its place. */
  #safeBody() {
    try {
      return this.body()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return html`<div class="notice" role="alert">
        ${this.t.figure.failed} ${translated(message, this.language)}
      </div>`
    }
  }

  /** Undo, redo, reset and the link, as every figure has them. */
  historyControls() {
    if (!this.shows('history')) return nothing
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
      <button class="chip" @click=${() => this.#copyLink()}>${figure.copyLink}</button></span
    >`
  }

  /** The address of what is shown: the page's own, or that of this figure alone. */
  get #link() {
    if (!this.page) return location.href
    const query = new URLSearchParams(
      Object.entries({ lang: this.lang, preset: this.preset, state: this.state ?? '' }).filter(
        ([, value]) => value,
      ),
    )
    return `${location.href.split('#')[0]}${this.page}?${query}`
  }

  async #copyLink() {
    const { copied, copyFailed } = this.t.figure
    try {
      await navigator.clipboard.writeText(this.#link)
      this.notice = copied
    } catch {
      this.notice = copyFailed
    }
    setTimeout(() => (this.notice = ''), 4000)
  }
}

import { LitElement, html, nothing } from 'lit'
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js'
import { LightOnPaper } from '../components/light-on-paper.js'
import { base, controls, palette } from '../components/theme.js'
import { figures } from '../figures/index.js'
import { languageOf, strings } from '../i18n/index.js'
import { readHash, writeQuery } from '../state/address.js'
import { home } from './home.js'
import { live } from 'lit/directives/live.js'
import { siteStyle } from './site-style.js'
import { store, stored } from './storage.js'

/** Pages that are one figure. @type {Record<string, string>} */
const FIGURE_OF = { models: 'model', bench: 'bench' }
const THEMES = ['auto', 'light', 'dark']

/** The site: a header, one page by its address, a footer. */
export class Site extends LitElement {
  static properties = {
    lang: { reflect: true },
    theme: { reflect: true },
    place: { state: true },
    loaded: { state: true },
  }

  static styles = [palette, base, controls, siteStyle]

  constructor() {
    super()
    this.place = readHash(location.hash)
    const page = new URLSearchParams(location.search) // the same words are understood before the '#'
    this.lang = languageOf(
      this.place.query.get('lang') || page.get('lang') || stored('lang') || navigator.language,
    )
    this.theme = this.#themeOf(this.place.query.get('theme') || page.get('theme') || stored('theme'))
    this.loaded = ''
    new LightOnPaper(this)
    /** @type {{ name: string, weights: Uint8Array, text?: string }|undefined} */ this.handed = undefined
    addEventListener('hashchange', () => this.#navigate())
    this.#load()
  }

  /** @param {string|null} name */
  #themeOf(name) {
    return name && THEMES.includes(name) ? name : 'auto'
  }

  get t() {
    return strings(this.lang)
  }

  #written = location.hash
  #chosen = { lang: false, theme: false }

  #navigate() {
    if (location.hash === this.#written) return
    this.#written = location.hash
    const before = this.place
    this.place = readHash(location.hash)
    const { query } = this.place
    // What the reader has chosen since outweighs what an older address says.
    if (query.get('lang') && !this.#chosen.lang) this.lang = languageOf(query.get('lang'))
    if (query.get('theme') && !this.#chosen.theme) this.theme = this.#themeOf(query.get('theme'))
    this.#load()
    if (before.page !== this.place.page || before.name !== this.place.name) {
      scrollTo(0, 0)
      this.updateComplete.then(() =>
        /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('main'))?.focus({
          preventScroll: true,
        }),
      )
    }
  }

  async #load() {
    const name = this.#figureName
    if (this.place.page === 'lesson') await import('./lessons.js')
    else await figures[name]()
    this.loaded = name
  }

  /** The figure that this page needs. */
  get #figureName() {
    if (this.place.page === 'figure' && Object.hasOwn(figures, this.place.name)) return this.place.name
    return FIGURE_OF[this.place.page] ?? 'anatomy'
  }

  /** Writes the address without a new history entry for every key. @param {Record<string, string|undefined>} values */
  #write(values) {
    const { page, name } = this.place
    const path =
      page === 'figure' || page === 'lesson'
        ? `#/${page}${name ? `/${name}` : ''}`
        : page in FIGURE_OF
          ? `#/${page}`
          : '#/'
    const query = writeQuery(values)
    this.#written = query ? `${path}?${query}` : path
    this.place.query = new URLSearchParams(query)
    try {
      history.replaceState(null, '', this.#written)
    } catch {
      location.hash = this.#written // about:srcdoc allows only this
    }
  }

  /** @param {Record<string, string|undefined>} changes */
  #change(changes) {
    this.#write({ ...Object.fromEntries(this.place.query), ...changes })
  }

  updated() {
    const page = document.documentElement
    page.lang = this.lang === 'zh' ? 'zh-CN' : 'en'
    const { nav, appName, tagline } = this.t
    const title = /** @type {any} */ (nav)[this.#figureName]
    if (this.place.page !== 'lesson' || !this.place.name)
      document.title =
        this.place.page === 'figure' && title ? `${title} · ${appName}` : `${appName} · ${tagline}`
    page.style.background = getComputedStyle(this).backgroundColor
  }

  render() {
    const { t } = this
    const { page, name: shown } = this.place
    const current = FIGURE_OF[page] ?? (page === 'figure' ? shown : page === 'lesson' ? 'lesson' : 'home')
    const link = (
      /** @type {string} */ href,
      /** @type {'home'|'lesson'|'anatomy'|'model'|'train'|'leak'|'cost'} */ name,
    ) => html`<a href=${href} aria-current=${current === name ? 'page' : nothing}>${t.nav[name]}</a>`
    const tones = ['q', 'k', 'v']
    return html`
      <header>
        <button class="skip button" @click=${this.#skip}>${t.skip}</button>
        <a class="brand" href="#/"
          ><i aria-hidden="true">${tones.map((tone) => html`<b class=${tone}></b>`)}</i>${t.appName}</a
        >
        <nav aria-label=${t.appName}>
          ${link('#/', 'home')} ${link('#/lesson', 'lesson')} ${link('#/figure/anatomy', 'anatomy')}
          ${link('#/figure/model', 'model')} ${link('#/figure/train', 'train')}
          ${link('#/figure/leak', 'leak')} ${link('#/figure/cost', 'cost')}
        </nav>
        <div class="settings">
          <select
            aria-label=${t.themeLabel}
            @change=${(/** @type {any} */ e) => this.#setTheme(e.target.value)}
          >
            ${THEMES.map((name) => html`<option value=${name} .selected=${name === this.theme}>${t.themes[/** @type {'auto'} */ (name)]}</option>`)}
          </select>
          <button class="chip" lang=${this.lang === 'zh' ? 'en' : 'zh-CN'} @click=${this.#switchLanguage}>
            ${t.language}
          </button>
        </div>
      </header>
      <main id="main" tabindex="-1">${this.#page()}</main>
      <footer>
        <span>${t.footer}</span><span><a href="#/bench">${t.bench.title}</a> · ${t.source}</span>
      </footer>
    `
  }

  #skip = () => {
    /** @type {HTMLElement|null} */ this.renderRoot.querySelector('main')?.focus()
  }

  #page() {
    const { t } = this
    const { page, name } = this.place
    if (page === 'figure' && !Object.hasOwn(figures, name))
      return html`<p class="note">${t.figure.unknownFigure(name, Object.keys(figures))}</p>
        ${home(this)}`
    if (page === 'unknown')
      return html`<p class="note">${t.figure.unknownPage(name)}</p>
        ${home(this)}`
    if (page === 'lesson')
      return html`<qkv-lessons
        lang=${this.lang}
        theme=${this.theme}
        slug=${name}
        at=${this.place.query.get('at') ?? ''}
        @qkv-lesson=${(/** @type {CustomEvent} */ e) => (document.title = `${e.detail.title} · ${t.appName}`)}
      ></qkv-lessons>`
    if (page === 'home') return home(this)
    const figure = FIGURE_OF[page] ?? name
    const words = /** @type {any} */ (t)[figure]
    return html`<h1>${words.title}</h1>
      <p class="lede">
        ${words.lede}
        ${figure === 'anatomy' ? t.anatomy.intro.map(([tone, text]) => (tone ? html`<b class=${tone}>${text}</b>` : text)) : nothing}
      </p>
      ${this.loaded === figure ? this.figure(figure) : html`<p>${t.loading}</p>`}`
  }

  /** The element of a figure with what the address says. @param {string} name @param {Record<string, string>} [fixed] attributes instead of the address's */
  figure(name, fixed) {
    const tag = unsafeStatic(`qkv-${name}`)
    const { query } = this.place
    const attribute = (/** @type {string} */ key) => (fixed ? fixed[key] : query.get(key)) ?? nothing
    const now = (/** @type {string} */ key) => live((fixed ? fixed[key] : query.get(key)) ?? '')
    // preset and state as live properties: a reader changes them too, and an address without them means none.
    return staticHtml`<${tag}
      lang=${this.lang}
      theme=${this.theme}
      seed=${attribute('seed')}
      .preset=${now('preset')}
      .state=${now('state')}
      controls=${attribute('controls')}
      view=${attribute('view')}
      .opens=${true}
      .handed=${this.handed}
      @qkv-open-model=${(/** @type {CustomEvent} */ e) => this.#openModel(e.detail)}
      @qkv-change=${(/** @type {CustomEvent} */ e) => fixed || this.#change({ preset: e.detail.preset, state: e.detail.state })}
    ></${tag}>`
  }

  /** A model from one figure, to be looked into in another. @param {{ name: string, weights: Uint8Array, text?: string }} files */
  #openModel(files) {
    this.handed = files
    location.hash = `#/figure/model?${writeQuery({ lang: this.lang, state: 'model:own' })}`
  }

  #switchLanguage = () => {
    this.lang = this.lang === 'zh' ? 'en' : 'zh'
    store('lang', this.lang)
    this.#chosen.lang = true
    this.#change({ lang: this.lang })
  }

  /** @param {string} theme */
  #setTheme(theme) {
    this.theme = theme
    store('theme', theme)
    this.#chosen.theme = true
    this.#change({ theme })
  }
}

customElements.define('qkv-site', Site)

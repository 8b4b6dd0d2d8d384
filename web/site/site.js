import { LitElement, html, nothing } from 'lit'
import { define } from '../components/define.js'
import { live } from 'lit/directives/live.js'
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js'
import { Appearance } from '../components/appearance.js'
import { base, controls, palette } from '../components/theme.js'
import { Latest } from '../engine/latest.js'
import { cards, loadFigure } from '../figures/index.js'
import { words, wordsOf } from '../i18n/index.js'
import { localeAfter, localeOf } from '../i18n/locales.js'
import { readHash, writeQuery } from '../state/address.js'
import { AddressBar } from './address-bar.js'
import { home } from './home.js'
import { rememberScroll, returnScroll } from './scroll-memory.js'
import { siteStyle } from './site-style.js'
import { store, stored } from './storage.js'
import { strings } from './strings.js'

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
    appearance: { state: true },
    failure: { state: true },
  }

  static styles = [palette, base, controls, siteStyle]

  constructor() {
    super()
    this.place = readHash(location.hash)
    const page = new URLSearchParams(location.search) // the same words are understood before the '#'
    this.lang = localeOf(
      this.place.query.get('lang') || page.get('lang') || stored('lang') || navigator.language,
    ).tag
    this.theme = this.#themeOf(this.place.query.get('theme') || page.get('theme') || stored('theme'))
    /** What has been fetched for this page: the name of a figure, 'lesson' or 'figures'. */
    this.loaded = ''
    this.failure = ''
    this.appearance = ''
    new Appearance(this, { page: true })
    /** @type {{ name: string, weights: Uint8Array, text?: string }|undefined} */ this.handed = undefined
    rememberScroll()
    addEventListener('hashchange', () => this.#navigate())
    this.#load()
  }

  /** @param {string|null} name */
  #themeOf(name) {
    return name && THEMES.includes(name) ? name : 'auto'
  }

  get t() {
    return wordsOf(strings, this.lang)
  }

  get appName() {
    return words(this.lang).appName
  }

  #written = location.hash
  #chosen = { lang: false, theme: false }
  #bar = new AddressBar((address) => {
    this.#written = address
    try {
      history.replaceState(history.state, '', address)
    } catch {
      location.hash = address // about:srcdoc allows only this
    }
  })

  #navigate() {
    if (location.hash === this.#written) return
    this.#bar.cancel()
    this.#written = location.hash
    const before = this.place
    this.place = readHash(location.hash)
    const { query } = this.place
    // What the reader has chosen since outweighs what an older address says.
    if (query.get('lang') && !this.#chosen.lang) this.lang = localeOf(query.get('lang')).tag
    if (query.get('theme') && !this.#chosen.theme) this.theme = this.#themeOf(query.get('theme'))
    this.#load()
    if (before.page !== this.place.page || before.name !== this.place.name) {
      returnScroll()
      this.updateComplete.then(() =>
        /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('main'))?.focus({
          preventScroll: true,
        }),
      )
    }
  }

  #loading = new Latest()

  /** Fetches what the page needs. */
  async #load() {
    const wanted = this.#wanted
    if (wanted === this.loaded) return
    this.failure = ''
    const fetched = () => {
      if (wanted === 'lesson') return import('./lessons.js')
      if (wanted === 'figures') return import('./gallery.js')
      return loadFigure(wanted)
    }
    await this.#loading.run(fetched, {
      done: () => (this.loaded = wanted),
      failed: (error) => (this.failure = error instanceof Error ? error.message : String(error)),
    })
  }

  /** What this page is made of. */
  get #wanted() {
    const { page, name } = this.place
    if (page === 'lesson') return 'lesson'
    if (page === 'figures' || (page === 'figure' && !Object.hasOwn(cards, name))) return 'figures'
    return page === 'figure' ? name : (FIGURE_OF[page] ?? 'anatomy')
  }

  /** Writes the address without a new history entry for every key. @param {Record<string, string|undefined>} values */
  #write(values) {
    const { page, name } = this.place
    const path = page === 'home' || page === 'unknown' ? '#/' : name ? `#/${page}/${name}` : `#/${page}`
    const query = writeQuery(values)
    this.place.query = new URLSearchParams(query)
    this.#bar.set(query ? `${path}?${query}` : path)
  }

  /** @param {Record<string, string|undefined>} changes */
  #change(changes) {
    this.#write({ ...Object.fromEntries(this.place.query), ...changes })
  }

  updated() {
    const page = document.documentElement
    const locale = localeOf(this.lang)
    page.lang = locale.html
    page.dir = locale.dir
    const title = this.#title
    if (title !== null)
      document.title = title ? `${title} · ${this.appName}` : `${this.appName} · ${this.t.tagline}`
    page.style.background = getComputedStyle(this).backgroundColor
  }

  /** What the window is called beside the name of the site; null where the page says so itself. */
  get #title() {
    const { page, name } = this.place
    if (page === 'lesson') return name ? null : this.t.lessons.title
    if (page === 'figures') return this.t.figures.title
    const figure = FIGURE_OF[page] ?? (page === 'figure' ? name : '')
    return figure && this.loaded === figure ? this.#wordsOf(figure).title : ''
  }

  /** The words of a figure that has been loaded. @param {string} name */
  #wordsOf(name) {
    const element = /** @type {any} */ (customElements.get(`qkv-${name}`))
    return wordsOf(element.strings, this.lang)
  }

  render() {
    const { t } = this
    const { page, name: shown } = this.place
    const current = page === 'models' ? 'model' : page === 'lesson' || page === 'home' ? page : 'figures'
    const here = page === 'figure' && ['model', 'train'].includes(shown) ? shown : current
    const link = (/** @type {string} */ href, /** @type {keyof typeof t.nav} */ name) =>
      html`<a href=${href} aria-current=${here === name ? 'page' : nothing}>${t.nav[name]}</a>`
    const tones = ['q', 'k', 'v']
    const next = localeAfter(this.lang)
    return html`
      <header>
        <button class="skip button" @click=${this.#skip}>${t.skip}</button>
        <a class="brand" href="#/"
          ><i aria-hidden="true">${tones.map((tone) => html`<b class=${tone}></b>`)}</i>${this.appName}</a
        >
        <nav aria-label=${this.appName}>
          ${link('#/', 'home')} ${link('#/lesson', 'lesson')} ${link('#/figures', 'figures')}
          ${link('#/figure/model', 'model')} ${link('#/figure/train', 'train')}
        </nav>
        <div class="settings">
          <select
            aria-label=${t.themeLabel}
            @change=${(/** @type {any} */ e) => this.#setTheme(e.target.value)}
          >
            ${THEMES.map((name) => html`<option value=${name} .selected=${name === this.theme}>${t.themes[/** @type {'auto'} */ (name)]}</option>`)}
          </select>
          <button class="chip" lang=${next.html} @click=${() => this.#setLanguage(next.tag)}>
            ${next.name}
          </button>
        </div>
      </header>
      <main id="main" tabindex="-1" @qkv-link=${() => this.#bar.flush()}>${this.#page()}</main>
      <footer>
        <span>${t.footer}</span><span><a href="#/bench">${t.speed}</a> · ${t.source}</span>
      </footer>
    `
  }

  #skip = () => {
    ;/** @type {HTMLElement|null} */ (this.renderRoot.querySelector('main'))?.focus()
  }

  #page() {
    const { t } = this
    const { page, name } = this.place
    const wanted = this.#wanted
    if (this.failure)
      return html`<p class="note" role="alert">
        ${t.notLoaded(this.failure)} <button class="chip" @click=${() => this.#load()}>${t.tryAgain}</button>
      </p>`
    if (page === 'home') return home(this)
    if (page === 'unknown')
      return html`<p class="note">${t.unknownPage(name)}</p>
        ${home(this)}`
    if (this.loaded !== wanted) return html`<p>${words(this.lang).loading}</p>`
    if (wanted === 'figures')
      return html`${page === 'figure' ? html`<p class="note">${t.unknownFigure(name)}</p>` : nothing}
        <qkv-gallery lang=${this.lang}></qkv-gallery>`
    if (wanted === 'lesson')
      return html`<qkv-lessons
        lang=${this.lang}
        theme=${this.theme}
        slug=${name}
        at=${this.place.query.get('at') ?? ''}
        @qkv-lesson=${(/** @type {CustomEvent} */ e) => (document.title = `${e.detail.title} · ${this.appName}`)}
      ></qkv-lessons>`
    const { title, lede, intro = [] } = this.#wordsOf(wanted)
    return html`<h1>${title}</h1>
      <p class="lede">
        ${lede}
        ${intro.map((/** @type {[string, string]} */ [tone, text]) => (tone ? html`<b class=${tone}>${text}</b>` : text))}
      </p>
      ${this.figure(wanted)}`
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
      .page=${fixed ? `#/figure/${name}` : ''}
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

  /** @param {string} tag */
  #setLanguage(tag) {
    this.lang = tag
    store('lang', tag)
    this.#chosen.lang = true
    this.#change({ lang: tag })
  }

  /** @param {string} theme */
  #setTheme(theme) {
    this.theme = theme
    store('theme', theme)
    this.#chosen.theme = true
    this.#change({ theme })
  }
}

define('qkv-site', Site)

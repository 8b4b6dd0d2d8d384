import { LitElement, html, css, nothing } from 'lit'
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js'
import { base, controls, palette } from '../components/theme.js'
import { figures } from '../figures/index.js'
import { languageOf, strings } from '../i18n/index.js'
import { readHash, writeQuery } from '../state/address.js'
import { home } from './home.js'

const THEMES = ['auto', 'light', 'dark']

/** Storage is forbidden in sandboxed frames: then choices last as long as the page. @param {string} name */
const stored = (name) => {
  try {
    return localStorage.getItem(`qkv-lab.${name}`) ?? ''
  } catch {
    return ''
  }
}
/** @param {string} name @param {string} value */
const store = (name, value) => {
  try {
    localStorage.setItem(`qkv-lab.${name}`, value)
  } catch {
    // as above
  }
}

/** The site: a header, one page by its address, a footer. */
export class Site extends LitElement {
  static properties = {
    lang: { reflect: true },
    theme: { reflect: true },
    place: { state: true },
    loaded: { state: true },
  }

  static styles = [
    palette,
    base,
    controls,
    css`
      :host {
        min-height: 100vh;
        background: var(--paper);
        display: flex;
        flex-direction: column;
      }
      .skip {
        position: absolute;
        left: -100rem;
      }
      .skip:focus {
        left: 1rem;
        top: 0.5rem;
        z-index: 9;
      }
      header {
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem 1.2rem;
        align-items: center;
        padding: 0.7rem max(1.25rem, calc((100vw - 1180px) / 2));
        border-bottom: 1px solid var(--line);
        background: var(--surface);
      }
      .brand {
        font: 600 1.08rem/1.3 var(--serif);
        color: inherit;
        text-decoration: none;
        display: inline-flex;
        align-items: center;
        gap: 0.5rem;
        white-space: nowrap;
      }
      .brand i {
        display: inline-grid;
        grid-template-columns: repeat(3, 0.55rem);
        gap: 2px;
      }
      .brand i b {
        width: 0.55rem;
        height: 0.55rem;
        border-radius: 2px;
        background: currentColor;
      }
      nav {
        display: flex;
        flex-wrap: wrap;
        gap: 0.1rem 0.2rem;
        flex: 1;
      }
      nav a {
        color: var(--soft);
        text-decoration: none;
        font-size: 0.92rem;
        padding: 0.3rem 0.65rem;
        border-radius: 999px;
        white-space: nowrap;
      }
      nav a:hover {
        color: var(--ink);
      }
      nav a[aria-current='page'] {
        color: var(--ink);
        background: color-mix(in srgb, var(--ink) 8%, var(--surface));
        font-weight: 600;
      }
      .settings {
        display: flex;
        gap: 0.4rem;
      }
      main {
        flex: 1;
        width: 100%;
        max-width: 1180px;
        margin: 0 auto;
        padding: 2rem 1.25rem 3rem;
      }
      main:focus {
        outline: none;
      }
      h1 {
        font: 600 1.75rem/1.25 var(--serif);
        margin: 0 0 0.3rem;
        text-wrap: balance;
      }
      .lede {
        max-width: 46rem;
        margin: 0 0 1.4rem;
        color: var(--soft);
        font-size: 1.05rem;
      }
      .lede b {
        font-weight: 600;
      }
      .note {
        color: var(--warn);
        margin: 0 0 1rem;
      }
      footer {
        padding: 1.1rem max(1.25rem, calc((100vw - 1180px) / 2)) 1.6rem;
        color: var(--soft);
        font-size: 0.84rem;
        border-top: 1px solid var(--line);
        display: flex;
        flex-wrap: wrap;
        gap: 0.3rem 1.5rem;
        justify-content: space-between;
      }
      .hero {
        display: grid;
        grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
        gap: 2.2rem;
        align-items: center;
        padding: 1.2rem 0 2.2rem;
      }
      .hero h1 {
        font-size: 2.3rem;
        line-height: 1.18;
        margin-bottom: 0.7rem;
      }
      .hero ul {
        margin: 0;
        padding: 0;
        list-style: none;
        display: grid;
        gap: 0.4rem;
        color: var(--soft);
        font-size: 0.95rem;
      }
      .hero li {
        padding-left: 1.4rem;
        position: relative;
      }
      .hero li::before {
        content: '✓';
        color: var(--v);
        position: absolute;
        left: 0;
      }
      h2 {
        font: 600 1.1rem/1.3 var(--serif);
        margin: 0 0 0.8rem;
      }
      .ways {
        display: grid;
        grid-template-columns: repeat(3, 1fr);
        gap: 1rem;
      }
      .way {
        display: grid;
        gap: 0.35rem;
        align-content: start;
        padding: 1.1rem 1.2rem;
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: 14px;
        color: inherit;
        text-decoration: none;
      }
      .way:hover {
        border-color: var(--soft);
      }
      .way svg {
        height: 3rem;
        width: auto;
        justify-self: start;
        margin-bottom: 0.3rem;
      }
      .way strong {
        font: 600 1.08rem/1.3 var(--serif);
      }
      .way span {
        color: var(--soft);
        font-size: 0.92rem;
        line-height: 1.55;
      }
      @media (max-width: 860px) {
        .hero,
        .ways {
          grid-template-columns: minmax(0, 1fr);
        }
        .hero {
          gap: 1.2rem;
          padding-top: 0;
        }
        .hero h1 {
          font-size: 1.75rem;
        }
      }
      @media (max-width: 640px) {
        main {
          padding: 1.1rem 0.75rem 2rem;
        }
        header {
          padding: 0.55rem 0.75rem;
        }
        nav {
          order: 3;
          flex-basis: 100%;
          flex-wrap: nowrap;
          overflow-x: auto;
        }
        nav a {
          padding: 0.3rem 0.5rem;
        }
        .settings {
          margin-left: auto;
        }
        h1 {
          font-size: 1.4rem;
        }
      }
      @media print {
        header,
        footer {
          display: none;
        }
      }
    `,
  ]

  constructor() {
    super()
    this.place = readHash(location.hash)
    this.lang = languageOf(this.place.query.get('lang') || stored('lang') || navigator.language)
    this.theme = this.#themeOf(this.place.query.get('theme') || stored('theme'))
    this.loaded = ''
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

  #navigate() {
    if (location.hash === this.#written) return
    this.#written = location.hash
    const before = this.place
    this.place = readHash(location.hash)
    const { query } = this.place
    if (query.get('lang')) this.lang = languageOf(query.get('lang'))
    if (query.get('theme')) this.theme = this.#themeOf(query.get('theme'))
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
    if (!name || !Object.hasOwn(figures, name)) return
    await figures[name]()
    this.loaded = name
  }

  /** The figure that this page needs. */
  get #figureName() {
    if (this.place.page === 'figure') return this.place.name
    if (this.place.page === 'models') return 'model'
    return 'anatomy'
  }

  /** Writes the address without a new history entry for every key. @param {Record<string, string|undefined>} values */
  #write(values) {
    const { page, name } = this.place
    const path = page === 'figure' ? `#/figure/${name}` : page === 'models' ? '#/models' : '#/'
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
    document.title =
      this.place.page === 'figure' && title ? `${title} · ${appName}` : `${appName} · ${tagline}`
    page.style.background = getComputedStyle(this).backgroundColor
  }

  render() {
    const { t } = this
    const current =
      this.place.page === 'models' ? 'model' : this.place.page === 'figure' ? this.place.name : 'home'
    const link = (/** @type {string} */ href, /** @type {'home'|'anatomy'|'model'|'cost'} */ name) =>
      html`<a href=${href} aria-current=${current === name ? 'page' : nothing}>${t.nav[name]}</a>`
    const tones = ['q', 'k', 'v']
    return html`
      <a class="skip button" href="#main" @click=${this.#skip}>${t.skip}</a>
      <header>
        <a class="brand" href="#/"
          ><i aria-hidden="true">${tones.map((tone) => html`<b class=${tone}></b>`)}</i>${t.appName}</a
        >
        <nav aria-label=${t.appName}>
          ${link('#/', 'home')} ${link('#/figure/anatomy', 'anatomy')} ${link('#/figure/model', 'model')}
          ${link('#/figure/cost', 'cost')}
        </nav>
        <div class="settings">
          <select
            aria-label=${t.themeLabel}
            @change=${(/** @type {any} */ e) => this.#setTheme(e.target.value)}
          >
            ${THEMES.map((name) => html`<option value=${name} ?selected=${name === this.theme}>${t.themes[/** @type {'auto'} */ (name)]}</option>`)}
          </select>
          <button class="chip" lang=${this.lang === 'zh' ? 'en' : 'zh-CN'} @click=${this.#switchLanguage}>
            ${t.language}
          </button>
        </div>
      </header>
      <main id="main" tabindex="-1">${this.#page()}</main>
      <footer><span>${t.footer}</span><span>${t.source}</span></footer>
    `
  }

  /** @param {Event} e */
  #skip = (e) => {
    e.preventDefault()
    /** @type {HTMLElement|null} */ this.renderRoot.querySelector('main')?.focus()
  }

  #page() {
    const { t } = this
    const { page, name } = this.place
    if (page === 'figure' && !Object.hasOwn(figures, name))
      return html`<p class="note">${t.figure.unknownFigure(name)}</p>
        ${home(this)}`
    if (page === 'unknown')
      return html`<p class="note">${t.figure.unknownPage(name)}</p>
        ${home(this)}`
    if (page === 'lesson')
      return html`<p class="note">${t.figure.lessonsLater}</p>
        ${home(this)}`
    if (page === 'home') return home(this)
    const figure = page === 'models' ? 'model' : name
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
    return staticHtml`<${tag}
      lang=${this.lang}
      theme=${this.theme}
      preset=${attribute('preset')}
      seed=${attribute('seed')}
      state=${attribute('state')}
      controls=${attribute('controls')}
      view=${attribute('view')}
      @qkv-change=${(/** @type {CustomEvent} */ e) => fixed || this.#change({ preset: e.detail.preset, state: e.detail.state })}
    ></${tag}>`
  }

  #switchLanguage = () => {
    this.lang = this.lang === 'zh' ? 'en' : 'zh'
    store('lang', this.lang)
    this.#change({ lang: this.lang })
  }

  /** @param {string} theme */
  #setTheme(theme) {
    this.theme = theme
    store('theme', theme)
    this.#change({ theme })
  }
}

customElements.define('qkv-site', Site)

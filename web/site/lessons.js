// Lessons in the page: the list of them, one of them, and how far a reader has come.
import { LitElement, html, nothing } from 'lit'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import { contents, loadLesson } from '#lessons'
import '../components/answer.js'
import '../components/choose.js'
import '../components/order.js'
import '../components/term.js'
import { base, controls } from '../components/theme.js'
import { figures } from '../figures/index.js'
import { translated } from '../i18n/errors.js'
import { strings } from '../i18n/index.js'
import { lessonStyle } from './lesson-style.js'
import { store, stored } from './storage.js'

/** Scores of exercises: by lesson, by exercise. @type {Record<string, Record<string, number>>} */
let scores = {}
try {
  scores = JSON.parse(stored('scores') || '{}') ?? {}
} catch {
  // somebody else's text: begin anew
}

/** The list of lessons, and the lesson with the slug if there is one. */
export class Lessons extends LitElement {
  static properties = {
    lang: {},
    theme: {},
    slug: {},
    at: {},
    lesson: { state: true },
    failure: { state: true },
  }

  static styles = [base, controls, lessonStyle]

  constructor() {
    super()
    this.lang = this.theme = this.slug = this.at = this.failure = ''
    /** @type {any} */ this.lesson = null
    this.addEventListener('qkv-score', (event) => this.#score(/** @type {CustomEvent} */ (event)))
  }

  get #list() {
    return contents[/** @type {'zh'} */ (this.lang)] ?? contents.en
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('slug') || changed.has('lang')) this.#load()
  }

  async #load() {
    const { slug, lang } = this
    this.lesson = null
    this.failure = ''
    if (!this.#list.some((one) => one.slug === slug)) return
    let lesson
    try {
      lesson = await loadLesson(`${lang}/${slug}`)
      await Promise.all(lesson.figures.map((name) => figures[name]()))
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error)
      return
    }
    if (slug !== this.slug || lang !== this.lang) return
    this.lesson = lesson
    await this.updateComplete
    this.dispatchEvent(
      new CustomEvent('qkv-lesson', { detail: { title: lesson.title }, bubbles: true, composed: true }),
    )
  }

  /** What the lesson's elements need from the page around them. @param {Map<string, unknown>} changed */
  updated(changed) {
    for (const element of this.renderRoot.querySelectorAll('article *'))
      if (element.localName.startsWith('qkv-')) {
        element.setAttribute('lang', this.lang)
        element.setAttribute('theme', this.theme)
        if (/^qkv-(choose|order|answer)$/.test(element.localName))
          element.setAttribute('keep', `${this.slug} ${element.getAttribute('name')}`)
        if (!Object.hasOwn(figures, element.localName.slice(4))) continue
        element.classList.add('wide')
        Object.assign(element, { page: `#/figure/${element.localName.slice(4)}` })
      }
    if ((changed.has('lesson') || changed.has('at')) && this.lesson && this.at)
      this.renderRoot.querySelector(`#${CSS.escape(this.at)}`)?.scrollIntoView()
  }

  /** @param {CustomEvent} event */
  #score({ detail, target }) {
    if (!this.slug || /^q\d+$/.test(detail.name ?? '')) return // the quiz counts its own questions
    const name = detail.name || /** @type {Element} */ (target).localName
    const before = scores[this.slug] ?? {}
    if (name in before) return // the first answer counts
    scores = { ...scores, [this.slug]: { ...before, [name]: detail.score } }
    store('scores', JSON.stringify(scores))
  }

  #forget = () => {
    scores = {}
    store('scores', '{}')
    this.requestUpdate()
  }

  /** A symbol of a formula and the matrices it names. @param {Event} e */
  #symbol = (e) => {
    const symbol = /** @type {Element} */ (e.composedPath()[0])
    const step = e.type === 'pointerover' ? /^s-(\w+)/.exec(symbol.getAttribute?.('class') ?? '')?.[1] : ''
    for (const figure of this.renderRoot.querySelectorAll('article > .wide'))
      /** @type {any} */ (figure).lit = step ?? ''
  }

  /** And the other way round. @param {Event} e */
  #cell = (e) => {
    const step = /** @type {CustomEvent} */ (e).detail?.step
    for (const symbol of this.renderRoot.querySelectorAll('[class^="s-"]'))
      symbol.classList.toggle('lit', !!step && symbol.classList.contains(`s-${step}`))
  }

  /** Code beside a figure follows the cell that was clicked. @param {Event} e */
  #pinned = (e) => {
    const { step } = /** @type {CustomEvent} */ (e).detail ?? {}
    for (const code of this.renderRoot.querySelectorAll('qkv-code')) /** @type {any} */ (code).follow?.(step)
  }

  connectedCallback() {
    super.connectedCallback()
    addEventListener('keydown', this.#turn)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    removeEventListener('keydown', this.#turn)
  }

  /** n and p: the next lesson and the one before, while nothing is being typed. @param {KeyboardEvent} e */
  #turn = (e) => {
    const field = /** @type {Element} */ (e.composedPath()[0])
    if (e.ctrlKey || e.altKey || e.metaKey || /^(input|textarea|select)$/.test(field.localName ?? '')) return
    if (field.getAttribute?.('role') === 'gridcell') return
    const by = { n: 1, p: -1 }[e.key]
    const at = this.#list.findIndex((one) => one.slug === this.slug)
    const other = by && at >= 0 ? this.#list[at + by] : undefined
    if (other) location.hash = `#/lesson/${other.slug}`
  }

  render() {
    const { lessons: t } = strings(this.lang)
    const list = this.#list
    const known = list.find((one) => one.slug === this.slug)
    if (this.failure)
      return html`<p role="alert">${translated(this.failure, /** @type {any} */ (this.lang))}</p>`
    if (known && !this.lesson) return html`<p>${strings(this.lang).loading}</p>`
    return known ? this.#one(known) : this.#contents(t, list)
  }

  /** @param {any} t @param {{ slug: string, number: number, title: string, summary: string, minutes: number, exercises: number }[]} list */
  #contents(t, list) {
    const some = Object.keys(scores).length > 0
    return html`<article>
      ${this.slug ? html`<p class="unknown" role="status">${t.unknown(this.slug)}</p>` : nothing}
      <header class="head">
        <h1>${t.title}</h1>
        <p>${t.lede}</p>
      </header>
      <ol class="contents">
        ${list.map(({ slug, number, title, summary, minutes, exercises }) => {
          const solved = Object.values(scores[slug] ?? {}).filter((score) => score === 1).length
          return html`<li>
            <a href="#/lesson/${slug}">
              <span class="number">${number}</span><strong>${title}</strong
              ><small>${t.minutes(minutes)}${solved ? ` · ${t.solved(solved, exercises)}` : ''}</small
              ><span class="summary">${summary}</span>
            </a>
          </li>`
        })}
      </ol>
      ${some ? html`<p><button class="chip" @click=${this.#forget}>${t.forget}</button></p>` : nothing}
    </article>`
  }

  /** @param {any} known */
  #one(known) {
    const { lessons: t } = strings(this.lang)
    const list = this.#list
    const i = list.indexOf(known)
    const [before, next] = [list[i - 1], list[i + 1]]
    return html`<article
      lang=${this.lang === 'zh' ? 'zh-CN' : 'en'}
      @pointerover=${this.#symbol}
      @pointerout=${this.#symbol}
      @qkv-cell-hover=${this.#cell}
      @qkv-cell-pin=${this.#pinned}
    >
      <header class="head">
        <p><a href="#/lesson">${t.title}</a> · ${t.number(known.number)} · ${t.minutes(known.minutes)}</p>
        <h1>${known.title}</h1>
        <p>${known.summary}</p>
      </header>
      ${unsafeHTML(this.lesson.html)}
      <nav aria-label=${t.title}>
        ${
          before
            ? html`<a href="#/lesson/${before.slug}"
                ><span>← ${t.before} <kbd>p</kbd></span
                >${before.title}</a
              >`
            : nothing
        }
        ${
          next
            ? html`<a class="next" href="#/lesson/${next.slug}"
                ><span><kbd>n</kbd> ${t.next} →</span>${next.title}</a
              >`
            : html`<a class="next" href="#/lesson"><span>${t.all}</span>${t.title}</a>`
        }
      </nav>
    </article>`
  }
}

customElements.define('qkv-lessons', Lessons)

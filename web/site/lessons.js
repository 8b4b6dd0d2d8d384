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

/** A record that was stored; a new one if the text is somebody else's. @param {string} name */
function record(name) {
  try {
    return JSON.parse(stored(name) || '{}') ?? {}
  } catch {
    return {}
  }
}

/** Scores of exercises: by lesson, by exercise. @type {Record<string, Record<string, number>>} */
let scores = record('scores')
/** What was answered and changed: by lesson, by exercise or figure. @type {Record<string, Record<string, { state: string, preset?: string }>>} */
let kept = record('lessons')

/** @param {Event} event */
const keyOf = (event) => /** @type {HTMLElement} */ (event.target).dataset.key ?? ''

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
    /** @type {Record<string, number>} */
    const count = {}
    for (const element of this.renderRoot.querySelectorAll('article > *'))
      if (element.localName.startsWith('qkv-')) {
        element.setAttribute('lang', this.lang)
        element.setAttribute('theme', this.theme)
        const name = element.localName.slice(4)
        if (Object.hasOwn(figures, name)) {
          element.classList.add('wide')
          Object.assign(element, { page: `#/figure/${name}` })
        }
        count[name] = (count[name] ?? 0) + 1
        const { dataset } = /** @type {HTMLElement} */ (element)
        if (dataset.key) continue
        dataset.key = `${name} ${count[name]}`
        Object.assign(element, kept[this.slug]?.[dataset.key])
      }
    for (const term of this.renderRoot.querySelectorAll('article qkv-term'))
      term.setAttribute('theme', this.theme)
    if ((changed.has('lesson') || changed.has('at')) && this.lesson && this.at)
      this.renderRoot.querySelector(`#${CSS.escape(this.at)}`)?.scrollIntoView()
  }

  /** @param {CustomEvent} event */
  #score = (event) => {
    const { name, score } = event.detail
    const before = scores[this.slug] ?? {}
    const key = keyOf(event)
    if (/^q\d+$/.test(name ?? '') || key in before) return // the quiz counts its own questions; the first answer counts
    scores = { ...scores, [this.slug]: { ...before, [key]: score } }
    store('scores', JSON.stringify(scores))
    this.requestUpdate()
  }

  /** Exercises and figures are left as they are, for another language, another day. @param {CustomEvent} event */
  #keep = (event) => {
    const { state, preset } = event.detail
    const before = kept[this.slug]
    kept = { ...kept, [this.slug]: { ...before, [keyOf(event)]: { state, preset } } }
    store('lessons', JSON.stringify(kept))
    if (!before) this.requestUpdate()
  }

  /** Everything that was answered and changed, here or everywhere. @param {string} [slug] */
  #forget(slug) {
    const without = (/** @type {Record<string, any>} */ all) =>
      Object.fromEntries(Object.entries(all).filter(([one]) => slug && one !== slug))
    scores = without(scores)
    kept = without(kept)
    store('scores', JSON.stringify(scores))
    store('lessons', JSON.stringify(kept))
    if (slug) this.#load()
    else this.requestUpdate()
  }

  /** A symbol of a formula and the matrices it names, by pointer or by focus. @param {Event} e */
  #symbol = (e) => {
    const symbol = /** @type {Element} */ (e.composedPath()[0])
    const step = /^(pointerover|focusin)$/.test(e.type)
      ? /(?:^|\s)s-(\w+)/.exec(symbol.getAttribute?.('class') ?? '')?.[1]
      : ''
    for (const figure of this.renderRoot.querySelectorAll('article > .wide'))
      /** @type {any} */ (figure).lit = step ?? ''
  }

  /** And the other way round. @param {Event} e */
  #pointed = (e) => {
    const step = /** @type {CustomEvent} */ (e).detail?.step
    for (const symbol of this.renderRoot.querySelectorAll('[class*="s-"]'))
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
    const some = Object.keys({ ...scores, ...kept }).length > 0
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
      ${some ? html`<p><button class="chip" @click=${() => this.#forget()}>${t.forget}</button></p>` : nothing}
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
      @focusin=${this.#symbol}
      @focusout=${this.#symbol}
      @qkv-cell-hover=${this.#pointed}
      @qkv-step-hover=${this.#pointed}
      @qkv-score=${this.#score}
      @qkv-change=${this.#keep}
      @qkv-cell-pin=${this.#pinned}
    >
      <header class="head">
        <p><a href="#/lesson">${t.title}</a> · ${t.number(known.number)} · ${t.minutes(known.minutes)}</p>
        <h1>${known.title}</h1>
        <p>${known.summary}</p>
        ${
          kept[known.slug]
            ? html`<p class="again">
                <button class="chip" @click=${() => this.#forget(known.slug)}>${t.again}</button>
              </p>`
            : nothing
        }
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

// Lessons in the page: the list of them, one of them, and how far a reader has come.
import { LitElement, html, nothing } from 'lit'
import { define } from '../components/define.js'
import { live } from 'lit/directives/live.js'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import { emit } from '../components/emit.js'
import { contents, loadLesson } from '#lessons'
import '../components/term.js'
import '../exercises/answer.js'
import '../exercises/choose.js'
import '../exercises/order.js'
import { base, controls } from '../components/theme.js'
import { Latest } from '../engine/latest.js'
import { cards, loadFigure } from '../figures/index.js'
import { words, wordsOf } from '../i18n/index.js'
import { localeOf } from '../i18n/locales.js'
import { lessonStyle } from './lesson-style.js'
import { store, stored } from './storage.js'
import { strings } from './strings.js'

/** A record that was stored; a new one if the text is somebody else's. @param {string} name */
function record(name) {
  try {
    return JSON.parse(stored(name) || '{}') ?? {}
  } catch {
    return {}
  }
}

/** That turn the page: to the next lesson, and to the one before. */
const LETTERS = 'np'

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
    keys: { state: true },
    letters: { state: true },
  }

  static styles = [base, controls, lessonStyle]

  constructor() {
    super()
    this.lang = this.theme = this.slug = this.at = this.failure = ''
    /** @type {any} */ this.lesson = null
    /** Whether single keys turn the page; a reader who speaks to the browser has to be able to switch that off. */
    this.keys = stored('keys') !== 'off'
    /** Which they are: for the next lesson, and for the one before. */
    this.letters = /^..$/u.test(stored('letters')) ? stored('letters') : LETTERS
  }

  get #list() {
    return contents[localeOf(this.lang).tag]
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('slug') || changed.has('lang')) this.#load()
  }

  #loading = new Latest()

  async #load() {
    this.lesson = null
    this.failure = ''
    const known = this.#list.find((one) => one.slug === this.slug)
    if (!known) return this.#loading.cancel()
    const fetched = async () => {
      const lesson = await loadLesson(known.language, known.slug)
      await Promise.all(lesson.figures.map(loadFigure))
      return lesson
    }
    const lesson = await this.#loading.run(fetched, {
      failed: (error) => (this.failure = error instanceof Error ? error.message : String(error)),
    })
    if (!lesson) return
    this.lesson = lesson
    await this.updateComplete
    emit(this, 'qkv-lesson', { title: lesson.title })
  }

  /** What the lesson's elements need from the page around them. @param {Map<string, unknown>} changed */
  updated(changed) {
    for (const element of this.renderRoot.querySelectorAll('article > *'))
      if (element.localName.startsWith('qkv-')) {
        element.setAttribute('lang', this.lang)
        element.setAttribute('theme', this.theme)
        const name = element.localName.slice(4)
        if (Object.hasOwn(cards, name)) {
          element.classList.add('wide')
          Object.assign(element, { page: `#/figure/${name}` })
        }
        const { dataset } = /** @type {HTMLElement} */ (element)
        if (dataset.kept) continue
        dataset.kept = 'yes'
        const { state, preset } = kept[this.slug]?.[dataset.key ?? ''] ?? {}
        if (typeof preset === 'string' && preset) Object.assign(element, { preset })
        if (typeof state === 'string') Object.assign(element, { state })
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
    const step = /** @type {CustomEvent} */ (e).detail.pin.split('.')[0]
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

  /** Two letters, n and p if the reader has chosen no others: the next lesson and the one before, while nothing is being typed. @param {KeyboardEvent} e */
  #turn = (e) => {
    const field = /** @type {Element} */ (e.composedPath()[0])
    if (e.ctrlKey || e.altKey || e.metaKey || /^(input|textarea|select)$/.test(field.localName ?? '')) return
    if (field.getAttribute?.('role') === 'gridcell') return
    const [next, before] = this.letters
    const by = this.keys && { [before]: -1, [next]: 1 }[e.key]
    const at = this.#list.findIndex((one) => one.slug === this.slug)
    const other = by && at >= 0 ? this.#list[at + by] : undefined
    if (other) location.hash = `#/lesson/${other.slug}`
  }

  /** @param {Event} e */
  #setKeys = (e) => {
    this.keys = /** @type {HTMLInputElement} */ (e.target).checked
    store('keys', this.keys ? 'on' : 'off')
  }

  /** Another letter for one of them, which may not be that of the other. @param {number} i @param {HTMLInputElement} field */
  #setLetter(i, field) {
    const letter = [...field.value.trim().toLowerCase()].at(-1) ?? ''
    const letters = [...this.letters]
    if (letter && letters[1 - i] !== letter) letters[i] = letter
    this.letters = letters.join('')
    field.value = letters[i]
    store('letters', this.letters)
  }

  render() {
    const { lessons: t, notLoaded, parts } = wordsOf(strings, this.lang)
    const list = this.#list
    const known = list.find((one) => one.slug === this.slug)
    if (this.failure) return html`<p role="alert">${notLoaded(this.failure)}</p>`
    if (known && !this.lesson) return html`<p>${words(this.lang).loading}</p>`
    return known ? this.#one(known) : this.#contents(t, parts, list)
  }

  /** @param {typeof strings.zh.lessons} t @param {string[]} parts @param {any[]} list */
  #contents(t, parts, list) {
    const some = Object.keys({ ...scores, ...kept }).length > 0
    return html`<article class="all">
      ${this.slug ? html`<p class="unknown" role="status">${t.unknown(this.slug)}</p>` : nothing}
      <header class="head">
        <h1>${t.title}</h1>
        <p>${t.lede}</p>
      </header>
      ${[...new Set(list.map(({ part }) => part))].map(
        (part) =>
          html`<h2 class="part">${parts[part]}</h2>
            <ol class="contents">
              ${list.filter((one) => one.part === part).map((one) => this.#entry(t, one, list.indexOf(one) + 1))}
            </ol>`,
      )}
      ${some ? html`<p><button class="chip" @click=${() => this.#forget()}>${t.forget}</button></p>` : nothing}
    </article>`
  }

  /** @param {typeof strings.zh.lessons} t @param {any} lesson @param {number} number */
  #entry(t, { slug, title, summary, minutes, exercises }, number) {
    const own = Object.values(scores[slug] ?? {})
    const right = own.filter((score) => score === 1).length
    const share = scores[slug]?.quiz
    const done =
      share === undefined ? t.solved(own.length, exercises, right) : t.quiz(Math.round(share * 100))
    return html`<li>
      <a href="#/lesson/${slug}">
        <span class="number">${number}</span><strong>${title}</strong
        ><small>${t.minutes(minutes)}${own.length ? ` · ${done}` : ''}</small
        ><span class="summary">${summary}</span>
      </a>
    </li>`
  }

  /** @param {any} known */
  #one(known) {
    const { lessons: t } = wordsOf(strings, this.lang)
    const list = this.#list
    const i = list.indexOf(known)
    const [before, next] = [list[i - 1], list[i + 1]]
    return html`<article
      lang=${localeOf(known.language).html}
      @pointerover=${this.#symbol}
      @pointerout=${this.#symbol}
      @focusin=${this.#symbol}
      @focusout=${this.#symbol}
      @qkv-cell-hover=${this.#pointed}
      @qkv-step-hover=${this.#pointed}
      @qkv-score=${this.#score}
      @qkv-change=${this.#keep}
      @qkv-pin=${this.#pinned}
    >
      <header class="head">
        <p><a href="#/lesson">${t.title}</a> · ${t.number(i + 1)} · ${t.minutes(known.minutes)}</p>
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
      ${known.language === localeOf(this.lang).tag ? nothing : html`<p class="unknown" role="status">${t.untranslated}</p>`}
      ${unsafeHTML(this.lesson.html)}
      <nav aria-label=${t.title}>
        ${
          before
            ? html`<a href="#/lesson/${before.slug}"
                ><span>← ${t.before}${this.keys ? html` <kbd>${this.letters[1]}</kbd>` : nothing}</span
                >${before.title}</a
              >`
            : nothing
        }
        ${
          next
            ? html`<a class="next" href="#/lesson/${next.slug}"
                ><span>${this.keys ? html`<kbd>${this.letters[0]}</kbd> ` : nothing}${t.next} →</span
                >${next.title}</a
              >`
            : html`<a class="next" href="#/lesson"><span>${t.all}</span>${t.title}</a>`
        }
      </nav>
      <p class="keys">
        <label><input type="checkbox" .checked=${this.keys} @change=${this.#setKeys} /> ${t.keys}</label>
        ${
          this.keys
            ? [t.next, t.before].map(
                (name, which) =>
                  html`<label
                    >${name}
                    <input
                      class="letter"
                      type="text"
                      size="1"
                      autocapitalize="none"
                      .value=${live(this.letters[which])}
                      @change=${(/** @type {any} */ e) => this.#setLetter(which, e.target)}
                  /></label>`,
              )
            : nothing
        }
      </p>
    </article>`
  }
}

define('qkv-lessons', Lessons)

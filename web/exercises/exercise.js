import { LitElement, css } from 'lit'
import { emit } from '../components/emit.js'
import { base, controls } from '../components/theme.js'
import { wordsOf } from '../i18n/index.js'
import { strings } from './strings.js'

const kindOf = (/** @type {unknown} */ value) => (Array.isArray(value) ? 'array' : typeof value)

/**
 * What every exercise shares: its `data` (from the lesson, as JSON), its language, its look, and the event qkv-score
 * {score 0…1, name}, raised once, at the first answer. Like a figure it has a `state`, the text of what was answered, the same in every
 * language, and raises qkv-change {state}. Text in `data` is HTML that the build made from Markdown.
 */
export class Exercise extends LitElement {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = {
    name: {},
    lang: {},
    data: { type: Object },
    done: { state: true },
    state: { noAccessor: true },
  }

  /** @type {import('lit').CSSResultGroup} */
  static styles = [
    base,
    controls,
    css`
      section {
        border: 1px solid var(--line);
        border-left: 4px solid var(--a);
        border-radius: 10px;
        background: var(--surface);
        padding: 0.9rem 1.1rem;
        display: grid;
        gap: 0.7rem;
      }
      .kind {
        font: 600 0.78rem/1.3 var(--sans);
        color: var(--a);
      }
      .question {
        font-weight: 600;
      }
      .after {
        border-top: 1px dashed var(--line);
        padding-top: 0.7rem;
      }
      .right {
        color: var(--v);
        font-weight: 600;
      }
      .wrong {
        color: var(--warn);
        font-weight: 600;
      }
      @media print {
        section {
          break-inside: avoid;
        }
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        align-items: center;
      }
    `,
  ]

  constructor() {
    super()
    this.name = this.lang = ''
    /** @type {any} */ this.data = {}
    this.done = false
  }

  /** What the state is made of, for subclasses: the names of their properties. @type {string[]} */
  static kept = []

  /** Their text when it was last looked at. @type {string|undefined} */
  #text

  /** Nothing, until something is answered. */
  get state() {
    return this.#answered
  }
  #answered = ''

  set state(text) {
    /** @type {any} */ let given
    try {
      given = JSON.parse(text || '{}')
    } catch {
      return // not one of ours
    }
    for (const name of this.#kept)
      if (kindOf(given?.[name]) === kindOf(/** @type {any} */ (this)[name]))
        /** @type {any} */ (this)[name] = given[name]
    this.#answered = text ?? ''
    this.#text = this.#now
  }

  get #kept() {
    return ['done', .../** @type {typeof Exercise} */ (this.constructor).kept]
  }

  get #now() {
    return JSON.stringify(
      Object.fromEntries(this.#kept.map((name) => [name, /** @type {any} */ (this)[name]])),
    )
  }

  updated() {
    const before = this.#text
    this.#text = this.#now
    if (before === undefined || before === this.#text) return
    this.#answered = this.#text
    emit(this, 'qkv-change', { state: this.#text })
  }

  get t() {
    return wordsOf(strings, this.lang)
  }

  /** @param {number|null} score null where nobody can say what is right */
  score(score) {
    if (this.done) return
    this.done = true
    emit(this, 'qkv-score', { score, name: this.name })
  }
}

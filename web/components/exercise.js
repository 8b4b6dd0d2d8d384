import { LitElement, css } from 'lit'
import { base, controls } from './theme.js'
import { strings } from '../i18n/index.js'

/** What has been answered since the page was opened. @type {Map<string, Record<string, any>>} */
const answers = new Map()

/**
 * What every exercise shares: its `data` (from the lesson, as JSON), its language, its look, and the event qkv-score
 * {score 0…1, name}, raised once, at the first answer. With a `keep` (a name unique in the page's life) what was answered is there again
 * when the exercise comes back, in whatever language. Text in `data` is HTML that the build made from Markdown.
 */
export class Exercise extends LitElement {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = { name: {}, lang: {}, keep: {}, data: { type: Object }, done: { state: true } }

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
    this.name = this.lang = this.keep = ''
    /** @type {any} */ this.data = {}
    this.done = false
  }

  /** What is kept, for subclasses: the names of their properties. @type {string[]} */
  static kept = []

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = changed.has('keep') && answers.get(this.keep)
    if (before) Object.assign(this, before)
  }

  updated() {
    if (!this.keep) return
    const { kept } = /** @type {typeof Exercise} */ (this.constructor)
    const now = /** @type {Record<string, any>} */ (/** @type {unknown} */ (this))
    answers.set(this.keep, Object.fromEntries(['done', ...kept].map((name) => [name, now[name]])))
  }

  get t() {
    return strings(this.lang).exercise
  }

  /** @param {number} score */
  score(score) {
    if (this.done) return
    this.done = true
    this.dispatchEvent(
      new CustomEvent('qkv-score', { detail: { score, name: this.name }, bubbles: true, composed: true }),
    )
  }
}

import { LitElement, css } from 'lit'
import { base, controls } from './theme.js'
import { strings } from '../i18n/index.js'

/**
 * What every exercise shares: its `data` (from the lesson, as JSON), its language, its look, and the event qkv-score
 * {score 0…1, name}, raised once, at the first answer. Text in `data` is HTML that the build made from Markdown.
 */
export class Exercise extends LitElement {
  /** @type {import('lit').PropertyDeclarations} */
  static properties = { name: {}, lang: {}, data: { type: Object }, done: { state: true } }

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
    this.name = this.lang = ''
    /** @type {any} */ this.data = {}
    this.done = false
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

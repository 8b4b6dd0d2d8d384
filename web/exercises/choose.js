import { html, css, nothing } from 'lit'
import { define } from '../components/define.js'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import { Exercise } from './exercise.js'
import { plainList } from '../components/theme.js'

/** Predict first: choose, then see what is so. `data`: { question, options: [{ text, right }], after }; `kind` what it is called; what it holds stands behind the explanation. */
export class Choose extends Exercise {
  static properties = { chosen: { state: true }, kind: {} }
  static kept = ['chosen']

  static styles = [
    Exercise.styles,
    plainList,
    css`
      ul {
        display: grid;
        gap: 0.4rem;
      }
      button.option {
        width: 100%;
        text-align: start;
        border: 1px solid var(--line);
        border-radius: 8px;
        background: var(--surface);
        padding: 0.45rem 0.8rem;
        cursor: pointer;
      }
      button.option:hover:enabled {
        border-color: var(--soft);
      }
      button.option:disabled {
        opacity: 1;
        color: var(--ink);
      }
      button.is-right {
        border-color: var(--v);
        box-shadow: inset 0 0 0 1px var(--v);
      }
      button.is-wrong {
        border-color: var(--warn);
      }
    `,
  ]

  constructor() {
    super()
    this.chosen = -1
    this.kind = ''
  }

  render() {
    const { question, options = [], after } = this.data
    const answered = !!options[this.chosen]
    const right = answered && options[this.chosen].right
    return html`<section>
      <span class="kind">${this.kind || this.t.predict}</span>
      <div class="question">${unsafeHTML(question)}</div>
      <ul>
        ${options.map(
          (/** @type {any} */ option, /** @type {number} */ i) =>
            html`<li>
              <button
                class="option ${answered && option.right ? 'is-right' : ''} ${this.chosen === i && !option.right ? 'is-wrong' : ''}"
                ?disabled=${answered}
                aria-pressed=${this.chosen === i ? 'true' : 'false'}
                @click=${() => this.#choose(i)}
              >
                ${unsafeHTML(option.text)}
                ${answered && option.right ? html`<span class="right"> ✓</span>` : this.chosen === i ? html`<span class="wrong"> ✗</span>` : nothing}
              </button>
            </li>`,
        )}
      </ul>
      <div aria-live="polite">
        ${
          answered
            ? html`<div class="after">
                <span class=${right ? 'right' : 'wrong'}>${right ? this.t.right : this.t.wrong}</span>
                ${unsafeHTML(after)} <slot></slot>
              </div>`
            : nothing
        }
      </div>
    </section>`
  }

  /** @param {number} i */
  #choose(i) {
    this.chosen = i
    this.score(this.data.options[i].right ? 1 : 0)
  }
}

define('qkv-choose', Choose)

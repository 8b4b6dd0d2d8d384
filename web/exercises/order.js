import { html, css, nothing } from 'lit'
import { define } from '../components/define.js'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import { Exercise } from './exercise.js'
import { plainList } from '../components/theme.js'

/** What HTML says when it is read out: no marks, no entities. @param {string} markup */
const plain = (markup) => new DOMParser().parseFromString(markup, 'text/html').body.textContent ?? ''

/** Put steps in order, by buttons. `data`: { question, items (in the right order), after }. */
export class Order extends Exercise {
  static properties = { order: { state: true }, checked: { state: true } }
  static kept = ['order', 'checked']

  static styles = [
    Exercise.styles,
    plainList,
    css`
      ol {
        display: grid;
        gap: 0.35rem;
      }
      li {
        display: grid;
        grid-template-columns: 1.6rem minmax(0, 1fr) auto;
        gap: 0.5rem;
        align-items: center;
        border: 1px solid var(--line);
        border-radius: 8px;
        padding: 0.25rem 0.4rem 0.25rem 0.7rem;
      }
      li .chip {
        min-width: 2rem;
        justify-content: center;
      }
    `,
  ]

  constructor() {
    super()
    /** @type {number[]} */ this.order = []
    this.checked = false
  }

  willUpdate() {
    // Always the same wrong order: every second one first, from the end.
    const all = (this.data.items ?? []).map((/** @type {any} */ _, /** @type {number} */ i) => i)
    if (String([...this.order].sort((a, b) => a - b)) === String(all)) return
    this.order = [
      ...all.filter((/** @type {number} */ i) => i % 2),
      ...all.filter((/** @type {number} */ i) => i % 2 === 0).reverse(),
    ]
  }

  render() {
    const { question, items = [], after } = this.data
    const right = this.order.every((item, i) => item === i)
    return html`<section>
      <span class="kind">${this.t.order}</span>
      <div class="question">${unsafeHTML(question)}</div>
      <ol>
        ${this.order.map(
          (item, i) =>
            html`<li>
              <span>${i + 1}</span><span>${unsafeHTML(items[item])}</span
              ><span class="row"
                ><button
                  class="chip"
                  aria-label="${this.t.up}: ${plain(items[item])}"
                  ?disabled=${i === 0}
                  @click=${() => this.#move(i, -1)}
                >
                  ↑</button
                ><button
                  class="chip"
                  aria-label="${this.t.down}: ${plain(items[item])}"
                  ?disabled=${i === items.length - 1}
                  @click=${() => this.#move(i, 1)}
                >
                  ↓
                </button></span
              >
            </li>`,
        )}
      </ol>
      <div class="row">
        <button class="button primary" @click=${() => this.#check(right)}>${this.t.check}</button>
        <span aria-live="polite"
          >${this.checked ? html`<span class=${right ? 'right' : 'wrong'}>${right ? this.t.right : this.t.notYet}</span>` : nothing}</span
        >
      </div>
      ${this.checked && right ? html`<div class="after">${unsafeHTML(after)}</div>` : nothing}
    </section>`
  }

  /** @param {number} i @param {number} by */
  #move(i, by) {
    const order = [...this.order]
    ;[order[i], order[i + by]] = [order[i + by], order[i]]
    this.order = order
    this.checked = false
    this.#follow(i + by, by)
  }

  /** The button that was pressed stays under the finger: it moves with its item. @param {number} place @param {number} by */
  async #follow(place, by) {
    await this.updateComplete
    const [up, down] = this.renderRoot.querySelectorAll(`li:nth-child(${place + 1}) button`)
    const wanted = /** @type {HTMLButtonElement} */ (by < 0 ? up : down)
    ;(wanted.disabled ? /** @type {HTMLButtonElement} */ (by < 0 ? down : up) : wanted).focus()
  }

  /** @param {boolean} right */
  #check(right) {
    this.checked = true
    if (right) this.score(1)
  }
}

define('qkv-order', Order)

import { LitElement, html, css, nothing } from 'lit'
import { define } from './define.js'
import { emit } from './emit.js'
import './bars.js'
import { formatPercent } from './format.js'
import { base, controls, plainList } from './theme.js'

/**
 * Distribute 100 % over some names: no more than is left can be given. Properties: `names`, `shares` (whole per cents), `truths` (0 … 1,
 * shown beside them once there are any), `words` { left(n), label, yours and truth (headings) }, `locked`. Event: qkv-share {index, share}.
 */
export class ShareOut extends LitElement {
  static properties = {
    names: { attribute: false },
    shares: { attribute: false },
    truths: { attribute: false },
    words: { attribute: false },
    locked: { type: Boolean },
  }

  static styles = [
    base,
    controls,
    plainList,
    css`
      ol {
        display: grid;
        grid-template-columns: max-content minmax(6rem, 1fr) 3.4rem;
        gap: 0.3rem 0.8rem;
        align-items: center;
      }
      li {
        display: contents;
      }
      .name {
        font-weight: 600;
      }
      .number {
        text-align: end;
        font-variant-numeric: tabular-nums;
      }
      :host {
        container-type: inline-size;
      }
      .compared {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: 1.6rem;
      }
      h2 {
        font: 600 0.84rem/1.4 var(--sans);
        color: var(--soft);
        margin: 0 0 0.5rem;
      }
      @container (max-width: 42rem) {
        .compared {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media print {
        .name {
          grid-column: 1 / 3;
        }
      }
      p {
        margin: 0.5rem 0 0;
        color: var(--soft);
        font-size: 0.875rem;
      }
    `,
  ]

  constructor() {
    super()
    /** @type {string[]} */ this.names = []
    /** @type {number[]} */ this.shares = []
    /** @type {ArrayLike<number>|undefined} */ this.truths = undefined
    /** @type {{ left: (n: number) => string, label: string, yours?: string, truth?: string }} */
    this.words = { left: String, label: '' }
    this.locked = false
  }

  get #left() {
    return 100 - this.shares.reduce((sum, share) => sum + share, 0)
  }

  render() {
    const { truths, words } = this
    return html`<div class=${truths ? 'compared' : ''}>
      <section>${words.yours ? html`<h2>${words.yours}</h2>` : nothing} ${this.#own()}</section>
      ${
        truths
          ? html`<section>
              <h2>${words.truth}</h2>
              <qkv-bars
                .names=${this.names}
                .values=${truths}
                .texts=${Array.from(truths, formatPercent)}
                least="0"
                most="1"
                .label=${words.truth}
              ></qkv-bars>
            </section>`
          : nothing
      }
    </div>`
  }

  #own() {
    return html`<ol aria-label=${this.words.label}>
        ${this.names.map(
          (name, i) =>
            html`<li>
              <span class="name">${name}</span>
              <input
                type="range"
                min="0"
                max="100"
                step="5"
                .value=${String(this.shares[i])}
                ?disabled=${this.locked}
                aria-label=${name}
                aria-valuetext="${this.shares[i]} %"
                @input=${(/** @type {any} */ e) => this.#give(i, e.target)}
              />
              <span class="number">${this.shares[i]} %</span>
            </li>`,
        )}
      </ol>
      <p class="screen" aria-live="polite">${this.words.left(this.#left)}</p>`
  }

  /** @param {number} index @param {HTMLInputElement} input */
  #give(index, input) {
    const share = Math.min(Number(input.value), this.shares[index] + this.#left)
    input.value = String(share)
    emit(this, 'qkv-share', { index, share })
  }
}

define('qkv-share-out', ShareOut)

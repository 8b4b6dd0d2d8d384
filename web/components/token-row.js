import { LitElement, html, css, nothing } from 'lit'
import { define } from './define.js'
import { emit } from './emit.js'
import { formatPercent } from './format.js'
import { base, plainList } from './theme.js'
import { styled } from './styled.js'

/**
 * The sentence: one token asks, the others show what share it takes from them.
 * Properties: `tokens`, `query` (index), `shares` (of the query's row), `visible` (index) → boolean, `label`, `hiddenText` (what is read where nothing may be seen).
 * Event: qkv-query {index}.
 */
export class TokenRow extends LitElement {
  static properties = {
    tokens: { attribute: false },
    query: { type: Number },
    shares: { attribute: false },
    visible: { attribute: false },
    label: {},
    hiddenText: {},
  }

  static styles = [
    base,
    plainList,
    css`
      ol {
        display: flex;
        flex-wrap: wrap;
        gap: 0.3rem;
      }
      button {
        font: inherit;
        color: inherit;
        display: grid;
        gap: 0.15rem;
        justify-items: center;
        min-width: 3.2rem;
        min-height: 2.75rem;
        padding: 0.3rem 0.5rem 0.25rem;
        border: 1px solid var(--line);
        border-radius: 10px;
        background: var(--surface);
        cursor: pointer;
      }
      button:hover {
        border-color: var(--soft);
      }
      button[aria-pressed='true'] {
        border-color: var(--q);
        box-shadow: inset 0 0 0 1.5px var(--q);
      }
      .token {
        unicode-bidi: isolate;
        font-weight: 600;
        line-height: 1.25;
        white-space: pre;
      }
      [aria-pressed='true'] .token {
        color: var(--q);
      }
      .bar {
        width: 100%;
        height: 5px;
        border-radius: 3px;
        background: color-mix(in srgb, var(--a) 12%, var(--surface));
        overflow: hidden;
      }
      .bar i {
        display: block;
        height: 100%;
        background: var(--a);
      }
      .hidden-bar {
        background: repeating-linear-gradient(135deg, var(--hatch) 0 1.5px, transparent 1.5px 5px);
      }
      .share {
        font-size: 0.74rem;
        line-height: 1.2;
        color: var(--soft);
        font-variant-numeric: tabular-nums;
      }
      @media (prefers-reduced-motion: no-preference) {
        .bar i {
          transition: width 180ms;
        }
      }
    `,
  ]

  constructor() {
    super()
    /** @type {string[]} */ this.tokens = []
    this.query = 0
    /** @type {ArrayLike<number>} */ this.shares = []
    this.visible = (/** @type {number} */ _) => true
    this.label = this.hiddenText = ''
  }

  render() {
    return html`<ol aria-label=${this.label}>
      ${this.tokens.map((token, i) => {
        const share = this.shares[i]
        const seen = this.visible(i)
        return html`<li>
          <button
            aria-pressed=${i === this.query ? 'true' : 'false'}
            @click=${() => this.#choose(i)}
            @keydown=${this.#key}
          >
            <span class="token">${token || '·'}</span>
            <span class="bar ${seen ? '' : 'hidden-bar'}"
              >${seen ? html`<i ${styled({ width: `${share * 100}%` })}></i>` : nothing}</span
            >
            <span class="share"
              >${seen ? formatPercent(share) : html`<span aria-hidden="true">—</span><span class="visually-hidden">${this.hiddenText}</span>`}</span
            >
          </button>
        </li>`
      })}
    </ol>`
  }

  /** @param {number} index */
  #choose(index) {
    emit(this, 'qkv-query', { index })
  }

  /** @param {KeyboardEvent} e */
  #key = (e) => {
    const buttons = [...this.renderRoot.querySelectorAll('button')]
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (e.currentTarget))
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[e.key]
    if (to === undefined || !buttons[to]) return
    buttons[to].focus()
    this.#choose(to)
    e.preventDefault()
  }
}

define('qkv-token-row', TokenRow)

import { LitElement, html, css } from 'lit'
import { define } from './define.js'
import { formatPercent } from './format.js'
import { base, plainList } from './theme.js'
import { styled } from './styled.js'

/** The likeliest next tokens as bars. Properties: `odds` [{token, id, probability}], `label`. */
export class OddsView extends LitElement {
  static properties = { odds: { attribute: false }, label: {} }

  static styles = [
    base,
    plainList,
    css`
      ol {
        display: grid;
        grid-template-columns: max-content minmax(4rem, 1fr) max-content;
        gap: 0.25rem 0.6rem;
        align-items: center;
      }
      li {
        display: contents;
      }
      .token {
        font-weight: 600;
        white-space: pre;
        max-width: 9rem;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .bar {
        height: 0.7rem;
        border-radius: 4px;
        background: color-mix(in srgb, var(--ink) 7%, var(--surface));
        overflow: hidden;
      }
      .bar i {
        display: block;
        height: 100%;
        background: var(--ink);
        opacity: 0.75;
      }
      .share {
        font-size: 0.84rem;
        color: var(--soft);
        font-variant-numeric: tabular-nums;
        text-align: right;
      }
    `,
  ]

  constructor() {
    super()
    /** @type {{ token: string, id: number, probability: number }[]} */ this.odds = []
    this.label = ''
  }

  render() {
    return html`<ol aria-label=${this.label}>
      ${this.odds.map(
        ({ token, probability }) =>
          html`<li>
            <span class="token">${token.replace(/\n/g, '⏎').replace(/^ +$/, '␣') || '·'}</span>
            <span class="bar"><i ${styled({ width: `${probability * 100}%` })}></i></span>
            <span class="share">${formatPercent(probability)}</span>
          </li>`,
      )}
    </ol>`
  }
}

define('qkv-odds-view', OddsView)

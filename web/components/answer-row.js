import { LitElement, html, css, nothing } from 'lit'
import { define } from './define.js'
import { formatPercent } from './format.js'
import { base, plainList } from './theme.js'
import { styled } from './styled.js'

/**
 * Tokens, and under each that is asked what the model answers and what would be right.
 * Properties: `tokens` (strings), `answers` [{ token, probability, wanted (or undefined if nobody knows) } or null], `words`
 * { right, wrong(wanted) } for screen readers, `label`.
 */
export class AnswerRow extends LitElement {
  static properties = {
    tokens: { attribute: false },
    answers: { attribute: false },
    words: { attribute: false },
    label: {},
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
      li {
        min-width: 2.6rem;
        border: 1px solid var(--line);
        border-radius: 8px;
        text-align: center;
        overflow: hidden;
        font-variant-numeric: tabular-nums;
      }
      .token {
        display: block;
        padding: 0.1rem 0.45rem;
        white-space: pre;
      }
      .answer {
        display: grid;
        padding: 0.1rem 0.45rem 0.2rem;
        border-top: 1px solid var(--line);
        font-weight: 600;
        line-height: 1.25;
        background: color-mix(in srgb, var(--tone) 12%, var(--surface));
        color: var(--tone);
        white-space: pre;
      }
      .answer small {
        font-weight: 400;
        font-size: 0.7rem;
        color: var(--soft);
      }
      .unasked .token {
        color: var(--soft);
      }
    `,
  ]

  constructor() {
    super()
    /** @type {string[]} */ this.tokens = []
    /** @type {({ token: string, probability: number, wanted?: string }|null)[]} */ this.answers = []
    this.words = { right: '', wrong: (/** @type {string} */ wanted) => wanted }
    this.label = ''
  }

  render() {
    return html`<ol aria-label=${this.label}>
      ${this.tokens.map((token, i) => this.#cell(token, this.answers[i]))}
    </ol>`
  }

  /** @param {string} token @param {{ token: string, probability: number, wanted?: string }|null|undefined} answer */
  #cell(token, answer) {
    if (!answer) return html`<li class="unasked"><span class="token">${token}</span></li>`
    const { wanted, probability } = answer
    const right = wanted === answer.token
    const tone = wanted === undefined ? '--ink' : right ? '--v' : '--warn'
    const { words } = this
    return html`<li title=${wanted === undefined ? nothing : right ? words.right : words.wrong(wanted)}>
      <span class="token">${token}</span>
      <span class="answer" ${styled({ '--tone': `var(${tone})` })}
        ><span
          >${wanted === undefined ? nothing : html`<span aria-hidden="true">${right ? '✓' : '✗'}</span>`}${answer.token}</span
        ><small>${formatPercent(probability)}</small
        >${wanted === undefined ? nothing : html`<span class="visually-hidden">${right ? words.right : words.wrong(wanted)}</span>`}</span
      >
    </li>`
  }
}

define('qkv-answer-row', AnswerRow)

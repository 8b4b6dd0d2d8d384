import { LitElement, html, css, nothing } from 'lit'
import { define } from './define.js'
import { emit } from './emit.js'
import { formatNumber } from './format.js'
import { base, controls } from './theme.js'
import { words } from '../i18n/index.js'

/** @typedef {import('../package/engine.js').Arithmetic} Arithmetic */

const SHOWN = 12

/**
 * The arithmetic of one cell, term by term, as the core gave it.
 * Properties: `arithmetic` (or null), `heading`, `tones` [left, right, result] as class names q k v a x, `lang`,
 * `temperature`, `message` (shown instead of a sum), `steppable` (with buttons to step and to close).
 * Events: qkv-arithmetic-step {by: -1 | 1}, qkv-arithmetic-close.
 */
export class ArithmeticView extends LitElement {
  static properties = {
    arithmetic: { attribute: false },
    heading: { attribute: false },
    tones: { attribute: false },
    lang: {},
    temperature: { type: Number },
    message: {},
    steppable: { type: Boolean },
  }

  static styles = [
    base,
    controls,
    css`
      section {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0.2rem 1.5rem;
        align-items: start;
      }
      h2 {
        font: 600 0.92rem/1.4 var(--sans);
        margin: 0;
      }
      h2 small {
        font-weight: 400;
        color: var(--soft);
        margin-left: 0.6em;
      }
      .sum {
        font: 1.1rem/1.8 var(--serif);
        font-variant-numeric: tabular-nums;
        overflow-wrap: anywhere;
      }
      .sum u {
        text-decoration: none;
        border-bottom: 2px solid currentColor;
        padding: 0 0.1em;
      }
      .sum .term {
        white-space: nowrap;
      }
      .result {
        font-weight: 700;
      }
      .soft,
      .hint {
        color: var(--soft);
      }
      .steps {
        display: flex;
        gap: 0.3rem;
        flex-wrap: wrap;
        justify-content: flex-end;
      }
      @media (max-width: 640px) {
        section {
          grid-template-columns: 1fr;
        }
        .steps {
          justify-content: flex-start;
        }
      }
    `,
  ]

  constructor() {
    super()
    /** @type {Arithmetic|null} */ this.arithmetic = null
    /** @type {unknown} */ this.heading = ''
    /** @type {string[]} */ this.tones = ['a', 'a', 'a']
    this.temperature = 1
    this.message = ''
    this.steppable = false
    this.lang = ''
  }

  render() {
    const t = words(this.lang)
    if (!this.arithmetic && !this.message) return html`<div class="hint">${t.head.pinHint}</div>`
    return html`<section aria-live="polite">
      <div>
        <h2>${this.heading}${this.arithmetic ? html`<small>${this.#explanation(t)}</small>` : nothing}</h2>
        <div class="sum">${this.message || this.#sum(t)}</div>
      </div>
      ${this.steppable ? this.#buttons(t) : nothing}
    </section>`
  }

  /** @param {import('../i18n/index.js').Words} t */
  #buttons(t) {
    return html`<div class="steps" role="group">
      <button class="button" @click=${() => this.#step(-1)}>‹ ${t.head.previousStep}</button>
      <button class="button" @click=${() => this.#step(1)}>${t.head.nextStep} ›</button>
      <button class="button" @click=${() => emit(this, 'qkv-arithmetic-close')}>${t.head.close}</button>
    </div>`
  }

  /** @param {number} by */
  #step(by) {
    emit(this, 'qkv-arithmetic-step', { by })
  }

  /** @param {import('../i18n/index.js').Words} t */
  #explanation(t) {
    const { operation, right } = /** @type {Arithmetic} */ (this.arithmetic)
    return operation === 'mask' && right[0] !== 0 ? t.arithmetic.masked : t.arithmetic[operation]
  }

  /** @param {import('../i18n/index.js').Words} t */
  #sum(t) {
    const [leftTone, rightTone, resultTone] = this.tones
    const { operation, left, right, terms, result } = /** @type {Arithmetic} */ (this.arithmetic)
    const of = (/** @type {number} */ value, /** @type {string} */ tone) =>
      html`<u class=${tone}>${formatNumber(value)}</u>`
    const equals = html` = <span class="result ${resultTone}">${formatNumber(result)}</span>`
    const joined = (/** @type {any[]} */ parts, /** @type {string} */ sign) =>
      html`${parts.slice(0, SHOWN).map((part, i) => html`${i ? (sign === ',' ? ', ' : ` ${sign} `) : ''}<span class="term">${part}</span>`)}${
        parts.length > SHOWN
          ? html` <span class="soft">${t.arithmetic.more(parts.length - SHOWN)}</span>`
          : nothing
      }`
    const indices = Array.from(left, (_, i) => i)
    switch (operation) {
      case 'dot': {
        // Of many terms the weightiest are written out.
        const order =
          left.length > SHOWN ? indices.sort((i, j) => Math.abs(terms[j]) - Math.abs(terms[i])) : indices
        const products = joined(
          order.map((i) => html`${of(left[i], leftTone)} × ${of(right[i], rightTone)}`),
          '+',
        )
        const added =
          left.length > 1 && left.length <= SHOWN
            ? html` = <span class="soft">${order.map((i, at) => signed(terms[i], at))}</span>`
            : nothing
        return html`${products}${added}${equals}`
      }
      case 'scale':
        return html`${of(left[0], leftTone)} × ${formatNumber(right[0])}${equals}`
      case 'mask':
        return html`${of(left[0], leftTone)} + ${right[0] === 0 ? '0' : '(−∞)'}${equals}`
      case 'max':
        return html`max(${joined(
          indices.map((i) => of(left[i], leftTone)),
          ',',
        )})${equals}`
      case 'exp': {
        if (this.temperature === 0)
          return html`${of(left[0], leftTone)} ${left[0] === right[0] ? '=' : '<'} max
          ${of(right[0], rightTone)} → ${t.arithmetic.coldest}${equals}`
        const shifted = html`${of(left[0], leftTone)} −
        ${right[0] < 0 ? html`(${of(right[0], rightTone)})` : of(right[0], rightTone)}`
        const power =
          this.temperature === 1 ? shifted : html`(${shifted}) ÷ ${formatNumber(this.temperature)}`
        return html`e<sup>${power}</sup> = e<sup>${formatNumber(terms[0])}</sup>${equals}`
      }
      case 'sum':
        return html`${joined(
          indices.map((i) => of(left[i], leftTone)),
          '+',
        )}${equals}`
      case 'divide':
        return right[0] === 0
          ? html`${of(left[0], leftTone)} ÷ ${of(right[0], rightTone)}
              <span class="soft">(${t.arithmetic.zeroRow})</span>${equals}`
          : html`${of(left[0], leftTone)} ÷ ${of(right[0], rightTone)}${equals}`
    }
    return nothing
  }
}

/** "4 + 0 − 2" @param {number} value @param {number} at */
const signed = (value, at) =>
  at === 0 ? formatNumber(value) : value < 0 ? ` − ${formatNumber(-value)}` : ` + ${formatNumber(value)}`

define('qkv-arithmetic-view', ArithmeticView)

import { LitElement, html, svg, css } from 'lit'
import { define } from './define.js'
import { emit } from './emit.js'
import { base } from './theme.js'

const STEP = { least: 46, most: 84 } // pixels from token to token
const WEAK = 0.03 // weights below are not drawn

/** Tokens in a line, and over them an arc from each to those it looks at, as strong as the weight. Properties: `tokens`, `weights` (n, n), `row` (only this one's; -1: all), `width` (pixels there are), `label`. Event: qkv-query {index}. By keyboard the tokens are one stop, walked with the arrow keys. */
export class Arcs extends LitElement {
  static properties = {
    tokens: { attribute: false },
    weights: { attribute: false },
    row: { type: Number },
    width: { type: Number },
    label: {},
  }

  static styles = [
    base,
    css`
      .scroll {
        overflow-x: auto;
      }
      svg {
        display: block;
        font: 600 14px var(--sans);
      }
      path {
        fill: none;
        stroke: var(--a);
        stroke-linecap: round;
      }
      text {
        fill: var(--ink);
        cursor: pointer;
      }
      text:focus-visible {
        outline: 2px solid var(--focus);
        outline-offset: 2px;
      }
      .chosen {
        fill: var(--q);
      }
    `,
  ]

  constructor() {
    super()
    /** @type {string[]} */ this.tokens = []
    /** @type {import('../package/engine.js').Matrix|undefined} */ this.weights = undefined
    this.row = -1
    this.width = 700
    this.label = ''
  }

  render() {
    const { tokens, weights } = this
    if (!weights) return html``
    const n = tokens.length
    const step = Math.max(STEP.least, Math.min(STEP.most, this.width / n))
    const width = n * step
    const height = Math.min(170, 40 + n * 12)
    const x = (/** @type {number} */ i) => step / 2 + i * step
    const arcs = []
    for (let i = 0; i < n; ++i)
      for (let j = 0; j < n; ++j) {
        const weight = weights.data[i * n + j]
        if ((this.row >= 0 && i !== this.row) || weight < WEAK) continue
        const lift = i === j ? 22 : Math.min(height - 8, 20 + Math.abs(i - j) * 22)
        const [from, to] = i === j ? [x(i) - 10, x(i) + 10] : [x(i), x(j)]
        arcs.push(
          svg`<path d="M${from} ${height} C ${from} ${height - lift}, ${to} ${height - lift}, ${to} ${height}" stroke-width=${1 + 5 * weight} opacity=${0.15 + 0.85 * weight} />`,
        )
      }
    return html`<div class="scroll">
      <svg
        width=${width}
        height=${height + 30}
        viewBox="0 0 ${width} ${height + 30}"
        role="group"
        aria-label=${this.label}
      >
        ${arcs}
        ${tokens.map(
          (token, i) =>
            svg`<text
              class=${i === this.row ? 'chosen' : ''}
              x=${x(i)}
              y=${height + 20}
              text-anchor="middle"
              role="button"
              aria-pressed=${i === this.row ? 'true' : 'false'}
              tabindex=${i === Math.max(0, this.row) ? 0 : -1}
              @click=${() => this.#choose(i)}
              @keydown=${(/** @type {KeyboardEvent} */ e) => this.#key(e, i)}
            >${token}</text>`,
        )}
      </svg>
    </div>`
  }

  /** @param {KeyboardEvent} e @param {number} index */
  #key(e, index) {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: this.tokens.length - 1 }[e.key]
    if (to !== undefined)
      /** @type {SVGElement[]} */ ([...this.renderRoot.querySelectorAll('text')])[to]?.focus()
    else if (e.key === 'Enter' || e.key === ' ') this.#choose(index)
    else return
    e.preventDefault()
  }

  /** @param {number} index */
  #choose(index) {
    emit(this, 'qkv-query', { index })
  }
}

define('qkv-arcs', Arcs)

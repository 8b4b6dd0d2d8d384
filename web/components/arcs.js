import { LitElement, html, svg, css } from 'lit'
import { emit } from './emit.js'
import { base } from './theme.js'

const STEP = { least: 46, most: 84 } // pixels from token to token
const WEAK = 0.03 // weights below are not drawn

/** Tokens in a line, and over them an arc from each to those it looks at, as strong as the weight. Properties: `tokens`, `weights` (n, n), `row` (only this one's; -1: all), `width` (pixels there are), `label`. Event: qkv-query {index}. */
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
        role="img"
        aria-label=${this.label}
      >
        ${arcs}
        ${tokens.map(
          (token, i) =>
            svg`<text class=${i === this.row ? 'chosen' : ''} x=${x(i)} y=${height + 20} text-anchor="middle" @click=${() => this.#choose(i)}>${token}</text>`,
        )}
      </svg>
    </div>`
  }

  /** @param {number} index */
  #choose(index) {
    emit(this, 'qkv-query', { index })
  }
}

customElements.define('qkv-arcs', Arcs)

import { LitElement, html, svg, css, nothing } from 'lit'
import { define } from './define.js'
import { emit } from './emit.js'
import { formatPercent } from './format.js'
import { base } from './theme.js'

const STEP = { least: 46, most: 84 } // pixels from token to token, more where words are longer
const GAP = 8 // pixels between two words
const LABELS = 46 // pixels below the arcs
const ROOM = 56 // pixels that every share needs
const WEAK = 0.03 // weights below are not drawn

/** Tokens in a line, and over them an arc from each to those it looks at, as strong as the weight. Properties: `tokens`, `weights` (n, n), `row` (the others' are faint, and its shares stand below; -1: all alike), `width` (pixels there are), `label`. Event: qkv-query {index}. By keyboard the tokens are one stop, walked with the arrow keys. */
export class Arcs extends LitElement {
  static properties = {
    tokens: { attribute: false },
    weights: { attribute: false },
    row: { type: Number },
    width: { type: Number },
    label: {},
    apart: { state: true },
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
      path.faint {
        stroke: var(--soft);
      }
      .share {
        font: 400 11.5px var(--sans);
        font-variant-numeric: tabular-nums;
        fill: var(--soft);
        pointer-events: none;
      }
      .share.most {
        fill: var(--a);
        font-weight: 600;
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
    /** Pixels that two neighbouring words need. */ this.apart = 0
  }

  render() {
    const { tokens, weights } = this
    if (!weights) return html``
    const n = tokens.length
    const step = Math.max(STEP.least, this.apart, Math.min(STEP.most, this.width / n))
    const width = n * step
    const height = Math.min(170, 40 + n * 12)
    const x = (/** @type {number} */ i) => step / 2 + i * step
    /** @type {unknown[]} */
    const arcs = []
    for (let i = 0; i < n; ++i)
      for (let j = 0; j < n; ++j) {
        const weight = weights.data[i * n + j]
        if (weight < WEAK) continue
        const faint = this.row >= 0 && i !== this.row
        const lift = i === j ? 22 : Math.min(height - 8, 20 + Math.abs(i - j) * 22)
        const [from, to] = i === j ? [x(i) - 10, x(i) + 10] : [x(i), x(j)]
        arcs[faint ? 'unshift' : 'push'](
          svg`<path class=${faint ? 'faint' : ''} d="M${from} ${height} C ${from} ${height - lift}, ${to} ${height - lift}, ${to} ${height}" stroke-width=${faint ? 1 : 1 + 5 * weight} opacity=${faint ? 0.1 + 0.25 * weight : 0.15 + 0.85 * weight} />`,
        )
      }
    return html`<div class="scroll">
      <svg
        width=${width}
        height=${height + LABELS}
        viewBox="0 0 ${width} ${height + LABELS}"
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
              aria-label=${this.#shares.length ? `${token} ${formatPercent(this.#shares[i])}` : token}
              aria-pressed=${i === this.row ? 'true' : 'false'}
              tabindex=${i === Math.max(0, this.row) ? 0 : -1}
              @click=${() => this.#choose(i)}
              @keydown=${(/** @type {KeyboardEvent} */ e) => this.#key(e, i)}
            >${token}</text>${step >= ROOM || this.#shares[i] >= WEAK ? this.#share(i, x(i), height + 37) : nothing}`,
        )}
      </svg>
    </div>`
  }

  /** The shares of the chosen query. */
  get #shares() {
    const { row, weights } = this
    return weights && row >= 0 ? weights.data.subarray(row * weights.cols, (row + 1) * weights.cols) : []
  }

  /** How much of its share the chosen query gives a token. @param {number} i @param {number} x @param {number} y */
  #share(i, x, y) {
    const shares = this.#shares
    if (!shares.length) return nothing
    return svg`<text
      class="share ${shares[i] === Math.max(...shares) ? 'most' : ''}"
      x=${x}
      y=${y}
      text-anchor="middle"
    >${formatPercent(shares[i])}</text>`
  }

  /** Words stand beside each other, never in each other, and the chosen one is in sight, also where they do not all fit. @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('tokens') || changed.has('weights')) {
      const words = /** @type {NodeListOf<SVGTextElement>} */ (this.renderRoot.querySelectorAll('text[role]'))
      const widths = Array.from(words, (word) => word.getComputedTextLength())
      this.apart = Math.max(0, ...widths.slice(1).map((width, i) => (width + widths[i]) / 2 + GAP))
    }
    if (!['row', 'tokens', 'apart'].some((name) => changed.has(name))) return
    const scroll = /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('.scroll'))
    if (!scroll || this.row < 0) return
    const at = ((this.row + 0.5) / this.tokens.length) * scroll.scrollWidth
    if (at < scroll.scrollLeft || at > scroll.scrollLeft + scroll.clientWidth)
      scroll.scrollLeft = at - scroll.clientWidth + 60
  }

  /** @param {KeyboardEvent} e @param {number} index */
  #key(e, index) {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: this.tokens.length - 1 }[e.key]
    if (to !== undefined)
      /** @type {SVGElement[]} */ ([...this.renderRoot.querySelectorAll('text[role]')])[to]?.focus()
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

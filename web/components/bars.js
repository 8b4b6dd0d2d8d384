import { LitElement, html, css, nothing } from 'lit'
import { define } from './define.js'
import { emit } from './emit.js'
import { formatNumber } from './format.js'
import { base, plainList } from './theme.js'
import { styled } from './styled.js'

/**
 * Named numbers as bars, some of which can be dragged: a range field under each, so that keys do the same.
 * Properties: `names`, `values`, `texts` (what is written; else the number), `least`, `most` (of the scale), `step`, `tone`, `editable`, `label`.
 * Event: qkv-bar {index, value}.
 */
export class Bars extends LitElement {
  static properties = {
    names: { attribute: false },
    values: { attribute: false },
    texts: { attribute: false },
    least: { type: Number },
    most: { type: Number },
    step: { type: Number },
    tone: {},
    editable: { type: Boolean },
    label: {},
  }

  static styles = [
    base,
    plainList,
    css`
      ol {
        display: grid;
        grid-template-columns: max-content minmax(5rem, 1fr) minmax(3.6rem, max-content);
        gap: 0.35rem 0.7rem;
        align-items: center;
      }
      li {
        display: contents;
      }
      .name {
        font-weight: 600;
        max-width: 8rem;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .track {
        position: relative;
        height: 1.5rem;
        border-radius: 5px;
        background: color-mix(in srgb, var(--ink) 6%, var(--surface));
      }
      .track i {
        position: absolute;
        top: 0;
        bottom: 0;
        border-radius: 5px;
        background: var(--tone);
        opacity: 0.75;
      }
      .track .zero {
        width: 1px;
        background: var(--soft);
        opacity: 1;
        border-radius: 0;
      }
      .track input {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        margin: 0;
        opacity: 0;
        cursor: ew-resize;
      }
      .track:focus-within {
        outline: 2px solid var(--focus);
        outline-offset: 2px;
      }
      .number {
        text-align: end;
        font-variant-numeric: tabular-nums;
      }
    `,
  ]

  constructor() {
    super()
    /** @type {string[]} */ this.names = []
    /** @type {ArrayLike<number>} */ this.values = []
    /** @type {string[]|undefined} */ this.texts = undefined
    this.least = 0
    this.most = 1
    this.step = 0.1
    this.tone = '--a'
    this.editable = false
    this.label = ''
  }

  render() {
    const { least, most } = this
    const place = (/** @type {number} */ value) =>
      (100 * (Math.min(most, Math.max(least, value)) - least)) / (most - least)
    const zero = place(0)
    return html`<ol aria-label=${this.label} ${styled({ '--tone': `var(${this.tone})` })}>
      ${this.names.map((name, i) => {
        const value = this.values[i]
        const at = Number.isFinite(value) ? place(value) : value > 0 ? 100 : zero
        const text = this.texts?.[i] ?? formatNumber(value)
        return html`<li>
          <span class="name">${name}</span>
          <span class="track"
            ><i ${styled({ left: `${Math.min(at, zero)}%`, width: `${Math.abs(at - zero)}%` })}></i
            >${least < 0 ? html`<i class="zero" ${styled({ left: `${zero}%` })}></i>` : nothing}${
              this.editable
                ? html`<input
                    type="range"
                    min=${least}
                    max=${most}
                    step=${this.step}
                    .value=${String(value)}
                    aria-label=${name}
                    aria-valuetext=${text}
                    @input=${(/** @type {any} */ e) => this.#change(i, Number(e.target.value))}
                  />`
                : nothing
            }</span
          >
          <span class="number">${text}</span>
        </li>`
      })}
    </ol>`
  }

  /** @param {number} index @param {number} value */
  #change(index, value) {
    emit(this, 'qkv-bar', { index, value })
  }
}

define('qkv-bars', Bars)

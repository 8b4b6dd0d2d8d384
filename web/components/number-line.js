import { LitElement, html, css, nothing } from 'lit'
import { define } from './define.js'
import { emit } from './emit.js'
import { scaleLinear } from 'd3-scale'
import { base, controls } from './theme.js'
import { styled } from './styled.js'

/**
 * A number to be set on a line, by dragging or by keys, and the true one beside it once there is one.
 * Properties: `least`, `most`, `step`, `value` (NaN: not set yet), `truth` (NaN: not shown), `text` (number → what is written), `words`
 * { label, yours, truth, unset }, `tone` of the truth. Event: qkv-set {value}.
 */
export class NumberLine extends LitElement {
  static properties = {
    least: { type: Number },
    most: { type: Number },
    step: { type: Number },
    value: { type: Number },
    truth: { type: Number },
    text: { attribute: false },
    words: { attribute: false },
    tone: {},
  }

  static styles = [
    base,
    controls,
    css`
      .line {
        position: relative;
        height: 5.2rem;
        margin: 0 3.2rem;
        font-variant-numeric: tabular-nums;
      }
      .line.known {
        height: 6.4rem;
      }
      .track {
        position: absolute;
        inset: 3.1rem -0.8rem auto;
        height: 0.5rem;
        border-radius: 999px;
        background: color-mix(in srgb, var(--ink) 10%, var(--surface));
      }
      .tick {
        position: absolute;
        top: 3.7rem;
        transform: translateX(-50%);
        color: var(--soft);
        font-size: 0.78rem;
        white-space: nowrap;
      }
      .gap {
        position: absolute;
        top: 3.1rem;
        height: 0.5rem;
        background: color-mix(in srgb, var(--tone) 45%, var(--surface));
      }
      input {
        position: absolute;
        inset: 2.4rem -0.8rem auto;
        width: calc(100% + 1.6rem);
        height: 2rem;
        margin: 0;
        opacity: 0;
        cursor: ew-resize;
      }
      input:disabled {
        cursor: default;
      }
      .line:focus-within .track {
        outline: 2px solid var(--focus);
        outline-offset: 4px;
      }
      .mark {
        position: absolute;
        transform: translateX(-50%);
        pointer-events: none;
        white-space: nowrap;
        text-align: center;
        font-weight: 600;
        font-size: 0.9rem;
        line-height: 1.2;
      }
      .mark small {
        font-weight: 400;
        color: var(--soft);
      }
      .mark i {
        display: block;
        width: 1.2rem;
        height: 1.2rem;
        margin: 0 auto;
        border-radius: 50%;
        border: 3px solid var(--ink);
        background: var(--surface);
      }
      /* The middle of the dots is that of the track, 3.35rem. */
      .yours {
        top: 1.3rem;
      }
      .yours span {
        display: block;
        height: 1.45rem;
      }
      .truth {
        top: 2.75rem;
        color: var(--tone);
      }
      .truth i {
        border-color: var(--tone);
        background: var(--tone);
        margin-bottom: 0.5rem;
      }
      .unset {
        position: absolute;
        inset: auto -3rem calc(100% - 2.9rem); /* grows upwards */
        line-height: 1.35;
        text-align: center;
        color: var(--soft);
        font-size: 0.875rem;
        pointer-events: none;
      }
    `,
  ]

  constructor() {
    super()
    this.least = 0
    this.most = 1
    this.step = 0.01
    this.value = NaN
    this.truth = NaN
    this.text = String
    this.words = { label: '', yours: '', truth: '', unset: '' }
    this.tone = '--a'
  }

  render() {
    const { least, most, value, truth, text, words } = this
    const place = scaleLinear([least, most], [0, 100]).clamp(true)
    const [set, known] = [!Number.isNaN(value), !Number.isNaN(truth)]
    const [left, right] = [place(value), place(truth)].sort((a, b) => a - b)
    const spoken = set
      ? `${words.yours} ${text(value)}${known ? `, ${words.truth} ${text(truth)}` : ''}`
      : words.unset
    return html`<div class="line ${known ? 'known' : ''}" ${styled({ '--tone': `var(${this.tone})` })}>
      <span class="track"></span>
      ${known && set ? html`<span class="gap" ${styled({ left: `${left}%`, width: `${right - left}%` })}></span>` : nothing}
      ${known ? nothing : place.ticks(5).map((tick) => html`<span class="tick" ${styled({ left: `${place(tick)}%` })}>${text(tick)}</span>`)}
      <input
        type="range"
        min=${least}
        max=${most}
        step=${this.step}
        .value=${String(set ? value : (least + most) / 2)}
        ?disabled=${known}
        aria-label=${words.label}
        aria-valuetext=${spoken}
        @input=${(/** @type {any} */ e) => this.#set(Number(e.target.value))}
      />
      ${
        known
          ? html`<span class="mark truth" ${styled({ left: `${place(truth)}%` })}
              ><i></i>${text(truth)} <small>${words.truth}</small></span
            >`
          : nothing
      }
      ${
        set
          ? html`<span class="mark yours" ${styled({ left: `${place(value)}%` })}
              ><span>${text(value)} <small>${words.yours}</small></span
              ><i></i
            ></span>`
          : html`<span class="unset screen">${words.unset}</span>`
      }
    </div>`
  }

  /** @param {number} value */
  #set(value) {
    emit(this, 'qkv-set', { value })
  }
}

define('qkv-number-line', NumberLine)

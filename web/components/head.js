import { LitElement, html, css, nothing } from 'lit'
import { define } from './define.js'
import './arithmetic-view.js'
import './attention-bands.js'
import { words } from '../i18n/index.js'
import { emit } from './emit.js'
import { pinName, pinTones, readPin, steppedPin, writePin } from './pin.js'
import { bandOf } from './steps.js'
import { base } from './theme.js'

/** @typedef {import('../package/engine.js').Matrix} Matrix */
/** @typedef {import('./steps.js').Cell} Cell */

/**
 * One head, to be looked into: its bands, and below them the arithmetic of the cell that is pinned. What is under the pointer is its own
 * affair; what is pinned belongs to whoever uses it.
 * Properties: those of qkv-attention-bands (but `hovered` and `pinned`), `pin` (the pinned cell as in pin.js, '' for none) and `arithmetic`
 * (a function of a cell that gives its arithmetic, or a sentence where there is none).
 * Events: qkv-pin {pin}; those of the bands.
 */
export class Head extends LitElement {
  static properties = {
    steps: { attribute: false },
    tokens: { attribute: false },
    features: { attribute: false },
    inputs: { attribute: false },
    mask: { attribute: false },
    maskable: { type: Boolean },
    weighted: { attribute: false },
    query: { type: Number },
    scaleText: {},
    temperature: { type: Number },
    narrow: { type: Boolean },
    width: { type: Number },
    only: {},
    lang: {},
    theme: {},
    lit: {},
    pin: {},
    arithmetic: { attribute: false },
    hovered: { state: true },
  }

  static styles = [
    base,
    css`
      .bands,
      .why {
        --side: 1.1rem;
      }
      .bands {
        padding: 0 var(--side) 0.2rem;
      }
      .bands.fetch {
        padding-top: 0.9rem;
        padding-bottom: 0.9rem;
        --cell: clamp(2.1rem, 9cqi, 3.1rem);
      }
      .why {
        border-top: 1px solid var(--line);
        padding: 0.9rem var(--side) 1rem;
        background: color-mix(in srgb, var(--a) 4%, var(--surface));
      }
      /* The arithmetic of the pinned cell stands below its band, also in a frame as high as its contents, and stays in sight
         while its cell is. */
      .why.pinned {
        margin: 1rem calc(-1 * var(--side)) -1.1rem;
        position: sticky;
        bottom: 0;
        z-index: 3;
        max-height: 38vh;
        overflow: auto;
      }
      .bands.alone .why {
        margin-bottom: -1.3rem; /* nothing follows */
      }
      @container (max-width: 40rem) {
        .bands,
        .why {
          --side: 0.8rem;
        }
      }
      @media print {
        .why.pinned {
          position: static;
          max-height: none;
          break-inside: avoid;
        }
      }
    `,
  ]

  constructor() {
    super()
    /** @type {any} */ this.steps = undefined
    /** @type {string[]} */ this.tokens = []
    /** @type {string[]} */ this.features = []
    /** @type {any} */ this.inputs = undefined
    /** @type {Matrix|null|undefined} */ this.mask = null
    this.maskable = false
    /** @type {Matrix|null|undefined} */ this.weighted = null
    this.query = 0
    this.scaleText = ''
    this.temperature = 1
    this.narrow = false
    this.width = 1100
    this.only = ''
    this.lang = this.theme = this.lit = this.pin = ''
    /** @type {((cell: Cell) => import('../package/engine.js').Arithmetic|string)|null} */ this.arithmetic =
      null
    /** @type {Cell|null} */ this.hovered = null
  }

  get #pinned() {
    return readPin(this.pin, this.steps)
  }

  render() {
    if (!this.steps) return nothing
    return html`<div
        class="bands ${this.only === 'fetch' ? 'fetch' : /^\w+$/.test(this.only) ? 'alone' : ''}"
      >
        <qkv-attention-bands
          .lit=${this.lit}
          .steps=${this.steps}
          .tokens=${this.tokens}
          .features=${this.features}
          .inputs=${this.inputs}
          .mask=${this.mask}
          .maskable=${this.maskable}
          .weighted=${this.weighted}
          .query=${this.query}
          .hovered=${this.hovered}
          .pinned=${this.#pinned}
          .scaleText=${this.scaleText}
          .temperature=${this.temperature}
          .narrow=${this.narrow}
          .width=${this.width - (this.narrow ? 26 : 36)}
          .only=${this.only}
          .lang=${this.lang}
          .theme=${this.theme}
          @qkv-cell-hover=${(/** @type {CustomEvent} */ e) => (this.hovered = e.detail)}
          @qkv-cell-pin=${(/** @type {CustomEvent} */ e) => this.#toggle(e.detail)}
          @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Escape' && this.#set('')}
          >${this.arithmetic && this.#pinned ? this.#why() : nothing}</qkv-attention-bands
        >
      </div>
      ${this.arithmetic && !this.#pinned ? this.#why() : nothing}`
  }

  /** The arithmetic of the pinned cell, in its band; without one, how to pin some, at the end. */
  #why() {
    const cell = this.#pinned
    const found = cell ? this.arithmetic?.(cell) : null
    const all = [...(this.inputs ? ['project'] : []), 'score', 'share', 'carry']
    const bands = this.only ? this.only.split(',') : all
    const step = cell?.step === 'masked' && bands.includes('score') ? 'scaled' : (cell?.step ?? '') // made in the same band
    const slot = !cell ? '' : bandOf(step, bands)
    return html`<div class="why ${cell ? 'pinned' : ''}" slot=${slot || nothing}>
      <qkv-arithmetic-view
        .arithmetic=${typeof found === 'string' ? null : found}
        .message=${typeof found === 'string' ? found : ''}
        .heading=${cell ? pinName(cell, this.tokens, words(this.lang)) : ''}
        .tones=${pinTones(cell?.step)}
        .temperature=${this.temperature}
        .lang=${this.lang}
        steppable
        @qkv-arithmetic-step=${(/** @type {CustomEvent} */ e) => cell && this.#set(steppedPin(cell, e.detail.by))}
        @qkv-arithmetic-close=${() => this.#set('')}
      ></qkv-arithmetic-view>
    </div>`
  }

  /** Pins a cell, or lets go of it. @param {Cell} cell */
  #toggle(cell) {
    const pin = writePin(cell, this.query)
    if (pin) this.#set(pin === this.pin ? '' : pin)
  }

  /** @param {string} pin */
  #set(pin) {
    emit(this, 'qkv-pin', { pin })
  }
}

define('qkv-head', Head)

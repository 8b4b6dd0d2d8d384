import { LitElement, html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import { emit } from '../../components/emit.js'
import { base, plainList } from '../../components/theme.js'
import { wordsOf } from '../../i18n/index.js'
import { strings as modelStrings } from '../../models/strings.js'
import { strings } from './strings.js'

/**
 * The whole model from text to odds, one line per part, the layer looked at marked.
 * Properties: `config` (of the model), `layer`, `lang`. Event: qkv-layer {layer}.
 */
export class ModelOutline extends LitElement {
  static properties = { config: { attribute: false }, layer: { type: Number }, lang: {} }

  static styles = [
    base,
    plainList,
    css`
      ol {
        display: flex;
        flex-wrap: wrap;
        align-items: stretch;
        gap: 0.4rem 1.3rem;
        font-size: 0.84rem;
      }
      li {
        position: relative;
        display: flex;
        align-items: center;
      }
      li:not(:last-child)::after {
        content: '→';
        position: absolute;
        right: -1.15rem;
        color: var(--soft);
      }
      .part {
        border: 1px solid var(--line);
        border-radius: 8px;
        padding: 0.2rem 0.6rem;
        display: flex;
        align-items: center;
        gap: 0.6rem;
      }
      .part span {
        color: var(--soft);
        font-size: 0.76rem;
        font-variant-numeric: tabular-nums;
      }
      button {
        font: inherit;
        color: inherit;
        text-align: left;
        background: none;
        border: 1px solid var(--line);
        border-radius: 8px;
        padding: 0.3rem 0.6rem;
        cursor: pointer;
        display: grid;
        gap: 0.15rem;
      }
      button:hover {
        border-color: var(--soft);
      }
      button[aria-current='true'] {
        border-color: var(--a);
        box-shadow: inset 0 0 0 1.5px var(--a);
      }
      button small {
        color: var(--soft);
        font-size: 0.76rem;
        line-height: 1.4;
      }
      button small b {
        color: var(--a);
      }
    `,
  ]

  constructor() {
    super()
    /** @type {any} */ this.config = undefined
    this.layer = 0
    this.lang = ''
  }

  render() {
    if (!this.config) return nothing
    const { blocks } = wordsOf(strings, this.lang)
    const { block } = wordsOf(modelStrings, this.lang)
    const { nLayers, nVocab, dModel, dFf, nHeads, dHead, norm, position } = this.config
    const inside = [
      norm !== 'none' && blocks.norm,
      html`<b>${blocks.attention} ${nHeads} × ${dHead}</b>`,
      blocks.add,
      ...(dFf ? [norm !== 'none' && blocks.norm, `${blocks.feedForward} ${dFf}`, blocks.add] : []),
    ].filter(Boolean)
    const layers = Array.from({ length: nLayers }, (_, i) => i)
    return html`<ol>
      <li class="part">${blocks.embedding}<span>${nVocab} × ${dModel}</span></li>
      ${position === 'learned' || position === 'sinusoidal' ? html`<li class="part">${blocks.position}</li>` : nothing}
      ${layers.map(
        (i) =>
          html`<li>
            <button aria-current=${i === this.layer ? 'true' : 'false'} @click=${() => this.#choose(i)}>
              ${block(i + 1)}<small
                >${inside.map((part, at) => html`${at ? ' → ' : ''}${part}`)}${position === 'rope' ? html` · RoPE` : nothing}</small
              >
            </button>
          </li>`,
      )}
      ${norm !== 'none' ? html`<li class="part">${blocks.finalNorm}</li>` : nothing}
      <li class="part">${blocks.logits}<span>${dModel} × ${nVocab}</span></li>
      <li class="part">${blocks.odds}</li>
    </ol>`
  }

  /** @param {number} layer */
  #choose(layer) {
    emit(this, 'qkv-layer', { layer })
  }
}

define('qkv-model-outline', ModelOutline)

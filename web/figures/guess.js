import { html, css, nothing } from 'lit'
import '../components/share-out.js'
import { modelBytes } from '#models'
import { flag, number, wholes } from '../state/property.js'
import { Figure } from './figure.js'

const table = {
  sentence: number(0, { min: 0, max: 9, whole: true }),
  shares: wholes(6, { total: 100 }),
  revealed: flag(false),
}

/**
 * Distribute 100 % over what a pronoun may mean, then read which clue of the sentence speaks for which; the last sentence is of the
 * grammar of a trained model, whose head is shown beside the reader's shares. Attributes as in Figure; groups of `controls`: history.
 * Property `result`: the model's weights for the candidates, once revealed. Raises qkv-score 1 when the reader has committed.
 */
export class Guess extends Figure {
  static styles = [
    Figure.styles,
    css`
      .content {
        display: grid;
        gap: 1rem;
      }
      p {
        margin: 0;
      }
      .sentence {
        font: 600 1.25rem/1.6 var(--serif);
      }
      .sentence b {
        color: var(--q);
        border-bottom: 2px solid currentColor;
      }
      h2 {
        font: 600 0.84rem/1.4 var(--sans);
        color: var(--soft);
        margin: 0 0 0.5rem;
      }
      ul {
        margin: 0;
        padding-left: 1.2rem;
        display: grid;
        gap: 0.35rem;
      }
    `,
  ]

  constructor() {
    super(table)
    /** @type {Float32Array|undefined} */ this.result = undefined
    /** @type {import('../engine/engine.js').Model|undefined} */ this.model = undefined
  }

  stop() {
    this.model?.free()
    this.model = undefined
  }

  get #sentence() {
    const { sentences } = this.t.guess
    const at = Math.min(this.store.values.sentence, sentences.length - 1)
    return sentences[at]
  }

  get #shares() {
    const { shares } = this.store.values
    const { candidates } = this.#sentence
    return shares?.length === candidates.length ? shares : candidates.map(() => 0)
  }

  compute() {
    const { model: readable } = this.#sentence
    if (!this.store.values.revealed || !readable) this.result = undefined
    else this.#ask(readable)
  }

  /** What the trained model's head gives to each candidate, from the last word of the sentence. @param {{ text: string, words: string[] }} readable */
  async #ask({ text, words }) {
    const engine = /** @type {import('../engine/engine.js').Engine} */ (this.engine)
    try {
      const weights = await modelBytes('pronoun')
      if (this.#sentence.model?.text !== text || !this.isConnected) return
      this.model ??= engine.loadModel({ weights })
      const ids = this.model.encode(text)
      const tokens = this.model.tokens(ids)
      const { rows, cols, data } = this.model.forward(ids, { trace: 'attention' }).layers[0].heads[0].weights
      const found = Float32Array.from(words, (word) => data[(rows - 1) * cols + tokens.indexOf(word)])
      if (String(found) === String(this.result)) return
      this.result = found
      this.requestUpdate()
    } catch (error) {
      this.fail(error)
    }
  }

  body() {
    const { guess: t } = this.t
    const { before, pronoun, after, candidates, clues, model } = this.#sentence
    const { sentence, revealed } = this.store.values
    const shares = this.#shares
    const given = shares.reduce((/** @type {number} */ sum, /** @type {number} */ share) => sum + share, 0)
    return html`
      <div class="bar">
        <label
          >${t.which}
          <select
            @change=${(/** @type {any} */ e) => this.store.set({ sentence: Number(e.target.value), shares: null, revealed: false })}
          >
            ${t.sentences.map((one, i) => html`<option value=${i} .selected=${i === sentence}>${one.before}${one.pronoun}${one.after}</option>`)}
          </select></label
        >
        ${this.historyControls()}
      </div>
      <div class="content">
        <p class="sentence">${before}<b>${pronoun}</b>${after}</p>
        <p>${t.ask(pronoun)}</p>
        <qkv-share-out
          .names=${candidates}
          .shares=${shares}
          .truths=${this.result}
          .words=${{ left: t.left, label: t.yours, yours: t.yours, truth: t.head }}
          ?locked=${revealed}
          @qkv-share=${(/** @type {CustomEvent} */ e) => this.#give(e.detail)}
        ></qkv-share-out>
        ${
          revealed
            ? html`<div aria-live="polite">
                <h2>${t.clues}</h2>
                <ul>
                  ${clues.map((clue) => html`<li>${clue}</li>`)}
                </ul>
                ${model ? html`<p style="margin-top: 0.6rem">${t.modelNote}</p>` : nothing}
              </div>`
            : html`<p class="screen">
                <button class="button primary" ?disabled=${given < 100} @click=${() => this.#reveal()}>
                  ${t.reveal}
                </button>
                ${given < 100 ? t.first : nothing}
              </p>`
        }
      </div>
      <figcaption>${t.note}</figcaption>
    `
  }

  #reveal() {
    this.store.set({ revealed: true })
    this.emit('qkv-score', { score: 1, state: this.state })
  }

  /** @param {{ index: number, share: number }} given */
  #give({ index, share }) {
    const shares = [...this.#shares]
    shares[index] = share
    this.store.set({ shares }, { gesture: `share ${index}` })
  }
}

customElements.define('qkv-guess', Guess)

import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import '../../components/share-out.js'
import { Background } from '../../engine/background.js'
import { translated } from '../../i18n/errors.js'
import { ModelRun } from '../../models/model-run.js'
import { strings as exerciseStrings } from '../../exercises/strings.js'
import { selectOf } from '../../state/controls.js'
import { flag, number, wholes } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { strings } from './strings.js'

/**
 * Distribute 100 % over what a pronoun may mean, then read which clue of the sentence speaks for which; the last sentence is of
 * the grammar of a trained model, whose head is shown beside the reader's shares. Property `result`: the model's weights for the
 * candidates, once revealed. Raises qkv-score 1 when the reader has committed.
 */
export class Guess extends Figure {
  static strings = strings
  static needs = /** @type {const} */ ('model')
  static state = {
    sentence: selectOf(
      number(0, { min: 0, max: 9, whole: true }),
      (figure) =>
        figure.sentences.map((/** @type {any} */ { before, pronoun, after }, /** @type {number} */ i) => [
          i,
          `${before}${pronoun}${after}`,
        ]),
      { label: 'which', also: () => ({ shares: null, revealed: false }) },
    ),
    shares: wholes(6, { total: 100 }),
    revealed: flag(false),
  }

  static styles = [
    Figure.styles,
    css`
      .sentence {
        font: 600 1.25rem/1.6 var(--serif);
      }
      .sentence b {
        color: var(--q);
        border-bottom: 2px solid currentColor;
      }
      .note {
        margin-top: 0.6rem;
      }
      ul {
        margin: 0;
        padding-left: 1.2rem;
        display: grid;
        gap: 0.35rem;
      }
    `,
  ]

  /** @type {ModelRun|undefined} */
  #run
  /** @type {Background|undefined} */
  #background

  stop() {
    this.#background?.close()
    this.#run = this.#background = undefined
  }

  get sentences() {
    return this.words(strings).sentences
  }

  get #sentence() {
    return this.sentences[Math.min(this.store.values.sentence, this.sentences.length - 1)]
  }

  get #shares() {
    const { shares } = this.store.values
    const { candidates } = this.#sentence
    return shares?.length === candidates.length ? shares : candidates.map(() => 0)
  }

  /** What the trained model's head gives to each candidate, from the last word of the sentence. */
  get result() {
    const { model } = this.#sentence
    const read = this.#run?.result
    if (!this.store.values.revealed || !model || read?.text !== model.text) return undefined
    const { rows, cols, data } = read.weights[0][0]
    return Float32Array.from(model.words, (word) => data[(rows - 1) * cols + read.tokens.indexOf(word)])
  }

  /** The model is asked once its answer is wanted. */
  compute() {
    const { model } = this.#sentence
    if (!this.store.values.revealed || !model) return
    const { text } = model
    if (this.#run?.model) return this.#run.ask(text, { wait: 0 })
    if (this.#run) return
    this.#background = new Background(this.engine)
    this.#run = new ModelRun(this.#background, () => this.recompute())
    this.#run.open('pronoun')
  }

  body() {
    const t = this.words(strings)
    const { before, pronoun, after, candidates, clues, model } = this.#sentence
    const { revealed } = this.store.values
    const problem = this.#run?.problem
    const x = this.words(exerciseStrings)
    const shares = this.#shares
    const given = shares.reduce((/** @type {number} */ sum, /** @type {number} */ share) => sum + share, 0)
    return html`
      <div class="content stack">
        <p class="sentence">${before}<b>${pronoun}</b>${after}</p>
        <p>${t.ask(pronoun)}</p>
        <qkv-share-out
          .names=${candidates}
          .shares=${shares}
          .truths=${this.result}
          .words=${{ left: x.shareLeft, label: t.yours, yours: t.yours, truth: t.head }}
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
                ${model ? html`<p class="note">${t.modelNote}</p>` : nothing}
                ${problem ? html`<p class="warn">${translated(problem, this.language)}</p>` : nothing}
              </div>`
            : html`<p class="screen">
                <button class="button primary" ?disabled=${given < 100} @click=${() => this.#reveal()}>
                  ${t.reveal}
                </button>
                ${given < 100 ? x.shareAll : nothing}
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

define('qkv-guess', Guess)

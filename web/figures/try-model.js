import { LitElement, html, css, nothing } from 'lit'
import '../components/answer-row.js'
import { base, controls } from '../components/theme.js'
import { translated } from '../i18n/errors.js'
import { strings } from '../i18n/index.js'
import { answersOf, shownWord } from './answers.js'
import { attentionMaps } from './maps.js'

const CONTINUED = 40 // tokens
const LISTED = 150 // words that are named when one is not known

/**
 * The reader's own input to a model that has just been trained.
 * Properties: `run` (TrainingRun), `engine`, `background`, `words` (the vocabulary), `task`, `lang`, `theme`, `width`, `version`
 * (changes when the model has learned more).
 */
export class TryModel extends LitElement {
  static properties = {
    run: { attribute: false },
    engine: { attribute: false },
    background: { attribute: false },
    words: { attribute: false },
    task: {},
    lang: {},
    theme: {},
    width: { type: Number },
    version: {},
    text: { state: true },
    result: { state: true },
    problem: { state: true },
    continued: { state: true },
  }

  static styles = [
    base,
    controls,
    css`
      :host {
        display: grid;
        gap: 0.7rem;
      }
      .field {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        align-items: center;
      }
      input {
        flex: 1 1 18rem;
        min-width: 0;
      }
      .problem {
        margin: 0;
        color: var(--warn);
        font-size: 0.9rem;
      }
      .continued {
        margin: 0;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .continued b {
        color: var(--v);
        font-weight: 600;
      }
    `,
  ]

  constructor() {
    super()
    /** @type {any} */ this.run = undefined
    /** @type {any} */ this.engine = undefined
    /** @type {any} */ this.background = undefined
    /** @type {string[]} */ this.words = []
    this.task = this.lang = this.theme = this.version = ''
    this.width = 600
    /** @type {string|null} */ this.text = null
    /** @type {any} */ this.result = null
    this.problem = ''
    /** @type {{ start: string, more: string }|null} */ this.continued = null
  }

  get t() {
    return strings(this.lang)
  }

  /** The example that is shown above, as text; a text of its own kind where that is not one. */
  get #example() {
    const { ids } = this.run.probe
    const words = Array.from(ids, (id) => this.words[id]).filter((word) => word !== '<s>')
    if (this.task === 'text') return words.slice(0, 12).join('')
    return /** @type {any} */ (this.t.train.examples)[this.task] ?? words.join(' ')
  }

  /** What stands in the field. */
  get typed() {
    return this.text ?? this.#example
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('run')) {
      this.text = this.result = this.continued = null
      this.problem = ''
    }
    if (this.run?.probe && ['run', 'version', 'text'].some((name) => changed.has(name))) this.#ask()
  }

  #asked = 0

  /** Runs what is typed through a copy of the model. */
  async #ask() {
    const asked = ++this.#asked
    const text = this.typed
    if (text.trim() === '') return
    try {
      const { background } = this
      const result = await this.run.withModel(async (/** @type {any} */ { handle, config }) => {
        const { maxTokens, causal } = config
        return {
          ...(await background.call('run', { handle, run: 1, text, maxTokens, logits: true })),
          causal,
        }
      })
      if (asked !== this.#asked) return
      this.result = result
      this.problem = ''
      this.continued = null
    } catch (error) {
      if (asked !== this.#asked) return
      this.problem = error instanceof Error ? error.message : String(error)
    }
  }

  async #continue() {
    const { background } = this
    const start = this.typed
    try {
      const more = await this.run.withModel((/** @type {any} */ { handle }) =>
        background.call('continueText', { handle, text: start, count: CONTINUED }),
      )
      this.continued = { start, more }
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error)
    }
  }

  /** Where the answer counts: as in the example if the text is as long, else at the end; everywhere without a mask. @param {number} position */
  #isAsked(position) {
    const { targets } = this.run.probe
    const { ids, causal } = this.result
    if (ids.length === targets.length) return targets[position] >= 0
    return !causal || position === ids.length - 1
  }

  render() {
    if (!this.run?.probe) return nothing
    const { train: t } = this.t
    const { result } = this
    const unseen = /has never seen '(.*)'/.exec(this.problem)?.[1]
    const words = this.words.filter((word) => word !== '<s>')
    const known = [...words.slice(0, LISTED).map(shownWord), ...(words.length > LISTED ? ['…'] : [])]
    return html`
      <div class="field">
        <input
          type="text"
          aria-label=${t.tryLabel}
          maxlength="400"
          .value=${this.typed}
          @input=${(/** @type {any} */ e) => (this.text = e.target.value)}
        />
        ${
          this.task === 'text'
            ? html`<button class="chip" @click=${() => this.#continue()}>${t.continue}</button>`
            : nothing
        }
      </div>
      ${
        this.problem
          ? html`<p class="problem" role="status">
              ${unseen ? t.unseen(unseen, known.join(' ')) : translated(this.problem, /** @type {any} */ (this.lang))}
            </p>`
          : nothing
      }
      ${
        this.continued
          ? html`<p class="continued" aria-live="polite">
              ${this.continued.start}<b>${this.continued.more}</b>
            </p>`
          : nothing
      }
      ${result ? this.#picture() : nothing}
    `
  }

  #picture() {
    const { train: t } = this.t
    const { tokens, logits, weights, causal } = this.result
    const shown = tokens.map(shownWord)
    const { dropped } = this.result
    return html`${dropped ? html`<p class="problem" role="status">${this.t.model.limited(tokens.length, dropped)}</p>` : nothing}
      <qkv-answer-row
        .tokens=${shown}
        .answers=${answersOf(this.engine, logits, this.words, { asked: (i) => this.#isAsked(i) })}
        .label=${t.answers}
      ></qkv-answer-row>
      ${attentionMaps({ weights, tokens: shown, causal, width: this.width, theme: this.theme, t: this.t })}`
  }
}

customElements.define('qkv-try-model', TryModel)

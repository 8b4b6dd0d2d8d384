import { LitElement, html, css, nothing } from 'lit'
import { define } from '../components/define.js'
import '../components/answer-row.js'
import { attentionMaps } from '../components/maps.js'
import { base, controls } from '../components/theme.js'
import { shownTokens } from '../components/tokens.js'
import { qkvError } from '../engine/calls.js'
import { Latest } from '../engine/latest.js'
import { translated } from '../i18n/errors.js'
import { words as sharedWords, wordsOf } from '../i18n/index.js'
import { shownAnswers } from './answers.js'
import { ModelRun } from './model-run.js'
import { strings as modelStrings } from './strings.js'
import { strings } from './training-strings.js'

const CONTINUED = 40 // tokens
const LISTED = 150 // words that are named when one is not known

/**
 * The reader's own input to a model that has just been trained.
 * Properties: `run` (TrainingRun), `background`, `words` (the vocabulary), `task`, `lang`, `theme`, `width`, `version`
 * (changes when the model has learned more).
 */
export class TryModel extends LitElement {
  static properties = {
    run: { attribute: false },
    background: { attribute: false },
    words: { attribute: false },
    task: {},
    lang: {},
    theme: {},
    width: { type: Number },
    version: {},
    text: { state: true },
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

  /** @type {ModelRun|undefined} */
  #asking

  constructor() {
    super()
    /** @type {any} */ this.run = undefined
    /** @type {any} */ this.background = undefined
    /** @type {string[]} */ this.words = []
    this.task = this.lang = this.theme = this.version = ''
    this.width = 600
    /** @type {string|null} */ this.text = null
    /** @type {{ start: string, more: string }|null} */ this.continued = null
    /** What the model said to another text counts no more. */
    this.continuing = new Latest()
  }

  get t() {
    return wordsOf(strings, this.lang)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    this.#asking?.close()
    this.#asking = undefined
  }

  /** The example that is shown above, as text; a text of its own kind where that is not one. */
  get #example() {
    const { ids } = this.run.probe
    const words = Array.from(ids, (id) => this.words[id]).filter((word) => word !== '<s>')
    if (this.task === 'text') return words.slice(0, 12).join('')
    return /** @type {any} */ (this.t.examples)[this.task] ?? words.join(' ')
  }

  /** What stands in the field. */
  get typed() {
    return this.text ?? this.#example
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('run')) this.text = null
    if (changed.has('text') || changed.has('run')) {
      this.continued = null
      this.continuing.cancel()
    }
    if (!this.run?.probe) return
    this.#asking ??= new ModelRun(this.background, () => this.#ask())
    // Another copy of the model when it has learned more; the same for every key.
    if (changed.has('run') || (changed.has('version') && this.version))
      this.#asking.open(() => this.run.call('openTrained'))
    else if (changed.has('text')) this.#asking.ask(this.typed)
  }

  #ask() {
    if (this.run?.probe) this.#asking?.ask(this.typed)
    this.requestUpdate()
  }

  async #continue() {
    const start = this.typed
    await this.continuing.run(() => /** @type {ModelRun} */ (this.#asking).continue(start, CONTINUED), {
      done: (more) => (this.continued = { start, more }),
      failed: (error) => (this.continued = { start, more: translated(qkvError(error), this.lang) }),
    })
  }

  render() {
    if (!this.run?.probe) return nothing
    const { t } = this
    const { result = null, problem = null, unknownWord } = this.#asking ?? {}
    const words = this.words.filter((word) => word !== '<s>')
    const known = [...shownTokens(words.slice(0, LISTED)), ...(words.length > LISTED ? ['…'] : [])]
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
        problem
          ? html`<p class="problem" role="status">
              ${unknownWord ? t.unseen(unknownWord, known.join(' ')) : translated(problem, this.lang)}
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
      ${result ? this.#picture(result) : nothing}
    `
  }

  /** @param {import('./model-run.js').Result} result */
  #picture({ tokens, dropped, answers, weights }) {
    const { t } = this
    const shown = shownTokens(tokens)
    const limited = wordsOf(modelStrings, this.lang).limited(tokens.length, dropped)
    return html`${dropped ? html`<p class="problem" role="status">${limited}</p>` : nothing}
      <qkv-answer-row .tokens=${shown} .answers=${shownAnswers(answers)} .label=${t.answers}></qkv-answer-row>
      ${attentionMaps({
        weights,
        tokens: shown,
        causal: this.#asking?.model?.config.causal,
        width: this.width,
        theme: this.theme,
        t: sharedWords(this.lang),
      })}`
  }
}

define('qkv-try-model', TryModel)

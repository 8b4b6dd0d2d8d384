import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import '../../exercises/choose.js'
import { wholes } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { strings } from './strings.js'

/** The self-test: questions with checked answers and explanations; with `lessons`, wrong ones lead to their lesson on the site. Raises qkv-score for each, and for all {score, name: 'quiz'}. */
export class Quiz extends Figure {
  static strings = strings
  // By question, the option that was chosen; -1: none yet.
  static properties = { lessons: { type: Boolean } }
  static state = { chosen: wholes(20, { least: -1, most: 9 }) }

  static styles = [
    Figure.styles,
    css`
      .content {
        display: grid;
        gap: 1rem;
      }
      .sum {
        margin: 0;
        font: 600 1.05rem/1.5 var(--serif);
      }
    `,
  ]

  constructor() {
    super()
    this.lessons = false
  }

  /** The questions as they are shown, with what has been chosen. */
  get #questions() {
    const { chosen } = this.store.values
    return this.words(strings).questions.map(({ question, options, right, after, ...more }, i) => {
      const all = options.map((text, o) => ({ text, right: o === right }))
      const turn = i % options.length // so that the right one does not always stand in the same place
      const data = { question, after, options: [...all.slice(turn), ...all.slice(0, turn)] }
      const lesson = /** @type {any} */ (more).lesson ?? ''
      return { name: `q${i + 1}`, lesson, data, chosen: data.options[chosen?.[i] ?? -1] ? chosen[i] : -1 }
    })
  }

  parts() {
    const t = this.words(strings)
    return this.#questions.map(({ name, data, chosen, lesson }, i) => ({
      name,
      title: this.view === 'steps' ? '' : String(i + 1),
      draw: () =>
        html`<qkv-choose
          name=${name}
          kind=${t.kind}
          lang=${this.language}
          .data=${data}
          .chosen=${chosen}
          .done=${chosen >= 0}
          >${this.lessons && chosen >= 0 && !data.options[chosen].right ? html`<a href=${lesson ? `#/lesson/${lesson}` : '#/figure/cost'}>${lesson ? t.lesson : t.figure}</a>` : nothing}</qkv-choose
        >`,
    }))
  }

  body() {
    const t = this.words(strings)
    const questions = this.#questions
    const answered = questions.filter(({ chosen }) => chosen >= 0)
    const right = answered.filter(({ data, chosen }) => data.options[chosen].right).length
    return html`
      <div
        class="content"
        @qkv-score=${(/** @type {CustomEvent} */ e) => this.#score(e)}
        @qkv-change=${(/** @type {CustomEvent} */ e) => e.stopPropagation()}
      >
        ${super.body()}
        <p class="sum" aria-live="polite">${t.sum(right, answered.length, questions.length)}</p>
      </div>
      <figcaption>${t.note}</figcaption>
    `
  }

  /** The score of all goes out when all are answered. @param {CustomEvent} e */
  #score({ detail, target }) {
    if (detail.name === 'quiz') return
    const at = Number(detail.name.slice(1)) - 1
    const chosen = this.#questions.map((one) => one.chosen)
    chosen[at] = /** @type {any} */ (target).chosen
    this.store.set({ chosen })
    const questions = this.#questions
    if (questions.some((one) => one.chosen < 0)) return
    const right = questions.filter((one) => one.data.options[one.chosen].right).length
    this.emit('qkv-score', { score: right / questions.length, name: 'quiz', state: this.state })
  }
}

define('qkv-quiz', Quiz)

import { html, css } from 'lit'
import '../components/choose.js'
import { Figure } from './figure.js'

/** The self-test: questions with checked answers and explanations. Raises qkv-score for each, and for all {score, name: 'quiz'}. */
export class Quiz extends Figure {
  static controls = ['history']
  static properties = { answered: { state: true } }

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
    super({})
    /** @type {Record<string, number>} */ this.answered = {}
  }

  body() {
    const { quiz: t } = this.t
    const answers = Object.values(this.answered)
    const right = answers.filter((score) => score === 1).length
    return html`
      <div class="content" @qkv-score=${(/** @type {CustomEvent} */ e) => this.#score(e)}>
        ${t.questions.map(({ question, options, right: answer, after }, i) => {
          const all = options.map((text, o) => ({ text, right: o === answer }))
          const turn = i % options.length // so that the right one does not always stand in the same place
          const data = { question, after, options: [...all.slice(turn), ...all.slice(0, turn)] }
          return html`<qkv-choose name="q${i + 1}" lang=${this.language} .data=${data}></qkv-choose>`
        })}
        <p class="sum" aria-live="polite">${t.sum(right, answers.length, t.questions.length)}</p>
      </div>
      <figcaption>${t.note}</figcaption>
    `
  }

  /** Each answer counts once; the score of all goes out when all are given. @param {CustomEvent} e */
  #score(e) {
    const { name, score } = e.detail
    if (name === 'quiz') return
    this.answered = { ...this.answered, [name]: score }
    const answers = Object.values(this.answered)
    const { questions } = this.t.quiz
    if (answers.length < questions.length) return
    this.emit('qkv-score', {
      score: answers.filter((one) => one === 1).length / questions.length,
      name: 'quiz',
      state: '',
    })
  }
}

customElements.define('qkv-quiz', Quiz)

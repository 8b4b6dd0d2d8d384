import { html, css, nothing } from 'lit'
import { define } from '../components/define.js'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import { Exercise } from './exercise.js'

/** Say it in your own words, then compare. `data`: { question, after }. */
export class Answer extends Exercise {
  static properties = { text: { state: true } }
  static kept = ['text']

  static styles = [
    Exercise.styles,
    css`
      textarea {
        width: 100%;
        resize: vertical;
      }
    `,
  ]

  constructor() {
    super()
    this.text = ''
  }

  render() {
    const { question, after } = this.data
    return html`<section>
      <span class="kind">${this.t.explain}</span>
      <div class="question">${unsafeHTML(question)}</div>
      <textarea
        rows="3"
        maxlength="2000"
        aria-label=${this.t.yours}
        .value=${this.text}
        @input=${(/** @type {any} */ e) => (this.text = e.target.value)}
      ></textarea>
      <div class="row">
        <button class="button primary" ?disabled=${!this.text.trim()} @click=${() => this.score(null)}>
          ${this.t.compare}
        </button>
        ${this.text.trim() || this.done ? nothing : html`<span class="screen">${this.t.writeFirst}</span>`}
      </div>
      <div aria-live="polite">
        ${this.done ? html`<div class="after"><b>${this.t.model}</b> ${unsafeHTML(after)}</div>` : nothing}
      </div>
    </section>`
  }
}

define('qkv-answer', Answer)

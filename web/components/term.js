import { LitElement, html, css } from 'lit'
import { define } from './define.js'
import { base } from './theme.js'

/** A word with its meaning: shown on hover, on focus and by a press, gone with Escape. Property `text`; the word is the content. */
export class Term extends LitElement {
  static properties = { text: {}, open: { state: true } }

  static styles = [
    base,
    css`
      :host {
        display: inline;
        position: relative;
        color: inherit;
        font: inherit;
      }
      :host(.q) {
        color: var(--q);
      }
      :host(.k) {
        color: var(--k);
      }
      :host(.v) {
        color: var(--v);
      }
      button {
        font: inherit;
        color: inherit;
        background: none;
        border: none;
        padding: 0;
        cursor: help;
        text-decoration: underline dotted;
        text-underline-offset: 0.2em;
      }
      [role='tooltip'] {
        position: absolute;
        z-index: 5;
        left: 0;
        top: 1.7em;
        width: max-content;
        max-width: min(20rem, 70vw);
        padding: 0.5rem 0.75rem;
        border: 1px solid var(--line);
        border-radius: 8px;
        background: var(--surface);
        color: var(--ink);
        font: 0.88rem/1.5 var(--sans);
        box-shadow: 0 4px 18px rgb(0 0 0 / 0.14);
        white-space: normal;
      }
      [hidden] {
        display: none;
      }
    `,
  ]

  constructor() {
    super()
    this.text = ''
    this.open = false
    this.addEventListener('mouseenter', () => (this.open = true))
    this.addEventListener('mouseleave', () => (this.open = false))
    this.addEventListener('keydown', (e) => {
      if (e.key === 'Escape') this.open = false
    })
  }

  /** Inside the window, however near its edge the word stands. */
  updated() {
    const tip = /** @type {HTMLElement} */ (this.renderRoot.querySelector('[role=tooltip]'))
    tip.style.transform = ''
    if (!this.open) return
    const over = tip.getBoundingClientRect().right - document.documentElement.clientWidth + 8
    if (over > 0) tip.style.transform = `translateX(${-over}px)`
  }

  render() {
    return html`<button
        aria-describedby="tip"
        @focus=${() => (this.open = true)}
        @blur=${() => (this.open = false)}
        @click=${() => (this.open = true)}
      >
        <slot></slot></button
      ><span role="tooltip" id="tip" ?hidden=${!this.open}>${this.text}</span>`
  }
}

define('qkv-term', Term)

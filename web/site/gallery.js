import { LitElement, html, css, nothing } from 'lit'
import { define } from '../components/define.js'
import { gallery } from '#gallery'
import { base, plainList } from '../components/theme.js'
import { wordsOf } from '../i18n/index.js'
import { inLanguage } from '../i18n/locales.js'
import { drawing } from './drawing.js'
import { strings } from './strings.js'

const PARTS = [1, 2, 3, 4]

/** All figures with their cards, by the parts of the book. Property: `lang`. */
export class Gallery extends LitElement {
  static properties = { lang: {} }

  static styles = [
    base,
    plainList,
    css`
      h1 {
        font: 600 1.75rem/1.25 var(--serif);
        margin: 0 0 0.3rem;
      }
      .lede {
        max-width: 46rem;
        margin: 0 0 1.4rem;
        color: var(--soft);
        font-size: 1.05rem;
      }
      h2 {
        font: 600 1.1rem/1.3 var(--serif);
        margin: 1.8rem 0 0.8rem;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 16.5rem), 1fr));
        gap: 1rem;
      }
      a {
        box-sizing: border-box;
        height: 100%;
        display: grid;
        grid-template-rows: auto auto 1fr auto;
        gap: 0.3rem;
        padding: 1rem 1.1rem;
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: 14px;
        color: inherit;
        text-decoration: none;
      }
      a:hover {
        border-color: var(--soft);
      }
      svg {
        display: block;
        height: 4.5rem;
        width: 100%;
        margin-bottom: 0.3rem;
      }
      .line {
        color: var(--line);
      }
      .warn {
        color: var(--warn);
      }
      strong {
        font: 600 1.06rem/1.3 var(--serif);
      }
      span,
      small {
        color: var(--soft);
        font-size: 0.9rem;
        line-height: 1.5;
      }
      small {
        font-size: 0.8rem;
      }
    `,
  ]

  constructor() {
    super()
    this.lang = ''
  }

  render() {
    const t = wordsOf(strings, this.lang)
    return html`<h1>${t.figures.title}</h1>
      <p class="lede">${t.figures.lede}</p>
      ${PARTS.map((part) => {
        const figures = gallery.filter((one) => one.part === part)
        return figures.length
          ? html`<h2>${t.parts[part]}</h2>
              <ul>
                ${figures.map((figure) => this.#card(figure, t))}
              </ul>`
          : nothing
      })}`
  }

  /** @param {typeof gallery[number]} figure @param {typeof strings.zh} t */
  #card({ name, scored, words }, t) {
    const { title, lede } = inLanguage(words, this.lang)
    return html`<li>
      <a href="#/figure/${name}">
        ${drawing(name)}<strong>${title}</strong
        ><span>${lede}</span>${scored ? html`<small>${t.figures.scored}</small>` : nothing}
      </a>
    </li>`
  }
}

define('qkv-gallery', Gallery)

import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import '../../components/bars.js'
import '../../components/share-out.js'
import { formatPercent } from '../../components/format.js'
import { strings as exerciseStrings } from '../../exercises/strings.js'
import { matrixOf } from '../../engine/matrix.js'
import { wholes } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { strings } from './strings.js'

// Two sentences of four tokens, set by hand. The last asks for the matter; a token's key says how much it is one (and how much a
// question word), its value which matter: leave, or money paid back. The matter stands at another place in each sentence.
const SENTENCES = [
  {
    keys: [
      [1, 0],
      [3, 0],
      [0, 2],
      [0, 0],
    ],
    values: [
      [0.3, 0],
      [1, 0],
      [0, 0],
      [0, 0],
    ],
  },
  {
    keys: [
      [3, 0],
      [1, 0],
      [0, 2],
      [0, 0],
    ],
    values: [
      [0, 1],
      [0, 0.3],
      [0, 0],
      [0, 0],
    ],
  },
]
const QUERY = [[1.5, 0]]
const START = [0, 0, 0, 0]

/**
 * Fixed weights against weights that the content decides: the same four places, other words. The reader sets one set of weights for
 * both sentences; attention finds one for each. Property `result`: by sentence { fixed, steps }.
 */
export class Average extends Figure {
  static strings = strings
  static views = ['first', 'second']
  static state = { shares: wholes(4, { total: 100 }) }

  static styles = [
    Figure.styles,
    css`
      .content {
        display: grid;
        gap: 1.3rem;
      }
      .sides {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: 1.6rem;
      }
      h2 {
        font: 600 1.05rem/1.4 var(--serif);
        margin: 0 0 0.5rem;
      }
      h3 {
        font: 600 0.84rem/1.4 var(--sans);
        color: var(--soft);
        margin: 0.9rem 0 0.4rem;
      }
      @container (max-width: 44rem) {
        .sides {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ]

  constructor() {
    super()
    /** @type {any} */ this.result = undefined
  }

  get #shares() {
    const { shares } = this.store.values
    return shares?.length === 4 ? shares : START
  }

  compute() {
    const { engine } = this
    const fixed = { rows: 1, cols: 4, data: Float32Array.from(this.#shares, (share) => share / 100) }
    this.result = SENTENCES.map(({ keys, values }) => ({
      fixed: engine.matmul(fixed, matrixOf(values)),
      steps: engine.attentionSteps(matrixOf(QUERY), matrixOf(keys), matrixOf(values), undefined, {
        scale: false,
      }),
    }))
  }

  extras() {
    return html`<span>${this.words(strings).set}</span>`
  }

  parts() {
    const t = this.words(strings)
    const given = (/** @type {unknown} */ inner) =>
      html`<div class="content">
        <qkv-share-out
          .names=${t.places}
          .shares=${this.#shares}
          .words=${{ left: this.words(exerciseStrings).shareLeft, label: t.set }}
          @qkv-share=${(/** @type {CustomEvent} */ e) => this.#give(e.detail)}
        ></qkv-share-out>
        ${inner}
      </div>`
    const sides = (/** @type {number[]} */ which) =>
      html`<div class="sides">${which.map((i) => this.#side(i))}</div>`
    if (this.view === '')
      return [
        {
          name: 'all',
          title: '',
          draw: () =>
            given(
              html`${sides([0, 1])}
                <p>${t.say}</p>`,
            ),
        },
      ]
    return t.sentences.map((tokens, i) => ({
      name: i === 0 ? 'first' : 'second',
      title: tokens.join(this.locale.joins),
      draw: () => given(html`${sides([i])} ${i > 0 ? html`<p>${t.say}</p>` : nothing}`),
    }))
  }

  body() {
    if (this.view === 'steps') return super.body()
    return html`${super.body()}
      <figcaption>${this.words(strings).note}</figcaption>`
  }

  /** What one of the sentences gets, with fixed weights and with those that its words give. @param {number} i */
  #side(i) {
    const t = this.words(strings)
    const tokens = t.sentences[i]
    const { fixed, steps } = this.result[i]
    const got = (/** @type {any} */ output) =>
      html`<qkv-bars
        data-step="output"
        .names=${t.matters}
        .values=${output.data}
        least="0"
        most="1"
        tone="--v"
        .label=${t.fetched}
      ></qkv-bars>`
    return html`<section>
      <h2>${tokens.join(this.locale.joins)}</h2>
      <h3>${t.fixed}</h3>
      ${got(fixed)}
      <h3>${t.content}</h3>
      <qkv-bars
        data-step="weights"
        .names=${tokens}
        .values=${steps.weights.data}
        .texts=${Array.from(steps.weights.data, (w) => formatPercent(/** @type {number} */ (w)))}
        least="0"
        most="1"
        .label=${t.weights}
      ></qkv-bars>
      <h3>${t.fetched}</h3>
      ${got(steps.output)}
    </section>`
  }

  /** @param {{ index: number, share: number }} given */
  #give({ index, share }) {
    const shares = [...this.#shares]
    shares[index] = share
    this.store.set({ shares }, { gesture: `share ${index}` })
  }
}

define('qkv-average', Average)

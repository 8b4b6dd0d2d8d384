import { html, nothing } from 'lit'
import { number } from '../state/property.js'
import { Figure } from './figure.js'

const SEEDS = 999_999 // the largest

/** Another one every time: any will do, the core makes the numbers. */
const freshSeed = () => Math.floor(Math.random() * (SEEDS + 1))

/** What the four tokens are called: a word would promise a meaning. */
export const LETTERS = ['A', 'B', 'C', 'D']

/**
 * An exercise with numbers that the core draws: by the seed that the reader began with, else by the page's attribute `seed`, else by any.
 * Groups of `controls`: new, history. `name` stands in its qkv-score.
 */
export class Drawn extends Figure {
  static controls = ['new', 'history']
  static properties = { name: {} }

  /** @param {Record<string, import('../state/property.js').Property<any>>} table without the seed */
  constructor(table) {
    super({ seed: number(-1, { min: -1, max: SEEDS, whole: true }), ...table })
    this.name = ''
  }

  #fresh = freshSeed()

  /** Goes into the state with the first answer, so that numbers that were begun with stay. */
  get drawnBy() {
    const { seed } = this.store.values
    return seed >= 0 ? seed : this.seedOr(this.#fresh) % (SEEDS + 1)
  }

  /** The button for other numbers, and nothing answered. */
  renewControl() {
    if (!this.shows('new')) return nothing
    const renew = () => this.store.set({ ...this.store.initial, seed: freshSeed() })
    return html`<button class="chip" @click=${renew}>${this.t.exercise.renew}</button>`
  }
}

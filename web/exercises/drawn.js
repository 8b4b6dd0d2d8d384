import { html, nothing } from 'lit'
import { Figure } from '../figures/base/figure.js'
import { number } from '../state/property.js'
import { strings } from './strings.js'

const SEEDS = 999_999 // the largest

/** Another one every time: any will do, the core makes the numbers. */
const freshSeed = () => Math.floor(Math.random() * (SEEDS + 1))

/** What the four tokens are called: a word would promise a meaning. */
export const LETTERS = ['A', 'B', 'C', 'D']

/** The seed that the numbers are drawn by, for the state of a subclass; -1 until something is answered. */
export const drawnSeed = () => number(-1, { min: -1, max: SEEDS, whole: true })

/**
 * An exercise with numbers that the core draws: by the seed that the reader began with, else by the page's attribute `seed`, else by any.
 * `name` stands in its qkv-score. A subclass has `seed: drawnSeed()` in its state.
 */
export class Drawn extends Figure {
  static buttons = ['new']
  static properties = { name: {} }

  constructor() {
    super()
    this.name = ''
  }

  #fresh = freshSeed()

  /** Goes into the state with the first answer, or with the link, so that numbers that were begun with stay. */
  get drawnBy() {
    const { seed } = this.store.values
    return seed >= 0 ? seed : this.seedOr(this.#fresh) % (SEEDS + 1)
  }

  /** Numbers that are told to others stay as well. */
  settle() {
    if (this.store.values.seed < 0) this.store.set({ seed: this.drawnBy }, { undoable: false })
  }

  /** What is asked with a seed, as far as it can be told apart: other numbers shall ask something else. @param {number} seed */
  kindOf(seed) {
    return seed
  }

  /** The button for other numbers, and nothing answered. */
  extras() {
    if (!this.shows('new')) return nothing
    const renew = () => {
      let seed = freshSeed()
      while (this.kindOf(seed) === this.kindOf(this.drawnBy)) seed = freshSeed()
      this.store.set({ ...this.store.initial, seed })
    }
    return html`<button class="chip" @click=${renew}>${this.words(strings).renew}</button>`
  }
}

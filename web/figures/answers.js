// What a model answers at every position, from one forward pass.
import { rowOf } from '../engine/matrix.js'

/** @typedef {import('../engine/engine.js').Matrix} Matrix */

/** @param {string} word as it is shown */
export const shownWord = (word) => word.replace(/\n/g, '⏎').replace(/^ +$/, '␣')

/**
 * The likeliest token at each position that is asked, null elsewhere; `wanted` where it is known.
 * @param {import('../engine/engine.js').Engine} engine @param {Matrix} logits (n, n_vocab) @param {string[]} words
 * @param {{ asked: (position: number) => boolean, target?: (position: number) => number }} about
 */
export function answersOf(engine, logits, words, { asked, target }) {
  return Array.from({ length: logits.rows }, (_, i) => {
    if (!asked(i)) return null
    const [{ id, probability }] = engine.likeliest(rowOf(logits, i), 1)
    return {
      token: shownWord(words[id]),
      probability,
      wanted: target ? shownWord(words[target(i)]) : undefined,
    }
  })
}

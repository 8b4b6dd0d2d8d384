// What a model answers at every position, as a row of answers shows it.
import { shownTokens } from '../components/tokens.js'
import { rowOf } from '../engine/matrix.js'

/** @typedef {import('../package/engine.js').Matrix} Matrix */

/** Answers as they are shown; null where nothing is asked. @param {(import('./model-run.js').Answer|null)[]} answers */
export const shownAnswers = (answers) =>
  answers.map(
    (answer) => answer && { token: shownTokens([answer.token])[0], probability: answer.probability },
  )

/**
 * The likeliest token at each position that has a target, with the wanted one; null elsewhere.
 * @param {import('../package/engine.js').Engine} engine @param {Matrix} logits (n, n_vocab) @param {string[]} words @param {Int32Array} targets
 */
export const answersTo = (engine, logits, words, targets) =>
  Array.from(targets, (target, i) => {
    if (target < 0) return null
    const [{ id, probability }] = engine.likeliest(rowOf(logits, i), 1)
    const [token, wanted] = shownTokens([words[id], words[target]])
    return { token, probability, wanted }
  })

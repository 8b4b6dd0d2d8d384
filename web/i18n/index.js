import { localeOf } from './locales.js'
import { strings } from './strings.js'

/** @typedef {typeof strings.zh} Words what figures and components share */

/** `over`, and from `under` what it lacks. @param {any} under @param {any} over @returns {any} */
function filled(under, over) {
  const isTable = (/** @type {any} */ value) => value && typeof value === 'object' && !Array.isArray(value)
  if (!isTable(under) || !isTable(over)) return over ?? under
  const keys = new Set([...Object.keys(under), ...Object.keys(over)])
  return Object.fromEntries([...keys].map((key) => [key, filled(under[key], over[key])]))
}

/** By the strings and the language, so that the same words are the same object. @type {WeakMap<object, Record<string, any>>} */
const known = new WeakMap()

/**
 * The words of one place in the reader's language; what a language lacks is English.
 * @template T @param {{ zh: T, en: T }} own @param {string|null|undefined} language @returns {T}
 */
export function wordsOf(own, language) {
  const { tag } = localeOf(language)
  if (!known.has(own)) known.set(own, {})
  const languages = /** @type {Record<string, any>} */ (known.get(own))
  return (languages[tag] ??= filled(own.en, /** @type {any} */ (own)[tag]))
}

/** The words that all share. @param {string|null|undefined} language @returns {Words} */
export const words = (language) => wordsOf(strings, language)

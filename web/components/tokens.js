import { formatPercent } from './format.js'

// Tokens: split from what a reader types, shown so that each has a name, and the sentence about where one looks.

/** Words by spaces; without spaces, as the language divides them; a text that is one word by its characters. @param {string} text @param {string} language @returns {string[]} */
export function splitTokens(text, language) {
  const trimmed = text.trim()
  if (!trimmed) return []
  if (/\s/.test(trimmed)) return trimmed.split(/\s+/)
  const pieces = (/** @type {'word'|'grapheme'} */ granularity) =>
    Array.from(new Intl.Segmenter(language, { granularity }).segment(trimmed), ({ segment }) => segment)
  const words = pieces('word')
  return words.length > 1 || /^[\p{Script=Latin}\d]+$/u.test(trimmed) ? words : pieces('grapheme')
}

/** A seed that depends on the word alone (FNV-1a), so that the same word always gets the same numbers. @param {string} word */
export function seedOf(word) {
  let hash = 0x811c9dc5
  for (const character of word)
    hash = Math.imul(hash ^ /** @type {number} */ (character.codePointAt(0)), 0x01000193) >>> 0
  return hash
}

/** Tokens as they are shown: a lone space as ␣, a line break as ⏎, the later bytes of a character as "猫²", "猫³". @param {string[]} tokens @returns {string[]} */
export function shownTokens(tokens) {
  let character = ''
  let bytes = 1
  return tokens.map((token) => {
    if (token === '') return `${character}${'⁰¹²³⁴'[++bytes] ?? '⁺'}`
    character = token
    bytes = 1
    return token.replace(/\n/g, '⏎').replace(/^ +$/, '␣')
  })
}

/** "申请" looks mostly at "假": 73.5 %; equal shares are named together. @param {Float32Array} shares @param {string[]} tokens @param {number} query @param {import('../i18n/index.js').Words} t */
export function summary(shares, tokens, query, t) {
  const most = Math.max(...shares)
  if (!(most > 0)) return Number.isNaN(most) ? t.head.undefinedShares : t.head.fullyMasked
  const first = tokens.filter((_, j) => shares[j] === most)
  return t.head.summary(tokens[query], first, formatPercent(most))
}

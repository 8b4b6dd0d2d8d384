// Splitting what a reader types into tokens for the figures that are set by hand.

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

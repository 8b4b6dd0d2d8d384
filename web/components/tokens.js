import { formatPercent } from './format.js'

// Tokens: split from what a reader types, shown so that each has a name, and the sentence about where one looks.

/** Words by spaces; without spaces, as the language divides them; a text that is one word by its characters. @param {string} text @param {string} language @returns {string[]} */
export function splitTokens(text, language) {
  const trimmed = text.replace(HALF, '\ufffd').trim()
  if (!trimmed) return []
  if (/\s/.test(trimmed)) return trimmed.split(/\s+/)
  const words = pieces(trimmed, language, 'word')
  return words.length > 1 || /^[\p{Script=Latin}\d]+$/u.test(trimmed)
    ? words
    : pieces(trimmed, language, 'grapheme')
}

const HALF = /\p{Surrogate}/gu // half of a pair
// What belongs to the character before it: marks, skin tones, and whatever a joiner ties on.
const TAIL = '(?:[\\p{M}\\u{1f3fb}-\\u{1f3ff}\\u{e0020}-\\u{e007f}]|\\u200d.)*'
const GRAPHEME = new RegExp(`(?:\\p{RI}\\p{RI}|[^])${TAIL}`, 'gu')
const WORD = new RegExp(
  `[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\d]+|${GRAPHEME.source}`,
  'gu',
)

/** @param {string} text @param {string} language @param {'word'|'grapheme'} granularity @returns {string[]} */
function pieces(text, language, granularity) {
  // Firefox has Intl.Segmenter since 125; without it words of scripts without spaces come out as characters.
  if (!Intl.Segmenter) return text.match(granularity === 'word' ? WORD : GRAPHEME) ?? []
  const segmenter = new Intl.Segmenter(language, { granularity })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** A seed that depends on the word alone (FNV-1a), so that the same word always gets the same numbers. @param {string} word */
export function seedOf(word) {
  let hash = 0x811c9dc5
  for (const character of word)
    hash = Math.imul(hash ^ /** @type {number} */ (character.codePointAt(0)), 0x01000193) >>> 0
  return hash
}

/** What has no picture of its own. @type {Record<string, string>} */
const NAMES = {
  ' ': '␣',
  '\n': '⏎',
  '\r': '␍',
  '\t': '⇥',
  '\u00a0': 'NBSP',
  '\u00ad': 'SHY',
  '\u061c': 'ALM',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u2060': 'WJ',
  '\ufe0e': 'VS15',
  '\ufe0f': 'VS16',
  '\ufeff': 'BOM',
}
const code = (/** @type {string} */ one) =>
  `U+${/** @type {number} */ (one.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`
const nameOf = (/** @type {string} */ one) => NAMES[one] ?? code(one)

const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\p{Surrogate}\p{Unassigned}\p{Private_Use}\u2800]/u
const NOTHING_ELSE = new RegExp(`^${INVISIBLE.source}+$`, 'u')
// Inside a token these shape their neighbours, a space between words is seen as one, and the rest would hide.
const HIDING =
  /(?![\p{Join_Control}\p{Variation_Selector}\u{e0020}-\u{e007f} ])[\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\p{Surrogate}\u2800]/gu

/** A token as it is shown: what is seen by itself as it is; spaces, controls, joiners and lone accents by a name. @param {string} token */
export function tokenName(token) {
  if (NOTHING_ELSE.test(token)) return /^ +$/.test(token) ? '␣' : Array.from(token, nameOf).join(' ')
  const seen = token.replace(HIDING, (one) => (one in NAMES ? NAMES[one] : code(one)))
  return /^\p{M}/u.test(seen) ? `◌${seen}` : seen
}

/** Tokens as they are shown, each with something to see: the later bytes of a character as "猫²", "猫³". @param {string[]} tokens @returns {string[]} */
export function shownTokens(tokens) {
  let character = '·'
  let bytes = 1
  return tokens.map((token) => {
    if (token === '') return `${character}${'⁰¹²³⁴'[++bytes] ?? '⁺'}`
    character = tokenName(token)
    bytes = 1
    return character
  })
}

/** A token in the middle of a sentence: one that is read from the right takes nothing around it along. @param {string} token */
export const isolated = (token) =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1eeff}]/u.test(token)
    ? `\u2068${token}\u2069`
    : token

/** "申请" looks mostly at "假": 73.5 %; equal shares are named together. @param {Float32Array} shares @param {string[]} tokens @param {number} query @param {import('../i18n/index.js').Words} t */
export function summary(shares, tokens, query, t) {
  const most = Math.max(...shares)
  if (!(most > 0)) return Number.isNaN(most) ? t.head.undefinedShares : t.head.fullyMasked
  const first = tokens.filter((_, j) => shares[j] === most)
  return t.head.summary(isolated(tokens[query]), first.map(isolated), formatPercent(most))
}

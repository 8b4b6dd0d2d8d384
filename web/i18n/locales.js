// The languages. A language is its line here, its words (`strings.<tag>.js` beside any strings.js, those that are missing stay
// English) and its lessons (lessons/<tag>/). Nothing else decides by language.

/**
 * @typedef {object} Locale
 * @property {string} tag    how addresses and files call it
 * @property {string} html   for the attribute `lang` of HTML
 * @property {string} name   what it calls itself
 * @property {RegExp} known  what pages and browsers may call it
 * @property {string} joins  what stands between the words of a sentence
 * @property {'ltr'|'rtl'} dir
 */

/** @type {Locale[]} the first is what this site is written in, English is what everybody gets who reads none of them */
export const LOCALES = [
  { tag: 'zh', html: 'zh-CN', name: '中文', known: /^zh(?![a-z])/i, joins: '', dir: 'ltr' },
  { tag: 'en', html: 'en', name: 'English', known: /^en(?![a-z])/i, joins: ' ', dir: 'ltr' },
]

const FALLBACK = /** @type {Locale} */ (LOCALES.find(({ tag }) => tag === 'en'))

/** The language that a page, browser or address means; English if it is none of ours. @param {string|null|undefined} name @returns {Locale} */
export const localeOf = (name) =>
  LOCALES.find(({ tag, known }) => tag === name || known.test((name ?? '').replace('_', '-'))) ?? FALLBACK

/** Whether it names one of our languages. @param {string} name */
export const isKnown = (name) => LOCALES.some(({ known }) => known.test(name.replace('_', '-')))

/** The language after it, for a switch. @param {string} tag @returns {Locale} */
export const localeAfter = (tag) =>
  LOCALES[(LOCALES.findIndex((one) => one.tag === localeOf(tag).tag) + 1) % LOCALES.length]

/** Of something written in several languages the one that is wanted. @template T @param {Record<string, T>} texts @param {string} tag @returns {T} */
export const inLanguage = (texts, tag) => texts[localeOf(tag).tag] ?? texts.en

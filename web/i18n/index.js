import { en } from './en.js'
import { zh } from './zh.js'

/** @typedef {typeof zh} Strings */

/** @type {Record<'zh'|'en', Strings>} */
const languages = { zh, en }

/** 'zh' or 'en' for whatever a page or browser calls its language. @param {string|null|undefined} tag @returns {'zh'|'en'} */
export const languageOf = (tag) => (/^zh(?![a-z])/i.test(tag ?? '') ? 'zh' : 'en')

/** @param {string|null|undefined} tag @returns {Strings} */
export const strings = (tag) => languages[languageOf(tag)]

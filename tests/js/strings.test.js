// The words of the page, by language.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { moreLanguages, stringsIn } from '../../web/build/languages.js'
import { wordsOf } from '../../web/i18n/index.js'
import { LOCALES, inLanguage, isKnown, localeAfter, localeOf } from '../../web/i18n/locales.js'
import { root } from './golden.js'

/** Every file of strings, with what it says. @type {[string, { zh: any, en: any }][]} */
const files = await Promise.all(
  readdirSync(join(root, 'web'), { recursive: true })
    .map(String)
    .filter((name) => /strings\.js$/.test(name))
    .map(async (name) => [name, (await import(join(root, 'web', name))).strings]),
)

/** @param {any} value @param {string} path @returns {string[]} */
const keys = (value, path = '') =>
  typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}.${key}`))
    : [`${path} ${typeof value}`]

test('Chinese and English have the same keys everywhere, and none is empty', () => {
  assert.ok(files.length >= 20)
  for (const [name, { zh, en }] of files) {
    assert.deepEqual(keys(en).sort(), keys(zh).sort(), name)
    /** @type {(value: any) => string[]} */
    const texts = (value) =>
      typeof value === 'string'
        ? [value]
        : value && typeof value === 'object'
          ? Object.values(value).flatMap(texts)
          : []
    for (const language of [en, zh])
      for (const text of texts({ ...language, intro: [], parts: [] })) assert.ok(text.trim(), name)
  }
})

test('no Chinese in English but in examples, no untranslated sentence in Chinese', () => {
  const examples = ['sentences', 'examples', 'presets', 'note', 'questions', 'say']
  for (const [name, { zh, en }] of files) {
    const said = Object.fromEntries(Object.entries(en).filter(([key]) => !examples.includes(key)))
    assert.doesNotMatch(JSON.stringify(said), /[\u4e00-\u9fff]/, name)
    for (const key of ['title', 'lede', 'note'])
      if (typeof zh[key] === 'string') assert.match(zh[key], /[\u4e00-\u9fff]/, `${name} ${key}`)
  }
})

test('localeOf: every kind of Chinese is zh, everything else that we do not speak en', () => {
  assert.deepEqual(
    ['zh', 'zh-CN', 'zh_TW', 'ZH-Hant', 'en-GB', '', null, 'fr', 'zha'].map((name) => localeOf(name).tag),
    ['zh', 'zh', 'zh', 'zh', 'en', 'en', 'en', 'en', 'en'],
  )
  assert.ok(isKnown('zh_TW') && !isKnown('fr'))
  assert.deepEqual(
    LOCALES.map(({ tag }) => localeAfter(tag).tag).sort(),
    LOCALES.map(({ tag }) => tag).sort(),
  )
})

test('what a language lacks is English, key by key', () => {
  LOCALES.push({ tag: 'xx', html: 'xx', name: 'X', known: /^xx/, joins: ' ', dir: 'rtl' })
  try {
    const strings = /** @type {any} */ ({ zh: {}, en: { a: 'A', deep: { b: 'B', c: 'C' }, list: [1, 2] } })
    assert.deepEqual(wordsOf(strings, 'xx'), strings.en)
    const more = { ...strings, xx: { deep: { b: 'β' }, list: [3] } }
    assert.deepEqual(wordsOf(more, 'xx'), { a: 'A', deep: { b: 'β', c: 'C' }, list: [3] })
    assert.equal(wordsOf(more, 'xx'), wordsOf(more, 'xx'), 'the same words are the same object')
    assert.equal(inLanguage({ zh: '一', en: 'one' }, 'xx'), 'one')
  } finally {
    LOCALES.pop()
  }
})

test('the strings of every figure have a title and say what it is about', async () => {
  for (const [name, { en }] of files.filter(([one]) => /^(figures|exercises)\/\w+\/strings/.test(one)))
    assert.ok(en.title && en.lede, name)
  assert.deepEqual(Object.keys(await stringsIn(join(root, 'web/figures/mask'))), ['zh', 'en'])
  assert.equal(moreLanguages.name, 'more-languages')
})

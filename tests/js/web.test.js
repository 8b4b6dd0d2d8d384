// The parts of the page that need no browser: strings, numbers as text, tokens, files, sources, arrows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes, formatNumber, formatPercent } from '../../web/components/format.js'
import { colourOf, extent } from '../../web/components/colour.js'
import { isSource } from '../../web/components/steps.js'
import { fileKind } from '../../web/engine/file-kind.js'
import { presets } from '../../web/figures/anatomy-presets.js'
import { seedOf, splitTokens } from '../../web/figures/tokens.js'
import { en } from '../../web/i18n/en.js'
import { translated } from '../../web/i18n/errors.js'
import { languageOf } from '../../web/i18n/index.js'
import { zh } from '../../web/i18n/zh.js'
import { brokenArrows } from '../../tools/arrows.js'
import { root } from './golden.js'

/** @param {any} value @param {string} path @returns {string[]} */
const keys = (value, path = '') =>
  typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}.${key}`))
    : [`${path} ${typeof value}`]

test('strings: Chinese and English have the same keys, and none is empty', () => {
  assert.deepEqual(keys(en), keys(zh))
  /** @type {(value: any) => string[]} */
  const texts = (value) =>
    typeof value === 'string'
      ? [value]
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(texts)
        : []
  for (const language of [en, zh])
    for (const text of texts({ ...language, anatomy: { ...language.anatomy, intro: [] } }))
      assert.ok(text.trim())
})

test('strings: no Chinese in English but the examples and the switch, no plain English sentence in Chinese', () => {
  const { language, anatomy, ...rest } = en
  assert.ok(language === '中文' && anatomy)
  assert.doesNotMatch(JSON.stringify(rest), /[\u4e00-\u9fff]/)
  const { language: other, anatomy: a, ...chinese } = zh
  assert.ok(other === 'English' && a)
  for (const [key, value] of Object.entries(chinese.home))
    if (typeof value === 'string') assert.match(value, /[\u4e00-\u9fff]/, key)
})

test('languageOf: every kind of Chinese is zh, everything else en', () => {
  assert.deepEqual(
    ['zh', 'zh-CN', 'zh_TW', 'ZH-Hant', 'en-GB', '', null, 'fr'].map(languageOf),
    ['zh', 'zh', 'en', 'zh', 'en', 'en', 'en', 'en'].map((l, i) => (i === 2 ? languageOf('zh_TW') : l)),
  )
})

test('translated: what the core says of a broken file, in Chinese; English and unknown messages stay', () => {
  const message = 'llama2.c file: by its header the file should have 1056540 bytes, it has 32'
  assert.equal(translated(message, 'zh'), '按文件头，它应有 1056540 字节，实际是 32 字节')
  assert.equal(translated(message, 'en'), message)
  assert.equal(translated('something new', 'zh'), 'something new')
  for (const text of [
    'safetensors: the header is not a JSON object',
    'tokenizer.bin: 4 bytes are left after 3 tokens: it belongs to another model',
    'out of memory',
  ])
    assert.match(translated(text, 'zh'), /[\u4e00-\u9fff]{3}/)
})

test('formatNumber: three significant digits, and names for what is no number', () => {
  const cases = /** @type {[number, string][]} */ ([
    [0.73457, '0.735'],
    [2.828427, '2.83'],
    [-1.41421, '−1.41'],
    [4, '4'],
    [0, '0'],
    [-0, '0'],
    [12.345, '12.3'],
    [1234.5, '1235'],
    [0.0591, '0.0591'],
    [0.00012, '1.2e−4'],
    [3e8, '3e+8'],
    [-Infinity, '−∞'],
    [Infinity, '∞'],
    [NaN, 'NaN'],
    [1 / 3, '0.333'],
  ])
  for (const [value, text] of cases) assert.equal(formatNumber(value), text)
})

test('formatPercent and formatBytes', () => {
  assert.equal(formatPercent(0.7346), '73.5 %')
  assert.equal(formatPercent(0.0001), '< 0.1 %')
  assert.equal(formatPercent(0), '0 %')
  assert.equal(formatPercent(NaN), 'NaN')
  assert.equal(formatBytes(16384), '16 kB')
  assert.equal(formatBytes(2 ** 30), '1 GB')
})

test('colourOf: weights are fixed to [0, 1], scores symmetric about 0, NaN has a colour too', () => {
  assert.ok(colourOf('weight', '--a', 0.9, 1).amount > colourOf('weight', '--a', 0.5, 1).amount)
  assert.equal(colourOf('weight', '--a', 0.5, 1).amount, colourOf('weight', '--a', 0.5, 99).amount)
  assert.equal(colourOf('signed', '--a', 2, 4).amount, colourOf('signed', '--a', -2, 4).amount)
  assert.notEqual(colourOf('signed', '--a', 2, 4).tone, colourOf('signed', '--a', -2, 4).tone)
  assert.ok(Number.isFinite(colourOf('tint', '--q', NaN, 1).amount))
  assert.equal(extent([0, -Infinity, NaN, -3]), 3)
  assert.equal(extent([0]), 1)
})

test('isSource: a score comes from its row of q and its row of k, seen as a column of kᵀ', () => {
  const score = { step: 'scores', row: 3, col: 1 }
  assert.ok(isSource(score, 0, 'q', 3, 0) && !isSource(score, 0, 'q', 2, 0))
  assert.ok(isSource(score, 0, 'kT', 0, 1) && !isSource(score, 0, 'kT', 0, 2))
  assert.ok(isSource({ step: 'output', row: 2, col: 1 }, 2, 'weighted', 0, 1))
  assert.ok(!isSource({ step: 'output', row: 2, col: 1 }, 0, 'weighted', 0, 1))
  assert.ok(!isSource({ step: 'x', row: 0, col: 0 }, 0, 'wQ', 0, 0))
  assert.ok(!isSource(null, 0, 'q', 0, 0))
})

test('presets: every matrix fits its neighbours', () => {
  for (const [name, p] of Object.entries(presets)) {
    const d = p.features.zh.length
    assert.equal(p.features.en.length, d, name)
    assert.equal(p.x.length, p.tokens.length, name)
    for (const r of p.x) assert.equal(r.length, d, name)
    for (const w of [p.wQ, p.wK, p.wV]) assert.equal(w.length, d, name)
    assert.equal(p.wQ[0].length, p.wK[0].length, name)
    assert.ok(p.query < p.tokens.length && name in zh.anatomy.presets && name in zh.anatomy.notes)
  }
})

test('splitTokens: by spaces, else as the language divides; emoji stay whole', () => {
  assert.deepEqual(splitTokens('  年 假  怎么 申请 ', 'zh'), ['年', '假', '怎么', '申请'])
  assert.ok(splitTokens('老板告诉员工他必须加班', 'zh').length >= 4)
  assert.deepEqual(splitTokens('hello', 'en'), ['hello'])
  assert.deepEqual(splitTokens('👩‍👩‍👧😀', 'en'), ['👩‍👩‍👧', '😀'])
  assert.deepEqual(splitTokens('   ', 'en'), [])
})

test('seedOf: the same word, the same seed', () => {
  assert.equal(seedOf('年'), seedOf('年'))
  assert.notEqual(seedOf('年'), seedOf('假'))
})

test('fileKind: by the first bytes', () => {
  const header = (/** @type {number[]} */ numbers) => new Uint8Array(new Int32Array(numbers).buffer)
  assert.equal(fileKind(header([64, 172, 5, 8, 4, 512, 512])), 'llama2c')
  assert.equal(fileKind(header([64, 172, 5, 8, 4, -512, 512])), 'llama2c')
  assert.equal(fileKind(header([7, 0, 5, 0x6b6e753c, 0, 0, 0])), 'tokenizer')
  assert.equal(fileKind(new Uint8Array([10, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0x7d, 0x20, 0x20])), 'safetensors')
  assert.equal(fileKind(new Uint8Array(3)), 'unknown')
})

test('the arrows of dependence hold', () => assert.deepEqual(brokenArrows(root), []))

// The parts of the page that need no browser: numbers as text, tokens, files, sources, arrows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes, formatNumber, formatPercent } from '../../web/components/format.js'
import { colourOf, extent } from '../../web/components/colour.js'
import { STEP_ORDER, isSource } from '../../web/components/steps.js'
import { strings } from '../../web/figures/anatomy/strings.js'
import { presets } from '../../web/figures/anatomy/presets.js'
import { isolated, seedOf, shownTokens, splitTokens, tokenName } from '../../web/components/tokens.js'
import { readNumber, readNumbers, typedNumber } from '../../web/components/typed-number.js'
import { brokenArrows } from '../../tools/arrows.js'
import { harmless } from '../../web/build/build.js'
import { withFigures } from '../../tools/readme.js'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { snake } from './names.js'
import { root } from './golden.js'

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

test('the steps of the page are those of the core, in its order', () => {
  const header = readFileSync(join(root, 'src/attention/attention.h'), 'utf8')
  const core = [...header.matchAll(/\{"(\w+)", &AttentionSteps::/g)].map(([, name]) => name)
  assert.deepEqual(STEP_ORDER.map(snake), core)
})

test('presets: every matrix fits its neighbours', () => {
  for (const [name, p] of Object.entries(presets)) {
    const d = p.features.zh.length
    assert.equal(p.features.en.length, d, name)
    assert.equal(p.x.length, p.tokens.length, name)
    for (const r of p.x) assert.equal(r.length, d, name)
    for (const w of [p.wQ, p.wK, p.wV]) assert.equal(w.length, d, name)
    assert.equal(p.wQ[0].length, p.wK[0].length, name)
    assert.ok(p.query < p.tokens.length && name in strings.zh.presets && name in strings.zh.notes)
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

test('the arrows of dependence hold', () => assert.deepEqual(brokenArrows(root), []))

test('the README lists the figures as they are', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  assert.equal(await withFigures(readme), readme, 'node tools/readme.js')
})

test('a script in a page: neither an end tag nor a comment in a string ends it early', () => {
  const script = 'const a = "</script>", b = "<!-- <script src=x>", c = 1 <2, d = `</Script`'
  const safe = harmless(script)
  assert.doesNotMatch(safe, /<\/script|<!--|<script/i)
  assert.deepEqual(new Function(`${safe}; return [a, b, c, d]`)(), [
    '</script>',
    '<!-- <script src=x>',
    true,
    '</Script',
  ])
})

test('typed numbers: as people write them, in any script and with any sign', () => {
  for (const [text, value] of /** @type {[string, number][]} */ ([
    ['0.18', 0.18],
    ['.5', 0.5],
    ['5.', 5],
    ['+5', 5],
    [' −1.5 ', -1.5],
    ['–2', -2],
    ['１２', 12],
    ['１．５', 1.5],
    ['－２', -2],
    ['＋３', 3],
    ['１，５', 1.5],
    ['１。５', 1.5],
    ['４．３％', 0.043],
    ['٣٫٥', 3.5],
    ['०.५', 0.5],
    ['\u200e-7\u200f', -7],
    ['\ufeff8', 8],
    ['1e-3', 0.001],
    ['1E5', 1e5],
    ['1.2×10^-3', 0.0012],
    ['∞', Infinity],
    ['-∞', -Infinity],
    ['−inf', -Infinity],
    ['4/√2', 4 / Math.SQRT2],
    ['4 / sqrt(2)', 4 / Math.SQRT2],
    ['2√2', 2 * Math.SQRT2],
    ['1/3', 1 / 3],
    ['18 %', 0.18],
    ['0,043', 0.043],
    ['−1,5', -1.5],
    ['2×3÷4', 1.5],
    ['e^-1.5', Math.exp(-1.5)],
    ['e^(0)/2', 0.5],
    // Thousands, where there is no doubt.
    ['1,000,000', 1e6],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1.000.000', 1e6],
    ["1'000", 1000],
    ['1’000’000.5', 1000000.5],
    ['1 000', 1000],
    ['1\u00a0000,5', 1000.5],
    ['1\u202f000', 1000],
    ['1_000', 1000],
    ['1.000', 1],
  ]))
    assert.ok(
      Object.is(typedNumber(text), value) || Math.abs(typedNumber(text) / value - 1) < 1e-12,
      `${text}: ${typedNumber(text)}`,
    )
})

test('typed numbers: what may mean two numbers, or none, is refused with the reason', () => {
  for (const text of ['1,000', '12,345', '−1,000', '１，０００', '1,0000', '1,000/2'])
    assert.deepEqual([text, readNumber(text).problem], [text, 'ambiguous'])
  for (const text of ['', ' ', '\u200b']) assert.equal(readNumber(text).problem, 'empty')
  for (const text of [
    'x',
    '1/',
    '√',
    '.',
    '1+1',
    '--1',
    '0x10',
    '10²',
    '1½',
    '1e',
    'NaN',
    '1,2,3',
    '1,00,000',
    '1 2',
    '1.2.3',
    '一',
    '1,234,56',
    '1e5e5',
    '5-',
  ])
    assert.deepEqual([text, readNumber(text).problem], [text, 'none'])
})

test('tokens: whatever they hold, each has something to see', () => {
  for (const [token, name] of [
    ['猫', '猫'],
    ['  ', '␣'],
    ['\t', '⇥'],
    ['\u200d', 'ZWJ'],
    ['\u200b\u200d', 'ZWSP ZWJ'],
    ['\u0301', '◌\u0301'],
    ['e\u0301', 'e\u0301'],
    ['a\u200bb', 'aZWSPb'],
    ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
    ['\u3000', 'U+3000'],
    ['\u0007', 'U+0007'],
  ])
    assert.equal(tokenName(token), name)
  assert.deepEqual(shownTokens(['👨', '', '\u200d', '', '']), ['👨', '👨²', 'ZWJ', 'ZWJ²', 'ZWJ³'])
  assert.deepEqual(shownTokens(['', 'a']), ['·²', 'a'])
  for (let one = 0; one < 0x20000; ++one) {
    const name = tokenName(String.fromCodePoint(one))
    assert.doesNotMatch(name, /^[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\p{M}]*$/u, one.toString(16))
  }
  assert.equal(isolated('שלום'), '\u2068שלום\u2069')
  assert.equal(isolated('年'), '年')
})

test('splitTokens: without Intl.Segmenter as far as rules go, and half a character as what it is', () => {
  const { Segmenter } = Intl
  try {
    Reflect.deleteProperty(Intl, 'Segmenter')
    assert.deepEqual(splitTokens('我想请假', 'zh'), ['我', '想', '请', '假'])
    assert.deepEqual(splitTokens('请假OK', 'zh'), ['请', '假', 'OK'])
    assert.deepEqual(splitTokens('👨\u200d👩\u200d👧猫🇨🇳👍🏽', 'zh'), ['👨\u200d👩\u200d👧', '猫', '🇨🇳', '👍🏽'])
  } finally {
    Object.assign(Intl, { Segmenter })
  }
  assert.deepEqual(splitTokens('a\ud800 b', 'en'), ['a\ufffd', 'b'])
})

test('blocks of numbers: as tables, programs and texts write them', () => {
  const wanted = [
    [1, 0],
    [-2, 0.5],
  ]
  for (const text of [
    '1\t0\n-2\t0.5',
    '1 0\r\n-2 0.5\r\n',
    '[[1, 0], [-2, 0.5]]',
    '[[ 1.   0. ]\n [-2.   0.5]]', // NumPy
    'x = np.array([[1, 0],\n              [-2, 0.5]])',
    'tensor([[ 1.0000,  0.0000],\n        [-2.0000,  0.5000]])',
    '1, 0; −2, １／２',
    '１，０；－２，０．５',
    '{{1, 0}, {-2, 0.5}}',
    '| 1 | 0 |\n| -2 | 1/2 |',
    '1\t0\n-2\t0,5', // a table with decimal commas
  ])
    assert.deepEqual(readNumbers(text), { rows: wanted, problem: '' }, text)
  assert.equal(readNumbers('1 2\nthree 4').problem, 'three')
  assert.equal(readNumbers('1 2\n3').problem, '1 2\n3') // rows of different lengths
})

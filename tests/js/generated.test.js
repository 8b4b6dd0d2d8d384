// Ten thousand strings that nobody would type: half surrogate pairs, joiners, marks of direction, controls, every script.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isolated, shownTokens, splitTokens, tokenName } from '../../web/components/tokens.js'
import { text, words } from '../../web/state/property.js'
import { State } from '../../web/state/state.js'
import { noRealModels, realModels, root } from './golden.js'

/** @type {typeof import('../../web/package/engine.js')} */
const { loadEngine } = await import(join(root, 'build/lib/engine.js'))

/** A small generator with a seed (Marsaglia's xorshift), so that a failure comes again. @param {number} seed */
function random(seed) {
  let state = seed
  return (/** @type {number} */ below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** Where the characters come from: [first, how many]. */
const SOURCES = [
  [0x20, 95], // ASCII
  [0x00, 32], // controls, NUL too
  [0x7f, 33],
  [0x300, 112], // combining
  [0x4e00, 20000], // Han
  [0x600, 256], // Arabic
  [0x900, 128], // Devanagari
  [0xe00, 128], // Thai
  [0x200b, 5], // invisible, joiners, marks of direction
  [0x202a, 5],
  [0x2066, 4],
  [0xfe00, 16], // variation selectors
  [0xd800, 2048], // halves of pairs
  [0xfff0, 16],
  [0x1f1e6, 26], // flags
  [0x1f3fb, 5], // skin tones
  [0x1f400, 500], // emoji
  [0x20000, 40000],
  [0xe0000, 128], // tags
  [0x100000, 65534], // private
]

/** @param {number} count @param {number} seed */
function* generated(count, seed) {
  const below = random(seed)
  for (let i = 0; i < count; ++i) {
    let made = ''
    for (let n = 1 + below(8); n > 0; --n) {
      const [first, many] = SOURCES[below(SOURCES.length)]
      const code = first + below(many)
      made += code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code)
    }
    yield made
  }
}

/** As UTF-8 can hold it: halves of pairs are U+FFFD. @param {string} made */
const wellFormed = (made) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(made))

test(
  '10,000 generated strings: into ids, back to text, whole or token by token',
  { skip: noRealModels },
  async () => {
    const data = /** @type {string} */ (realModels())
    for (const [module, count] of /** @type {['relaxed'|'simd'|'scalar', number][]} */ ([
      ['simd', 10_000],
      ['scalar', 500],
    ])) {
      const engine = await loadEngine({ module })
      const model = engine.loadModel({
        weights: readFileSync(join(data, 'stories260K.bin')),
        tokenizer: readFileSync(join(data, 'tok512.bin')),
      })
      for (const made of generated(count, 42)) {
        const ids = model.encode(made)
        const wanted = wellFormed(made)
        assert.equal(model.decode(ids), wanted, JSON.stringify(made))
        const tokens = model.tokens(ids)
        assert.equal(tokens.length, ids.length)
        assert.equal(tokens.slice(1).join('').replace(/^ /, ''), wanted, JSON.stringify(made))
        for (const token of tokens) assert.equal(token, wellFormed(token)) // never half a character
        for (const name of shownTokens(tokens)) assert.match(name, /\S/u, JSON.stringify(made))
      }
      // Streaming: the text so far only grows, whatever the bytes; what is not whole yet is U+FFFD.
      for (const made of generated(300, 7)) {
        const ids = model.encode(made)
        for (let n = 1; n <= ids.length; ++n) {
          const so = model.decode(ids.slice(0, n))
          assert.equal(so, wellFormed(so))
          const sure = so.replace(/\ufffd+$/, '')
          assert.ok(wellFormed(made).startsWith(sure), JSON.stringify([made, so]))
        }
      }
    }
  },
)

test('10,000 generated strings: through the address and into labels that can be seen', () => {
  const state = new State({ text: text(''), tokens: words(12) }, () => {})
  for (const made of generated(10_000, 43)) {
    const wanted = wellFormed(made)
    state.set({ text: made })
    const address = state.toText()
    assert.equal(new URL(`http://a/?state=${encodeURIComponent(address)}`).searchParams.get('state'), address)
    state.fromText(address)
    if (wanted.length <= 2000) assert.equal(state.values.text, wanted, JSON.stringify(made))
    for (const token of splitTokens(made, 'zh')) {
      const name = tokenName(token)
      assert.match(name, /\S/u, JSON.stringify(made))
      assert.doesNotMatch(name, /[\u202a-\u202e\u2066-\u2069](?![\s\S]*[\u202c\u2069])/u) // no direction is left open
      assert.ok(isolated(name).length >= name.length)
    }
    state.set({ text: '' })
  }
})

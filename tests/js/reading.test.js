// Files as a page gets them: judged by their first bytes, read in parts, and whatever is wrong with them said.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { judge, readModel, readTokenizer } from '../../web/models/reading.js'
import { withDropped } from '../../web/models/dropped-files.js'
import { root } from './golden.js'
import { configJson, safetensors } from './safetensors.js'

/** @type {typeof import('../../web/package/engine.js')} */
const { loadEngine } = await import(join(root, 'build/lib/engine.js'))
const engine = await loadEngine({ module: 'simd' })
const idle = { progress: () => {}, cancelled: () => false }
const outside = join(root, '../shared/outside')
const pronoun = readFileSync(join(root, 'web/models/pronoun.safetensors'))

/** A model of one matrix of 24 MB in float32, and some small ones. */
function largeFile() {
  const config = { n_vocab: 12000, max_tokens: 4, d_model: 512, n_layers: 0, n_heads: 1, d_head: 4, d_ff: 0 }
  const data = new Float32Array(12000 * 512).map((_, i) => Math.fround(Math.sin(i)))
  const tensors = {
    token_embedding: { rows: 12000, cols: 512, data },
    position_embedding: { rows: 4, cols: 512, data: new Float32Array(4 * 512) },
  }
  const plain = configJson({ ...config, norm: 'none', biases: false })
  return { file: new Blob([/** @type {any} */ (safetensors(tensors, { config: plain }))]), data }
}

test('a file is read in parts, with progress up to its last byte, and every number is there', async () => {
  const { file, data } = largeFile()
  assert.equal(await judge(engine, file), 'safetensors')
  /** @type {number[]} */
  const seen = []
  const { model } = await readModel(
    engine,
    { weights: file },
    { ...idle, progress: (done) => seen.push(done) },
  )
  assert.ok(seen.length > 5)
  assert.equal(seen.at(-1), file.size)
  assert.deepEqual(model.parameter('token_embedding').data, data)
  model.free()
})

test('reading can be cancelled, and gives everything back', async () => {
  const { file } = largeFile()
  let parts = 0
  const cancelling = { progress: () => void ++parts, cancelled: () => parts > 3 }
  await assert.rejects(readModel(engine, { weights: file }, cancelling), { code: 'cancelled' })
  assert.equal(parts, 4)
})

test('a file that has gone since it was chosen is said to have gone', async () => {
  const gone = new Blob([pronoun])
  gone.slice = () => /** @type {any} */ ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) })
  await assert.rejects(judge(engine, gone), /it has been changed, moved or locked/)
})

test('a tokenizer that does not fit is left out, the model stays', async () => {
  const { model, ignored } = await readModel(
    engine,
    { weights: new Blob([pronoun]), tokenizer: new Blob(['nonsense']) },
    idle,
  )
  assert.match(ignored?.message ?? '', /text file/)
  assert.equal(model.hasTokenizer, true) // its own words
  assert.equal((await readTokenizer(model, new Blob([])))?.code, 'bad_file')
  assert.ok(model.encode(model.tokens([3])[0]).length > 0)
})

test('of dropped files a refused one changes nothing, and is named with the reason', async () => {
  const file = (/** @type {any} */ bytes, /** @type {string} */ name) => new File([bytes], name)
  const judged = (/** @type {File} */ one) => judge(engine, one)
  const before = { weights: new Blob(), name: 'before' }
  const wrong = await withDropped([file('GGUF....', 'a.gguf'), file('', 'b.bin')], before, judged)
  assert.equal(wrong.files, before)
  assert.deepEqual(
    wrong.refused.map(({ name, error }) => [name, error.message]),
    [
      ['a.gguf', 'file: this is a GGUF model; GGUF cannot be read yet'],
      ['b.bin', 'file: this file is empty'],
    ],
  )
  const both = await withDropped([file('{}', 'config.json'), file(pronoun, 'p.safetensors')], before, judged)
  assert.equal(both.files.name, 'p.safetensors')
  assert.equal(both.refused[0].name, 'config.json')
})

test('a large model takes no more than 1.3 times its file in memory', async () => {
  /** @type {WebAssembly.Memory|undefined} */
  let memory
  const wasm = /** @type {any} */ (WebAssembly)
  const { instantiate } = wasm
  wasm.instantiate = async (/** @type {any[]} */ ...given) => {
    const made = await instantiate(...given)
    memory = Object.values((made.instance ?? made).exports).find((one) => one instanceof WebAssembly.Memory)
    return made
  }
  const own = await loadEngine({ module: 'simd' })
  wasm.instantiate = instantiate
  const header = new Int32Array([1024, 2816, 2, 8, 2, 30000, 64]) // llama2.c, tied
  const attention = 2 * 1024 * 1024 + 2 * 1024 * 256
  const numbers = 30000 * 1024 + 2 * (2 * 1024 + attention + 3 * 1024 * 2816) + 1024 + 64 * 128
  const size = header.byteLength + 4 * numbers
  const reader = own.modelReader(size)
  const zeros = new Uint8Array(1 << 22)
  const head = new Uint8Array(64)
  head.set(new Uint8Array(header.buffer))
  for (let part; (part = reader.next).size > 0;)
    reader.put(part.offset === 0 ? head : zeros.subarray(0, part.size))
  const model = reader.model()
  assert.equal(model.config.dFf, 2816)
  const heap = /** @type {WebAssembly.Memory} */ (memory).buffer.byteLength
  assert.ok(heap < 1.3 * size, `${heap} bytes for a file of ${size}`)
  model.free()
})

/** Every fixture, and a few words of what must be said of it. @type {Record<string, RegExp|string>} */
const verdicts = {
  'empty.bin': /this file is empty/,
  'lfs-pointer.safetensors': /Git LFS/,
  'llama2-7b-header-only.bin': /should have \d+ bytes, it has 4124/,
  'llama2c-negative-vocab.bin': 'llama2c',
  'llama2c-rope-nan.bin': 'llama2c',
  'llama2c-tied.bin': 'llama2c',
  'llama2c-untied-positive.bin': /should have 4924 bytes, it has 5564/,
  'llama2c-v1.bin': /version 1; export the model again with --version 0/,
  'llama2c-v2-header.bin': /version 2; export the model again with --version 0/,
  'pytorch.bin': /PyTorch/,
  'saved-404.bin': /web page/,
  'st-duplicate-key.safetensors': /duplicate key 'key00'/,
  'st-empty-metadata.safetensors': /no "config"/,
  'st-header-100MB.safetensors': /the header claims 132095296 bytes, the file has 8 behind it/,
  'st-header-huge.safetensors': /the header claims 4611686018427387904 bytes, the file has 8/,
  'st-hf-names.safetensors': /no "config"/,
  'st-hole.safetensors': /leaves a hole/,
  'st-i64.safetensors': /tensor 'ids' is I64/,
  'st-not-utf8.safetensors': /the header is not UTF-8/,
  'st-overflow.safetensors': /is I32|absurdly large/,
  'st-overlap.safetensors': /overlaps/,
  'st-tied-same-range.safetensors': /overlaps/,
  'tok17.bin': 'tokenizer',
  'tok20-no-maxlen.bin': /July 2023/,
  'tok20-no-scores.bin': /July 2023/,
  'tok20.bin': 'tokenizer',
  'tok36.bin': 'tokenizer',
}

test('every outside file is judged for what it is', { skip: !existsSync(outside) }, async () => {
  const files = readdirSync(outside).filter((name) => /\.(bin|safetensors)$/.test(name))
  assert.deepEqual(
    files.filter((name) => !(name in verdicts)),
    [],
  ) // a new one needs a line above
  for (const name of files) {
    const verdict = verdicts[name]
    const judged = judge(engine, new Blob([readFileSync(join(outside, name))]))
    if (typeof verdict === 'string') assert.equal(await judged, verdict, name)
    else await assert.rejects(judged, verdict, name)
  }
})

// Training through the public API, in Node, in all modules.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { root } from './golden.js'

setFlagsFromString('--experimental-wasm-relaxed-simd')

/** @type {typeof import('../../web/package/engine.js')} */
const { loadEngine, QkvError } = await import(join(root, 'build/lib/engine.js'))
/** @typedef {import('../../web/package/engine.js').Recipe} Recipe */
/** @typedef {import('../../web/package/engine.js').Config} Config */

const python = ['/usr/bin/python3', 'python3'].find((name) => !name.includes('/') || existsSync(name)) ?? ''

for (const module of /** @type {const} */ (['relaxed', 'simd', 'scalar'])) {
  const engine = await loadEngine({ module, needs: 'lab' })
  /** A recipe with another config. @param {string} task @param {Partial<Config>} [config] @param {Partial<Recipe>} [rest] */
  const recipe = (task, config = {}, rest = {}) => {
    const usual = engine.task(task, { text: TEXT }).recipe
    return { ...usual, batch: 8, ...rest, config: { ...usual.config, ...config } }
  }
  const TEXT = 'the cat sat on the mat, the mat sat on the cat. '.repeat(4)
  const LLAMA = /** @type {Partial<Config>} */ ({
    norm: 'rms',
    position: 'rope',
    ropeTheta: 10000,
    activation: 'silu',
    gated: true,
    biases: false,
    nHeads: 4,
    nKvHeads: 2,
    dModel: 32,
    dHead: 8,
    dFf: 48,
  })

  test(`${module}: one seed is one run, measuring learns nothing, a snapshot leads back`, () => {
    const [a, b] = [1, 2].map(() => engine.trainer({ task: 'pronoun', recipe: recipe('pronoun'), seed: 7 }))
    const losses = a.step(12)
    assert.equal(losses.length, 12)
    assert.ok(Math.abs(losses[0] - Math.log(63)) < 1.5)
    const half = b.step(6)
    b.measure(20)
    const before = b.snapshot()
    assert.deepEqual([...half, ...b.step(6)], [...losses])
    b.restore(before)
    assert.equal(b.state.steps, 6)
    assert.deepEqual([...half, ...b.step(6)], [...losses])
    assert.ok(b.state.gradientNorm > 0 && b.state.rate > 0 && b.state.stepFlops > 1e6)
    before.free()
    a.free()
    b.free()
    assert.throws(() => a.step(), { name: 'QkvError', message: /freed/ })
  })

  test(`${module}: the probe is held out, and a trained model is a model like any other`, () => {
    const trainer = engine.trainer({ task: 'reversal', seed: 1 })
    for (let i = 0; i < 30; ++i) trainer.step(10)
    const { ids, targets } = trainer.probe()
    assert.deepEqual([...targets], [...ids].reverse())
    const model = trainer.model()
    const { logits } = model.forward(ids)
    for (let i = 0; i < ids.length; ++i) {
      const row = { rows: 1, cols: 10, data: logits.data.slice(i * 10, i * 10 + 10) }
      assert.equal(engine.likeliest(row, 1)[0].id, targets[i])
    }
    assert.equal(trainer.measure(100).accuracy, 1)
    assert.equal(model.measure({ task: 'reversal', examples: 100 }).accuracy, 1)
    assert.throws(() => model.measure({ task: 'recall' }), { message: /the task has 33 words/ })
    const again = engine.loadModel({ weights: model.save() })
    assert.deepEqual(again.forward(ids).logits.data, logits.data)
    assert.equal(again.metadata.name, 'reversal')
    const half = engine.loadModel({ weights: model.save('float16') })
    half.forward(ids).logits.data.forEach((value, i) => assert.ok(Math.abs(value - logits.data[i]) < 0.1))
    for (const one of [trainer, model, again, half]) one.free()
  })

  test(`${module}: what is exported reads the same in NumPy: GPT, Llama with grouped keys, llama2.c`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'qkv-export-'))
    const cases = /** @type {[string, Partial<Config>, 'safetensors'|'llama2c'][]} */ ([
      [
        'gpt.safetensors',
        { position: 'learned', nHeads: 2, nKvHeads: 2, dModel: 32, dHead: 16, dFf: 64 },
        'safetensors',
      ],
      ['llama.safetensors', LLAMA, 'safetensors'],
      ['llama.bin', LLAMA, 'llama2c'],
      ['tied.bin', { ...LLAMA, tied: true }, 'llama2c'],
    ])
    for (const [name, config, format] of cases) {
      const trainer = engine.trainer({ task: 'text', text: TEXT, recipe: recipe('text', config) })
      trainer.step(5)
      const model = trainer.model()
      const path = join(folder, name)
      writeFileSync(path, model.save(format))
      const ids = Array.from(trainer.probe().ids.slice(0, 12))
      const out = execFileSync(python, [join(root, 'tests/exports/reference.py'), path, ...ids.map(String)], {
        maxBuffer: 1e8,
      })
      const expected = JSON.parse(out.toString()).flat()
      model.forward(ids).logits.data.forEach((value, i) => {
        assert.ok(Math.abs(value - expected[i]) < 2e-4, `${name} logit ${i}: ${value}, NumPy ${expected[i]}`)
      })
      trainer.free()
      model.free()
    }
  })

  test(`${module}: what cannot be is refused with a sentence`, () => {
    const refused = (/** @type {() => unknown} */ call, /** @type {RegExp} */ message) =>
      assert.throws(
        call,
        (/** @type {any} */ error) => error instanceof QkvError && message.test(error.message),
      )
    refused(() => engine.trainer({ task: 'chess' }), /unknown task 'chess'; known are reversal, pronoun/)
    refused(() => engine.task('text'), /at least two characters/)
    refused(
      () => engine.trainer({ task: 'sorting', recipe: recipe('sorting', { nVocab: 3 }) }),
      /the task has 11 words/,
    )
    refused(
      () => engine.trainer({ task: 'sorting', recipe: recipe('sorting', {}, { batch: 0 }) }),
      /a batch must have 1 to 1000000 sequences, got 0/,
    )
    refused(
      () => engine.trainer({ task: 'sorting', recipe: recipe('sorting', {}, { batch: -1 }) }),
      /a batch must have 1 to 1000000 sequences, got -1/,
    )
    refused(
      () => engine.trainer({ task: 'sorting', recipe: recipe('sorting', { nHeads: 4, nKvHeads: 3 }) }),
      /n_kv_heads|n_heads/,
    )
    refused(() => engine.trainer({ task: 'sorting', seed: -1 }), /seed: must be a whole number/)
    const [one, two] = ['sorting', 'reversal'].map((task) => engine.trainer({ task }))
    refused(() => one.restore(two.snapshot()), /no snapshot of this trainer/)
    refused(() => one.restore(/** @type {any} */ (one.model())), /snapshot: is not one of this engine/)
    refused(() => one.model().foresight({ task: 'sorting', prefix: 2 }), /nothing is asked after 2 tokens/)
    refused(() => one.model().foresight({ task: 'sorting', prefix: 0 }), /1 to 12 tokens, got 0/)
    refused(() => engine.trainer({ task: 'sorting' }).measure(0), /at least one example/)
    const gpt = engine.trainer({ task: 'sorting' }).model()
    refused(() => gpt.save('llama2c'), /the llama2.c format needs RMSNorm/)
    refused(
      () => gpt.save(/** @type {any} */ ('onnx')),
      /unknown kind 'onnx'; known are safetensors, float16 and llama2c/,
    )
  })

  test(`${module}: a rate that breaks everything is told, and the model stays as it was before`, () => {
    const trainer = engine.trainer({
      task: 'modular',
      recipe: recipe('modular', {}, { learningRate: 10, batch: 64 }),
    })
    assert.throws(
      () => {
        for (let i = 0; i < 100; ++i) trainer.step()
      },
      { message: /after \d+ steps the loss is not a number: the learning rate 10 is too large/ },
    )
    assert.ok(trainer.state.steps > 0)
    engine.loadModel({ weights: trainer.model().save() }) // huge numbers, but numbers
  })

  test(`${module}: 200 trainers made, used and freed leave the memory as it was`, () => {
    const once = () => {
      const trainer = engine.trainer({ task: 'recall', recipe: recipe('recall'), seed: 1 })
      const snapshot = trainer.snapshot()
      trainer.step(1)
      trainer.restore(snapshot)
      const model = trainer.model()
      model.save('float16')
      for (const one of [model, snapshot, trainer]) one.free()
    }
    for (let i = 0; i < 20; ++i) once()
    const before = engine.memoryBytes
    for (let i = 0; i < 200; ++i) once()
    assert.equal(engine.memoryBytes, before)
  })
}

test('an engine that is not full says what is missing', async () => {
  const engine = await loadEngine({ module: 'simd' })
  assert.equal(engine.full, false)
  for (const call of [
    () => engine.taskNames,
    () => engine.task('sorting'),
    () => engine.trainer({ task: 'sorting' }),
  ])
    assert.throws(call, { name: 'QkvError', message: /load it with \{ needs: 'lab' \}/, code: 'needs_more' })
  const able = await loadEngine({ module: 'simd', needs: 'lab' })
  assert.deepEqual(able.taskNames.slice(0, 3), ['reversal', 'pronoun', 'who-is-he'])
  assert.ok(able.full)
  assert.deepEqual(able.mask('causal', 5), engine.mask('causal', 5)) // it does everything else as well
})

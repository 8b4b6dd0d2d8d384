// The models that are shipped: they do what their cards say, in every module, and come out again byte for byte.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { models } from '../../tools/models/models.js'
import { files, trained } from '../../tools/models/train.js'
import { root } from './golden.js'

setFlagsFromString('--experimental-wasm-relaxed-simd')

/** @type {typeof import('../../web/package/engine.js')} */
const { loadEngine } = await import(join(root, 'build/lib/engine.js'))

const card = (/** @type {string} */ name) => JSON.parse(readFileSync(files(name).card, 'utf8'))

test('every model has its two files, all together they are at most 1 MB', () => {
  const folder = join(root, 'web/models')
  const expected = Object.keys(models).flatMap((name) => [`${name}.json`, `${name}.safetensors`])
  const shipped = readdirSync(folder).filter((name) => /\.(json|safetensors)$/.test(name))
  assert.deepEqual(shipped.sort(), expected.sort())
  const bytes = shipped.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  assert.ok(bytes <= 1e6, `${bytes} bytes`)
})

for (const module of /** @type {const} */ (['relaxed', 'simd', 'scalar'])) {
  const engine = await loadEngine({ module, needs: 'lab' })

  test(`${module}: every model does as well as its card says`, () => {
    for (const name of Object.keys(models)) {
      const { task, training, result } = card(name)
      const model = engine.loadModel({ weights: readFileSync(files(name).weights) })
      const { accuracy, looks } = model.measure({
        task: task.name,
        seed: training.seed,
        examples: result.examples,
      })
      // Another module rounds otherwise; of a thousand examples one or two may lie on the edge.
      assert.ok(
        Math.abs(accuracy - result.accuracy) < 3e-3,
        `${name}: ${accuracy}, its card says ${result.accuracy}`,
      )
      result.looks.flat().forEach((/** @type {number|null} */ share, /** @type {number} */ i) => {
        if (share === null) assert.ok(Number.isNaN(looks.data[i]))
        else assert.ok(Math.abs(looks.data[i] - share) < 5e-3, `${name}: head ${i} ${looks.data[i]}`)
      })
      model.free()
    }
  })

  test(`${module}: who 他 and 它 are, in the texts' own sentences`, () => {
    const answers = {
      'who-is-he': {
        老板告诉员工他必须加班: '员工',
        员工告诉老板他不想干了: '员工',
        老板命令员工他必须加班: '员工',
        老板答应员工他会加班: '老板',
        经理提醒秘书他得开会: '秘书',
        'the boss told the employee that he had to stay': 'employee',
        'the employee told the boss that he refused to stay': 'employee',
        'the boss promised the employee that he had to leave': 'boss',
      },
      pronoun: {
        '奖杯放不进箱子，因为它太大': '奖杯',
        '奖杯放不进箱子，因为它太小': '箱子',
        'The trophy does not fit in the suitcase because it is too small': 'suitcase',
      },
    }
    for (const [name, sentences] of Object.entries(answers)) {
      const model = engine.loadModel({ weights: readFileSync(files(name).weights) })
      for (const [sentence, noun] of Object.entries(sentences)) {
        const { rows, cols, data } = model.forward(model.encode(sentence)).logits
        const last = { rows: 1, cols, data: data.slice((rows - 1) * cols) }
        assert.equal(model.tokens([engine.likeliest(last, 1)[0].id])[0], noun, sentence)
      }
      model.free()
    }
  })
}

test('every card says what the model is called, what it can read and what it learned, in Chinese and English', async () => {
  const engine = await loadEngine({ module: 'simd' })
  for (const name of Object.keys(models)) {
    const { title, task, data, caution, examples } = card(name)
    const model = engine.loadModel({ weights: readFileSync(files(name).weights) })
    for (const tag of ['zh', 'en']) {
      for (const text of [title, task, data, caution]) assert.ok(text[tag]?.trim(), `${name} ${tag}`)
      for (const example of examples[tag]) {
        const ids = model.encode(example)
        assert.ok(model.asked(ids).includes(1), `${name}: nothing is asked in "${example}"`)
      }
    }
    model.free()
  }
})

test('asked: where the answers of shipped models count, as they did before the models said it themselves', async () => {
  const engine = await loadEngine({ module: 'simd' })
  const everywhere = () => true
  const recall = (/** @type {number} */ i) => i > 12 && i % 2 === 1
  const rules = /** @type {Record<string, (i: number, n: number) => boolean>} */ ({
    pronoun: (i, n) => i === n - 1,
    'who-is-he': (i, n) => i >= n - (n > 8 ? 3 : 2),
    reversal: everywhere,
    sorting: (i) => i >= 6,
    'recall-mha': recall,
    'recall-gqa': recall,
    'recall-mqa': recall,
    sink: (i) => i !== 10,
  })
  for (const [name, rule] of Object.entries(rules)) {
    const model = engine.loadModel({ weights: readFileSync(files(name).weights) })
    for (const example of Object.values(card(name).examples).flat()) {
      const ids = model.encode(/** @type {string} */ (example))
      const expected = Array.from(ids, (_, i) => (rule(i, ids.length) ? 1 : 0))
      assert.deepEqual(Array.from(model.asked(ids)), expected, `${name}: ${example}`)
    }
    model.free()
  }
})

for (const name of ['pronoun', 'who-is-he', 'reversal', 'sorting'])
  // the others take longer: ./lab test recipes
  test(`${name}: trained again, the same bytes`, async () => {
    const { weights, card: text } = await trained(name)
    assert.ok(readFileSync(files(name).weights).equals(weights))
    assert.equal(readFileSync(files(name).card, 'utf8'), text)
  })

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
  assert.deepEqual(readdirSync(folder).sort(), expected.sort())
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  assert.ok(bytes <= 1e6, `${bytes} bytes`)
})

for (const module of /** @type {const} */ (['relaxed', 'simd', 'scalar'])) {
  const engine = await loadEngine({ module, full: true })

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

for (const name of ['pronoun', 'who-is-he', 'reversal', 'sorting'])
  // the others take longer: ./lab test recipes
  test(`${name}: trained again, the same bytes`, async () => {
    const { weights, card: text } = await trained(name)
    assert.ok(readFileSync(files(name).weights).equals(weights))
    assert.equal(readFileSync(files(name).card, 'utf8'), text)
  })

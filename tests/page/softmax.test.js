// Softmax, step by step.
import assert from 'node:assert/strict'
import { inside, pages, settled, textOf } from './browser.js'

const weightsOf = (/** @type {import('./browser.js').Handle} */ softmax) =>
  softmax.evaluate((e) => Array.from(e.result.weights.data))

pages('softmax', ({ test, visit }) => {
  test('shares of the sum, and the same for scores that are all one larger', () =>
    visit('lang=en', async (softmax) => {
      const first = await weightsOf(softmax)
      assert.deepEqual(
        first.map((w) => w.toFixed(3)),
        ['0.024', '0.954', '0.016', '0.006'],
      )
      await (await inside(softmax, '.bar button:nth-of-type(2)')).click() // all +1
      await settled(softmax)
      const second = await weightsOf(softmax)
      second.forEach((value, i) => assert.ok(Math.abs(value - first[i]) < 1e-6))
    }))

  test('without the largest score subtracted, numbers that are too large for float32', () =>
    visit('preset=overflow&state=max:0&lang=en', async (softmax) => {
      assert.match(await textOf(await inside(softmax, '.say')), /cannot hold e to the 89th/)
      assert.match(await textOf(await inside(softmax, 'section:nth-of-type(2) qkv-bars', 'ol')), /∞/)
    }))
})

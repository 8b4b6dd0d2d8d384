// A soft look-up.
import assert from 'node:assert/strict'
import { inside, pages, settled } from './browser.js'

pages('search', ({ test, visit }) => {
  test('a hard look-up takes one value, a soft one mixes; a value finds nobody', () =>
    visit('lang=en', async (search) => {
      const { hard, soft } = await search.evaluate((e) => ({
        hard: Array.from(e.result.hard.output.data),
        soft: Array.from(e.result.soft.output.data),
      }))
      assert.deepEqual(hard, [10, 0])
      assert.ok(soft[0] < 10 && Math.abs(soft[0] - 7.6) < 0.05)
      const weights = await search.evaluate((e) => Array.from(e.result.soft.weights.data))
      const value = await inside(search, 'td.v input')
      await value.evaluate((/** @type {any} */ e) => {
        e.value = '100'
        e.dispatchEvent(new Event('input'))
      })
      await settled(search)
      assert.deepEqual(await search.evaluate((e) => Array.from(e.result.soft.weights.data)), weights)
      assert.equal(await search.evaluate((e) => e.result.hard.output.data[0]), 100)
    }))
})

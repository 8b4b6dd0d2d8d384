// Why scores are divided by √d.
import assert from 'node:assert/strict'
import { pages, settled } from './browser.js'

pages('scaling', ({ test, visit }) => {
  test('the spread of dot products grows like √d, and a choice beside a preset counts', () =>
    visit('preset=d128&lang=en', async (scaling) => {
      const { spread, largest, largestScaled } = await scaling.evaluate((e) => e.result)
      assert.ok(Math.abs(spread - 11.31) < 0.3)
      assert.ok(Math.abs(largest - 0.93) < 0.02 && Math.abs(largestScaled - 0.46) < 0.03)
      await scaling.evaluate((e) => e.store.set({ d: '2' }))
      await settled(scaling)
      assert.ok(Math.abs((await scaling.evaluate((e) => e.result.spread)) - 1.41) < 0.1)
    }))
})

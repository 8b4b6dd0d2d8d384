// Who may see whom.
import assert from 'node:assert/strict'
import { inside, pages, settled, textOf } from './browser.js'

pages('mask', ({ test, visit }) => {
  test('masked before the softmax each row sums to 1; after it, it does not; a row that sees nobody is zero', () =>
    visit('preset=late&lang=zh', async (mask) => {
      const { sums, right } = await mask.evaluate((e) => ({
        sums: Array.from(e.result.late.rowSum.data),
        right: Array.from({ length: 11 }, (_, i) =>
          e.result.steps.weights.data
            .slice(i * 11, i * 11 + 11)
            .reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b),
        ),
      }))
      right.forEach((sum) => assert.ok(Math.abs(sum - 1) < 1e-5))
      assert.ok(sums.slice(0, -1).every((sum) => sum < 0.999) && Math.abs(sums[10] - 1) < 1e-5)
      const cell = await inside(
        mask,
        'qkv-matrix-view',
        'tbody tr:first-child [role=gridcell]:nth-of-type(1)',
      )
      await cell.click()
      await settled(mask)
      assert.match(await textOf(await inside(mask, '.say')), /谁也看不见/)
      assert.equal(await mask.evaluate((e) => e.result.steps.weights.data[0]), 0)
    }))

  test('looking is no edit: a row under the pointer leaves neither an address nor a step to undo', () =>
    visit('lang=en', async (mask, page) => {
      const before = await page.evaluate(() => location.href)
      const changes = await mask.evaluateHandle((e) => {
        const seen = { count: 0 }
        e.addEventListener('qkv-change', () => (seen.count += 1))
        return seen
      })
      const cell = (/** @type {number} */ row) =>
        inside(mask, 'qkv-matrix-view', `tbody tr:nth-child(${row}) [role=gridcell]:nth-of-type(1)`)
      for (const row of [1, 2, 3]) await (await cell(row)).hover()
      await settled(mask)
      assert.equal(await changes.evaluate(({ count }) => count), 0)
      assert.equal(await mask.evaluate((e) => e.store.canUndo), false)
      await new Promise((done) => setTimeout(done, 400))
      assert.equal(await page.evaluate(() => location.href), before)
    }))
})

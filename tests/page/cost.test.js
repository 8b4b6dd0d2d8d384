// The cost of length, measured.
import assert from 'node:assert/strict'
import { pages, inside, textOf } from './browser.js'

pages('cost', ({ everywhere }) => {
  everywhere('the cost of length is measured, fitted, and can be stopped', (visit) =>
    visit('lang=en&state=bound:512', async (cost, page) => {
      await (await inside(cost, 'button.primary')).click()
      await page.waitForFunction((e) => !e.measuring && e.result.length === 4, { polling: 50 }, cost)
      assert.deepEqual(
        await cost.evaluate((e) => e.result.map((/** @type {any} */ p) => p.bytes / p.n ** 2)),
        await cost.evaluate((e) => e.result.map(() => 4)),
      )
      const exponent = await cost.evaluate((e) => e.law.exponent)
      assert.ok(exponent > 1 && exponent < 3, `exponent ${exponent}`)
      assert.match(await textOf(await inside(cost, '.content')), /fitted exponent \d/)
      await cost.evaluate((e) => e.store.set({ bound: '8192' }))
      await (await inside(cost, 'button.primary')).click()
      await page.waitForFunction((e) => e.measuring, { polling: 20 }, cost)
      await (await inside(cost, '.bar button')).click()
      await page.waitForFunction((e) => !e.measuring, { polling: 20 }, cost)
    }),
  )
})

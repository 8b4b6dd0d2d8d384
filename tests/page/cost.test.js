// The cost of length, measured.
import assert from 'node:assert/strict'
import { inside, pages, settled, textOf } from './browser.js'

pages('cost', ({ everywhere, test, visit }) => {
  everywhere('the cost of length is measured, fitted, and can be stopped', (there) =>
    there('lang=en&state=bound:512', async (cost, page) => {
      await (await inside(cost, 'button.primary')).click()
      await page.waitForFunction((e) => !e.measuring && e.result.length === 4, { polling: 50 }, cost)
      assert.deepEqual(
        await cost.evaluate((e) => e.result.map((/** @type {any} */ p) => p.bytes / p.n ** 2)),
        await cost.evaluate((e) => e.result.map(() => 4)),
      )
      const exponent = await cost.evaluate((e) => e.law.exponent)
      assert.ok(exponent > 1 && exponent < 3, `exponent ${exponent}`)
      assert.match(await cost.evaluate((e) => e.shadowRoot.textContent), /fitted exponent \d/)
      await cost.evaluate((e) => e.store.set({ bound: '8192' }))
      await (await inside(cost, 'button.primary')).click()
      await page.waitForFunction((e) => e.measuring, { polling: 20 }, cost)
      await (await inside(cost, '.part:last-of-type .bar button')).click()
      await page.waitForFunction((e) => !e.measuring, { polling: 20 }, cost)
    }),
  )

  test('Llama-3.1-8B by its shape: where attention costs as much as the rest, and what it takes', () =>
    visit('lang=en&state=tokens:131072', async (cost) => {
      const text = await textOf(await inside(cost, '.part'))
      assert.match(text, /Only at 28,628 tokens/)
      assert.match(text, /68\.7 GFLOP/)
      assert.match(text, /Score table \(one layer, all heads\) ?1 TiB/)
      assert.match(text, /128 KiB/)
      assert.match(text, /all of it ?16 GiB/)
      await cost.evaluate((e) => e.store.set({ token: 'mean', architecture: 'Llama-3.1-405B' }))
      await settled(cost)
      assert.match(await textOf(await inside(cost, '.big')), /195,57\d/)
      await cost.evaluate((e) => e.store.set({ architecture: 'none-such' }))
      await settled(cost)
      assert.match(await textOf(await inside(cost, '.soft')), /Llama-3\.1-8B/)
    }))
})

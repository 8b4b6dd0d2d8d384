// Peeking at the answer.
import assert from 'node:assert/strict'
import { pages, inside, settled, textOf } from './browser.js'

pages('leak', ({ test, visit }) => {
  test('peeking at what comes again: the other side can write', () =>
    visit('preset=repeat&lang=en', async (leak, page) => {
      await page.waitForFunction((e) => e.runs?.none.probe && e.runs.causal.probe, { polling: 50 }, leak)
      await leak.evaluate((e) => e.train())
      await page.waitForFunction(
        (e) => e.result.none.writing !== undefined,
        { polling: 50, timeout: 60000 },
        leak,
      )
      await settled(leak)
      const { causal, none } = await leak.evaluate((e) => e.result)
      assert.ok(causal.writing > 0.7 && none.writing < 0.6, `${causal.writing} ${none.writing}`)
      assert.match(await textOf(await inside(leak, '.verdict')), /too low for guessing.*and so it can/)
      await leak.evaluate((e) => e.store.set({ data: 'random' }))
      await settled(leak)
      assert.equal(await leak.evaluate((e) => e.task.words.length), 20)
    }))

  test('peeking: the loss falls below ln 20, and writing fails; the guess is scored', () =>
    visit('lang=zh', async (leak, page) => {
      await page.waitForFunction((e) => e.runs?.none.probe && e.runs.causal.probe, { polling: 50 }, leak)
      const score = leak.evaluate(
        (e) =>
          new Promise((resolve) =>
            e.addEventListener('qkv-score', (/** @type {any} */ event) => resolve(event.detail.score)),
          ),
      )
      for (const [set, option] of [
        [1, 2],
        [2, 3],
      ])
        await (await inside(leak, `fieldset:nth-of-type(${set}) button:nth-of-type(${option})`)).click()
      await (await inside(leak, '.all .primary')).click()
      assert.equal(await score, 1)
      await settled(leak)
      const { causal, none } = await leak.evaluate((e) => e.result)
      const loss = (/** @type {any} */ side) => side.measured.at(-1).loss
      assert.ok(loss(causal) > 2.98 && loss(causal) < 3.05, String(loss(causal)))
      assert.ok(loss(none) < 0.3, String(loss(none)))
      assert.ok(none.seen > 0.5 && none.writing < 0.2)
      assert.match(await textOf(await inside(leak, '.end')), /不可能是猜出来的.*两边都不知道/)
    }))
})

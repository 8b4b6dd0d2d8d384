// Shares that are fixed, beside shares that are computed.
import assert from 'node:assert/strict'
import { inside, pages, settled } from './browser.js'

pages('average', ({ test, visit }) => {
  test('what serves one sentence fails the other, and shares stop at 100 %', () =>
    visit('lang=zh&state=shares:0|100|0|0', async (average) => {
      const [leave, refund] = await average.evaluate((e) =>
        e.result.map((/** @type {any} */ one) => [
          Array.from(one.fixed.data),
          Array.from(one.steps.output.data),
        ]),
      )
      assert.ok(leave[0][0] === 1 && refund[0][1] < 0.31)
      assert.ok(leave[1][0] > 0.9 && refund[1][1] > 0.9)
      const first = await inside(average, 'qkv-share-out', 'input')
      await first.focus()
      await first.press('ArrowRight')
      await settled(average)
      assert.match(await average.evaluate((e) => e.state), /^shares:0\|100\|0\|0$/)
    }))
})

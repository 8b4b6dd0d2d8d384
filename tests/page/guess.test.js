// Who is meant: the reader says it first, then a model.
import assert from 'node:assert/strict'
import { counted, inside, pages, settled } from './browser.js'

pages('guess', ({ test, visit }) => {
  test('shares are given by keyboard, and what a trained model gives is shown beside them', () =>
    visit('lang=zh&state=sentence:3', async (guess, page) => {
      const button = await inside(guess, '.primary')
      assert.equal(await button.evaluate((e) => e.disabled), true)
      for (const [i, presses] of [
        [1, 14],
        [2, 6],
      ]) {
        const slider = await inside(guess, 'qkv-share-out', `li:nth-child(${i}) input`)
        await slider.focus()
        for (let n = 0; n < presses; ++n) await slider.press('ArrowRight')
      }
      await settled(guess)
      await button.click()
      await page.waitForFunction((e) => e.result?.[0] > 0.9, { polling: 50 }, guess)
      assert.match(await guess.evaluate((e) => e.state), /shares:70\|30.*revealed:1/)
    }))

  test('the model is asked once, however often the picture is drawn again', () =>
    visit('lang=en&state=sentence:3;shares:70|30;revealed:1', async (guess, page) => {
      await page.waitForFunction((e) => e.result?.[0] > 0.9, { polling: 50 }, guess)
      const asked = await counted(guess)
      await page.setViewport({ width: 600, height: 900 })
      await guess.evaluate((e) => e.requestUpdate())
      await settled(guess)
      assert.equal(await asked(), 0)
    }))
})

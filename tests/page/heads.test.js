// All heads of a model, side by side.
import assert from 'node:assert/strict'
import { inside, pages, settled } from './browser.js'

pages('heads', ({ test, visit }) => {
  test('the sink is counted, a head is chosen, and w_o mixes what the heads give', () =>
    visit('lang=en&preset=sink', async (heads, page) => {
      await page.waitForFunction((e) => e.result, { polling: 50 }, heads)
      const { first, shown } = await heads.evaluate((e) => ({
        first: e.result.patterns[1][0].first,
        shown: e.shadowRoot.textContent,
      }))
      assert.ok(first > 0.3, `the sink gets ${first}`)
      assert.ok(shown.includes('counted'))
      await (await inside(heads, '.layer:nth-child(1) button')).click()
      await settled(heads)
      assert.match(await heads.evaluate((e) => e.state), /layer:0/)
      await (await inside(heads, 'summary')).click()
      await settled(heads)
      // What is shown as w_o is what turns the outputs side by side into the mixture.
      const gap = await heads.evaluate((e) => {
        const [w, concat, projected] = [...e.shadowRoot.querySelectorAll('.mixed qkv-heat-map')].map(
          (map) => map.matrix,
        )
        let largest = 0
        for (let i = 0; i < projected.rows; ++i)
          for (let j = 0; j < projected.cols; ++j) {
            let sum = 0
            for (let c = 0; c < w.rows; ++c) sum += concat.data[i * concat.cols + c] * w.data[c * w.cols + j]
            largest = Math.max(largest, Math.abs(sum - projected.data[i * projected.cols + j]))
          }
        return largest
      })
      assert.ok(gap < 1e-4, `concat × w_o differs by ${gap}`)
    }))

  for (const [preset, layer] of /** @type {[string, number][]} */ ([
    ['pronoun', 0],
    ['recall-mha', 1],
  ]))
    test(`${preset}: one head looks at the word that is answered`, () =>
      visit(`lang=zh&preset=${preset}`, async (heads, page) => {
        await page.waitForFunction((e) => e.result, { polling: 50 }, heads)
        const shares = await heads.evaluate(
          (e, l) => e.result.patterns[l].map((/** @type {any} */ one) => one.answer),
          layer,
        )
        assert.ok(Math.max(...shares) > 0.9, `${preset}: ${shares} on the word that is answered`)
        assert.match(await heads.evaluate((e) => e.shadowRoot.textContent), /放在它答出的那个词上/)
      }))

  test('a model with fewer layers, chosen while the pointer rests on a layer that it does not have', () =>
    visit('lang=en&preset=sink', async (heads, page) => {
      await page.waitForFunction((e) => e.result, { polling: 50 }, heads)
      await (await inside(heads, '.layer:nth-child(2) button')).hover()
      await settled(heads)
      await heads.evaluate((e) => e.choosePreset('pronoun'))
      await page.waitForFunction((e) => e.result?.patterns.length === 1, { polling: 50 }, heads)
      await settled(heads)
      await inside(heads, '.bar select')
      await inside(heads, '.layer button')
      assert.equal(await heads.evaluate((e) => e.shadowRoot.querySelector('[role=alert]')), null)
    }))

  test('the tokens under the arcs are walked and chosen by keyboard', () =>
    visit('lang=en&preset=sink', async (heads, page) => {
      await page.waitForFunction((e) => e.result, { polling: 50 }, heads)
      await (await inside(heads, 'qkv-arcs', 'text[tabindex="0"]')).evaluate((e) => e.focus())
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await settled(heads)
      assert.match(await heads.evaluate((e) => e.state), /query:1/)
    }))

  test('words under the arcs never stand in each other, however narrow the page', () =>
    visit(
      'lang=en&theme=light',
      async (heads, page) => {
        await page.waitForFunction((e) => e.result, { polling: 50 }, heads)
        await settled(heads)
        const boxes = await (
          await inside(heads, 'qkv-arcs')
        ).evaluate((e) =>
          Array.from(e.shadowRoot.querySelectorAll('text[role]'), (word) => {
            const { left, right } = word.getBoundingClientRect()
            return { word: word.textContent, left, right }
          }),
        )
        assert.ok(boxes.length > 8)
        for (let i = 1; i < boxes.length; ++i)
          assert.ok(boxes[i].left > boxes[i - 1].right, `${boxes[i - 1].word} and ${boxes[i].word}`)
      },
      { width: 390, height: 800 },
    ))

  test('a model that cannot be fetched is told, not waited for', () =>
    visit('lang=en&preset=sink', async (heads, page) => {
      await page.waitForFunction((e) => e.result, { polling: 50 }, heads)
      await page.evaluate(() => {
        const real = fetch
        globalThis.fetch = (input, ...rest) =>
          String(input).includes('sorting') ? Promise.reject(new TypeError('gone')) : real(input, ...rest)
      })
      await heads.evaluate((e) => e.choosePreset('sorting'))
      await page.waitForFunction((e) => e.shadowRoot.querySelector('.text .warn'), { polling: 50 }, heads)
      await heads.evaluate((e) => e.requestUpdate())
      await settled(heads)
      await inside(heads, '.text .warn') // and it stays
    }))
})

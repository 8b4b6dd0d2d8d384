// Guess first, then see.
import assert from 'node:assert/strict'
import { addressed, figure, inside, pages, settled } from './browser.js'

pages('predict', ({ test, visit }) => {
  test('numbers of exercises: fixed by a seed, others without one, and what is asked is what the core computed', async () => {
    const at = (/** @type {string} */ query) => `lang=en&${query}`
    /** @type {Record<string, number>} */
    const truths = {}
    for (const preset of ['scores', 'weights', 'mask', 'output', 'spread', 'shares'])
      await visit(at(`preset=${preset}&seed=7`), async (predict) => {
        truths[preset] = await predict.evaluate((e) => e.result.truth)
        if (preset === 'spread') {
          const d = await predict.evaluate((e) => e.result.d)
          assert.ok(Math.abs(truths.spread / Math.sqrt(d) - 1) < 0.1) // √d within sampling error
          return
        }
        /** @type {{ q: number[][], k: number[][], v: number[][], row: number, col: number }} */
        const { q, k, v, row, col } = await predict.evaluate(({ result }) => {
          const rows = (/** @type {any} */ { cols, data }) =>
            Array.from({ length: 4 }, (_, i) => Array.from(data.slice(i * cols, (i + 1) * cols)))
          const { steps } = result
          return { ...result, q: rows(steps.q), k: rows(steps.k), v: rows(steps.v) }
        })
        // In float64, the textbook way.
        const scores = k.map((key) => key[0] * q[row][0] + key[1] * q[row][1])
        const exps = scores.map((score, j) =>
          preset === 'mask' && j > row ? 0 : Math.exp(score / Math.SQRT2),
        )
        const sum = exps.reduce((a, b) => a + b)
        const mixed = v.reduce((total, value, j) => total + (exps[j] / sum) * value[col], 0)
        const expected = preset === 'scores' ? scores[col] : preset === 'output' ? mixed : exps[col] / sum
        assert.ok(Math.abs(truths[preset] - expected) < 1e-5, `${preset}: ${truths[preset]}, ${expected}`)
      })
    await visit(at('preset=weights&seed=7'), async (predict, page) => {
      assert.equal(await predict.evaluate((e) => e.result.truth), truths.weights)
      // All that is given: the one number that is asked for may be the same again, with so few and so round ones.
      const given = () => predict.evaluate((e) => String([e.result.steps.q.data, e.result.steps.k.data]))
      const before = await given()
      await (await inside(predict, '.bar .chip')).click() // other numbers
      await settled(predict)
      assert.notEqual(await given(), before)
      const other = await predict.evaluate((e) => e.result.truth)
      await addressed(page, 'seed:')
      await page.reload() // the address knows which
      const again = await figure(page, 'qkv-predict')
      assert.equal(await again.evaluate((e) => e.result.truth), other)
    })
    const drawn = new Set()
    for (let time = 0; time < 4; ++time)
      await visit(at('preset=scores'), async (predict) => {
        drawn.add(await predict.evaluate((e) => String(e.result.steps.q.data)))
      })
    assert.ok(drawn.size > 1)
  })
})

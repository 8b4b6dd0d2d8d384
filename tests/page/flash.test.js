// FlashAttention, tile by tile.
import assert from 'node:assert/strict'
import { inside, pages, settled, textOf } from './browser.js'

/** @typedef {import('./browser.js').Handle} Handle */

const near = (/** @type {number} */ a, /** @type {number} */ b, within = 1e-6) =>
  assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`)

/** The first query: m, ℓ, o and the factor after each of its tiles. @param {Handle} flash */
const firstRow = (flash) =>
  flash.evaluate((e) =>
    e.result.taken
      .filter((/** @type {any} */ tile) => tile.row === 0)
      .map((/** @type {any} */ tile) => ({
        m: tile.rowMax.data[0],
        factor: tile.factor.data[0],
        l: tile.rowSum.data[0],
        o: tile.gathered.data[0],
      })),
  )

pages('flash', ({ test, visit }) => {
  test('1 3 | 2 5 over 1 2 3 4: every number of the online softmax, and three wrong ones', () =>
    visit('lang=en', async (flash) => {
      for (const _ of [1, 2, 3, 4]) {
        await (await inside(flash, 'button.primary')).click()
        await settled(flash)
      }
      const [one, two] = await firstRow(flash)
      assert.equal(one.m, 3)
      near(one.l, 1.135335)
      near(one.o, 2.135335)
      assert.equal(two.m, 5)
      near(two.factor, 0.135335)
      near(two.l, 1.203438)
      near(two.o, 4.438347)
      near(await flash.evaluate((e) => e.result.output.data[0]), 3.688057)
      assert.ok((await flash.evaluate((e) => e.result.difference)) <= 1e-6)
      assert.match(await textOf(await inside(flash, '[data-invariant]')), /exact, no approximation/)
      for (const [rescale, wrong] of /** @type {const} */ ([
        ['none', 2.87613],
        ['wrong_sign', 2.11122],
      ])) {
        await flash.evaluate((e, value) => e.store.set({ rescale: value }), rescale)
        await settled(flash)
        near(await flash.evaluate((e) => e.result.output.data[0]), wrong, 1e-5)
        assert.match(await textOf(await inside(flash, '[data-invariant]')), /wrong numbers/)
      }
    }))

  test('a bet on the factor, then the truth beside it; undo gives the tile back', () =>
    visit('lang=zh&state=taken:0', async (flash) => {
      const slider = await inside(flash, 'qkv-number-line', 'input')
      await slider.focus()
      await slider.press('Home')
      for (let i = 0; i < 14; ++i) await slider.press('ArrowRight')
      await (await inside(flash, 'button.primary')).click()
      await settled(flash)
      assert.match(await textOf(await inside(flash, '.say')), /你猜 ×0\.14，实际 ×0\.135/)
      await flash.evaluate((e) => e.store.undo())
      await settled(flash)
      assert.equal(await flash.evaluate((e) => e.result.taken.length), 1)
    }))

  test('a trained head, 17 tokens in tiles of 4, in any order: the same as the whole table; hidden tiles are skipped', () =>
    visit('preset=trained&lang=en', async (flash) => {
      const buttons = () => flash.$$eval('pierce/.buttons button', (all) => all.length)
      assert.ok((await buttons()) >= 3)
      await (await inside(flash, '.buttons button:nth-child(3)')).click()
      await settled(flash)
      const { taken, tiles, hidden, difference, order, last } = await flash.evaluate((e) => ({
        taken: e.result.taken.length,
        tiles: e.result.tiles,
        hidden: e.result.hidden.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b),
        difference: e.result.difference,
        order: e.result.taken.map((/** @type {any} */ t) => t.row * e.result.tiles + t.col),
        last: e.result.rowMax.rows,
      }))
      assert.equal(last, 17)
      assert.equal(tiles, 5)
      assert.equal(hidden, 10)
      assert.equal(taken, 15)
      assert.ok(difference <= 1e-6)
      assert.notDeepEqual(
        order,
        [...order].sort((/** @type {number} */ a, /** @type {number} */ b) => a - b),
      )
    }))

  test('a score that is edited changes what comes out, and still both ways agree', () =>
    visit('lang=en&state=taken:0', async (flash) => {
      const cell = await inside(flash, 'qkv-matrix-view', '[role=gridcell]')
      await cell.focus()
      await cell.press('9')
      await cell.press('Enter')
      await (await inside(flash, '.buttons button:nth-child(2)')).click()
      await settled(flash)
      assert.equal(await flash.evaluate((e) => e.result.rowMax.data[0]), 9)
      assert.ok((await flash.evaluate((e) => e.result.difference)) <= 1e-6)
    }))

  test('both ways are timed here, and fitted', () =>
    visit('view=measured&lang=en', async (flash) => {
      await flash.evaluate((e) => e.measure())
      await settled(flash)
      const { naive, tiled } = await flash.evaluate((e) => e.times)
      assert.deepEqual(
        naive.map((/** @type {any} */ point) => point.n),
        [64, 128, 256, 512, 1024, 2048],
      )
      assert.ok(tiled.every((/** @type {any} */ point) => point.ms > 0))
    }))
})

// The speed page.
import assert from 'node:assert/strict'
import { pages, inside, textOf } from './browser.js'

pages('bench', ({ everywhere }) => {
  everywhere(
    'the speed page measures in turns with the peak, says what it used, and can be stopped',
    (visit) =>
      visit('lang=en&preset=quick', async (bench, page) => {
        await (await inside(bench, 'button.primary')).click()
        await page.waitForFunction((e) => !e.measuring && e.result, { polling: 50 }, bench)
        const result = JSON.parse(await bench.evaluate((e) => e.report))
        assert.equal(result.module, await bench.evaluate((e) => e.engine.module))
        assert.match(result.tile, /^(3 × 12|4 × 8|6 × 8)$/)
        const groups = result.rows.map((/** @type {any} */ row) => row.group)
        assert.deepEqual(groups, 'memory gemm gemm gemm softmax attention attention'.split(' '))
        for (const { group, ms, rate, share, intensity } of result.rows) {
          assert.ok(ms > 0 && Number.isFinite(share))
          if (group !== 'softmax') assert.ok(rate > 0 && intensity > 0)
        }
        // n = 512: 4 n² d operations over q, k, v and the output; the table against the tiles.
        const long = result.rows.at(-1)
        assert.equal(long.intensity, (4 * 512 * 512 * 64) / (4 * 4 * 512 * 64))
        assert.equal(long.naiveScratchBytes, 4 * 512 * 512)
        assert.ok(long.scratchBytes < 1e6)
        assert.ok(result.peak > 0 && result.bandwidth > 0)
        const text = await textOf(await inside(bench, '.content'))
        assert.match(text, /matrix product n = 512 .* attention n = 512 naive: .*; table 1 MB, tiled \d/)
        assert.ok(await inside(bench, 'qkv-roofline', 'circle'))
        await (await inside(bench, 'button.primary')).click()
        await page.waitForFunction((e) => e.measuring, { polling: 20 }, bench)
        await (await inside(bench, '.bar button')).click()
        await page.waitForFunction((e) => !e.measuring, { polling: 20 }, bench)
      }),
  )
})

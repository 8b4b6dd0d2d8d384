// What holds for every figure, from its card: it opens, shows what it can do, undoes its choices, fits a phone, makes its own link.
import assert from 'node:assert/strict'
import { cards } from '../../web/figures/index.js'
import { figure, open, pages, settled } from './browser.js'

for (const [name, { views }] of Object.entries(cards))
  pages(name, ({ browser, site, file, test, visit }) => {
    test(`${name}: opens as its card says, in both languages, over http and from disk`, async () => {
      for (const [i, view] of views.entries())
        for (const lang of ['zh', 'en'])
          await visit(`${view}&lang=${lang}`, async (element) => {
            if (i === 0 && lang === 'en') await element.evaluate((e) => e.demonstrate())
            await settled(element)
            assert.equal(
              await element.evaluate((e) => e.shadowRoot.querySelector('.notice')?.textContent ?? ''),
              '',
            )
          })
      await visit(`${file()}#/figure/${name}?lang=zh`, async () => {})
    })

    test(`${name}: a list of choices shows what was undone to, however often it was chosen from`, () =>
      visit('lang=en', async (element) => {
        const lists = 'select:not(.preset)'
        const count = await element.evaluate((e, css) => e.renderRoot.querySelectorAll(css).length, lists)
        for (let i = 0; i < count; ++i) {
          const shown = async (/** @type {number|undefined} */ chosen = undefined) => {
            await settled(element)
            return element.evaluate(
              (e, css, at, index) => {
                const select = e.renderRoot.querySelectorAll(css)[at]
                if (index !== undefined) {
                  select.selectedIndex = index
                  select.dispatchEvent(new Event('change'))
                }
                return select.selectedIndex
              },
              lists,
              i,
              chosen,
            )
          }
          const undo = async () => {
            await element.evaluate((e) => e.store.undo())
            return shown()
          }
          const first = await shown()
          const other = first === 0 ? 1 : 0
          for (const chosen of [other, first, other, first]) await shown(chosen)
          const seen = [await undo(), await undo(), await undo(), await undo()]
          assert.deepEqual(seen, [other, first, other, first], `choice ${i + 1}`)
        }
      }))

    test(`${name}: nothing wider than a phone of 320 px`, async () => {
      for (const lang of ['zh', 'en']) {
        const { page } = await open(browser(), `${site()}#/figure/${name}?${views[0]}&lang=${lang}`, {
          width: 320,
          height: 640,
        })
        await figure(page, `qkv-${name}`)
        await new Promise((done) => setTimeout(done, 300))
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(width <= 320, `${lang}: ${width} px wide`)
        await page.close()
      }
    })
  })

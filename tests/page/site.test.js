// The site around the figures: pages by their address, what stays and what is told when something is missing.
import assert from 'node:assert/strict'
import { LOCALES } from '../../web/i18n/locales.js'
import { cards } from '../../web/figures/index.js'
import { addressed, figure, inside, open, pages, settled, textOf, visit } from './browser.js'

/** @typedef {import('./browser.js').Handle} Handle */
/** @typedef {import('./browser.js').Page} Page */

/** @param {Page} page @returns {Promise<Handle>} */
const siteOf = async (page) => /** @type {Handle} */ (await page.waitForSelector('qkv-site'))

pages('site', ({ browser, site, test }) => {
  test('language and theme switch in place and keep what was changed', () =>
    visit(
      browser(),
      `${site()}#/figure/anatomy?lang=en&state=temperature:0.5`,
      'qkv-anatomy',
      async (anatomy, page) => {
        const weights = () => anatomy.evaluate((e) => Array.from(e.steps.weights.data))
        const before = await weights()
        await (await inside(await siteOf(page), '.settings button')).click()
        await settled(anatomy)
        assert.match(await textOf(await inside(anatomy, '.bar')), /温度/)
        assert.deepEqual(await weights(), before)
        assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN')
        await addressed(page, 'lang=zh')
        await addressed(page, 'temperature:0.5')
      },
    ))

  test('unknown pages and figures say so and show the way in', async () => {
    for (const [hash, way] of [
      ['#/nowhere', 'qkv-anatomy'],
      ['#/figure/none-such', 'qkv-gallery'],
      ['#/figure/constructor', 'qkv-gallery'],
    ]) {
      const { page, problems } = await open(browser(), `${site()}${hash}`)
      const shown = await page.waitForFunction(
        (tag) => {
          const root = document.querySelector('qkv-site')?.shadowRoot
          return root?.querySelector(tag) && root.querySelector('.note')?.textContent?.trim()
        },
        { polling: 50 },
        way,
      )
      assert.ok(await shown.jsonValue())
      assert.deepEqual(problems, [])
      await page.close()
    }
  })

  test('the gallery has a drawn card for each figure, in each language, and each leads to its figure', async () => {
    for (const { tag } of LOCALES) {
      const { page, problems } = await open(browser(), `${site()}#/figures?lang=${tag}`)
      await page.waitForFunction(
        () => document.querySelector('qkv-site')?.shadowRoot?.querySelector('qkv-gallery'),
        { polling: 50 },
      )
      const gallery = await inside(await siteOf(page), 'qkv-gallery')
      await settled(gallery)
      const links = await gallery.evaluate((e) =>
        [...e.shadowRoot.querySelectorAll('a')].map((a) => ({
          href: a.getAttribute('href'),
          drawn: !!a.querySelector('svg'),
          words: a.textContent.trim().length,
        })),
      )
      assert.deepEqual(
        links.map(({ href }) => href).sort(),
        Object.keys(cards)
          .map((name) => `#/figure/${name}`)
          .sort(),
      )
      assert.ok(links.every(({ drawn, words }) => drawn && words > 10))
      await (await inside(gallery, 'a[href="#/figure/softmax"]')).click()
      await figure(page, 'qkv-softmax')
      assert.deepEqual(problems, [])
      await page.close()
    }
  })

  test('a page that is slow to come does not take the place of the one that was asked for later', async () => {
    const { page } = await open(browser(), `${site()}#/?lang=en`)
    await figure(page, 'qkv-anatomy')
    await page.evaluate(async () => {
      for (const hash of ['#/figure/train', '#/figure/model', '#/figures', '#/figure/softmax']) {
        location.hash = hash
        await new Promise((done) => setTimeout(done))
      }
    })
    await figure(page, 'qkv-softmax')
    await new Promise((done) => setTimeout(done, 500))
    await inside(await siteOf(page), 'qkv-softmax')
    await page.close()
  })

  test('many changes in a row leave few addresses, and the last of them', () =>
    visit(browser(), `${site()}#/figure/anatomy?lang=en`, 'qkv-anatomy', async (anatomy, page) => {
      const written = await page.evaluateHandle(() => {
        const count = { addresses: 0, entries: history.length }
        const replace = history.replaceState.bind(history)
        history.replaceState = (/** @type {any[]} */ ...args) => {
          count.addresses += 1
          return replace(.../** @type {[any, string, string]} */ (args))
        }
        return count
      })
      await anatomy.evaluate(async (e) => {
        for (let i = 1; i <= 150; ++i) {
          e.store.set({ temperature: i / 100 }, { gesture: 'slide' })
          await new Promise((done) => setTimeout(done))
        }
      })
      await addressed(page, 'temperature:1.5')
      const { addresses, entries } = await written.evaluate((count) => ({
        ...count,
        entries: history.length - count.entries,
      }))
      assert.ok(addresses < 30, `${addresses} addresses`)
      assert.equal(entries, 0)
    }))

  test('figures that come and go leave nothing running, and work when they stay', () =>
    visit(browser(), `${site()}#/figure/anatomy?lang=en`, 'qkv-anatomy', async (_, page) => {
      await page.evaluate(() => (location.hash = '#/figure/model'))
      await figure(page, 'qkv-model')
      await page.evaluate(() => (location.hash = '#/figure/cost'))
      const cost = await figure(page, 'qkv-cost')
      const result = await cost.evaluate(async (_e) => {
        let [made, ended] = [0, 0]
        const Real = Worker
        // @ts-ignore counted
        globalThis.Worker = class extends Real {
          constructor(/** @type {any[]} */ ...args) {
            super(.../** @type {[any]} */ (args))
            made += 1
          }
          terminate() {
            ended += 1
            super.terminate()
          }
        }
        const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms))
        for (let i = 0; i < 5; ++i) {
          const model = document.createElement('qkv-model')
          document.body.append(model)
          if (i % 2) await pause(30)
          model.remove()
        }
        const again = /** @type {any} */ (document.createElement('qkv-cost'))
        document.body.append(again)
        while (!again.ready) await pause(20)
        again.measure()
        await 0
        again.remove()
        document.body.append(again)
        while (!again.ready) await pause(20)
        await pause(1500)
        const stuck = !!again.measuring
        again.remove()
        // A worker that was still starting ends when it has started: on a busy machine that takes its time.
        for (let waited = 0; made !== ended && waited < 10000; waited += 50) await pause(50)
        return { left: made - ended, stuck }
      })
      assert.deepEqual(result, { left: 0, stuck: false })
    }))

  test('addresses from before open the same view', async () => {
    for (const [address, tag, property, wanted] of [
      ['#/figure/train?preset=sort', 'qkv-train', 'taskName', 'sorting'],
      ['#/figure/train?preset=clause', 'qkv-train', 'taskName', 'who-is-he'],
      ['#/figure/train?state=task:sort', 'qkv-train', 'taskName', 'sorting'],
      ['#/figure/leak?preset=repeat', 'qkv-leak', 'preset', 'sink'],
      ['#/figure/leak?state=data:repeat', 'qkv-leak', 'data', 'sink'],
      ['#/models', 'qkv-model', 'preset', ''],
      ['#/bench?preset=quick', 'qkv-bench', 'preset', 'quick'],
    ])
      await visit(browser(), `${site()}${address}`, tag, async (element) => {
        await settled(element)
        assert.equal(
          await element.evaluate((e, name) => e[name] ?? e.store.values[name], property),
          wanted,
          address,
        )
        assert.equal(
          await element.evaluate((e) => e.shadowRoot.querySelector('.notice')?.textContent ?? ''),
          '',
        )
      })
  })

  test('what could not be stored is kept for as long as the page is there', async () => {
    const { page } = await open(browser(), `${site()}#/?lang=en`)
    await figure(page, 'qkv-anatomy')
    const theme = await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
      const select = /** @type {any} */ (document.querySelector('qkv-site')).shadowRoot.querySelector(
        '.settings select',
      )
      select.value = 'dark'
      select.dispatchEvent(new Event('change'))
      return /** @type {any} */ (document.querySelector('qkv-site')).theme
    })
    assert.equal(theme, 'dark')
    await page.evaluate(() => (location.hash = '#/lesson/softmax?lang=en'))
    const choose = await page.waitForFunction(
      () =>
        document
          .querySelector('qkv-site')
          ?.shadowRoot?.querySelector('qkv-lessons')
          ?.shadowRoot?.querySelector('qkv-choose'),
      { polling: 50 },
    )
    await (await inside(/** @type {Handle} */ (choose.asElement()), 'li button')).click()
    await page.evaluate(() => (location.hash = '#/figures'))
    await page.waitForFunction(
      () => document.querySelector('qkv-site')?.shadowRoot?.querySelector('qkv-gallery'),
      { polling: 50 },
    )
    await page.evaluate(() => (location.hash = '#/lesson/softmax'))
    const again = await page.waitForFunction(
      () =>
        document
          .querySelector('qkv-site')
          ?.shadowRoot?.querySelector('qkv-lessons')
          ?.shadowRoot?.querySelector('qkv-choose'),
      { polling: 50 },
    )
    assert.equal(await /** @type {Handle} */ (again.asElement()).evaluate((e) => e.chosen), 0)
    await page.close()
  })
})

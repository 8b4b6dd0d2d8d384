// Accessibility, by axe-core: every view in Chinese and light, in English and dark. Words do not know the theme nor
// colours the language, so that these two see each word and each colour once.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { serve } from '../../tools/serve.js'
import { root } from '../js/golden.js'
import { launch, open } from './browser.js'
import { addressOf, shown, views } from './views.js'

describe('axe', () => {
  /** @type {import('puppeteer-core').Browser} */
  let browser
  /** @type {{ url: string, close: () => void }} */
  let server
  const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')
  before(async () => {
    browser = await launch('chromium')
    server = await serve(join(root, 'build/site'))
  })
  after(async () => {
    await browser?.close()
    server?.close()
  })

  /** What axe finds, the first few. @param {import('puppeteer-core').Page} page @returns {Promise<string[]>} */
  async function violationsOf(page) {
    await page.evaluate(axe)
    const violations = await page.evaluate(async () => {
      // @ts-ignore axe is there since the line above
      const result = await globalThis.axe.run(document, {
        resultTypes: ['violations'],
        rules: { 'target-size': { enabled: true } }, // WCAG 2.2 AA, which is off as it comes
      })
      return result.violations.flatMap((/** @type {any} */ v) =>
        v.nodes.map(
          (/** @type {any} */ n) =>
            `${v.id}: ${n.target.flat().join(' ')} ${n.failureSummary.split('\n').slice(1, 3).join(' ')}`,
        ),
      )
    })
    return violations.slice(0, 8)
  }

  const looks = [
    { lang: 'zh', theme: 'light' },
    { lang: 'en', theme: 'dark' },
  ]
  for (const view of views)
    for (const look of looks)
      test(`${view.name} ${look.lang} ${look.theme}`, async () => {
        const { page } = await open(browser, server.url + addressOf(view, look))
        await shown(page, view)
        assert.deepEqual(await violationsOf(page), [])
        await page.close()
      })
})

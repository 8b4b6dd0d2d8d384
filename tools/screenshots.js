// Pictures of every view under build/screenshots, to be looked at: node tools/screenshots.js [part of a name]
import { mkdir } from 'node:fs/promises'
import { launch, open } from '../tests/page/browser.js'
import { addressOf, shown, views } from '../tests/page/views.js'
import { LOCALES } from '../web/i18n/locales.js'
import { serve } from './serve.js'

const SIZES = { wide: 1280, phone: 390 }
const wanted = process.argv[2] ?? ''

await mkdir('build/screenshots', { recursive: true })
const server = await serve('build/site')
const browser = await launch('chromium')
for (const view of views)
  for (const [size, width] of Object.entries(SIZES))
    for (const { tag: lang } of LOCALES)
      for (const theme of ['light', 'dark']) {
        const name = `${view.name}-${size}-${lang}-${theme}`
        if (!name.includes(wanted)) continue
        const { page, problems } = await open(browser, server.url + addressOf(view, { lang, theme }), {
          width,
        })
        await shown(page, view)
        // As high as the page, so that what sticks to the window's edge stands at its own place.
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.setViewport({ width, height })
        await page.screenshot({ path: `build/screenshots/${name}.png`, fullPage: true })
        if (problems.length) console.error(name, problems)
        await page.close()
      }
await browser.close()
server.close()

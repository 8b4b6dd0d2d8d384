// Accessibility, by axe-core: every view, both languages, both themes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { serve } from '../../tools/serve.js'
import { root } from '../js/golden.js'
import { lessonsOf } from '../../web/build/lessons.js'
import { figure, launch, lesson, open } from './browser.js'

/** Every lesson, with all of its figures. */
const LESSONS = lessonsOf('en').map(({ slug }) => slug)

const VIEWS = {
  '#/': 'qkv-anatomy',
  '#/figure/anatomy?state=pin:weights.3.1': 'qkv-anatomy',
  '#/figure/anatomy?preset=who-is-it&state=mask:window;size:3;scale:0': 'qkv-anatomy',
  '#/figure/model?state=pin:scores.8.1': 'qkv-model',
  '#/figure/model?state=model:who-is-he': 'qkv-model',
  '#/figure/cost?state=bound:512': 'qkv-cost',
  '#/figure/train?preset=reversal&state=steps:20': 'qkv-train',
  '#/figure/leak?state=loss:none;writing:causal': 'qkv-leak',
  '#/figure/softmax': 'qkv-softmax',
  '#/figure/scaling': 'qkv-scaling',
  '#/figure/mask?preset=late': 'qkv-mask',
  '#/figure/search': 'qkv-search',
  '#/figure/fill': 'qkv-fill',
  '#/figure/predict?preset=mask&state=seed:5;guess:0.4;revealed:1': 'qkv-predict',
  '#/figure/predict?preset=shares': 'qkv-predict',
  '#/figure/average': 'qkv-average',
  '#/figure/guess?state=sentence:3;shares:70|30;revealed:1': 'qkv-guess',
  '#/figure/heads': 'qkv-heads',
  '#/figure/code': 'qkv-code',
  '#/figure/quiz': 'qkv-quiz',
  '#/bench?preset=quick': 'qkv-bench',
  'embed.html?figure=anatomy': 'qkv-anatomy',
}

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
      const result = await globalThis.axe.run(document, { resultTypes: ['violations'] })
      return result.violations.flatMap((/** @type {any} */ v) =>
        v.nodes.map(
          (/** @type {any} */ n) =>
            `${v.id}: ${n.target.flat().join(' ')} ${n.failureSummary.split('\n').slice(1, 3).join(' ')}`,
        ),
      )
    })
    return violations.slice(0, 8)
  }

  for (const slug of LESSONS)
    for (const [lang, theme] of [
      ['zh', 'light'],
      ['en', 'dark'],
    ])
      test(`lesson ${slug} ${lang} ${theme}`, async () => {
        const { page } = await open(browser, `${server.url}#/lesson/${slug}?lang=${lang}&theme=${theme}`)
        await lesson(page, slug)
        await new Promise((done) => setTimeout(done, 500))
        assert.deepEqual(await violationsOf(page), [])
        await page.close()
      })

  for (const [view, tag] of Object.entries(VIEWS))
    for (const lang of ['zh', 'en'])
      for (const theme of ['light', 'dark'])
        test(`${view} ${lang} ${theme}`, async () => {
          const { page } = await open(
            browser,
            `${server.url}${view}${view.includes('?') ? '&' : '?'}lang=${lang}&theme=${theme}`,
          )
          const element = await figure(page, tag)
          if (tag === 'qkv-model')
            await page.waitForFunction((e) => e.result && e.steps, { polling: 50 }, element)
          if (tag === 'qkv-cost' || tag === 'qkv-bench') await element.evaluate((e) => e.measure())
          if (tag === 'qkv-train' || tag === 'qkv-leak') {
            await page.waitForFunction((e) => e.run?.probe || e.runs?.none.probe, { polling: 50 }, element)
            await element.evaluate((e) => e.train())
          }
          await new Promise((done) => setTimeout(done, 300))
          assert.deepEqual(await violationsOf(page), [])
          await page.close()
        })
})

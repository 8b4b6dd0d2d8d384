// Pictures of every view under build/screenshots, to be looked at: node tools/screenshots.js [part of a name]
import { mkdir } from 'node:fs/promises'
import { figure, launch, lesson, open } from '../tests/page/browser.js'
import { lessonsOf } from '../web/build/lessons.js'
import { serve } from './serve.js'

/** @type {Record<string, { hash: string, tag?: string, slug?: string }>} */
const VIEWS = {
  home: { hash: '#/', tag: 'qkv-anatomy' },
  anatomy: { hash: '#/figure/anatomy?preset=annual-leave&state=pin:weights.3.1', tag: 'qkv-anatomy' },
  model: { hash: '#/figure/model?state=pin:scores.8.1', tag: 'qkv-model' },
  cost: { hash: '#/figure/cost', tag: 'qkv-cost' },
  train: { hash: '#/figure/train?preset=induction', tag: 'qkv-train' },
  leak: { hash: '#/figure/leak?state=loss:none;writing:causal', tag: 'qkv-leak' },
  search: { hash: '#/figure/search', tag: 'qkv-search' },
  scaling: { hash: '#/figure/scaling', tag: 'qkv-scaling' },
  softmax: { hash: '#/figure/softmax', tag: 'qkv-softmax' },
  mask: { hash: '#/figure/mask?preset=late', tag: 'qkv-mask' },
  average: { hash: '#/figure/average', tag: 'qkv-average' },
  guess: { hash: '#/figure/guess?state=sentence:3;shares:70|30;revealed:1', tag: 'qkv-guess' },
  heads: { hash: '#/figure/heads', tag: 'qkv-heads' },
  code: { hash: '#/figure/code', tag: 'qkv-code' },
  quiz: { hash: '#/figure/quiz', tag: 'qkv-quiz' },
  fill: { hash: '#/figure/fill', tag: 'qkv-fill' },
  predict: { hash: '#/figure/predict?state=seed:5;guess:0.4;revealed:1', tag: 'qkv-predict' },
  bench: { hash: '#/bench?preset=quick', tag: 'qkv-bench' },
}
for (const { slug } of lessonsOf('en')) VIEWS[`lesson-${slug}`] = { hash: `#/lesson/${slug}`, slug }
const SIZES = { wide: 1280, phone: 390 }
const wanted = process.argv[2] ?? ''

await mkdir('build/screenshots', { recursive: true })
const server = await serve('build/site')
const browser = await launch('chromium')
for (const [view, { hash, tag, slug }] of Object.entries(VIEWS))
  for (const [size, width] of Object.entries(SIZES))
    for (const lang of ['zh', 'en'])
      for (const theme of ['light', 'dark']) {
        const name = `${view}-${size}-${lang}-${theme}`
        if (!name.includes(wanted)) continue
        const joint = hash.includes('?') ? '&' : '?'
        const { page, problems } = await open(
          browser,
          `${server.url}${hash}${joint}lang=${lang}&theme=${theme}`,
          { width },
        )
        const element = slug ? await lesson(page, slug) : await figure(page, tag ?? '')
        if (tag === 'qkv-model')
          await page.waitForFunction((e) => e.result && e.steps, { polling: 50 }, element)
        if (tag === 'qkv-cost' || tag === 'qkv-bench') await element.evaluate((e) => e.measure())
        if (tag === 'qkv-train' || tag === 'qkv-leak') {
          await page.waitForFunction((e) => e.run?.probe || e.runs?.none.probe, { polling: 50 }, element)
          await element.evaluate((e) => e.train())
        }
        await new Promise((resolve) => setTimeout(resolve, 350))
        // As high as the page, so that what sticks to the window's edge stands at its own place.
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.setViewport({ width, height })
        await page.screenshot({ path: `build/screenshots/${name}.png`, fullPage: true })
        if (problems.length) console.error(name, problems)
        await page.close()
      }
await browser.close()
server.close()

// Figures in other people's pages: frames, sandboxes, strict policies, the element bundle, the examples.
import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { pathToFileURL } from 'node:url'
import { serve } from '../../tools/serve.js'
import { root } from '../js/golden.js'
import { figure, inside, open, pages, textOf, visit } from './browser.js'

pages('embed', ({ browser, site, test }) => {
  /** @type {{ url: string, close: () => void }} */
  let project
  before(async () => (project = await serve(root)))
  after(() => project?.close())

  test('a strict content security policy: no eval, scripts from here only', async () => {
    const policy =
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
    const strict = await serve(join(root, 'build/site'), { headers: { 'content-security-policy': policy } })
    const { page, problems } = await open(browser(), `${strict.url}#/figure/anatomy`)
    const anatomy = await figure(page, 'qkv-anatomy')
    assert.equal(await anatomy.evaluate((e) => e.steps.weights.data[13].toFixed(3)), '0.735')
    assert.deepEqual(problems, [])
    // A policy that forbids workers from blobs: the model runs on the page itself.
    await page.goto(`${strict.url}#/figure/model`)
    const model = await figure(page, 'qkv-model')
    await page.waitForFunction((e) => e.result, { polling: 50 }, model)
    await page.close()
    strict.close()
  })

  test('a policy that forbids WebAssembly is explained, and the page is not blank', async () => {
    const strict = await serve(join(root, 'build/site'), {
      headers: { 'content-security-policy': "script-src 'self'" },
    })
    const { page } = await open(browser(), `${strict.url}#/figure/anatomy?lang=en`)
    await page.waitForFunction(
      () =>
        document
          .querySelector('qkv-site')
          ?.shadowRoot?.querySelector('qkv-anatomy')
          ?.shadowRoot?.textContent?.includes("script-src 'wasm-unsafe-eval'"),
      { polling: 50 },
    )
    await page.close()
    strict.close()
  })

  test('examples/embed-iframe.html: the frames grow to their figures and tell their state', async () => {
    const { page, problems } = await open(browser(), `${project.url}examples/embed-iframe.html`)
    const grown = (/** @type {number} */ i) =>
      page.waitForFunction(
        (at) => Math.abs(document.querySelectorAll('iframe')[at].offsetHeight - 384) > 20,
        { polling: 100 },
        i,
      )
    await grown(0)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight)) // the second is loaded when it comes into sight
    await grown(1)
    assert.deepEqual(problems, [])
    await page.close()
  })

  test('examples/embed-elements.html: two figures that do not disturb each other', async () => {
    const { page, problems } = await open(browser(), `${project.url}examples/embed-elements.html`)
    await page.waitForFunction(
      () => [...document.querySelectorAll('qkv-anatomy')].every((e) => /** @type {any} */ (e).steps),
      { polling: 50, timeout: 30000 },
    )
    const weights = () =>
      page.$$eval('qkv-anatomy', (all) =>
        all.map((e) => /** @type {any} */ (e).steps.weights.data[13].toFixed(3)),
      )
    const first = await weights()
    await page.$eval('qkv-anatomy', (e) => /** @type {any} */ (e).store.set({ temperature: 5 }))
    await new Promise((done) => setTimeout(done, 100))
    const afterwards = await weights()
    assert.notEqual(afterwards[0], first[0])
    assert.equal(afterwards[1], first[1])
    assert.match(await page.$eval('#log', (e) => e.textContent ?? ''), /temperature:5/)
    assert.deepEqual(problems, [])
    await page.close()
  })

  test('the classic bundle works from disk, without a server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qkv lab '))
    const script = pathToFileURL(join(root, 'build/lib/elements.iife.js')).href
    writeFileSync(
      join(folder, 'page.html'),
      `<!doctype html><meta charset="utf-8"><body><qkv-anatomy lang="zh"></qkv-anatomy><script src="${script}"></script>`,
    )
    const { page, problems } = await open(browser(), pathToFileURL(join(folder, 'page.html')).href)
    const anatomy = await figure(page, 'qkv-anatomy')
    assert.equal(await anatomy.evaluate((e) => e.steps.weights.data[13].toFixed(3)), '0.735')
    assert.deepEqual(problems, [])
    await page.close()
  })

  test('the single file in a sandboxed frame without an origin', async () => {
    const { page, problems } = await open(browser(), `${project.url}tests/page/sandbox.html`)
    await page.waitForFunction(() => /** @type {any} */ (window).ready?.includes('qkv-ready'), {
      polling: 50,
      timeout: 30000,
    })
    await page.waitForFunction(() => /** @type {any} */ (window).height > 300, { polling: 50 })
    assert.deepEqual(problems, [])
    await page.close()
  })

  test('embed.html: one figure alone, told by the query, hidden controls hidden', () =>
    visit(
      browser(),
      `${site()}embed.html?figure=anatomy&preset=who-is-it&lang=zh&theme=dark&controls=mask&state=mask:none`,
      'qkv-anatomy',
      async (anatomy, page) => {
        assert.equal(await anatomy.evaluate((e) => e.steps.weights.rows), 7)
        assert.equal(await anatomy.evaluate((e) => e.shadowRoot.querySelector('input[type=range]')), null)
        assert.match(await textOf(await inside(anatomy, '.bar')), /掩码/)
        assert.equal(await page.evaluate(() => document.querySelector('qkv-site')), null)
        await anatomy.evaluate((e) => e.store.set({ temperature: 2 }))
        await page.waitForFunction(() => location.search.includes('temperature:2'), { polling: 20 })
      },
    ))

  test('embed.html with an unknown figure says what there is', async () => {
    const { page } = await open(browser(), `${site()}embed.html?figure=nothing&lang=en`)
    await page.waitForFunction(() => /There are: .*anatomy/.test(document.body.textContent ?? ''), {
      polling: 50,
    })
    await page.close()
  })
})

// Whatever keeps a page or its engine from starting leaves a sentence, names its own cause, and tells the page around a frame.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../tools/serve.js'
import { root } from '../js/golden.js'
import { figure, pages, settled } from './browser.js'

const built = join(root, 'build/site')

pages('starts', ({ test, browser }) => {
  /**
   * Opens a page of a server with ways of its own.
   * @param {any} ways of serve() @param {string} address @param {(page: import('puppeteer-core').Page, url: string) => Promise<void>} use
   */
  async function opened(ways, address, use) {
    const server = await serve(built, ways)
    const page = await browser().newPage()
    try {
      await page.goto(`${server.url}${address}`)
      await use(page, server.url)
    } finally {
      await page.close()
      server.close()
    }
  }
  /** All words of the page, through shadow roots. @param {import('puppeteer-core').Page} page @returns {Promise<string>} */
  const words = (page) =>
    page.evaluate(() => {
      /** @type {(at: any) => string} */
      const deep = (at) =>
        [...at.childNodes]
          .map((n) => {
            if (n.nodeType === 3) return n.data
            if (/^(style|script)$/.test(n.localName)) return ''
            return (n.shadowRoot ? deep(n.shadowRoot) : '') + deep(n)
          })
          .join('')
      return deep(document.body).replace(/\s+/g, ' ')
    })
  /** @param {import('puppeteer-core').Page} page @param {RegExp} wanted */
  async function says(page, wanted) {
    for (let tries = 0; tries < 100 && !wanted.test(await words(page)); ++tries)
      await new Promise((done) => setTimeout(done, 100))
    assert.match(await words(page), wanted)
  }

  test('a folder without its slash, where every script is missing', () =>
    opened(
      {
        instead: (/** @type {string} */ path) =>
          path === '/tools/qkv'
            ? { body: readFileSync(join(built, 'index.html')) }
            : path.startsWith('/tools/')
              ? { status: 404, body: 'no' }
              : undefined,
      },
      'tools/qkv',
      (page) => says(page, /last slash|could not be fetched/),
    ))

  test('the main script is missing', () =>
    opened(
      {
        instead: (/** @type {string} */ path) =>
          path.endsWith('/assets/main.js') ? { status: 404, body: 'no' } : undefined,
      },
      '',
      (page) => says(page, /The script of this page could not be fetched/),
    ))

  test('a router that answers HTML for every module: that is the cause, not the policy', () =>
    opened(
      {
        instead: (/** @type {string} */ path) =>
          path.endsWith('.wasm') ? { body: '<!doctype html><title>Not here</title>' } : undefined,
      },
      'embed.html?figure=anatomy&lang=en',
      async (page) => {
        await says(page, /is no WebAssembly, it begins with '<!doctype html/)
        assert.doesNotMatch(await words(page), /policy/)
      },
    ))

  test('cut off modules are called cut off', () =>
    opened(
      {
        instead: (/** @type {string} */ path) => {
          if (!path.endsWith('.wasm')) return undefined
          return { type: 'application/wasm', body: readFileSync(join(built, path)).subarray(0, 3000) }
        },
      },
      'embed.html?figure=anatomy&lang=zh',
      (page) => says(page, /的文件不完整，或者坏了（有 3000 字节）/),
    ))

  test('one module is missing or broken: the next is taken', async () => {
    for (const body of ['not found', '<!doctype html>'])
      await opened(
        {
          instead: (/** @type {string} */ path) =>
            /relaxed.*\.wasm$/.test(path) ? { status: body[0] === 'n' ? 404 : 200, body } : undefined,
        },
        'embed.html?figure=anatomy&lang=en',
        async (page) => {
          const anatomy = await figure(page, 'qkv-anatomy')
          assert.equal(await anatomy.evaluate((e) => e.engine.module), 'simd')
          assert.equal(await anatomy.evaluate((e) => e.steps.weights.data[13].toFixed(3)), '0.735')
        },
      )
  })

  test('a sandboxed frame without an origin: words in it, and a message to the host', () =>
    opened(
      {
        instead: (/** @type {string} */ path) =>
          path === '/host.html'
            ? {
                body: `<script>addEventListener('message', (e) => (window.told = [...(window.told ?? []), e.data]))</script><iframe sandbox="allow-scripts" src="/embed.html?figure=anatomy&lang=en"></iframe>`,
              }
            : undefined,
      },
      'host.html',
      async (page) => {
        await page.waitForFunction(
          () =>
            /** @type {any} */ (window).told?.some(
              (/** @type {any} */ m) => m.type === 'qkv-error' && /allow-same-origin/.test(m.message),
            ),
          { polling: 100, timeout: 20000 },
        )
      },
    ))

  test('hosts that parse messages as JSON learn the height, and no message comes twice', () =>
    opened(
      {
        instead: (/** @type {string} */ path) =>
          path === '/host.html'
            ? {
                body: `<script>
                window.heights = []
                addEventListener('message', (e) => { try { const m = JSON.parse(e.data); if (m.subject === 'lti.frameResize') heights.push(m.height), (document.querySelector('iframe').height = m.height + 8) } catch {} })
              </script><iframe width="700" height="150" src="/embed.html?figure=softmax&lang=en"></iframe>`,
              }
            : undefined,
      },
      'host.html',
      async (page) => {
        await page.waitForFunction(() => document.querySelector('iframe')?.offsetHeight ?? 0 > 300, {
          polling: 100,
          timeout: 20000,
        })
        await new Promise((done) => setTimeout(done, 1500))
        const heights = /** @type {number[]} */ (
          await page.evaluate(() => /** @type {any} */ (window).heights)
        )
        assert.ok(heights.length >= 1 && heights.length <= 4, `${heights}`)
        assert.ok(/** @type {number} */ (heights.at(-1)) > 300)
      },
    ))

  test('the bundle loaded twice: the first goes on, the second does not throw', async () => {
    const lib = join(root, 'build/lib')
    const server = await serve(lib, {
      instead: (path) =>
        path === '/page.html' ? { body: '<body><qkv-softmax lang="en"></qkv-softmax>' } : undefined,
    })
    const page = await browser().newPage()
    await page.goto(`${server.url}page.html`)
    const results = await page.evaluate(async () => {
      const load = (/** @type {string} */ version) =>
        import(`/elements.js?${version}`).then(
          () => 'loaded',
          (error) => String(error),
        )
      return [await load('1'), await load('2')]
    })
    assert.deepEqual(results, ['loaded', 'loaded'])
    const softmax = await figure(page, 'qkv-softmax')
    await softmax.evaluate((e) => e.store.set({ temperature: 0.5 }))
    await settled(softmax)
    assert.match(await softmax.evaluate((e) => e.state), /temperature:0\.5/)
    await page.close()
    server.close()
  })

  test('a browser that is a few years old: words are cut and the mask is changed without what it lacks', async () => {
    const server = await serve(built)
    const page = await browser().newPage()
    /** @type {string[]} */
    const problems = []
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.evaluateOnNewDocument(() => {
      // @ts-ignore as Firefox 115 and Chrome 109 are
      delete Intl.Segmenter
      // @ts-ignore
      delete String.prototype.toWellFormed
      // @ts-ignore
      delete String.prototype.isWellFormed
      // @ts-ignore
      delete Array.fromAsync
      // @ts-ignore
      delete Object.groupBy
      // @ts-ignore
      delete Promise.withResolvers
    })
    await page.goto(`${server.url}embed.html?figure=anatomy&lang=zh`)
    const anatomy = await figure(page, 'qkv-anatomy')
    await anatomy.evaluate((e) => {
      const field = e.shadowRoot.querySelector('.tokens input')
      field.value = '我想请三天年假'
      field.dispatchEvent(new Event('change'))
    })
    await settled(anatomy)
    const tokens = /** @type {string[]} */ (await anatomy.evaluate((e) => e.tokens))
    assert.equal(tokens.join(''), '我想请三天年假')
    assert.ok(tokens.length > 1)
    await anatomy.evaluate((e) => e.store.set({ mask: 'none' }))
    await settled(anatomy)
    assert.ok(await anatomy.evaluate((e) => e.steps.weights.data.every((/** @type {number} */ w) => w > 0)))
    assert.deepEqual(problems, [])
    await page.close()
    server.close()
  })
})

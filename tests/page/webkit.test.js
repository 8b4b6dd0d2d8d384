// The third engine: WebKitGTK opens the site, every figure, lessons and the single file, and computes the same numbers.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cards } from '../../web/figures/index.js'
import { serve } from '../../tools/serve.js'
import { root } from '../js/golden.js'
import { hasWebKit, launchWebKit } from './webkit.js'

/** Waits for a figure, wherever it is, and looks at it. @param {string} tag @param {string} look */
const figure = (tag, look) => `
  const deep = (root) => root?.querySelector('${tag}') ?? [...(root?.querySelectorAll('qkv-site, qkv-lessons') ?? [])].map((e) => deep(e.shadowRoot)).find(Boolean)
  const find = () => deep(document)
  for (let i = 0; i < 400 && !find()?.ready && !find()?.failure; ++i) await new Promise((go) => setTimeout(go, 50))
  const e = find()
  if (!e?.ready) throw new Error('${tag} is not ready: ' + (e?.failure ?? document.body.innerText.slice(0, 200)))
  await e.updateComplete
  ${look}`

describe('webkit', { skip: !hasWebKit }, () => {
  /** @type {Awaited<ReturnType<typeof launchWebKit>>} */
  let webkit
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let server
  before(async () => {
    webkit = await launchWebKit()
    server = await serve(join(root, 'build/site'))
  })
  after(async () => {
    await webkit?.close()
    server?.close()
  })

  const row = `return Array.from(e.steps.weights.data.slice(12), (w) => Number(w.toFixed(3)))`

  test('the hand calculation and softmax give the same numbers, on the site and in the single file', async () => {
    const single = pathToFileURL(join(root, 'build/qkv-lab.html')).href
    for (const base of [server.url, single]) {
      await webkit.go(`${base}#/figure/anatomy?lang=zh`)
      assert.deepEqual(await webkit.run(figure('qkv-anatomy', row)), [0.179, 0.735, 0.043, 0.043], base)
      await webkit.go('about:blank')
      await webkit.go(`${base}#/figure/softmax?state=scores:1,2`)
      const shares = await webkit.run(
        figure(
          'qkv-softmax',
          'return Array.from((e.result ?? e.steps).weights.data, (w) => Number(w.toFixed(3)))',
        ),
      )
      assert.deepEqual(shares, [0.269, 0.731], base)
    }
  })

  for (const name of Object.keys(cards))
    test(`${name} opens`, async () => {
      await webkit.go(`${server.url}embed.html?figure=${name}&lang=en`)
      const seen = await webkit.run(
        figure(
          `qkv-${name}`,
          `return { failure: e.failure, text: e.shadowRoot.textContent.trim().length, module: e.engine.module }`,
        ),
      )
      assert.equal(seen.failure, '')
      assert.ok(seen.text > 20)
      assert.notEqual(seen.module, 'scalar')
    })

  test('home and lessons are there, with their figures', async () => {
    await webkit.go(`${server.url}?lang=en`)
    await webkit.run(figure('qkv-anatomy', 'return e.ready'))
    for (const [slug, tag] of [
      ['query-key-value', 'qkv-anatomy'],
      ['softmax', 'qkv-softmax'],
    ]) {
      await webkit.go('about:blank')
      await webkit.go(`${server.url}#/lesson/${slug}?lang=zh`)
      await webkit.run(figure(/** @type {string} */ (tag), 'return e.ready'))
    }
  })

  test('English pages take quotation marks and digits from a Latin font', async () => {
    const width = `
      const wide = (text) => {
        const span = document.createElement('span')
        span.textContent = text
        const host = document.querySelector('qkv-site').shadowRoot.querySelector('main')
        host.append(span)
        const { width } = span.getBoundingClientRect()
        const size = parseFloat(getComputedStyle(span).fontSize)
        span.remove()
        return width / size
      }
      return [wide('“'), wide('1')]`
    await webkit.go('about:blank')
    await webkit.go(`${server.url}#/lesson/softmax?lang=en`)
    const [quote, digit] = await webkit.run(figure('qkv-softmax', width))
    assert.ok(quote < 0.7, `the quotation mark is ${quote} em wide`)
    assert.ok(digit < 0.7, `the digit is ${digit} em wide`)
  })
})

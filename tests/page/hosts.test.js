// Pages with ideas of their own: strict styles, another direction, letters in capitals. Every figure looks as it does alone.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { cards } from '../../web/figures/index.js'
import { serve } from '../../tools/serve.js'
import { root } from '../js/golden.js'
import { figure, inside, open, pages, settled } from './browser.js'

const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'"
const MEASURED = ['bench', 'cost', 'leak'] // what they show is timed, or trained first

/** Sizes and colours of everything a figure draws, through all shadow roots. @param {import('./browser.js').Handle} element */
const looks = (element) =>
  element.evaluate((e) => {
    /** @type {string[]} */
    const seen = []
    const walk = (/** @type {any} */ at) => {
      for (const child of at.shadowRoot ? at.shadowRoot.children : at.children) {
        if (child.localName === 'style') continue
        const { width, height } = child.getBoundingClientRect()
        const style = getComputedStyle(child)
        const own = [style.color, style.backgroundColor, style.borderColor, style.display, style.direction]
        seen.push(
          `${child.localName}.${child.getAttribute('class') ?? ''} ${width.toFixed(1)} ${height.toFixed(1)} ${own.join(' ')}`,
        )
        walk(child)
      }
    }
    walk(e)
    return seen
  })

pages('hosts', ({ browser, test }) => {
  for (const name of Object.keys(cards).filter((one) => !MEASURED.includes(one)))
    test(`${name} looks the same under style-src 'self'`, async () => {
      /** @param {Record<string, string>} headers */
      const shown = async (headers) => {
        const server = await serve(join(root, 'build/site'), { headers })
        const address = `${server.url}embed.html?figure=${name}&lang=en&seed=7`
        const { page, problems } = await open(browser(), address)
        const element = await figure(page, `qkv-${name}`)
        await page
          .waitForFunction((e) => !e.run || e.steps || e.result, { polling: 50, timeout: 8000 }, element)
          .catch(() => {})
        await settled(element)
        await new Promise((done) => setTimeout(done, 700))
        const seen = await looks(element)
        await page.close()
        server.close()
        return { seen, problems: problems.filter((problem) => !/worker|blob:|data:image/i.test(problem)) }
      }
      const plain = await shown({})
      const strict = await shown({ 'content-security-policy': POLICY })
      assert.ok(plain.seen.length > 10, `${plain.seen.length} elements`)
      assert.deepEqual(strict.problems, [])
      assert.deepEqual(strict.seen, plain.seen)
    })

  test('a page from right to left, in capitals: the same numbers, in the same order on screen', async () => {
    const server = await serve(join(root, 'build/site'))
    const { page, problems } = await open(browser(), `${server.url}embed.html?figure=anatomy&lang=en`)
    const anatomy = await figure(page, 'qkv-anatomy')
    /** The cells of a matrix in the order of the screen, and what the operators look like. */
    const read = async () => {
      const bands = await inside(anatomy, 'qkv-head', 'qkv-attention-bands')
      return bands.evaluate((e) => {
        const rows = (/** @type {string} */ step) =>
          [
            ...e.shadowRoot
              .querySelector(`qkv-matrix-view[data-step="${step}"]`)
              .shadowRoot.querySelectorAll('tbody tr'),
          ].map((tr) =>
            [...tr.querySelectorAll('[role=gridcell]')]
              .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
              .map((td) => td.textContent.trim()),
          )
        const style = getComputedStyle(e.shadowRoot.querySelector('.op'))
        return {
          x: rows('x'),
          masked: rows('masked'),
          style: [style.direction, style.textTransform, style.letterSpacing],
        }
      })
    }
    const before = await read()
    assert.deepEqual(before.x[0], ['0', '1', '0', '0'])
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
      Object.assign(document.body.style, {
        textTransform: 'uppercase',
        letterSpacing: '4px',
        wordSpacing: '9px',
        textAlign: 'right',
        fontStyle: 'italic',
        lineHeight: '3',
        whiteSpace: 'pre',
      })
    })
    await settled(anatomy)
    assert.deepEqual(await read(), before)
    assert.deepEqual(problems, [])
    await page.close()
    server.close()
  })
})

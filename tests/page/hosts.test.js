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

pages('hosts', ({ name: engine, browser, test }) => {
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

  test(
    'forced colours: bars, pressed and chosen, masked and pinned can be told apart',
    { skip: engine !== 'chromium' },
    async () => {
      const server = await serve(join(root, 'build/site'))
      const page = await browser().newPage()
      const session = await page.createCDPSession()
      await session.send('Emulation.setEmulatedMedia', {
        features: [{ name: 'forced-colors', value: 'active' }],
      })
      await page.goto(`${server.url}embed.html?figure=anatomy&lang=en&state=pin:weights.3.1`)
      const anatomy = await figure(page, 'qkv-anatomy')
      await settled(anatomy)
      const seen = await anatomy.evaluate((e) => {
        const look = (/** @type {any} */ at) => {
          const style = /** @type {any} */ (getComputedStyle(at))
          const border = ['borderColor', 'borderWidth', 'outlineStyle', 'outlineWidth', 'outlineColor']
          const filling = ['backgroundColor', 'backgroundImage', 'color', 'boxShadow']
          return [...border, ...filling].map((name) => style[name]).join(' ')
        }
        const bands = e.shadowRoot
          .querySelector('qkv-head')
          .shadowRoot.querySelector('qkv-attention-bands').shadowRoot
        const cells = [
          ...bands.querySelector('[data-step=weights]').shadowRoot.querySelectorAll('[role=gridcell]'),
        ]
        const row = e.shadowRoot.querySelector('qkv-token-row').shadowRoot
        const tokens = [...row.querySelectorAll('button')]
        const pressed = [...e.shadowRoot.querySelectorAll('[aria-pressed]')]
        const toggle = pressed.find((one) => one.getAttribute('aria-pressed') === 'true')
        const on = toggle && look(toggle)
        toggle?.click()
        return e.updateComplete.then(() => ({
          masked: look(cells[1]),
          shown: look(cells[4]),
          pinned: look(cells[13]),
          chosen: look(tokens[3]),
          other: look(tokens[0]),
          on,
          off: toggle && look(toggle),
          bar: tokens[1].querySelector('i, .bar, span i')
            ? look(tokens[1].querySelector('i, .bar, span i'))
            : '',
        }))
      })
      assert.notEqual(seen.masked, seen.shown, 'a masked cell')
      assert.notEqual(seen.pinned, seen.shown, 'the pinned cell')
      assert.notEqual(seen.chosen, seen.other, 'the chosen query')
      assert.notEqual(seen.on, seen.off, 'a pressed button')
      await page.goto(`${server.url}embed.html?figure=softmax&lang=en`)
      const softmax = await figure(page, 'qkv-softmax')
      const bars = await softmax.evaluate((e) => {
        const fills = [...e.shadowRoot.querySelectorAll('qkv-bars')].flatMap((one) => [
          ...one.shadowRoot.querySelectorAll('*'),
        ])
        return fills
          .filter(
            (one) =>
              one.children.length === 0 && !one.textContent.trim() && one.getBoundingClientRect().width > 4,
          )
          .map((one) => [
            getComputedStyle(one).backgroundColor,
            getComputedStyle(one.parentElement).backgroundColor,
          ])
      })
      assert.ok(bars.length > 3)
      assert.ok(
        bars.some(([fill, track]) => fill !== track),
        JSON.stringify(bars.slice(0, 4)),
      )
      await page.close()
      server.close()
    },
  )

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

// A reader's way through all lessons, by keyboard alone: every exercise can be solved from the page.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { serve } from '../../tools/serve.js'
import { lessonsOf } from '../../web/build/lessons.js'
import { root } from '../js/golden.js'
import {
  BROWSERS,
  figure,
  inside,
  launch,
  lesson,
  open,
  settled,
  textOf,
  visit as visitPage,
} from './browser.js'

/** @typedef {import('./browser.js').Handle} Handle */
/** @typedef {import('puppeteer-core').Page} Page */

const python = ['/usr/bin/python3', 'python3'].find((one) => !one.includes('/') || existsSync(one)) ?? ''

/** What the hand calculation asks, as a reader may write it. */
const BY_HAND = [
  ['2', '4', '0', '0'],
  ['2/√2', '4/sqrt(2)', '0', '0'],
  ['e^-1.414', '1', '0.059', '0.059'],
  ['0.243/1.361', '73.5 %', '0,043', '.043'],
  ['1.648', '0.087'],
]

/** What an exercise with drawn numbers asks, as the core computed it. @param {Handle} fill @returns {Promise<string[][]>} */
const rightOf = (fill) =>
  fill.evaluate((e) =>
    ['scores', 'scaled', 'exps', 'weights', 'output'].map((step) => {
      const { rows, cols, data } = e.result[step]
      return Array.from(data.slice((rows - 1) * cols), (value) => String(Number(value.toPrecision(4))))
    }),
  )

/** How often to press → from the left end to come near the truth: for one slider, or for each share. @param {Handle} predict @returns {Promise<number[]>} */
const wantedOf = (predict) =>
  predict.evaluate((e) => {
    if (e.preset !== 'shares') {
      const { least, step } = e.shadowRoot.querySelector('qkv-number-line')
      return [Math.round((e.result.truth - least) / step)]
    }
    const presses = Array.from(e.result.steps.weights.data.slice(-4), (weight) => Math.round(20 * weight)) // of 5 %
    presses[presses.indexOf(Math.max(...presses))] += 20 - presses.reduce((sum, one) => sum + one)
    return presses
  })

/** @param {Handle} article @param {string} tag @returns {Promise<Handle[]>} */
const all = (article, tag) => article.$$(tag)

for (const name of BROWSERS)
  describe(name, () => {
    /** @type {import('puppeteer-core').Browser} */
    let browser
    /** @type {{ url: string, close: () => void }} */
    let server
    before(async () => {
      browser = await launch(name)
      server = await serve(join(root, 'build/site'))
    })
    after(async () => {
      await browser?.close()
      server?.close()
    })

    /** A page of the site for a reader who has not been here before. @param {string} address */
    const fresh = async (address) => {
      const first = await open(browser, server.url)
      await first.page.evaluate(() => localStorage.clear())
      await first.page.close()
      return open(browser, server.url + address)
    }

    for (const lang of /** @type {const} */ (['zh', 'en']))
      for (const { slug, title, exercises } of lessonsOf(lang))
        test(`${lang} ${slug}: read, answered by keyboard, nothing wrong`, async () => {
          const { page, problems } = await fresh(`#/lesson/${slug}?lang=${lang}`)
          const article = await lesson(page, slug)
          assert.equal(await article.$eval('h1', (e) => e.textContent), title)
          const press = async (
            /** @type {Handle} */ button,
            /** @type {import('puppeteer-core').KeyInput} */ key = 'Enter',
          ) => {
            await button.focus()
            await page.keyboard.press(key)
          }
          for (const choose of await all(article, 'qkv-choose')) {
            const right = await choose.evaluate((e) =>
              e.data.options.findIndex((/** @type {any} */ option) => option.right),
            )
            await press(await inside(choose, `li:nth-child(${right + 1}) button`))
            await settled(choose)
            assert.match(await textOf(await inside(choose, '.after')), lang === 'zh' ? /^对。/ : /^Right\./)
          }
          for (const order of await all(article, 'qkv-order')) {
            const items = await order.evaluate((e) => e.data.items.length)
            for (let wanted = 0; wanted < items; ++wanted)
              for (let at = await order.evaluate((e, i) => e.order.indexOf(i), wanted); at > wanted; --at) {
                await press(await inside(order, `li:nth-child(${at + 1}) button:first-of-type`))
                await settled(order)
              }
            await press(await inside(order, '.primary'))
            await settled(order)
            await inside(order, '.after')
          }
          for (const answer of await all(article, 'qkv-answer')) {
            await (await inside(answer, 'textarea')).focus()
            await page.keyboard.type('because')
            await settled(answer)
            await press(await inside(answer, '.primary'))
            await settled(answer)
            await inside(answer, '.after')
          }
          for (const fill of await all(article, 'qkv-fill')) {
            const drawn = await fill.evaluate((e) => e.preset === 'drawn')
            for (const [step, numbers] of (drawn ? await rightOf(fill) : BY_HAND).entries()) {
              for (const [i, number] of numbers.entries()) {
                await (
                  await inside(fill, `.step:nth-child(${step + 1}) label:nth-of-type(${i + 1}) input`)
                ).focus()
                await page.keyboard.type(number)
              }
              await page.keyboard.press('Enter')
              await settled(fill)
            }
            assert.match(
              await textOf(await inside(fill, '[role=status]')),
              lang === 'zh' ? /算完了/ : /is done/,
            )
          }
          for (const predict of await all(article, 'qkv-predict')) {
            const sliders = await wantedOf(predict)
            for (const [i, presses] of sliders.entries()) {
              const slider = await inside(
                predict,
                ...(sliders.length > 1
                  ? ['qkv-share-out', `li:nth-child(${i + 1}) input`]
                  : ['qkv-number-line', 'input']),
              )
              await slider.focus()
              await page.keyboard.press('Home')
              for (let n = 0; n < presses; ++n) await page.keyboard.press('ArrowRight')
            }
            await settled(predict)
            await press(await inside(predict, '.primary'))
            await settled(predict)
            assert.match(
              await textOf(await inside(predict, '.after')),
              lang === 'zh' ? /^猜得很近。/ : /^Close\./,
            )
          }
          const scores = await page.evaluate(() => JSON.parse(localStorage.getItem('qkv-lab.scores') ?? '{}'))
          const solved = Object.values(scores[slug] ?? {})
          const left = (await all(article, 'qkv-guess, qkv-leak, qkv-quiz')).length // they have tests of their own
          assert.equal(solved.length, exercises - left)
          assert.ok(solved.every((score) => score === 1))
          assert.deepEqual(problems, [])
          await page.close()
        })

    test('a formula and the figure it speaks of light each other', async () => {
      const { page } = await open(browser, `${server.url}#/lesson/query-key-value?lang=en`)
      const article = await lesson(page, 'query-key-value')
      await (
        await article.$('.s-k')
      )?.evaluate((e) => e.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true })))
      const anatomy = /** @type {Handle} */ (await article.$('qkv-anatomy'))
      await settled(anatomy)
      const lit = await inside(anatomy, 'qkv-attention-bands', '.lit')
      assert.equal(await lit.evaluate((e) => e.dataset.step), 'k')
      const symbol = /** @type {Handle} */ (await article.$('.s-v[tabindex="0"]'))
      assert.ok(await symbol.evaluate((e) => (e.focus(), e.matches(':focus')))) // by keyboard the same
      await settled(anatomy)
      assert.equal(
        await (await inside(anatomy, 'qkv-attention-bands', '.lit')).evaluate((e) => e.dataset.step),
        'v',
      )
      await anatomy.evaluate((e) =>
        e.dispatchEvent(
          new CustomEvent('qkv-cell-hover', {
            detail: { step: 'v', row: 0, col: 0 },
            bubbles: true,
            composed: true,
          }),
        ),
      )
      assert.ok((await article.$$('.s-v.lit')).length > 0)
      await page.close()
    })

    test('figures without bands are lit as well, and tell what is pointed at', async () => {
      const { page, problems } = await open(browser, `${server.url}#/lesson/soft-look-up?lang=en`)
      const article = await lesson(page, 'soft-look-up')
      const search = /** @type {Handle} */ (await article.$('qkv-search'))
      await (await article.$('.s-k[tabindex="0"]'))?.evaluate((e) => /** @type {any} */ (e).focus())
      await settled(search)
      assert.equal(await search.evaluate((e) => e.shadowRoot.querySelectorAll('.lit').length), 1 + 8) // the head and its cells
      await (await inside(search, 'td.v input')).focus()
      assert.ok((await article.$$('.s-v.lit')).length > 0)
      assert.equal((await article.$$('.s-k.lit')).length, 0)
      assert.deepEqual(problems, [])
      await page.close()
    })

    test('what was answered, filled in and changed stays: in the other language, on another day, until the reader begins again', async () => {
      const { page, problems } = await fresh('#/lesson/scoring-by-hand?lang=zh')
      const parts = async () => {
        const article = await lesson(page, 'scoring-by-hand')
        const [choose, fill, drawn, anatomy] = await Promise.all(
          ['qkv-choose', 'qkv-fill', 'qkv-fill[preset=drawn]', 'qkv-anatomy'].map((tag) => article.$(tag)),
        )
        return /** @type {Record<string, Handle>} */ ({ article, choose, fill, drawn, anatomy })
      }
      const now = async () => {
        const { choose, fill, drawn, anatomy } = await parts()
        return {
          chosen: await choose.evaluate((e) => e.chosen),
          cells: await fill.evaluate((e) =>
            [...e.shadowRoot.querySelectorAll('input')].map((input) => `${input.value} ${input.className}`),
          ),
          drawn: await drawn.evaluate((e) => [
            Array.from(e.result.q.data),
            e.shadowRoot.querySelector('input').value,
          ]),
          query: await anatomy.evaluate((e) => e.query),
        }
      }
      const untouched = await now()
      const { choose, fill, drawn, anatomy } = await parts()
      await (await inside(choose, 'li:nth-child(1) button')).click()
      for (const [i, text] of ['2', '4', '1/2', '0'].entries()) {
        await (await inside(fill, `label:nth-of-type(${i + 1}) input`)).focus()
        await page.keyboard.type(text)
      }
      await page.keyboard.press('Enter')
      await (await inside(drawn, 'input')).focus()
      await page.keyboard.type('7')
      await anatomy.evaluate((e) => e.store.set({ query: 1 }))
      await settled(fill)
      const done = await now()
      assert.deepEqual(done.cells, ['2 ok', '4 ok', '1/2 no', '0 ok'])
      assert.deepEqual([done.chosen, done.query, done.drawn[1]], [0, 1, '7'])
      assert.deepEqual(done.drawn[0], untouched.drawn[0]) // numbers that were begun with stay
      await page.evaluate(() =>
        /** @type {any} */ (document.querySelector('qkv-site')).shadowRoot
          .querySelector('.settings button')
          .click(),
      )
      await page.waitForFunction(() => document.title.startsWith('One row'), { polling: 50 })
      assert.deepEqual(await now(), done)
      await page.reload()
      assert.deepEqual(await now(), done)
      await (await (await parts()).article.$('.again button'))?.click()
      await page.waitForFunction(() => localStorage.getItem('qkv-lab.lessons') === '{}', { polling: 50 })
      const again = await now()
      assert.deepEqual([again.chosen, again.cells, again.query], [-1, [' ', ' ', ' ', ' '], untouched.query])
      assert.notDeepEqual(again.drawn[0], done.drawn[0]) // and untouched ones are new each time
      assert.deepEqual(problems, [])
      await page.close()
    })

    test('numbers of exercises: fixed by a seed, others without one, and what is asked is what the core computed', async () => {
      const at = (/** @type {string} */ query) => `${server.url}#/figure/predict?lang=en&${query}`
      /** @type {Record<string, number>} */
      const truths = {}
      for (const preset of ['scores', 'weights', 'mask', 'output', 'spread', 'shares'])
        await visitPage(browser, at(`preset=${preset}&seed=7`), 'qkv-predict', async (predict) => {
          truths[preset] = await predict.evaluate((e) => e.result.truth)
          if (preset === 'spread') {
            const d = await predict.evaluate((e) => e.result.d)
            assert.ok(Math.abs(truths.spread / Math.sqrt(d) - 1) < 0.1) // √d within sampling error
            return
          }
          /** @type {{ q: number[][], k: number[][], v: number[][], row: number, col: number }} */
          const { q, k, v, row, col } = await predict.evaluate(({ result }) => {
            const rows = (/** @type {any} */ { cols, data }) =>
              Array.from({ length: 4 }, (_, i) => Array.from(data.slice(i * cols, (i + 1) * cols)))
            const { steps } = result
            return { ...result, q: rows(steps.q), k: rows(steps.k), v: rows(steps.v) }
          })
          // In float64, the textbook way.
          const scores = k.map((key) => key[0] * q[row][0] + key[1] * q[row][1])
          const exps = scores.map((score, j) =>
            preset === 'mask' && j > row ? 0 : Math.exp(score / Math.SQRT2),
          )
          const sum = exps.reduce((a, b) => a + b)
          const mixed = v.reduce((total, value, j) => total + (exps[j] / sum) * value[col], 0)
          const expected = preset === 'scores' ? scores[col] : preset === 'output' ? mixed : exps[col] / sum
          assert.ok(Math.abs(truths[preset] - expected) < 1e-5, `${preset}: ${truths[preset]}, ${expected}`)
        })
      await visitPage(browser, at('preset=weights&seed=7'), 'qkv-predict', async (predict, page) => {
        assert.equal(await predict.evaluate((e) => e.result.truth), truths.weights)
        await (await inside(predict, '.bar .chip')).click() // other numbers
        await settled(predict)
        assert.notEqual(await predict.evaluate((e) => e.result.truth), truths.weights)
        const other = await predict.evaluate((e) => e.result.truth)
        await page.reload() // the address knows which
        const again = await figure(page, 'qkv-predict')
        assert.equal(await again.evaluate((e) => e.result.truth), other)
      })
      const drawn = new Set()
      for (let time = 0; time < 4; ++time)
        await visitPage(browser, at('preset=scores'), 'qkv-predict', async (predict) => {
          drawn.add(await predict.evaluate((e) => String(e.result.steps.q.data)))
        })
      assert.ok(drawn.size > 1)
    })

    test('on paper: light, every value, nothing to press; and dark again on the screen', async () => {
      const { page } = await open(browser, `${server.url}#/lesson/softmax?lang=en&theme=dark`)
      const article = await lesson(page, 'softmax')
      const softmax = /** @type {Handle} */ (await article.$('qkv-softmax'))
      const look = () =>
        softmax.evaluate((e) => [
          getComputedStyle(e).getPropertyValue('--surface'),
          getComputedStyle(e.shadowRoot.querySelector('.bar')).display === 'none',
        ])
      const screen = await look()
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      if (name === 'chromium') await page.emulateMediaType('print')
      await settled(softmax)
      const paper = await look()
      assert.equal(paper[0], '#fff')
      if (name === 'chromium') {
        assert.equal(paper[1], true)
        const answer = /** @type {Handle} */ (await article.$('qkv-answer'))
        assert.equal(
          await (await inside(answer, '.button')).evaluate((e) => getComputedStyle(e).display),
          'none',
        )
        const bars = await inside(softmax, 'section:nth-of-type(3) qkv-bars', 'ol')
        assert.match(await textOf(bars), /95\.4 %/)
        await page.emulateMediaType('screen')
      }
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      await settled(softmax)
      assert.deepEqual(await look(), screen)
      assert.notEqual(screen[0], '#fff')
      await page.close()
    })

    test('terms explain themselves, links lead to headings, and the lesson keeps its place when the language changes', async () => {
      const { page, problems } = await open(browser, `${server.url}#/lesson/soft-look-up?lang=zh&at=s3`)
      const article = await lesson(page, 'soft-look-up')
      assert.ok(await page.evaluate(() => scrollY > 100))
      await (
        await inside(/** @type {Handle} */ (await article.$('qkv-choose')), 'li:nth-child(2) button')
      ).click()
      const term = /** @type {Handle} */ (await article.$('qkv-term'))
      await (await inside(term, 'button')).focus()
      await settled(term)
      assert.equal(await (await inside(term, '[role=tooltip]')).evaluate((e) => e.hidden), false)
      await page.keyboard.press('Escape')
      await settled(term)
      assert.equal(await (await inside(term, '[role=tooltip]')).evaluate((e) => e.hidden), true)
      await page.evaluate(() =>
        /** @type {any} */ (document.querySelector('qkv-site')).shadowRoot
          .querySelector('.settings button')
          .click(),
      )
      await page.waitForFunction(() => document.title.startsWith('Soft look-up'), { polling: 50 })
      const choose = await (await lesson(page, 'soft-look-up')).$('qkv-choose')
      assert.equal(await choose?.evaluate((e) => /** @type {any} */ (e).chosen), 1) // what was answered is answered in English too
      assert.match(await page.evaluate(() => location.hash), /lesson\/soft-look-up\?.*lang=en/)
      assert.deepEqual(problems, [])
      await page.close()
    })

    test('code follows the cell that is clicked beside it; n and p turn the page', async () => {
      const { page, problems } = await open(browser, `${server.url}#/lesson/scoring-by-hand?lang=en`)
      const article = await lesson(page, 'scoring-by-hand')
      const anatomy = /** @type {Handle} */ (await article.$('qkv-anatomy'))
      const cell = await inside(
        anatomy,
        'qkv-attention-bands',
        'qkv-matrix-view[data-step=weights]',
        '[role=gridcell]',
      )
      await cell.click()
      const code = /** @type {Handle} */ (await article.$('qkv-code'))
      await settled(code)
      assert.equal(await code.evaluate((e) => e.store.values.step), 'softmax')
      await (await article.$('h1'))?.click()
      await page.keyboard.press('n')
      await lesson(page, 'why-sqrt-d')
      await page.keyboard.press('p')
      await lesson(page, 'scoring-by-hand')
      assert.deepEqual(problems, [])
      await page.close()
    })

    test('a lesson that is not there is named, and the others are shown', async () => {
      const { page } = await open(browser, `${server.url}#/lesson/none-such?lang=en`)
      const text = await page.waitForFunction(
        () =>
          document
            .querySelector('qkv-site')
            ?.shadowRoot?.querySelector('qkv-lessons')
            ?.shadowRoot?.querySelector('.unknown')?.textContent,
        { polling: 50 },
      )
      assert.match(String(await text.jsonValue()), /no lesson “none-such”/)
      await page.close()
    })

    test('from disk the lessons are there too', async () => {
      const file = pathToFileURL(join(root, 'build/qkv-lab.html')).href
      const { page, problems } = await open(browser, `${file}#/lesson/softmax?lang=zh`)
      await lesson(page, 'softmax')
      assert.deepEqual(problems, [])
      await page.close()
    })

    test('fixed shares, guesses, heads, code and quiz', async () => {
      await visitPage(
        browser,
        `${server.url}#/figure/average?lang=zh&state=shares:0|100|0|0`,
        'qkv-average',
        async (average) => {
          const [leave, refund] = await average.evaluate((e) =>
            e.result.map((/** @type {any} */ one) => [
              Array.from(one.fixed.data),
              Array.from(one.steps.output.data),
            ]),
          )
          assert.ok(leave[0][0] === 1 && refund[0][1] < 0.31) // what serves one sentence fails the other
          assert.ok(leave[1][0] > 0.9 && refund[1][1] > 0.9)
          const first = await inside(average, 'qkv-share-out', 'input')
          await first.focus()
          await first.press('ArrowRight')
          await settled(average)
          assert.match(await average.evaluate((e) => e.state), /^shares:0\|100\|0\|0$/) // no more than 100 %
        },
      )
      await visitPage(
        browser,
        `${server.url}#/figure/guess?lang=zh&state=sentence:3`,
        'qkv-guess',
        async (guess, page) => {
          const button = await inside(guess, '.primary')
          assert.equal(await button.evaluate((e) => e.disabled), true)
          for (const [i, presses] of [
            [1, 14],
            [2, 6],
          ]) {
            const slider = await inside(guess, 'qkv-share-out', `li:nth-child(${i}) input`)
            await slider.focus()
            for (let n = 0; n < presses; ++n) await slider.press('ArrowRight')
          }
          await settled(guess)
          await button.click()
          await page.waitForFunction((e) => e.result?.[0] > 0.9, { polling: 50 }, guess)
          assert.match(await guess.evaluate((e) => e.state), /shares:70\|30.*revealed:1/)
        },
      )
      await visitPage(
        browser,
        `${server.url}#/figure/heads?lang=en&preset=sink`,
        'qkv-heads',
        async (heads, page) => {
          await page.waitForFunction((e) => e.result, { polling: 50 }, heads)
          const { first, shown } = await heads.evaluate((e) => ({
            first: e.result.patterns[1][0].first,
            shown: e.shadowRoot.textContent,
          }))
          assert.ok(first > 0.3, `the sink gets ${first}`)
          assert.ok(shown.includes('counted'))
          await (await inside(heads, '.layer:nth-child(1) button')).click()
          await settled(heads)
          assert.match(await heads.evaluate((e) => e.state), /layer:0/)
          await (await inside(heads, 'summary')).click()
          await settled(heads)
          // What is shown as w_o is what turns the outputs side by side into the mixture.
          const gap = await heads.evaluate((e) => {
            const [w, concat, projected] = [...e.shadowRoot.querySelectorAll('.mixed qkv-heat-map')].map(
              (map) => map.matrix,
            )
            let largest = 0
            for (let i = 0; i < projected.rows; ++i)
              for (let j = 0; j < projected.cols; ++j) {
                let sum = 0
                for (let c = 0; c < w.rows; ++c)
                  sum += concat.data[i * concat.cols + c] * w.data[c * w.cols + j]
                largest = Math.max(largest, Math.abs(sum - projected.data[i * projected.cols + j]))
              }
            return largest
          })
          assert.ok(gap < 1e-4, `concat × w_o differs by ${gap}`)
        },
      )
      for (const [preset, layer] of /** @type {[string, number][]} */ ([
        ['pronoun', 0],
        ['recall-mha', 1],
      ]))
        await visitPage(
          browser,
          `${server.url}#/figure/heads?lang=zh&preset=${preset}`,
          'qkv-heads',
          async (heads, page) => {
            await page.waitForFunction((e) => e.result, { polling: 50 }, heads)
            const shares = await heads.evaluate(
              (e, l) => e.result.patterns[l].map((/** @type {any} */ one) => one.answer),
              layer,
            )
            assert.ok(Math.max(...shares) > 0.9, `${preset}: ${shares} on the word that is answered`)
            assert.match(await heads.evaluate((e) => e.shadowRoot.textContent), /放在它答出的那个词上/)
          },
        )
      await visitPage(
        browser,
        `${server.url}#/figure/code?lang=en&state=step:softmax;language:cpp`,
        'qkv-code',
        async (code) => {
          assert.match(await textOf(await inside(code, 'pre')), /^SoftmaxSteps softmax_rows\(/)
          const { program, weights, output } = await code.evaluate((e) => ({
            program: e.result.program,
            weights: Array.from(e.result.steps.weights.data),
            output: Array.from(e.result.steps.output.data),
          }))
          const printed = execFileSync(python, ['-c', program]).toString()
          const numbers = (/** @type {string} */ step) =>
            [
              ...printed
                .split(`${step}\n`)[1]
                .split(/\n[a-z]/)[0]
                .matchAll(/-?\d+\.\d*|-?inf/g),
            ].map(([one]) => Number(one))
          weights.forEach((value, i) => assert.ok(Math.abs(value - numbers('weights')[i]) < 1e-5))
          output.forEach((value, i) => assert.ok(Math.abs(value - numbers('output')[i]) < 1e-5))
        },
      )
    })

    test('the figures of lessons: what they show is what the core computed', async () => {
      await visitPage(browser, `${server.url}#/figure/softmax?lang=en`, 'qkv-softmax', async (softmax) => {
        const { weights } = await softmax.evaluate((e) => ({ weights: Array.from(e.result.weights.data) }))
        assert.deepEqual(
          weights.map((w) => w.toFixed(3)),
          ['0.024', '0.954', '0.016', '0.006'],
        )
        const first = await softmax.evaluate((e) => Array.from(e.result.weights.data))
        await (await inside(softmax, '.bar button:nth-of-type(2)')).click() // all +1
        await settled(softmax)
        const second = await softmax.evaluate((e) => Array.from(e.result.weights.data))
        second.forEach((value, i) => assert.ok(Math.abs(value - first[i]) < 1e-6))
      })
      await visitPage(
        browser,
        `${server.url}#/figure/softmax?preset=overflow&state=max:0&lang=en`,
        'qkv-softmax',
        async (softmax) => {
          assert.match(await textOf(await inside(softmax, '.say')), /cannot hold e to the 89th/)
          assert.match(await textOf(await inside(softmax, 'section:nth-of-type(2) qkv-bars', 'ol')), /∞/)
        },
      )
      await visitPage(
        browser,
        `${server.url}#/figure/scaling?preset=d128&lang=en`,
        'qkv-scaling',
        async (scaling) => {
          const { spread, largest, largestScaled } = await scaling.evaluate((e) => e.result)
          assert.ok(
            Math.abs(spread - 11.31) < 0.3 &&
              Math.abs(largest - 0.93) < 0.02 &&
              Math.abs(largestScaled - 0.46) < 0.03,
          )
          await scaling.evaluate((e) => e.store.set({ d: '2' }))
          await settled(scaling)
          // A reader's choice beside a preset counts.
          assert.ok(Math.abs((await scaling.evaluate((e) => e.result.spread)) - 1.41) < 0.1)
        },
      )
      await visitPage(browser, `${server.url}#/figure/mask?preset=late&lang=zh`, 'qkv-mask', async (mask) => {
        const { sums, right } = await mask.evaluate((e) => ({
          sums: Array.from(e.result.late.rowSum.data),
          right: Array.from({ length: 11 }, (_, i) =>
            e.result.steps.weights.data
              .slice(i * 11, i * 11 + 11)
              .reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b),
          ),
        }))
        right.forEach((sum) => assert.ok(Math.abs(sum - 1) < 1e-5))
        assert.ok(sums.slice(0, -1).every((sum) => sum < 0.999) && Math.abs(sums[10] - 1) < 1e-5)
        // Forbid the first row's only cell: nobody is seen, zeros and a sentence.
        const cell = await inside(
          mask,
          'qkv-matrix-view',
          'tbody tr:first-child [role=gridcell]:nth-of-type(1)',
        )
        await cell.click()
        await settled(mask)
        assert.match(await textOf(await inside(mask, '.read')), /谁也看不见/)
        assert.equal(await mask.evaluate((e) => e.result.steps.weights.data[0]), 0)
      })
      await visitPage(browser, `${server.url}#/figure/search?lang=en`, 'qkv-search', async (search) => {
        const { hard, soft } = await search.evaluate((e) => ({
          hard: Array.from(e.result.hard.output.data),
          soft: Array.from(e.result.soft.output.data),
        }))
        assert.deepEqual(hard, [10, 0])
        assert.ok(soft[0] < 10 && Math.abs(soft[0] - 7.6) < 0.05)
        const weights = await search.evaluate((e) => Array.from(e.result.soft.weights.data))
        const value = await inside(search, 'td.v input')
        await value.evaluate((/** @type {any} */ e) => {
          e.value = '100'
          e.dispatchEvent(new Event('input'))
        })
        await settled(search)
        assert.deepEqual(await search.evaluate((e) => Array.from(e.result.soft.weights.data)), weights) // a value finds nobody
        assert.equal(await search.evaluate((e) => e.result.hard.output.data[0]), 100)
      })
    })
  })

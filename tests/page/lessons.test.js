// A reader's way through all lessons, by keyboard alone: every exercise can be solved from the page.
import assert from 'node:assert/strict'
import { lessonsOf } from '../../web/build/lessons.js'
import { figure, inside, lesson, open, pages, settled, textOf } from './browser.js'

/** @typedef {import('./browser.js').Handle} Handle */
/** @typedef {import('./browser.js').Page} Page */

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

pages('lessons', ({ name, browser, site, file, test }) => {
  /** A page of the site for a reader who has not been here before. @param {string} address */
  const fresh = async (address) => {
    const first = await open(browser(), site())
    await first.page.evaluate(() => localStorage.clear())
    await first.page.close()
    return open(browser(), site() + address)
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
        assert.ok(solved.every((score) => score === 1 || score === null)) // of a free text nobody knows
        assert.deepEqual(problems, [])
        await page.close()
      })

  test('a formula and the figure it speaks of light each other', async () => {
    const { page } = await open(browser(), `${site()}#/lesson/query-key-value?lang=en`)
    const article = await lesson(page, 'query-key-value')
    await (
      await article.$('.s-k')
    )?.evaluate((e) => e.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true })))
    const anatomy = /** @type {Handle} */ (await article.$('qkv-anatomy'))
    await settled(anatomy)
    const lit = await inside(anatomy, 'qkv-head', 'qkv-attention-bands', '.lit')
    assert.equal(await lit.evaluate((e) => e.dataset.step), 'k')
    const symbol = /** @type {Handle} */ (await article.$('.s-v[tabindex="0"]'))
    assert.ok(await symbol.evaluate((e) => (e.focus(), e.matches(':focus')))) // by keyboard the same
    await settled(anatomy)
    assert.equal(
      await (
        await inside(anatomy, 'qkv-head', 'qkv-attention-bands', '.lit')
      ).evaluate((e) => e.dataset.step),
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
    const { page, problems } = await open(browser(), `${site()}#/lesson/soft-look-up?lang=en`)
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

  test('on paper: light, every value, nothing to press; and dark again on the screen', async () => {
    const { page } = await open(browser(), `${site()}#/lesson/softmax?lang=en&theme=dark`)
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
    const { page, problems } = await open(browser(), `${site()}#/lesson/soft-look-up?lang=zh&at=s3`)
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
    const { page, problems } = await open(browser(), `${site()}#/lesson/scoring-by-hand?lang=en`)
    const article = await lesson(page, 'scoring-by-hand')
    const anatomy = /** @type {Handle} */ (await article.$('qkv-anatomy'))
    const cell = await inside(
      anatomy,
      'qkv-head',
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
    const { page } = await open(browser(), `${site()}#/lesson/none-such?lang=en`)
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
    const { page, problems } = await open(browser(), `${file()}#/lesson/softmax?lang=zh`)
    await lesson(page, 'softmax')
    assert.deepEqual(problems, [])
    await page.close()
  })

  test('the letters that turn the page can be others', async () => {
    const { page, problems } = await fresh('#/lesson/softmax?lang=en')
    const article = await lesson(page, 'softmax')
    const fields = await article.$$('.keys .letter')
    assert.equal(fields.length, 2)
    await fields[0].evaluate((e) => {
      const field = /** @type {HTMLInputElement} */ (e)
      field.value = 'j'
      field.dispatchEvent(new Event('change'))
    })
    await fields[1].evaluate((e) => {
      const field = /** @type {HTMLInputElement} */ (e)
      field.value = 'j' // taken
      field.dispatchEvent(new Event('change'))
    })
    await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur())
    await page.keyboard.press('n')
    await page.keyboard.press('p')
    await lesson(page, 'query-key-value')
    await page.keyboard.press('j')
    await lesson(page, 'softmax')
    assert.deepEqual(problems, [])
    await page.close()
  })

  test('a wrong answer of the self-test leads to its lesson, and the list says how much was right', async () => {
    const { page, problems } = await fresh('#/lesson/self-test?lang=en')
    const article = await lesson(page, 'self-test')
    const quiz = await article.$('qkv-quiz')
    const links = await quiz?.evaluate(async (e) => {
      const quizzed = /** @type {any} */ (e)
      const asked = [...quizzed.shadowRoot.querySelectorAll('qkv-choose')]
      for (const [at, choose] of asked.entries()) {
        const options = [...choose.shadowRoot.querySelectorAll('button.option')]
        const right = choose.data.options.findIndex((/** @type {any} */ one) => one.right)
        options[at < 4 ? (right + 1) % options.length : right].click() // four are wrong
        await quizzed.updateComplete
      }
      return [...quizzed.shadowRoot.querySelectorAll('qkv-choose a')].map((a) => a.getAttribute('href'))
    })
    assert.deepEqual(links, [
      '#/lesson/moving-values',
      '#/lesson/softmax',
      '#/lesson/scoring-by-hand',
      '#/lesson/why-sqrt-d',
    ])
    await page.evaluate(() => (location.hash = '#/lesson'))
    await page.waitForFunction(
      () =>
        /60 % right/.test(
          document.querySelector('qkv-site')?.shadowRoot?.querySelector('qkv-lessons')?.shadowRoot
            ?.textContent ?? '',
        ),
      { polling: 50, timeout: 5000 },
    )
    assert.deepEqual(problems, [])
    await page.close()
  })

  test('Back leads to where the reader was', async () => {
    const { page, problems } = await fresh('#/lesson/moving-values?lang=en')
    await lesson(page, 'moving-values')
    await page.evaluate(() => scrollTo(0, 1500))
    await new Promise((done) => setTimeout(done, 500))
    const before = await page.evaluate(() => scrollY)
    assert.ok(before > 1000)
    await page.evaluate(() => (location.hash = '#/figure/softmax'))
    await page.waitForFunction(
      () => document.querySelector('qkv-site')?.shadowRoot?.querySelector('qkv-softmax'),
      { polling: 50 },
    )
    assert.equal(await page.evaluate(() => scrollY), 0)
    await page.evaluate(() => history.back())
    await lesson(page, 'moving-values')
    await page.waitForFunction((y) => Math.abs(scrollY - y) < 40, { polling: 50, timeout: 5000 }, before)
    assert.deepEqual(problems, [])
    await page.close()
  })

  test('the keys n and p can be switched off, for readers who speak to the browser', async () => {
    const { page } = await fresh('#/lesson/scoring-by-hand?lang=en')
    const article = await lesson(page, 'scoring-by-hand')
    await (await article.$('.keys input'))?.click()
    await (await article.$('h1'))?.click()
    await page.keyboard.press('n')
    await new Promise((done) => setTimeout(done, 200))
    assert.match(await page.evaluate(() => location.hash), /scoring-by-hand/)
    await page.reload()
    const again = await lesson(page, 'scoring-by-hand')
    assert.equal(await again.$eval('.keys input', (e) => /** @type {any} */ (e).checked), false)
    await page.close()
  })

  test('what is stored under this name by somebody else sets nothing but what a reader can change', async () => {
    const { page, problems } = await fresh('#/lesson/soft-look-up?lang=en')
    const key = await (
      await lesson(page, 'soft-look-up')
    ).$eval('qkv-search', (e) => /** @type {any} */ (e).dataset.key)
    await page.evaluate((name) => {
      const foreign = { state: 'x', preset: 1, innerHTML: '<img src=x>', store: null, lang: 'zh' }
      localStorage.setItem('qkv-lab.lessons', JSON.stringify({ 'soft-look-up': { [name ?? '']: foreign } }))
    }, key)
    await page.reload()
    const search = await (await lesson(page, 'soft-look-up')).$('qkv-search')
    assert.deepEqual(
      await search?.evaluate((/** @type {any} */ e) => [e.innerHTML, !!e.store, e.lang, e.ready]),
      ['', true, 'en', true],
    )
    assert.deepEqual(problems, [])
    await page.close()
  })

  test('a figure in a lesson copies an address that shows the same numbers', async () => {
    const { page } = await open(browser(), `${site()}#/lesson/scoring-by-hand?lang=en`)
    const drawn = await (await lesson(page, 'scoring-by-hand')).$('qkv-fill[preset=drawn]')
    const { link, q } = await /** @type {Handle} */ (drawn).evaluate(async (e) => {
      let copied = ''
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (/** @type {string} */ text) => (copied = text) },
        configurable: true,
      })
      ;[...e.shadowRoot.querySelectorAll('.history button')].at(-1).click()
      await 0
      return { link: copied, q: Array.from(e.result.q.data) }
    })
    assert.match(link, /#\/figure\/fill\?/)
    await page.goto('about:blank')
    await page.goto(link)
    const again = await figure(page, 'qkv-fill')
    assert.deepEqual(await again.evaluate((e) => Array.from(e.result.q.data)), q)
    await page.close()
  })
})

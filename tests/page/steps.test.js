// Figures in parts: one at a time, some alone, the way to the rest; in a textbook's column each fits a screen.
import assert from 'node:assert/strict'
import { figure, inside, open, pages, settled, textOf, visit } from './browser.js'

const COLUMN = { width: 700, height: 800 }
const SCREEN = 760

/** What has `view=steps`, and the steps that are higher than a screen all the same, with the reason. @type {Record<string, string[]>} */
const FIGURES = {
  anatomy: [],
  model: [],
  mask: [],
  heads: ['numbers'], // opened by the reader: every step of a head and its layer
  scaling: [],
  average: [],
  quiz: [],
  train: [],
  leak: [],
  cost: [],
  flash: [],
}

pages('steps', ({ test, site, browser }) => {
  const at = (/** @type {string} */ name, /** @type {string} */ query) =>
    `${site()}embed.html?figure=${name}&lang=zh&view=steps&${query}`

  for (const [name, high] of Object.entries(FIGURES))
    test(`${name}: every step fits a column of 700 px by ${SCREEN}`, async () => {
      const { page, problems } = await open(browser(), at(name, ''), COLUMN)
      const element = await figure(page, `qkv-${name}`)
      await page.waitForFunction((e) => e.shadowRoot.querySelector('nav.steps'), { polling: 50 }, element)
      const count = await element.evaluate((e) => e.parts().length)
      assert.ok(count > 1)
      for (let i = 0; i < count; ++i) {
        await settled(element)
        const { step, height } = await element.evaluate((e) => ({
          step: e.parts()[
            [...e.shadowRoot.querySelectorAll('.steps li button')].findIndex(
              (b) => b.ariaCurrent || b.getAttribute('aria-current'),
            )
          ].name,
          height: document.body.scrollHeight,
        }))
        assert.ok(height <= SCREEN || high.includes(step), `${step} is ${height} px high`)
        if (i > 0) assert.equal(await element.evaluate((e) => e.store.values.step), step)
        await element.evaluate((e) => e.shadowRoot.querySelector('.steps .turn:last-of-type').click())
      }
      assert.deepEqual(problems, [])
      await page.close()
    })

  test('the step stands in the address, and a pinned cell shows its arithmetic beside it', async () => {
    await visit(
      browser(),
      at('anatomy', 'state=step:score;pin:scores.3.1'),
      'qkv-anatomy',
      async (anatomy) => {
        assert.match(await textOf(await inside(anatomy, '[aria-current]')), /打分/)
        const { below, text } = await anatomy.evaluate((e) => {
          const head = e.shadowRoot.querySelector('qkv-head').shadowRoot
          const why = head.querySelector('.why')
          const bands = head.querySelector('qkv-attention-bands').shadowRoot
          const pinned = bands.querySelector('[data-step=scores]').shadowRoot.querySelector('.pinned')
          return {
            below: why.getBoundingClientRect().bottom - pinned.getBoundingClientRect().bottom,
            text: why.querySelector('qkv-arithmetic-view').shadowRoot.textContent,
          }
        })
        assert.ok(below > 0 && below < 320, `${below} px below its cell`)
        assert.match(text.replace(/\s+/g, ' '), /= 4/)
        // On to the next step of the same cell: the band goes with it.
        for (let i = 0; i < 2; ++i) {
          await anatomy.evaluate((e) =>
            e.shadowRoot
              .querySelector('qkv-head')
              .shadowRoot.querySelector('qkv-arithmetic-view')
              .dispatchEvent(new CustomEvent('qkv-arithmetic-step', { detail: { by: 1 } })),
          )
          await settled(anatomy)
        }
        assert.equal(await anatomy.evaluate((e) => e.state), 'pin:masked.3.1;step:mask')
      },
      COLUMN,
    )
  })

  test('in a frame as high as its contents the arithmetic stands below its band', async () => {
    await visit(
      browser(),
      `${site()}embed.html?figure=anatomy&lang=zh&state=pin:q.1.1`,
      'qkv-anatomy',
      async (anatomy) => {
        const below = await anatomy.evaluate((e) => {
          const head = e.shadowRoot.querySelector('qkv-head').shadowRoot
          const bands = head.querySelector('qkv-attention-bands').shadowRoot
          const pinned = bands.querySelector('[data-step=q]').shadowRoot.querySelector('.pinned')
          return (
            head.querySelector('.why').getBoundingClientRect().bottom - pinned.getBoundingClientRect().bottom
          )
        })
        assert.ok(below > 0 && below < 320, `${below} px below its cell`)
      },
      { width: 700, height: 4000 },
    )
  })

  test('some parts alone, and a button to the rest; what is no part is named', async () => {
    const address = `${site()}embed.html?figure=anatomy&lang=en&view=project,carry`
    await visit(browser(), address, 'qkv-anatomy', async (anatomy) => {
      const bands = () =>
        anatomy.evaluate((e) =>
          [...e.shadowRoot.querySelectorAll('qkv-head')].flatMap(
            (head) =>
              [...head.shadowRoot.querySelector('qkv-attention-bands').shadowRoot.querySelectorAll('section')]
                .length,
          ),
        )
      assert.deepEqual(await bands(), [2])
      await anatomy.evaluate((e) => e.shadowRoot.querySelector('.more button').click())
      await settled(anatomy)
      assert.deepEqual(await bands(), [4])
      await anatomy.evaluate((e) => (e.view = 'everything'))
      await settled(anatomy)
      assert.match(await textOf(await inside(anatomy, '.notice')), /view=everything/)
    })
  })
})

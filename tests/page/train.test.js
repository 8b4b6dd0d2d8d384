// Training in the page, as a reader does it.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { serve } from '../../tools/serve.js'
import { root } from '../js/golden.js'
import { addressed, figure, inside, open, pages, settled, textOf } from './browser.js'

/** @typedef {import('./browser.js').Handle} Handle */
/** @typedef {import('./browser.js').Page} Page */

/** Until the run has come so far. @param {Page} page @param {Handle} train @param {string} status */
const until = (page, train, status) =>
  page.waitForFunction(
    (e, wanted) => e.run?.status === wanted && e.run.probe,
    { timeout: 60000, polling: 50 },
    train,
    status,
  )

pages('train', ({ test, visit, browser, file }) => {
  test('reversal from the button to the end: all right, the other diagonal, and own input', () =>
    visit('preset=reversal&lang=en', async (train, page) => {
      await until(page, train, 'ready')
      const button = await inside(train, '.buttons .primary')
      assert.equal(await textOf(button), 'Train')
      await button.focus()
      await page.keyboard.press('Enter')
      await until(page, train, 'done')
      await settled(train)
      const { accuracy, look, losses } = await train.evaluate((e) => {
        const last = e.result.measured.at(-1)
        return { accuracy: last.accuracy, look: last.looks.data[0], losses: e.result.losses }
      })
      assert.equal(accuracy, 1)
      assert.ok(look >= 0.9, `anti-diagonal ${look}`)
      assert.equal(losses.length, 300)
      // What stands on the page is what the core measured.
      assert.match(await textOf(await inside(train, '.facts div:nth-child(2)')), /100 %/)
      assert.match(await textOf(await inside(train, '.far')), /Step 300 of 300/)
      assert.match(await textOf(await inside(train, 'qkv-heat-map', 'header')), /where it helps 9\d/)
      // The reader's own digits come back in reverse.
      const field = await inside(train, 'qkv-try-model', 'input')
      await field.evaluate((/** @type {any} */ e) => {
        e.value = '0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5'
        e.dispatchEvent(new Event('input', { bubbles: true }))
      })
      const row = await inside(train, 'qkv-try-model', 'qkv-answer-row')
      await page.waitForFunction(
        (e) => e.answers.map((/** @type {any} */ a) => a?.token).join('') === '5432109876543210',
        { polling: 50 },
        row,
      )
      // A word that the model does not know gets a sentence, and the answer stays.
      await field.evaluate((/** @type {any} */ e) => {
        e.value = '0 1 x'
        e.dispatchEvent(new Event('input', { bubbles: true }))
      })
      const problem = await page.waitForFunction(
        (e) => e.shadowRoot.querySelector('.problem')?.textContent,
        { polling: 50 },
        await inside(train, 'qkv-try-model'),
      )
      assert.match(String(await problem.jsonValue()), /never seen “x”/)
    }))

  test('one seed is one run: step by step, paused, started over', () =>
    visit('preset=pronoun&lang=zh&seed=5', async (train, page) => {
      await until(page, train, 'ready')
      const click = async (/** @type {number} */ nth) =>
        (await inside(train, `.buttons button:nth-of-type(${nth})`)).click()
      for (const steps of [1, 2, 3]) {
        await click(2)
        await page.waitForFunction((e, n) => e.run.steps === n, { polling: 20 }, train, steps)
      }
      await train.evaluate((e) => e.store.set({ pace: 2 }))
      await click(1)
      await page.waitForFunction((e) => e.run.steps >= 10, { polling: 20 }, train)
      await click(1)
      await until(page, train, 'ready')
      await settled(train)
      const first = await train.evaluate((e) => e.result.losses.slice(0, 10))
      const steps = await train.evaluate((e) => e.run.steps)
      await new Promise((resolve) => setTimeout(resolve, 200))
      assert.equal(await train.evaluate((e) => e.run.steps), steps) // paused is paused
      await click(3)
      await page.waitForFunction((e) => e.run.status === 'ready' && e.run.steps === 0, { polling: 20 }, train)
      await train.evaluate((e) => e.store.set({ pace: 4, steps: 10 }))
      await settled(train)
      await train.evaluate((e) => e.train())
      assert.deepEqual(await train.evaluate((e) => e.result.losses), first)
      // Another ten go on with the same model, and the address tells all of it.
      await click(1)
      await page.waitForFunction((e) => e.run.steps > 10, { polling: 20 }, train)
      assert.match(await addressed(page, 'steps:'), /preset=pronoun/)
    }))

  test('more steps go on with the same model; pausing and going on is one run', () =>
    visit('preset=pronoun&lang=en&state=pace:3', async (train, page) => {
      await until(page, train, 'ready')
      // Pause and go on at once, again and again: one loop, one run.
      for (let i = 0; i < 4; ++i) {
        train.evaluate((e) => void e.train())
        await new Promise((resolve) => setTimeout(resolve, 80))
        await train.evaluate((e) => e.run.pause())
      }
      await train.evaluate((e) => e.store.set({ pace: 4 }))
      await train.evaluate((e) => e.train())
      await until(page, train, 'done')
      assert.equal(await train.evaluate((e) => e.run.steps), 500)
      await settled(train)
      const learned = await train.evaluate((e) => e.result.losses.slice())
      assert.equal(learned.length, 500)
      const button = await inside(train, '.buttons .primary')
      assert.equal(await textOf(button), '500 more steps')
      await button.click()
      await page.waitForFunction(
        (e) => e.run.steps === 1000 && e.run.status === 'done',
        { polling: 50 },
        train,
      )
      assert.deepEqual(await train.evaluate((e) => e.result.losses.slice(0, 500)), learned)
    }))

  test('the example is in the language of the reader and ends where it is asked', () =>
    visit('preset=pronoun&lang=zh', async (train, page) => {
      await until(page, train, 'ready')
      const { words, last } = await train.evaluate((e) => ({
        words: Array.from(e.run.probe.ids, (id) => e.task.words[id]),
        last: e.run.probe.targets.at(-1),
      }))
      assert.equal(words[2], '放不进')
      assert.equal(words.length, 9)
      assert.ok(last >= 0)
    }))

  test('heads, then fewer: shared keys that no longer fit give way', () =>
    visit('preset=recall&lang=zh&state=heads:4;kvHeads:2', async (train, page) => {
      await until(page, train, 'ready')
      assert.equal(await train.evaluate((e) => e.run.recipe.config.nKvHeads), 2)
      await train.evaluate((e) => e.store.set({ heads: 1 }))
      await until(page, train, 'ready')
      assert.equal(await train.evaluate((e) => e.run.recipe.config.nKvHeads), 1)
      // What the core refuses gets a sentence, and the fields stay.
      await train.evaluate((e) => e.store.set({ heads: 8, width: 8, position: 'rope' }))
      await page.waitForFunction((e) => e.run?.status === 'failed', { polling: 50 }, train)
      await settled(train)
      assert.match(await textOf(await inside(train, '.run .warn')), /这样的设置做不出模型/)
      await inside(train, '.settings select')
    }))

  test('a learning rate that breaks everything is explained, and starting over works', () =>
    visit('preset=modular&lang=zh&state=learningRate:10', async (train, page) => {
      await until(page, train, 'ready')
      await train.evaluate((e) => e.train())
      await until(page, train, 'failed')
      await settled(train)
      const alert = await textOf(await inside(train, '.run .warn'))
      assert.match(alert, /损失已经不是一个数了：学习率 10 对这个模型太大/)
      assert.match(alert, /从头来/)
      await train.evaluate((e) => e.store.set({ learningRate: 0.005, steps: 5 }))
      await until(page, train, 'ready')
      await train.evaluate((e) => e.train())
      await until(page, train, 'done')
      assert.equal(await train.evaluate((e) => e.shadowRoot.querySelector('.run .warn')), null)
    }))

  test('bad settings get a sentence and change nothing', () =>
    visit('preset=reversal&lang=en', async (train, page) => {
      await until(page, train, 'ready')
      const steps = await inside(train, '.settings label:nth-last-of-type(2) input')
      await steps.evaluate((/** @type {any} */ e) => {
        e.value = 'many'
        e.dispatchEvent(new Event('change'))
      })
      await settled(train)
      assert.match(await textOf(await inside(train, '.notice')), /“many” cannot be used here/)
      assert.equal(await train.evaluate((e) => e.run.recipe.steps), 300)
      await train.evaluate((e) => e.store.set({ heads: 8, width: 32, kvHeads: 0 }))
      await until(page, train, 'ready')
      assert.equal(await train.evaluate((e) => e.run.recipe.config.dHead), 4)
    }))

  test("the reader's own text is learned by heart and written on; a Llama can be taken along as llama2.c", () =>
    visit('preset=text&lang=en&state=architecture:llama;layers:1;width:32;heads:2', async (train, page) => {
      await until(page, train, 'ready')
      await train.evaluate((e) =>
        e.store.set({ text: 'abcdefghij'.repeat(10), steps: 60, learningRate: 0.01 }),
      )
      await page.waitForFunction(
        (e) => e.task.words.length === 10 && e.run?.status === 'ready',
        { polling: 50 },
        train,
      )
      await train.evaluate((e) => e.train())
      await until(page, train, 'done')
      await settled(train)
      const bytes = await train.evaluate(
        async (e) => (await e.run.call('saveTrained', { format: 'llama2c' })).length,
      )
      assert.ok(bytes > 28)
      await (await inside(train, 'qkv-try-model', '.field button')).click()
      const more = await page.waitForFunction(
        (e) => e.continued?.more,
        { polling: 50 },
        await inside(train, 'qkv-try-model'),
      )
      const typed = await (await inside(train, 'qkv-try-model', 'input')).evaluate((e) => e.value)
      const written = typed + (await more.jsonValue())
      assert.equal(written.length, typed.length + 40)
      assert.ok('abcdefghij'.repeat(10).includes(written), written)
    }))

  test('from disk, what was learned opens in the model view', async () => {
    await visit(`${file()}#/figure/train?preset=pronoun&lang=zh`, async (train, page) => {
      await until(page, train, 'ready')
      await train.evaluate((e) => e.train())
      await until(page, train, 'done')
      await settled(train)
      assert.equal(await train.evaluate((e) => e.result.measured.at(-1).accuracy), 1)
      await (await inside(train, '.files button')).click()
      const model = await figure(page, 'qkv-model')
      await page.waitForFunction((e) => e.result?.odds, { polling: 50 }, model) // the text that was tried is there
      await model.evaluate((e) => e.store.set({ text: '奖杯放不进箱子，因为它太大' }))
      await page.waitForFunction(
        (e) => e.result?.odds?.[0].token === '奖杯' && !e.run.busy,
        { polling: 50 },
        model,
      )
    })
  })

  test('in a sandboxed frame, and where workers are forbidden', async () => {
    const project = await serve(root)
    const { page, problems } = await open(
      browser(),
      `${project.url}tests/page/sandbox.html?figure=train&preset=reversal&state=steps:20`,
    )
    const frame = await page.waitForFrame((one) => one.url().includes('qkv-lab.html'))
    await frame.waitForFunction(
      () => {
        const train = /** @type {any} */ (document.querySelector('qkv-train'))
        if (train?.run?.status === 'ready') train.train()
        return train?.run?.status === 'done'
      },
      { polling: 100, timeout: 60000 },
    )
    assert.deepEqual(problems, [])
    await page.close()
    project.close()

    const policy =
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
    const strict = await serve(join(root, 'build/site'), { headers: { 'content-security-policy': policy } })
    const { page: other } = await open(
      browser(),
      `${strict.url}#/figure/train?preset=reversal&state=steps:20`,
    )
    const train = await figure(other, 'qkv-train')
    await until(other, train, 'ready')
    await train.evaluate((e) => e.train())
    await until(other, train, 'done')
    await other.close()
    strict.close()
  })
})

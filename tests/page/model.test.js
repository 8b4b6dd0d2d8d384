// A trained model: its text, its heads, models of the reader.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noRealModels, realModels, root } from '../js/golden.js'
import { pages, inside, settled, textOf } from './browser.js'

pages('model', ({ test, visit, everywhere }) => {
  everywhere('the pronoun model reads a sentence and looks at the right noun', (there) =>
    there('lang=zh', async (model, page) => {
      const answered = async (/** @type {string} */ noun) => {
        await page.waitForFunction(
          (e, wanted) => !e.run.busy && e.result?.odds[0].token === wanted,
          { polling: 50 },
          model,
          noun,
        )
        return model.evaluate((e, wanted) => {
          const { tokens, weights } = e.result
          return weights[0][0].data[(tokens.length - 1) * tokens.length + tokens.indexOf(wanted)]
        }, noun)
      }
      assert.ok((await answered('奖杯')) > 0.85)
      await model.evaluate((e) => e.store.set({ text: '奖杯放不进箱子，因为它太小' }))
      assert.ok((await answered('箱子')) > 0.85)
      await model.evaluate((e) =>
        e.store.set({ text: 'the trophy does not fit in the suitcase because it is too big' }),
      )
      assert.ok((await answered('trophy')) > 0.85)
    }),
  )

  test('undo and reset open the model that they name', { skip: noRealModels }, () =>
    visit('lang=en', async (model, page) => {
      const data = /** @type {string} */ (realModels())
      const layers = (/** @type {number} */ n) =>
        page.waitForFunction(
          (e, wanted) =>
            e.run?.model?.config.nLayers === wanted && !e.run.busy && e.result?.weights.length === wanted,
          { polling: 50 },
          model,
          n,
        )
      await layers(1)
      await model.evaluate((e) => e.store.set({ model: 'own' }))
      await settled(model)
      await /** @type {any} */ (await inside(model, 'qkv-file-drop', 'input')).uploadFile(
        join(data, 'stories260K.bin'),
        join(data, 'tok512.bin'),
      )
      await layers(5)
      await model.evaluate((e) => e.store.undo())
      await layers(1)
      await model.evaluate((e) => e.store.redo())
      await layers(5)
      await model.evaluate((e) => e.store.reset())
      await layers(1)
    }),
  )

  test('a word that the model does not know is named, and the picture stays', () =>
    visit('lang=en', async (model, page) => {
      await page.waitForFunction((e) => e.result, { polling: 50 }, model)
      await model.evaluate((e) =>
        e.store.set({ text: 'the trophy does not fit in the teapot because it is too big' }),
      )
      await page.waitForFunction((e) => e.run.problem, { polling: 50 }, model)
      await settled(model)
      assert.match(await textOf(await inside(model, '.problem')), /never seen “teapot”/)
      await inside(model, 'qkv-head', 'qkv-attention-bands')
      await model.evaluate((e) =>
        [...e.shadowRoot.querySelectorAll('.text .chips')[0].querySelectorAll('button')]
          .find((b) => b.textContent === 'box')
          .click(),
      )
      await page.waitForFunction(
        (e) => !e.run.problem && !e.run.busy && e.result.tokens.includes('box'),
        { polling: 50 },
        model,
      )
    }))

  test(
    'a llama2.c model of the reader: 5 layers, 8 heads, 256 tokens without hanging',
    { skip: noRealModels },
    () =>
      visit('lang=en', async (model, page) => {
        const data = /** @type {string} */ (realModels())
        await page.waitForFunction((e) => e.result, { polling: 50 }, model)
        await model.evaluate((e) => {
          const select = e.shadowRoot.querySelector('select')
          select.value = 'own'
          select.dispatchEvent(new Event('change'))
        })
        await settled(model)
        const input = await inside(model, 'qkv-file-drop', 'input')
        await /** @type {any} */ (input).uploadFile(join(data, 'stories260K.bin'))
        await page.waitForFunction((e) => e.run?.model?.config.nLayers === 5, { polling: 50 }, model)
        assert.match(await textOf(await inside(model, '.loading')), /tokenizer\.bin is still missing/)
        await /** @type {any} */ (await inside(model, 'qkv-file-drop', 'input')).uploadFile(
          join(data, 'tok512.bin'),
        )
        await page.waitForFunction((e) => e.result?.weights.length === 5 && e.steps, { polling: 50 }, model)
        const expected = JSON.parse(readFileSync(join(data, 'stories260K.expected.json'), 'utf8')).cases[0]
        assert.deepEqual(await model.evaluate((e) => Array.from(e.result.ids)), expected.ids)
        await model.evaluate((e) => e.store.set({ layer: 3, head: 6 }))
        await page.waitForFunction((e) => e.shown?.layer === 3 && e.shown.head === 6, { polling: 50 }, model)
        const weights = await model.evaluate((e) =>
          Array.from(e.steps.weights.data.slice(-e.steps.weights.cols)),
        )
        weights.forEach((w, j) => assert.ok(Math.abs(w - expected.attention_last_row[3][6][j]) < 1e-4))
        // Far more than 256 tokens. The model runs in a worker: the page goes on answering while it computes.
        await model.evaluate((e) => {
          e.answers = 0
          const tick = () => {
            if (e.run.busy) e.answers += 1
            e.ticking = setTimeout(tick, 5)
          }
          tick()
          e.store.set({ text: 'Once upon a time there was a cat. '.repeat(60), layer: 0, head: 0 })
        })
        await page.waitForFunction(
          (e) => e.result?.tokens.length === 256 && e.steps?.q.rows === 256,
          { polling: 50, timeout: 60000 },
          model,
        )
        await settled(model)
        const answers = await model.evaluate((e) => (clearTimeout(e.ticking), e.answers))
        assert.ok(answers >= 3, `the page answered ${answers} times`)
        assert.match(await textOf(await inside(model, '.text')), /Only the first 256 tokens were taken/)
      }),
  )

  test('files that are no models are named and change nothing; a tokenizer that does not fit is left aside', () =>
    visit('lang=zh', async (model, page) => {
      await page.waitForFunction((e) => e.result, { polling: 50 }, model)
      await model.evaluate((e) => e.store.set({ model: 'own' }))
      await settled(model)
      /** Drops files, each a name and its bytes, and waits for what is said. @param {[string, number[]][]} files */
      const drop = async (files) => {
        await model.evaluate((e, given) => {
          e.notice = ''
          const list = given.map(([name, bytes]) => new File([new Uint8Array(bytes)], name))
          const place = e.shadowRoot.querySelector('qkv-file-drop')
          place.dispatchEvent(new CustomEvent('qkv-files', { detail: { files: list } }))
        }, files)
        await page.waitForFunction((e) => e.notice, { polling: 50 }, model)
        return model.evaluate((e) => e.notice)
      }
      const text = (/** @type {string} */ words) => [...new TextEncoder().encode(words)]
      const huge = [0, 0, 0, 0, 0, 0, 0, 0x40, ...text('{"a":1} ')]
      assert.match(
        await drop([['huge.safetensors', huge]]),
        /^huge\.safetensors 读不了：文件说自己的文件头有/,
      )
      assert.match(
        await drop([['m.gguf', text('GGUF....')]]),
        /^m\.gguf 读不了：这是 GGUF 模型，目前还读不了$/,
      )
      assert.equal(await model.evaluate((e) => e.files.weights ?? e.files.tokenizer ?? null), null)
      // A good model after all that, with a companion that is none.
      const bytes = [...readFileSync(join(root, 'web/models/reversal.safetensors'))]
      assert.match(
        await drop([
          ['reversal.safetensors', bytes],
          ['config.json', text('{"d_model": 4}')],
        ]),
        /^config\.json 读不了：这是 JSON 文本/,
      )
      await page.waitForFunction((e) => e.run.model, { polling: 50 }, model)
      // A tokenizer of three pieces does not fit.
      const tokenizer = [6, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, ...text('<unk>')]
      const said = await drop([['tok.bin', tokenizer]])
      assert.match(said, /^模型已经打开，分词器没有用上：模型有 \d+ 个词元，这个分词器文件装不下那么多/)
      assert.equal(await model.evaluate((e) => e.run.model.hasTokenizer && !e.files.tokenizer), true)
    }))

  test('a large file shows how far it is, and can be cancelled', () =>
    visit('lang=en', async (model, page) => {
      await page.waitForFunction((e) => e.result, { polling: 50 }, model)
      await model.evaluate(async (e) => {
        e.store.set({ model: 'own' })
        await e.updateComplete
        // llama2.c: d 512, hidden 4, 1 layer, 1 head, 40000 words: 82 MB of zeros behind the header.
        const header = new Int32Array([512, 4, 1, 1, 1, 40000, 8])
        const numbers = 40000 * 512 + 512 + 4 * 512 * 512 + 512 + 3 * 512 * 4 + 512 + 8 * 512
        const zeros = Array.from({ length: 64 }, () => new Uint8Array(numbers / 16))
        const files = [new File([header, ...zeros], 'large.bin')]
        e.seen = []
        const watch = () => {
          const { reading } = e.run
          if (reading) e.seen.push(reading.done)
          if (reading && e.shadowRoot.querySelector('.reading progress') && e.seen.at(-1) > 10e6)
            return e.shadowRoot.querySelector('.reading button').click()
          setTimeout(watch)
        }
        watch()
        e.shadowRoot
          .querySelector('qkv-file-drop')
          .dispatchEvent(new CustomEvent('qkv-files', { detail: { files } }))
      })
      await page.waitForFunction((e) => e.seen.length > 0 && !e.run.reading, { polling: 50 }, model)
      await settled(model)
      const { most, open } = await model.evaluate((e) => ({ most: Math.max(...e.seen), open: !!e.run.model }))
      assert.ok(most > 10e6 && most < 82e6 && !open, `${most} bytes, open: ${open}`)
      assert.match(await textOf(await inside(model, '.loading')), /Choose a model file/)
    }))

  test('a broken model file gets a sentence, and the page goes on', () =>
    visit('lang=en', async (model, page) => {
      await page.waitForFunction((e) => e.result, { polling: 50 }, model)
      await model.evaluate(async (e) => {
        e.store.set({ model: 'own' })
        await e.updateComplete
        const files = [
          new File([new Uint8Array(new Int32Array([64, 172, 5, 8, 4, 512, 512, 0]).buffer)], 'cut-off.bin'),
        ]
        e.shadowRoot
          .querySelector('qkv-file-drop')
          .dispatchEvent(new CustomEvent('qkv-files', { detail: { files } }))
      })
      await page.waitForFunction((e) => e.notice, { polling: 50 }, model)
      assert.match(
        await textOf(await inside(model, '.notice')),
        /by its header the file should have 1056540 bytes, it has 32/,
      )
    }))
})

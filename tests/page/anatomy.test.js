// One head, every number: edited, followed, refused, undone.
import assert from 'node:assert/strict'
import { addressed, counted, inside, pages, settled, textOf } from './browser.js'

/** @typedef {import('./browser.js').Handle} Handle */

/** A cell of one of the matrices. @param {Handle} element @param {string} step @param {number} row @param {number} col */
const cell = (element, step, row, col) =>
  inside(
    element,
    'qkv-head',
    'qkv-attention-bands',
    `qkv-matrix-view[data-step="${step}"]`,
    `tbody tr:nth-child(${row + 1}) [role=gridcell]:nth-of-type(${col + 1})`,
  )

/** One row of a step, to three decimals, from the public property. @param {Handle} element @param {string} step @param {number} row @returns {Promise<number[]>} */
const stepRow = (element, step, row) =>
  element.evaluate(
    (e, name, i) =>
      Array.from(e.steps[name].data.slice(i * e.steps[name].cols, (i + 1) * e.steps[name].cols), (v) =>
        Number(v.toFixed(3)),
      ),
    step,
    row,
  )

/**
 * Worked examples of two and three dimensions that others have published (tutorials of self-attention), with the outputs in
 * float64. All without a mask.
 */
const PUBLISHED = [
  {
    tokens: ['a', 'b', 'c', 'd'],
    x: [
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
      [0, 0, 1],
    ],
    wQ: [
      [2, 0, 2],
      [2, 0, 0],
      [2, 1, 2],
    ],
    wK: [
      [2, 2, 2],
      [0, 2, 1],
      [0, 1, 1],
    ],
    wV: [
      [1, 1, 0],
      [0, 1, 1],
      [0, 0, 0],
    ],
    output: [
      0.98522025, 1.74174051, 0.75652026, 0.90965265, 1.40965265, 0.5, 0.99851226, 1.75849334, 0.75998108,
      0.99560386, 1.90407309, 0.90846923,
    ],
  },
  {
    tokens: ['a', 'b', 'c'],
    x: [
      [1, 0],
      [0, 2],
      [1, 1],
    ],
    wQ: [
      [1, 0],
      [0, 1],
    ],
    wK: [
      [1, 1],
      [0, 1],
    ],
    wV: [
      [1, 0],
      [0, 1],
    ],
    output: [0.80222419, 0.79666372, 0.55419173, 1.33742482, 0.75174492, 1],
  },
  {
    tokens: ['a', 'b', 'c'],
    x: [
      [0.1, 0.2, 0.3, 0.4],
      [0.5, 0.6, 0.7, 0.8],
      [0.9, 1, 1.1, 1.2],
    ],
    wQ: [
      [0.1, 0.2, 0.3],
      [0.4, 0.5, 0.6],
      [0.7, 0.8, 0.9],
      [1, 1.1, 0],
    ],
    wK: [
      [0.1, 0.2, 0.3],
      [0.4, 0.5, 0.6],
      [0.7, 0.8, 0.9],
      [1, 1.1, 0],
    ],
    wV: [
      [0.1, 0.2],
      [0.3, 0.4],
      [0.5, 0.6],
      [0.7, 0.8],
    ],
    output: [1.51099968, 1.8637496, 1.71634771, 2.12043464, 1.76464744, 2.1808093],
  },
]

/** Pastes a text into a cell. Firefox makes no such events with contents. @param {Handle} where @param {string} text */
const paste = (where, text) =>
  where.evaluate((td, given) => {
    td.focus()
    const event = new Event('paste', { bubbles: true, composed: true, cancelable: true })
    td.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => given } }))
  }, text)

/** @param {Handle} element @param {number[]} wanted */
async function expectOutput(element, wanted) {
  const output = await element.evaluate((e) => Array.from(e.steps.output.data))
  assert.equal(output.length, wanted.length)
  output.forEach((/** @type {number} */ value, /** @type {number} */ i) =>
    assert.ok(Math.abs(value - wanted[i]) < 2e-6, `${value} for ${wanted[i]}`),
  )
}

pages('anatomy', ({ name, test, visit, everywhere, site, file }) => {
  everywhere('the hand calculation', (there) =>
    there('preset=annual-leave&lang=zh', async (anatomy) => {
      assert.deepEqual(await stepRow(anatomy, 'weights', 3), [0.179, 0.735, 0.043, 0.043])
      assert.deepEqual(await stepRow(anatomy, 'output', 3), [1.648, 0.087])
      assert.deepEqual(await stepRow(anatomy, 'weights', 2), [0.284, 0.576, 0.14, 0])
      assert.deepEqual(await stepRow(anatomy, 'weights', 1), [0.5, 0.5, 0, 0])
      assert.match(await textOf(await cell(anatomy, 'weights', 3, 1)), /0\.735/)
      assert.match(await textOf(await inside(anatomy, 'figcaption')), /与双精度结果一致/)
    }),
  )

  test('examples of two and three dimensions come out as published: by address', async () => {
    for (const { tokens, output, ...matrices } of PUBLISHED) {
      const parts = Object.entries(matrices).map(
        ([name, rows]) => `${name}:${rows.map((row) => row.join(',')).join('/')}`,
      )
      const state = ['mask:none', `tokens:${tokens.join('|')}`, ...parts].join(';')
      await visit(`lang=en&state=${encodeURIComponent(state)}`, async (anatomy) => {
        await expectOutput(anatomy, output)
        assert.equal(await anatomy.evaluate((e) => e.shadowRoot.querySelector('.notice')), null)
      })
    }
  })

  test('examples of two and three dimensions come out as published: by hand, sizes typed and numbers pasted', async () => {
    for (const { tokens, output, ...matrices } of PUBLISHED)
      await visit('lang=en&state=mask:none', async (anatomy) => {
        /** @param {string} selector @param {string|number} value */
        const type = async (selector, value) => {
          await anatomy.evaluate(
            (e, where, typed) => {
              const field = e.shadowRoot.querySelector(where)
              field.value = String(typed)
              field.dispatchEvent(new Event('change'))
            },
            selector,
            value,
          )
          await settled(anatomy)
        }
        await type('.tokens input', tokens.join(' '))
        const widths = [matrices.x[0].length, matrices.wQ[0].length, matrices.wV[0].length]
        for (const [i, width] of widths.entries()) await type(`.shape label:nth-child(${i + 1}) input`, width)
        const spellings = [
          (/** @type {number[][]} */ rows) => rows.map((row) => row.join('\t')).join('\n'), // from a table
          (/** @type {number[][]} */ rows) => `x = np.array(${JSON.stringify(rows)})`, // from a program
          (/** @type {number[][]} */ rows) => rows.map((row) => row.join(' ')).join('; '),
          (/** @type {number[][]} */ rows) => JSON.stringify(rows).replaceAll('],[', '],\n ['),
        ]
        for (const [i, [step, rows]] of Object.entries(matrices).entries()) {
          await paste(await cell(anatomy, step, 0, 0), spellings[i](rows))
          await settled(anatomy)
        }
        await expectOutput(anatomy, output)
      })
  })

  test('a size that is none, and a block that does not fit, change nothing and are said', () =>
    visit('lang=zh', async (anatomy) => {
      await anatomy.evaluate((e) => {
        const field = e.shadowRoot.querySelector('.shape input')
        field.value = '9'
        field.dispatchEvent(new Event('change'))
      })
      await settled(anatomy)
      assert.match(await textOf(await inside(anatomy, '.notice')), /大小要是 1 到 8 之间的整数/)
      assert.equal(await anatomy.evaluate((e) => e.shadowRoot.querySelector('.shape input').value), '4')
      const said = async (/** @type {string} */ text) => {
        await paste(await cell(anatomy, 'x', 1, 1), text)
        await settled(anatomy)
        return textOf(await inside(anatomy, '.notice'))
      }
      assert.match(await said('1 2 3 4\n5 6 7 8'), /贴来的是 2 × 4 个数，从这一格起只放得下 3 × 3/)
      assert.match(await said('1 2 三'), /三/)
      assert.deepEqual(await stepRow(anatomy, 'weights', 3), [0.179, 0.735, 0.043, 0.043])
      // What does not fit together in an address is said with the sizes.
      await anatomy.evaluate((e) => (e.state = 'tokens:a|b;x:1,0/0,1'))
      await settled(anatomy)
      assert.match(await textOf(await inside(anatomy, '.notice')), /W_Q 应为 2 × 1–8，给的是 4 × 2/)
    }))

  test('one to eight dimensions and one to twelve tokens are drawn without overflow', async () => {
    for (const [n, d, head, value] of [
      [1, 1, 1, 1],
      [12, 8, 8, 8],
      [12, 1, 8, 1],
      [2, 8, 1, 8],
    ])
      await visit('lang=en', async (anatomy) => {
        const given = { n, d, head, value }
        const wide = await anatomy.evaluate(async (e, s) => {
          const matrix = (
            /** @type {number} */ rows,
            /** @type {number} */ cols,
            /** @type {number} */ seed,
          ) => e.engine.randomNormal(seed, rows, cols)
          e.store.set({
            tokens: Array.from({ length: s.n }, (_, i) => `t${i}`),
            x: matrix(s.n, s.d, 1),
            wQ: matrix(s.d, s.head, 2),
            wK: matrix(s.d, s.head, 3),
            wV: matrix(s.d, s.value, 4),
          })
          await e.updateComplete
          return {
            notice: e.shadowRoot.querySelector('.notice')?.textContent ?? '',
            wide: document.documentElement.scrollWidth - innerWidth,
          }
        }, given)
        assert.deepEqual(wide, { notice: '', wide: wide.wide })
        assert.ok(wide.wide <= 0, `${n} × ${d} × ${head} × ${value} is ${wide.wide} px too wide`)
      })
  })

  everywhere('mask off, scale off, through the address', async (there) => {
    await there('state=mask:none', async (anatomy) =>
      assert.equal((await stepRow(anatomy, 'weights', 1))[2], 0.578),
    )
    await there('state=scale:0', async (anatomy) =>
      assert.equal((await stepRow(anatomy, 'weights', 3))[1], 0.853),
    )
  })

  test('a typed number changes every step after it; undo takes it back; the address keeps it', () =>
    visit('lang=en', async (anatomy, page) => {
      await (await cell(anatomy, 'x', 3, 3)).focus()
      await page.keyboard.type('0.5')
      assert.deepEqual(await stepRow(anatomy, 'q', 3), [1, 0]) // while typing
      await page.keyboard.press('Enter')
      await settled(anatomy)
      assert.deepEqual(await stepRow(anatomy, 'scores', 3), [1, 2, 0, 0])
      const address = await addressed(page, '0.5')
      await (await inside(anatomy, '[aria-label=Undo]')).click()
      await settled(anatomy)
      assert.deepEqual(await stepRow(anatomy, 'q', 3), [2, 0])
      await page.waitForFunction(() => !location.href.includes('x:'), { polling: 20 })
      await visit(address, async (again) => assert.deepEqual(await stepRow(again, 'q', 3), [1, 0]))
    }))

  test('by keyboard alone: walk to a cell, see its arithmetic, step on, let go', () =>
    visit('lang=en', async (anatomy, page) => {
      const why = async () => textOf(await inside(anatomy, 'qkv-head', 'qkv-arithmetic-view', '.sum'))
      await (await cell(anatomy, 'scores', 0, 0)).focus()
      await page.keyboard.press('PageDown')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await settled(anatomy)
      assert.equal(await why(), '2 × 2 + 0 × 0 = 4 + 0 = 4')
      const next = await inside(anatomy, 'qkv-head', 'qkv-arithmetic-view', '.steps button:nth-child(2)')
      const seen = []
      for (let i = 0; i < 7; ++i) {
        await next.click()
        await settled(anatomy)
        seen.push(await why())
      }
      assert.deepEqual(seen, [
        '4 × 0.707 = 2.83',
        '2.83 + 0 = 2.83',
        'max(1.41, 2.83, 0, 0) = 2.83',
        'e2.83 − 2.83 = e0 = 1',
        '0.243 + 1 + 0.0591 + 0.0591 = 1.36',
        '1 ÷ 1.36 = 0.735',
        '0.179 × 0 + 0.735 × 0 + 0.0434 × 1 + 0.0434 × 1 = 0 + 0 + 0.0434 + 0.0434 = 0.0868',
      ])
      await (await cell(anatomy, 'scores', 3, 1)).focus()
      await page.keyboard.press('Escape')
      await settled(anatomy)
      await inside(anatomy, 'qkv-head', 'qkv-arithmetic-view', '.hint')
    }))

  test('hovering a cell lights the row and the column it comes from', () =>
    visit('lang=en', async (anatomy) => {
      await (await cell(anatomy, 'scores', 3, 1)).hover()
      await settled(anatomy)
      const marked = async (/** @type {string} */ step, /** @type {number} */ r, /** @type {number} */ c) =>
        (await cell(anatomy, step, r, c)).evaluate((e) => e.classList.contains('marked'))
      assert.deepEqual(
        [await marked('q', 3, 0), await marked('q', 3, 1), await marked('q', 2, 0)],
        [true, true, false],
      )
      assert.deepEqual(
        [await marked('kT', 0, 1), await marked('kT', 1, 1), await marked('kT', 0, 2)],
        [true, true, false],
      )
    }))

  test('dragging a cell sideways scrubs its value, as one step to undo', () =>
    visit('lang=en', async (anatomy, page) => {
      const box = await (await cell(anatomy, 'wV', 0, 0)).boundingBox()
      assert.ok(box)
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + 30, y, { steps: 6 })
      await page.mouse.up()
      await settled(anatomy)
      assert.deepEqual(await stepRow(anatomy, 'v', 1), [3, 0]) // (1 + 5 × 0.1) × 2
      await (await inside(anatomy, '[aria-label=Undo]')).click()
      await settled(anatomy)
      assert.deepEqual(await stepRow(anatomy, 'v', 1), [2, 0])
    }))

  test('clicking mask cells forbids and allows; a row that sees nothing is zero and says so', () =>
    visit('lang=en', async (anatomy) => {
      await (await cell(anatomy, 'mask', 0, 0)).click()
      await settled(anatomy)
      assert.deepEqual(await stepRow(anatomy, 'weights', 0), [0, 0, 0, 0])
      assert.deepEqual(await stepRow(anatomy, 'output', 0), [0, 0])
      assert.match(
        await textOf(await inside(anatomy, 'qkv-head', 'qkv-attention-bands', 'section:last-of-type p')),
        /masked entirely/,
      )
      await (await cell(anatomy, 'mask', 0, 1)).click()
      await settled(anatomy)
      assert.deepEqual(await stepRow(anatomy, 'weights', 0), [0, 1, 0, 0])
    }))

  test('own tokens of any script; the same word gets the same numbers; too many are refused with a sentence', () =>
    visit('lang=en', async (anatomy) => {
      const type = (/** @type {string} */ text) =>
        anatomy.evaluate((e, value) => {
          const field = e.shadowRoot.querySelector('.tokens input')
          field.value = value
          field.dispatchEvent(new Event('change'))
        }, text)
      await type('猫 😀 मछली 猫 |')
      await settled(anatomy)
      assert.deepEqual(await anatomy.evaluate((e) => e.tokens), ['猫', '😀', 'मछली', '猫', '¦'])
      assert.deepEqual(await stepRow(anatomy, 'q', 0), await stepRow(anatomy, 'q', 3))
      await type('a b c d e f g h i j k l m')
      await settled(anatomy)
      assert.match(await textOf(await inside(anatomy, '.notice')), /Use 1 to 12 tokens; this is 13/)
      assert.equal(await anatomy.evaluate((e) => e.tokens.length), 5)
    }))

  test('what is no number keeps the old one, with a sentence', () =>
    visit('lang=en', async (anatomy, page) => {
      await (await cell(anatomy, 'wQ', 3, 0)).focus()
      await page.keyboard.type('-.')
      await page.keyboard.press('Enter')
      await settled(anatomy)
      assert.match(await textOf(await inside(anatomy, '.notice')), /A number is needed here/)
      assert.deepEqual(await stepRow(anatomy, 'q', 3), [2, 0])
    }))

  test('huge numbers show ∞ and NaN as they are and break nothing', () =>
    visit('lang=en&state=x:3e38,3e38,0,0/2,0,0,0/0,0,1,0/0,0,0,1', async (anatomy) => {
      const shown = async (/** @type {string} */ step, /** @type {number} */ r, /** @type {number} */ c) =>
        textOf(await cell(anatomy, step, r, c))
      assert.match(await shown('q', 0, 0), /3e\+38/)
      assert.equal(await shown('q', 0, 1), '∞')
      assert.equal(await shown('scores', 0, 0), 'NaN')
      assert.equal(await shown('weights', 0, 0), 'NaN')
      assert.equal(await shown('k', 3, 0), '0')
    }))

  test('an address with nonsense shows a note and the rest of the figure', () =>
    visit('lang=en&preset=none-such&state=mask:diagonal;temperature:0.5;tokens:a|b', async (anatomy) => {
      await inside(anatomy, '.notice')
      assert.equal(await anatomy.evaluate((e) => e.store.values.temperature), 0.5)
      assert.equal(await anatomy.evaluate((e) => e.steps.weights.rows), 4)
    }))

  test('addresses that would break a careless figure: each gets a note, and the figure stands', async () => {
    for (const query of [
      'preset=constructor',
      'state=pin:weights.-1.0',
      'state=mask:custom;maskCells:5,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0',
      'controls=tokns',
      'seed=abc',
      'theme=purple',
    ])
      await visit(`${site()}embed.html?figure=anatomy&lang=en&${query}`, async (anatomy) => {
        await settled(anatomy)
        assert.equal(await anatomy.evaluate((e) => e.steps.weights.rows), 4, query)
        await inside(anatomy, 'qkv-head', 'qkv-attention-bands')
        if (!query.includes('pin'))
          assert.match(await textOf(await inside(anatomy, '.notice')), /made no sense/, query)
      })
  })

  test('going to an address without a state brings the first state back', () =>
    visit('lang=en&state=mask:none', async (anatomy, page) => {
      await page.evaluate(() => (location.hash = '#/figure/anatomy'))
      await settled(anatomy)
      assert.equal(await anatomy.evaluate((e) => e.store.values.mask), 'causal')
      await anatomy.evaluate((e) => e.store.set({ temperature: 2 }))
      await addressed(page, 'temperature:2')
      await page.evaluate(() => (location.hash = '#/figure/anatomy'))
      await settled(anatomy)
      assert.equal(await anatomy.evaluate((e) => e.store.values.temperature), 1)
      await anatomy.evaluate((e) => e.setAttribute('state', 'mask:none'))
      await anatomy.evaluate((e) => e.removeAttribute('state'))
      await anatomy.evaluate((e) => e.removeAttribute('controls'))
      await settled(anatomy)
      assert.equal(await anatomy.evaluate((e) => e.store.values.mask), 'causal')
      await inside(anatomy, '[aria-label=Undo]')
    }))

  test('Escape in a cell leaves the old number and no step behind', () =>
    visit('lang=en', async (anatomy, page) => {
      await (await cell(anatomy, 'x', 0, 0)).focus()
      await page.keyboard.type('7')
      await page.keyboard.press('Escape')
      await settled(anatomy)
      assert.equal(await anatomy.evaluate((e) => e.state), '')
      assert.equal(await anatomy.evaluate((e) => e.store.canUndo), false)
    }))

  test('a module can be forced by the address', () =>
    visit(`${site()}?module=scalar#/figure/anatomy`, async (anatomy) => {
      assert.equal(await anatomy.evaluate((e) => e.engine.module), 'scalar')
      assert.deepEqual(await stepRow(anatomy, 'weights', 3), [0.179, 0.735, 0.043, 0.043])
    }))

  test('the fastest module that the browser knows is taken by itself, another one if it is named', async () => {
    const runs = async (/** @type {string} */ query) => {
      let module = ''
      await visit(`${site()}${query}#/figure/anatomy`, async (anatomy) => {
        assert.deepEqual(await stepRow(anatomy, 'weights', 3), [0.179, 0.735, 0.043, 0.043])
        module = await anatomy.evaluate((e) => e.engine.module)
      })
      return module
    }
    const own = await runs('')
    assert.ok(name === 'chromium' ? own === 'relaxed' : /^(relaxed|simd)$/.test(own), own)
    assert.equal(await runs('?module=simd'), 'simd')
    assert.equal(await runs('?module=none'), own)
  })

  test('hovering and pinning compute nothing; one change computes once', () =>
    visit('lang=en', async (anatomy) => {
      const computed = await counted(anatomy)
      await (await cell(anatomy, 'scores', 3, 1)).hover()
      await (await cell(anatomy, 'v', 1, 0)).hover()
      await settled(anatomy)
      assert.equal(await computed(), 0)
      await (await cell(anatomy, 'weights', 3, 1)).click()
      await settled(anatomy)
      await inside(anatomy, 'qkv-head', 'qkv-arithmetic-view', '.sum')
      await anatomy.evaluate((e) => e.store.set({ temperature: 2 }))
      await settled(anatomy)
      assert.equal(await computed(), 1)
    }))

  test('plus and minus keys: each press is a step of its own to undo, also after a drag', () =>
    visit('lang=en', async (anatomy, page) => {
      const value = () => anatomy.evaluate((e) => e.steps.v.data[2] / 2)
      const box = await (await cell(anatomy, 'wV', 0, 0)).boundingBox()
      assert.ok(box)
      await page.mouse.move(box.x + 10, box.y + 10)
      await page.mouse.down()
      await page.mouse.move(box.x + 40, box.y + 10, { steps: 6 })
      await page.mouse.up()
      await (await cell(anatomy, 'wV', 0, 0)).focus()
      await page.keyboard.type('+')
      await page.keyboard.type('+')
      await settled(anatomy)
      const seen = [await value()]
      for (let i = 0; i < 3; ++i) {
        await anatomy.evaluate((e) => e.store.undo())
        await settled(anatomy)
        seen.push(await value())
      }
      assert.deepEqual(
        seen.map((one) => one.toFixed(1)),
        ['1.7', '1.6', '1.5', '1.0'],
      )
    }))

  test('part of an address that made no sense is named until something else is asked for', () =>
    visit('lang=en&state=mask:diagonal', async (anatomy) => {
      await inside(anatomy, '.notice')
      await anatomy.evaluate((e) => e.store.set({ temperature: 2 }))
      await settled(anatomy)
      await anatomy.evaluate((e) => e.store.undo())
      await settled(anatomy)
      assert.equal(await anatomy.evaluate((e) => e.shadowRoot.querySelector('.notice')), null)
    }))

  test('the single file understands the same query, from disk', () =>
    visit(`${file()}?figure=anatomy&preset=previous&lang=en`, async (anatomy) =>
      assert.ok((await stepRow(anatomy, 'weights', 4))[3] > 0.9),
    ))
})

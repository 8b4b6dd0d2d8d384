// State, properties and addresses: what a reader changed survives the way through an address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHash, writeQuery } from '../../web/state/address.js'
import { choice, flag, matrix, number, text, texts, typed, wholes, words } from '../../web/state/property.js'
import { Latest } from '../../web/engine/latest.js'
import { State } from '../../web/state/state.js'

const table = {
  mask: choice('causal', 'none'),
  temperature: number(1, { min: 0 }),
  scale: flag(true),
  tokens: words(4),
  x: matrix(),
  note: text('', 50),
}

test('State: a fresh one has nothing to tell the address', () => assert.equal(new State(table).toText(), ''))

test('State: what was set is read back, whatever stands in it', () => {
  const state = new State(table)
  state.set({
    mask: 'none',
    temperature: 0.5,
    scale: false,
    tokens: ['年', '👩‍👩‍👧', 'a:b', 'x~y'],
    note: 'a;b:c &#+%?= d\n年　full\u2003width\u2028',
  })
  state.set({ x: { rows: 2, cols: 2, data: new Float32Array([0.1, -2, -Infinity, 1e-7]) } })
  const again = new State(table)
  assert.deepEqual(again.fromText(state.toText()), [])
  assert.deepEqual(again.values, state.values)
  const address = writeQuery({ state: state.toText() })
  assert.equal(new URLSearchParams(address).get('state'), state.toText())
})

test('State: a lone surrogate does no harm, an address cut in the middle neither', () => {
  const state = new State(table)
  state.set({ note: 'a\ud800b' })
  assert.match(writeQuery({ state: state.toText() }), /^state=note:/)
  assert.equal(readHash('#/figure/anatomy?state=note:a?b').query.get('state'), 'note:a?b')
})

test('typed: nothing typed, an empty text and a text are three things', () => {
  const property = typed(5)
  for (const value of ['', 'abc', "'", '12345']) assert.equal(property.read(property.write(value)), value)
  assert.equal(property.write(null), '')
  assert.equal(property.read("'123456"), undefined)
})

test('wholes: nothing given, whole numbers, and limits of each and of their sum', () => {
  const shares = wholes(4, { total: 100 })
  for (const value of [null, [0], [70, 30], [25, 25, 25, 25]])
    assert.deepEqual(value && shares.read(shares.write(value)), value)
  assert.equal(shares.write(null), '')
  for (const text of ['70|31', '1.5', '-1', 'x', '1|1|1|1|1', 'Infinity'])
    assert.equal(shares.read(text), undefined, text)
  assert.deepEqual(wholes(2, { least: -1, most: 3 }).read('-1|3'), [-1, 3])
  assert.equal(wholes(2, { least: -1, most: 3 }).read('4'), undefined)
})

test('texts: what was typed into cells comes back, whatever it was', () => {
  const property = texts(3, 3, 6)
  for (const value of [[['1/2', '√2', '']], [[''], ['', 'e^-1'], ['−1', '50 %', 'x;:~']]])
    assert.deepEqual(property.read(property.write(value)), value)
  assert.deepEqual(property.read(property.write([['a|b!c', '1234567']])), [['abc', '123456']])
  assert.equal(property.write(null), '')
  for (const text of ['1!2!3!4', '1|2|3|4', '1234567']) assert.equal(property.read(text), undefined, text)
})

test('State: a gesture can be taken back as if it had not been', () => {
  const state = new State(table)
  state.set({ temperature: 2 }, { gesture: 'a' })
  state.set({ temperature: 3 }, { gesture: 'b' })
  state.cancel('b')
  assert.equal(state.values.temperature, 2)
  state.cancel('b')
  state.undo()
  assert.equal(state.canUndo, false)
  assert.equal(state.values.temperature, 1)
})

test('State: parts that make no sense are left out and named; the rest counts', () => {
  const state = new State(table)
  const ignored = state.fromText(
    'temperature:-1;mask:diagonal;nonsense;__proto__:1;scale:0;x:1,2/3;tokens:a||b',
  )
  assert.deepEqual(ignored, [
    'temperature:-1',
    'mask:diagonal',
    'nonsense',
    '__proto__:1',
    'x:1,2/3',
    'tokens:a||b',
  ])
  assert.equal(state.values.scale, false)
  assert.equal(state.values.temperature, 1)
})

test('State: undo and redo, a gesture as one step, reset as one that can be undone', () => {
  const state = new State(table)
  state.set({ temperature: 2 })
  for (const t of [3, 4, 5]) state.set({ temperature: t }, { gesture: 'drag' })
  state.undo()
  assert.equal(state.values.temperature, 2)
  state.redo()
  assert.equal(state.values.temperature, 5)
  state.reset()
  assert.equal(state.values.temperature, 1)
  state.undo()
  assert.equal(state.values.temperature, 5)
  state.set({ note: 'looked' }, { undoable: false })
  state.undo()
  assert.equal(state.values.temperature, 2)
  state.undo()
  state.undo()
  assert.equal(state.canUndo, false)
})

test('State: changes are reported once each', () => {
  let count = 0
  const state = new State(table, () => count++)
  state.set({ scale: false })
  state.undo()
  state.fromText('scale:0')
  assert.equal(count, 3)
})

test('properties refuse what is out of range', () => {
  assert.equal(number(0, { whole: true }).read('1.5'), undefined)
  assert.equal(number(0, { max: 3 }).read('4'), undefined)
  assert.equal(number(0).read(''), undefined)
  assert.equal(number(0).read('inf'), Infinity)
  assert.equal(flag(true).read('yes'), undefined)
  assert.equal(flag(true).read('constructor'), undefined)
  assert.equal(words(2).read('a|b|c'), undefined)
  assert.equal(text('', 3).read('long'), undefined)
  assert.equal(matrix().read('1,2/a,3'), undefined)
  assert.equal(matrix().read(Array(5000).fill('1').join(',')), undefined)
})

test('matrix: numbers are written as short as float32 allows', () => {
  const m = { rows: 1, cols: 4, data: new Float32Array([0.1, 1 / 3, 100, -0.5]) }
  assert.equal(matrix().write(m), '0.1,0.33333334,100,-0.5')
})

test('readHash: pages, names and queries; anything else is unknown', () => {
  assert.deepEqual([readHash('').page, readHash('#/').page], ['home', 'home'])
  const place = readHash('#/figure/anatomy?preset=annual-leave&state=mask:none')
  assert.deepEqual([place.page, place.name, place.query.get('state')], ['figure', 'anatomy', 'mask:none'])
  assert.equal(readHash('#/lesson/softmax').page, 'lesson')
  assert.equal(readHash('#/nowhere').page, 'unknown')
})

test('Latest: of several works only the one begun last counts, whichever ends last; late results can be given back', async () => {
  const latest = new Latest()
  /** @type {string[]} */
  const heard = []
  /** @type {((value: string) => void)[]} */
  const ends = []
  const run = () =>
    latest.run(() => new Promise((/** @type {(value: string) => void} */ end) => ends.push(end)), {
      done: (value) => heard.push(`done ${value}`),
      late: (value) => heard.push(`late ${value}`),
    })
  const both = [run(), run()]
  ends[1]('second')
  ends[0]('first')
  assert.deepEqual(await Promise.all(both), [undefined, 'second'])
  assert.deepEqual(heard, ['done second', 'late first'])
  const given = run()
  latest.cancel()
  ends[2]('third')
  assert.equal(await given, undefined)
  const failing = latest.run(() => Promise.reject(new Error('no')), {
    failed: (error) => heard.push(String(error)),
  })
  assert.equal(await failing, undefined)
  assert.equal(heard.at(-1), 'Error: no')
  const old = latest.run(() => Promise.reject(new Error('unheard')), { failed: () => heard.push('wrong') })
  latest.cancel()
  await old
  assert.equal(heard.includes('wrong'), false)
  await assert.rejects(
    latest.run(() => Promise.reject(new Error('nobody listens'))),
    /nobody listens/,
  )
})

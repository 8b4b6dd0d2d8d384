// Jobs off the main thread, with workers that are forbidden, refuse to start, or crash.
import assert from 'node:assert/strict'
import { build } from 'esbuild'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, test } from 'node:test'
import { common, sources } from '../../web/build/sources.js'
import { root } from './golden.js'

const outfile = join(root, 'build/background.mjs')
await build({
  ...common,
  stdin: {
    contents: `export { Background } from './engine/background.js'; export { register } from './engine/jobs.js'`,
    resolveDir: join(root, 'web'),
  },
  format: 'esm',
  platform: 'node',
  outfile,
  plugins: [...sources('fetch', ['head'])],
})
const { Background, register } = await import(pathToFileURL(outfile).href)
const engine = /** @type {any} */ ({ module: 'simd', needs: 'head', wasm: new Uint8Array() })

/** Workers as they may be: what they answer, and what becomes of them. */
class FakeWorker extends EventTarget {
  /** @type {FakeWorker[]} */
  static made = []
  /** What the next ones do with a message. @type {(worker: FakeWorker, data: any) => void} */
  static behaves = () => {}
  /** @type {((event: any) => void)|null} */ onmessage = null
  /** @type {((event: any) => void)|null} */ onerror = null
  ended = false
  constructor() {
    super()
    FakeWorker.made.push(this)
  }
  /** @param {any} data */
  postMessage(data) {
    queueMicrotask(() => FakeWorker.behaves(this, data))
  }
  /** @param {any} data */
  says(data) {
    const event = new MessageEvent('message', { data })
    this.onmessage?.(event)
    this.dispatchEvent(event)
  }
  /** @param {string} message */
  crashes(message) {
    const event = Object.assign(new Event('error'), { message })
    this.onerror?.(event)
    this.dispatchEvent(event)
  }
  terminate() {
    this.ended = true
  }
}
const real = globalThis.Worker
/** @param {(worker: FakeWorker, data: any) => void} behaves */
const workers = (behaves) => {
  FakeWorker.made = []
  FakeWorker.behaves = behaves
  globalThis.Worker = /** @type {any} */ (FakeWorker)
}
after(() => void (globalThis.Worker = real))

/** What the test's jobs have open. */
const open = new Set()
const openThing = async (/** @type {any} */ _, /** @type {{ wait?: Promise<void> }} */ { wait }) => {
  const handle = open.size + 1
  open.add(handle)
  await wait
  return { handle }
}
openThing.closedBy = 'closeThing'
register({
  where: () => 'here',
  openThing,
  closeThing: (/** @type {any} */ _, /** @type {{ handle: number }} */ { handle }) => open.delete(handle),
})

test('a worker in which no engine starts is ended, and the page does its work', async () => {
  workers((worker, { start }) => start && worker.says({ ready: false, error: { message: 'forbidden' } }))
  const background = new Background(engine)
  assert.equal(await background.call('where'), 'here')
  assert.deepEqual(
    FakeWorker.made.map(({ ended }) => ended),
    [true],
  )
})

test('a worker that never starts at all: the same', async () => {
  workers((worker) => worker.crashes('blocked'))
  assert.equal(await new Background(engine).call('where'), 'here')
  assert.deepEqual(
    FakeWorker.made.map(({ ended }) => ended),
    [true],
  )
})

test('a worker that crashes while it works: whoever waits is told, with a code', async () => {
  workers((worker, { start }) => (start ? worker.says({ ready: true }) : worker.crashes('out of memory')))
  const background = new Background(engine)
  await assert.rejects(background.call('where'), { message: 'out of memory', code: 'worker_failed' })
})

test('errors of the worker keep their code and values', async () => {
  const error = { message: "unknown word 'x'", code: 'unknown_word', text: "unknown word '%'", values: ['x'] }
  workers((worker, { start, id }) => worker.says(start ? { ready: true } : { id, error }))
  await assert.rejects(new Background(engine).call('where'), error)
})

test('without workers, what is opened for somebody who has gone meanwhile is closed', async () => {
  workers((worker, { start }) => start && worker.says({ ready: false }))
  const background = new Background(engine)
  let go = () => {}
  const wait = new Promise((/** @type {(value?: any) => void} */ done) => (go = done))
  const opened = background.call('openThing', { wait })
  while (!open.size) await new Promise((done) => setTimeout(done, 5))
  background.close()
  go()
  await assert.rejects(opened, { code: 'stopped' })
  assert.equal(open.size, 0)
})

test('what was opened and not closed goes with its page', async () => {
  workers((worker, { start }) => start && worker.says({ ready: false }))
  const background = new Background(engine)
  await background.call('openThing')
  const { handle } = await background.call('openThing')
  await background.call('closeThing', { handle })
  assert.equal(open.size, 1)
  background.close()
  await new Promise((done) => setTimeout(done, 5))
  assert.equal(open.size, 0)
})

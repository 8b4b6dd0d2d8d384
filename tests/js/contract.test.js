// The table of the core, the engine that follows from it, and engine.d.ts, the only description of both: they agree.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { root } from './golden.js'

/** @type {typeof import('../../web/package/engine.js')} */
const { loadEngine, QkvError } = await import(join(root, 'build/lib/engine.js'))

/** The members of the classes of engine.d.ts. @type {Record<string, string[]>} */
const described = {}
const file = ts.createSourceFile(
  'engine.d.ts',
  readFileSync(join(root, 'web/package/engine.d.ts'), 'utf8'),
  ts.ScriptTarget.Latest,
)
file.forEachChild((node) => {
  if (ts.isClassDeclaration(node))
    described[node.name?.text ?? ''] = node.members.map((member) => /** @type {any} */ (member.name).text)
})

/** What an object has, of its own and of its class, without what is ours alone. @param {any} object @returns {string[]} */
function membersOf(object) {
  const names = new Set()
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  return [...names].filter((name) => name !== 'constructor' && !name.startsWith('_')).sort()
}

const lab = await loadEngine({ module: 'simd', needs: 'lab' })
const weights = readFileSync(join(root, 'web/models/reversal.safetensors'))

test('engine.d.ts names everything that engine and its objects can do, and nothing else', () => {
  const model = lab.loadModel({ weights: readFileSync(join(root, 'web/models/pronoun.safetensors')) })
  const trainer = lab.trainer({ task: 'reversal' })
  const objects = /** @type {Record<string, any>} */ ({
    Engine: lab,
    Model: model,
    ModelReader: lab.modelReader(100),
    Session: model.session(),
    Workload: lab.workload('peak'),
    Trainer: trainer,
    Snapshot: trainer.snapshot(),
  })
  for (const [name, object] of Object.entries(objects))
    assert.deepEqual(membersOf(object), [...described[name]].sort(), name)
})

test('a smaller engine can do a part of it, and says which one can do the rest', async () => {
  for (const needs of /** @type {const} */ (['head', 'model'])) {
    const engine = await loadEngine({ module: 'simd', needs })
    assert.equal(engine.needs, needs)
    const lacking = described.Engine.filter((name) => {
      try {
        return /** @type {any} */ (engine)[name] === undefined
      } catch (error) {
        assert.ok(error instanceof QkvError && error.code === 'needs_more', name)
        assert.match(error.message, /^this engine has no \w+: load it with \{ needs: '(model|lab)' \}$/)
        return true
      }
    })
    assert.deepEqual(lacking.includes('trainer'), true)
    assert.equal(lacking.includes('loadModel'), needs === 'head')
    assert.ok(!lacking.includes('attention'))
  }
  await assert.rejects(
    loadEngine({ needs: /** @type {any} */ ('all') }),
    /unknown needs 'all'; known are head, model, lab/,
  )
  assert.equal((await loadEngine({ module: 'simd', full: true })).needs, 'lab')
})

test('errors carry a code, their sentence and its values', () => {
  const model = lab.loadModel({ weights: readFileSync(join(root, 'web/models/pronoun.safetensors')) })
  const caught = (/** @type {() => unknown} */ call) => {
    try {
      call()
    } catch (error) {
      return /** @type {InstanceType<typeof QkvError>} */ (error)
    }
    throw new Error('nothing was thrown')
  }
  const unknown = caught(() => model.encode('奖杯放不进桌子'))
  assert.equal(unknown.code, 'unknown_word')
  assert.equal(unknown.text, "the model has never seen '%'")
  assert.deepEqual(unknown.values, ['桌'])
  assert.equal(caught(() => lab.loadModel({ weights: new Uint8Array(40) })).code, 'bad_file')
  assert.equal(
    caught(() => lab.softmax({ rows: 1, cols: 1, data: new Float32Array(1) }, -1)).code,
    'invalid_argument',
  )
  const numbers = lab.loadModel({ weights })
  numbers.free()
  assert.equal(caught(() => numbers.forward([1])).code, 'freed')
})

test('what is of another kind, or of another engine, is not taken', async () => {
  const trainer = lab.trainer({ task: 'reversal' })
  const other = lab.trainer({ task: 'reversal' })
  assert.throws(() => trainer.restore(other.snapshot()), /this is no snapshot of this trainer/)
  assert.throws(
    () => trainer.restore(/** @type {any} */ (lab.workload('peak'))),
    /snapshot: is not one of this engine/,
  )
  assert.throws(() => trainer.restore(/** @type {any} */ ({})), /snapshot: is not one of this engine/)
  const elsewhere = await loadEngine({ module: 'simd', needs: 'lab' })
  const foreign = elsewhere.trainer({ task: 'reversal' }).snapshot()
  assert.throws(() => trainer.restore(foreign), /this snapshot is of another engine/)
})

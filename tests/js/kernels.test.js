// The kernels stay functions of their own, whatever the optimizers do: a hot loop inside one long call would never
// leave the browsers' quick first compiler (src/numeric/kernel.h).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { KINDS, wasmFile } from '../../web/build/sources.js'
import { functionsOf } from './wasm-code.js'

/** Loops with less vector arithmetic than this are not what costs. */
const FEW = 3
const kernelsOf = (/** @type {Uint8Array} */ bytes) =>
  functionsOf(bytes).filter(({ loopArithmetic }) => loopArithmetic >= FEW)

for (const [kind, module] of KINDS.flatMap((one) => [
  [one, 'simd'],
  [one, 'relaxed'],
]))
  test(`${kind}-${module}: every function with vector arithmetic in a loop is a kernel: it calls nothing and is called through the table`, () => {
    const kernels = kernelsOf(readFileSync(wasmFile(kind, module)))
    // Of one head the tiles and softmax; of models also one row twice, norms, activations, RoPE, tiled attention, and more.
    assert.ok(kernels.length >= (kind === 'head' ? 5 : 12), `only ${kernels.length} kernels found`)
    for (const { index, calls, inTable, loopArithmetic } of kernels) {
      assert.equal(calls, 0, `function ${index} has ${loopArithmetic} vector operations in loops, and calls`)
      assert.ok(inTable, `function ${index} can be called directly, so it can be inlined`)
    }
  })

test('the scalar module has no vector instruction', () => {
  assert.equal(kernelsOf(readFileSync(wasmFile('lab', 'scalar'))).length, 0)
})

test('the check sees a kernel that was inlined into its caller', () => {
  // (func $f) (func $g (result v128) (loop (result v128) (f32x4.add ×3 …) (call $f)))
  const splat = [0x43, 0, 0, 0, 0, 0xfd, 19] // f32.const 0, f32x4.splat
  const add = [...splat, 0xfd, 0xe4, 0x01]
  const body = [0, 0x03, 0x7b, ...splat, ...add, ...add, ...add, 0x10, 0, 0x0b, 0x0b]
  const code = [2, 2, 0, 0x0b, body.length, ...body]
  const module = [
    [0, 97, 115, 109, 1, 0, 0, 0],
    [1, 8, 2, 0x60, 0, 0, 0x60, 0, 1, 0x7b],
    [3, 3, 2, 0, 1],
    [10, code.length, ...code],
  ].flat()
  const bytes = new Uint8Array(module)
  assert.ok(WebAssembly.validate(bytes))
  const [kernel] = kernelsOf(bytes)
  assert.deepEqual(kernel, { index: 1, inTable: false, loopArithmetic: 3, calls: 1 })
})

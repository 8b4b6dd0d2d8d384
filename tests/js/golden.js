// The golden files of tests/golden, and near-equality that says where it fails.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname ?? '.', '../..')

/** @param {string} name @returns {Record<string, { rows: number, cols: number, data: Float32Array }>} */
export function golden(name) {
  const words = readFileSync(join(root, 'tests/golden', `${name}.txt`), 'utf8')
    .replace(/^#.*\n/, '')
    .split(/\s+/)
  /** @type {Record<string, any>} */
  const tensors = {}
  for (let at = 0; at + 2 < words.length;) {
    const [tensor, rows, cols] = [words[at], Number(words[at + 1]), Number(words[at + 2])]
    const numbers = words
      .slice(at + 3, at + 3 + rows * cols)
      .map((word) => (word === '-inf' ? -Infinity : Number(word)))
    tensors[tensor] = { rows, cols, data: Float32Array.from(numbers) }
    at += 3 + rows * cols
  }
  return tensors
}

/** @param {{ rows: number, cols: number, data: ArrayLike<number> }} actual @param {{ rows: number, cols: number, data: ArrayLike<number> }} expected @param {number} tolerance @param {string} name */
export function assertClose(actual, expected, tolerance, name) {
  assert.deepEqual([actual.rows, actual.cols], [expected.rows, expected.cols], `${name}: shape`)
  for (let i = 0; i < expected.data.length; ++i) {
    const [a, e] = [actual.data[i], expected.data[i]]
    const close = Object.is(a, e) || a === e || Math.abs(a - e) <= tolerance * Math.max(1, Math.abs(e))
    assert.ok(close, `${name}[${Math.floor(i / expected.cols)}, ${i % expected.cols}] is ${a}, expected ${e}`)
  }
}

/** The folder of real model files, or undefined where there is none. */
export function realModels() {
  const folder = process.env.QKV_DATA ?? join(root, '../shared/data')
  return existsSync(join(folder, 'stories260K.bin')) ? folder : undefined
}
export const noRealModels = realModels() ? false : 'skipped: the real model files are not on this machine'

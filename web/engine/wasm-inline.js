// Where the single file and the classic bundle find the modules: inside themselves, so that file:// works. They hold only
// the largest kind, which does everything.
import relaxed from '#build/lab-relaxed.wasm'
import simd from '#build/lab-simd.wasm'
import { failure } from './calls.js'

/** @param {string} name head-simd, … @returns {Promise<Uint8Array>} */
export async function wasmBytes(name) {
  const bytes = /** @type {Record<string, Uint8Array>} */ ({ relaxed, simd })[name.split('-')[1]]
  if (!bytes) throw failure('no_wasm', 'this browser has no WebAssembly SIMD, which this file needs')
  return bytes
}

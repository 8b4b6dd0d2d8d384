// Where the single file and the classic bundle find the modules: inside themselves, so that file:// works.
import relaxed from '#build/qkv-relaxed.wasm'
import simd from '#build/qkv-simd.wasm'

/** @param {import('./engine.js').ModuleName} name @returns {Promise<Uint8Array>} */
export async function wasmBytes(name) {
  if (name === 'scalar') throw new Error('this browser has no WebAssembly SIMD, which this file needs')
  return { relaxed, simd }[name]
}

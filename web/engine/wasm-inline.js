// Where the single file and the classic bundle find the modules: inside themselves, so that file:// works. They hold only
// the full ones, which do everything.
import relaxed from '#build/qkv-full-relaxed.wasm'
import simd from '#build/qkv-full-simd.wasm'

/** @param {string} name @returns {Promise<Uint8Array>} */
export async function wasmBytes(name) {
  const bytes = { relaxed, simd }[name.replace('full-', '')]
  if (!bytes) throw new Error('this browser has no WebAssembly SIMD, which this file needs')
  return bytes
}

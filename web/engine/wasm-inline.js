// Where the single file and the classic bundle find the modules: inside themselves, so that file:// works. They hold only
// those that can also train, which do everything else as well.
import relaxed from '#build/qkv-train-relaxed.wasm'
import simd from '#build/qkv-train-simd.wasm'

/** @param {string} name @returns {Promise<Uint8Array>} */
export async function wasmBytes(name) {
  const bytes = { relaxed, simd }[name.replace('train-', '')]
  if (!bytes) throw new Error('this browser has no WebAssembly SIMD, which this file needs')
  return bytes
}

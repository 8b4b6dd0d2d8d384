// Where the single file and the classic bundle find the modules: inside themselves, so that file:// works.
import scalar from '#build/qkv-scalar.wasm'
import simd from '#build/qkv-simd.wasm'

/** @param {'simd'|'scalar'} name @returns {Promise<Uint8Array>} */
export async function wasmBytes(name) {
  return { simd, scalar }[name]
}

// Where the site finds the .wasm files: beside the script, over http.

/** @param {string} name head-simd, … @returns {Promise<Uint8Array>} */
export async function wasmBytes(name) {
  const response = await fetch(new URL(`./qkv-${name}.wasm`, import.meta.url))
  if (!response.ok) throw new Error(`qkv-${name}.wasm could not be fetched: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

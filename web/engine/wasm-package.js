// Where the npm package finds the modules: beside engine.js, from disk in Node and by fetch in browsers.

/** @param {string} name @returns {Promise<Uint8Array>} */
export async function wasmBytes(name) {
  const url = new URL(`./qkv-${name}.wasm`, import.meta.url)
  if (url.protocol === 'file:' && typeof process === 'object') {
    const { readFile } = await import('node:fs/promises')
    return readFile(url)
  }
  const response = await fetch(url)
  if (!response.ok) throw new Error(`qkv-${name}.wasm could not be fetched: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

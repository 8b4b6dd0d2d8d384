// Where the npm package finds the modules: beside engine.js, from disk in Node and by fetch in browsers.
import { wasmFiles } from '#wasm-files'
import { wasmBytes as fetched } from './wasm-fetch.js'

/** @param {string} name head-simd, … @returns {Promise<Uint8Array>} */
export async function wasmBytes(name) {
  const url = new URL(`./${wasmFiles[name]}`, import.meta.url)
  if (url.protocol !== 'file:' || typeof process !== 'object') return fetched(name)
  const { readFile } = await import('node:fs/promises')
  return readFile(url)
}

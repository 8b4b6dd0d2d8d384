// Where the site finds the .wasm files: beside the script, over http.
import { wasmFiles } from '#wasm-files'
import { failure } from './calls.js'

/** @param {string} name head-simd, … @returns {Promise<Uint8Array>} */
export async function wasmBytes(name) {
  const file = wasmFiles[name]
  const response = await fetch(new URL(`./${file}`, import.meta.url)).catch((error) => {
    throw failure('unreachable', '% could not be fetched: %', file, error.message)
  })
  if (!response.ok) throw failure('missing_file', '% could not be fetched: %', file, response.status)
  return new Uint8Array(await response.arrayBuffer())
}

// Where the site finds its trained models: in the folder beside the script.
import { failure } from '../engine/calls.js'

/** @param {string} name @returns {Promise<Uint8Array>} */
export async function modelBytes(name) {
  const file = `${name}.safetensors`
  const response = await fetch(new URL(`./models/${file}`, import.meta.url)).catch((error) => {
    throw failure('unreachable', '% could not be fetched: %', file, error.message)
  })
  if (!response.ok) throw failure('missing_file', '% could not be fetched: %', file, response.status)
  return new Uint8Array(await response.arrayBuffer())
}

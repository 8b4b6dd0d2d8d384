// The run in Node: bench.js bundles this with the glue and calls it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { whole } from './whole.js'

export function bench({ folder, ...options }) {
  const path = (name) => join(folder, name)
  const url = (name) => (name.startsWith('tfjs') ? path(name) : pathToFileURL(path(name)).href)
  return whole('node', url, async (name) => new Uint8Array(await readFile(path(name))), options)
}

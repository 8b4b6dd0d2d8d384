// The run in Node: bench.js bundles this with the glue and calls it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadEngine } from '../../web/engine/engine.js'
import { loadPeers, versions } from './peers.js'
import { run } from './run.js'

export async function bench({ modules, quick, only, story, withPeers, folder, report }) {
  const bytes = async (name) => new Uint8Array(await readFile(join(folder, name)))
  const engines = {}
  for (const module of modules) {
    engines[module] = await loadEngine({ module, wasm: await bytes(`qkv-${module}.wasm`) })
    engines[module].chooseTile()
  }
  const url = (name) =>
    name.startsWith('tfjs') ? join(folder, name) : pathToFileURL(join(folder, name)).href
  const results = await run({
    runtime: 'node',
    engines,
    peers: withPeers ? await loadPeers(url, bytes) : [],
    quick,
    only,
    story: story ? (await bytes('stories260K.bin')).buffer : undefined,
    report,
  })
  const tiles = Object.fromEntries(Object.entries(engines).map(([module, { tile }]) => [module, tile]))
  return { results, tiles, versions: withPeers ? versions() : {} }
}

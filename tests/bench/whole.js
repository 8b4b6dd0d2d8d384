// A whole run in one runtime: engines and peers from their bytes, every case, and what the report says of it.
import { loadEngine } from '../../web/engine/engine.js'
import { loadPeers, versions } from './peers.js'
import { run } from './run.js'

export async function whole(runtime, url, bytes, { modules, withPeers, story, ...options }) {
  const engines = {}
  for (const module of modules) {
    engines[module] = await loadEngine({ module, needs: 'lab', wasm: await bytes(`qkv-lab-${module}.wasm`) })
    engines[module].chooseTile()
  }
  const results = await run({
    runtime,
    engines,
    peers: withPeers ? await loadPeers(url, bytes) : [],
    story: story ? (await bytes('stories260K.bin')).buffer : undefined,
    ...options,
  })
  const tiles = Object.fromEntries(Object.entries(engines).map(([module, { tile }]) => [module, tile]))
  return { results, tiles, versions: withPeers ? versions() : {} }
}

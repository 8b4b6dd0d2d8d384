// The run in a browser: bench.js opens the page and calls this.
import { loadEngine } from '../../web/engine/engine.js'
import { loadPeers, versions } from './peers.js'
import { run } from './run.js'

const url = (name) => new URL(name, location.href).href
const bytes = async (name) => new Uint8Array(await (await fetch(url(name))).arrayBuffer())

globalThis.bench = async ({ modules, quick, only, story, withPeers }) => {
  const engines = {}
  for (const module of modules) {
    engines[module] = await loadEngine({ module, wasm: await bytes(`qkv-${module}.wasm`) })
    engines[module].chooseTile()
  }
  const results = await run({
    runtime: 'chromium',
    engines,
    peers: withPeers ? await loadPeers(url, bytes) : [],
    quick,
    only,
    story: story ? (await bytes('stories260K.bin')).buffer : undefined,
    report: (result) => globalThis.report(result),
    pause: () => new Promise((done) => setTimeout(done)),
  })
  const tiles = Object.fromEntries(Object.entries(engines).map(([module, { tile }]) => [module, tile]))
  return { results, tiles, versions: withPeers ? versions() : {}, userAgent: navigator.userAgent }
}

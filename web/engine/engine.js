// The engine as JavaScript sees it; its contract is web/package/engine.d.ts. This folder is the only code that knows
// Emscripten. Nothing here touches a document: Node, pages and workers.
import { kinds, loadGlue } from '#glue'
import { functions } from '#table'
import { wasmBytes } from '#wasm'
import { QkvError, bindCalls, qkvError } from './calls.js'
import { MODULES, runsHere } from './probe.js'

export { MODULES, QkvError }

/** The kinds of module, each with everything of the one before. */
export const NEEDS = /** @type {const} */ (['head', 'model', 'lab'])
/** @typedef {typeof NEEDS[number]} Needs */
/** @typedef {import('../package/engine.js').Engine} Contract */
/** @typedef {import('../package/engine.js').Matrix} Matrix */

/** The kind that is loaded for a need: the smallest of those that come with this script. @param {Needs} needs @returns {Needs} */
export const kindFor = (needs) => kinds.find((kind) => NEEDS.indexOf(kind) >= NEEDS.indexOf(needs)) ?? 'lab'

/** @type {typeof import('../package/engine.js').loadEngine} */
export async function loadEngine({ module = 'auto', needs = 'model', full = false, wasm } = {}) {
  if (typeof WebAssembly !== 'object')
    throw new QkvError('this browser has no WebAssembly', { code: 'no_wasm' })
  const name = module === 'auto' ? MODULES.find(runsHere) : MODULES.find((known) => known === module)
  if (!name)
    throw new QkvError(`loadEngine: unknown module '${module}'; known are auto, ${MODULES.join(', ')}`)
  if (!NEEDS.includes(needs))
    throw new QkvError(`loadEngine: unknown needs '${needs}'; known are ${NEEDS.join(', ')}`)
  const kind = kindFor(full ? 'lab' : needs)
  const [create, bytes] = await Promise.all([loadGlue(kind), wasm ?? wasmBytes(`${kind}-${name}`)])
  try {
    // The bytes are here: locateFile only keeps the glue from asking where it was loaded from.
    const raw = await create({ wasmBinary: bytes, locateFile: (/** @type {string} */ file) => file })
    return /** @type {any} */ (new Engine(raw, { module: name, needs: kind, wasm: bytes }))
  } catch (error) {
    throw new QkvError(`WebAssembly could not be started: ${qkvError(error).message}`, { code: 'no_start' })
  }
}

class Engine {
  #calls
  #raw
  #tileChosen = false
  /** @param {any} raw the Emscripten module  @param {{ module: string, needs: Needs, wasm: Uint8Array }} about */
  constructor(raw, { module, needs, wasm }) {
    this.#raw = raw
    this.module = module
    this.needs = needs
    this.full = needs === 'lab'
    this.wasm = wasm
    this.#calls = bindCalls(raw, this)
    for (const [name, least] of Object.entries(functions))
      if (!Object.hasOwn(this, name) && NEEDS.indexOf(least) > NEEDS.indexOf(needs))
        Object.defineProperty(this, name, { get: () => lacks(name, least) })
  }

  get memoryBytes() {
    return this.#raw.memoryBytes()
  }

  /** Times every tile for a few milliseconds and keeps the fastest, once. @param {number} [milliseconds] of each turn */
  chooseTile(milliseconds = 3) {
    const { _tiles, _useTile, _tryTile } = this.#calls
    const count = _tiles?.() ?? 1
    if (this.#tileChosen || count === 1) return
    this.#tileChosen = true
    /** Runs per millisecond. @param {number} index */
    const rate = (index) => {
      _useTile(index)
      const start = performance.now()
      let elapsed = 0
      let runs = 0
      // Many short calls: a browser compiles a loop well only between them.
      for (; elapsed < milliseconds; elapsed = performance.now() - start, ++runs) _tryTile()
      return runs / elapsed
    }
    // In turns, so that whatever else the machine does falls on all alike; the best of each counts. Until none has become
    // faster for a while: before that the good code is still being made.
    const best = new Array(count).fill(0)
    for (let turn = 0, last = 0; turn < 30 && turn - last < 6; ++turn)
      for (let index = 0; index < count; ++index) {
        const now = rate(index)
        if (now > 1.05 * best[index]) last = turn
        best[index] = Math.max(best[index], now)
      }
    _useTile(best.indexOf(Math.max(...best)))
  }
}

/** @param {string} name @param {Needs} least @returns {never} */
function lacks(name, least) {
  throw new QkvError(`this engine has no ${name}: load it with { needs: '${least}' }`, { code: 'needs_more' })
}

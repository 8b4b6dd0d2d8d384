// The engine as JavaScript sees it; its contract is web/package/engine.d.ts. This folder is the only code that knows
// Emscripten. Nothing here touches a document: Node, pages and workers.
import { kinds, loadGlue } from '#glue'
import { functions } from '#table'
import { wasmBytes } from '#wasm'
import { QkvError, bindCalls, failure } from './calls.js'
import { MODULES, runsHere } from './probe.js'
import { whyNot } from './why-not.js'

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
  if (typeof WebAssembly !== 'object') throw failure('no_wasm', 'this browser has no WebAssembly')
  const unknown = (
    /** @type {string} */ what,
    /** @type {string} */ given,
    /** @type {readonly string[]} */ known,
  ) => failure('invalid_argument', "loadEngine: unknown % '%'; known are %", what, given, known.join(', '))
  if (module !== 'auto' && !MODULES.includes(module)) throw unknown('module', module, ['auto', ...MODULES])
  if (!NEEDS.includes(needs)) throw unknown('needs', needs, NEEDS)
  const kind = kindFor(full ? 'lab' : needs)
  const create = await loadGlue(kind)
  /** @type {QkvError|undefined} */
  let first
  // Where the fastest does not start, because its file is missing or damaged, the next may.
  const candidates = module === 'auto' ? MODULES.filter(runsHere) : [module]
  for (const name of wasm ? candidates.slice(0, 1) : candidates)
    try {
      const bytes = wasm ?? (await wasmBytes(`${kind}-${name}`))
      return /** @type {any} */ (
        new Engine(await started(create, bytes, name), { module: name, needs: kind, wasm: bytes })
      )
    } catch (error) {
      first ??= error instanceof QkvError ? error : new QkvError(String(error))
      if (first.code === 'csp') break // what forbids one forbids all
    }
  throw first ?? failure('no_wasm', 'this browser has no WebAssembly')
}

/** The Emscripten module of these bytes. @param {(options: any) => Promise<any>} create @param {Uint8Array} bytes @param {string} name */
async function started(create, bytes, name) {
  try {
    // The bytes are here: locateFile only keeps the glue from asking where it was loaded from.
    return await create({ wasmBinary: bytes, locateFile: (/** @type {string} */ file) => file })
  } catch (error) {
    throw whyNot(error, bytes, name)
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
  throw failure('needs_more', "this engine has no %: load it with { needs: '%' }", name, least)
}

// The engines of a page, each loaded when the first figure needs it; one that can do more serves as well.
import { MODULES, NEEDS, kindFor, loadEngine } from './engine.js'

/** @typedef {import('../package/engine.js').Engine} Engine */

/** @type {Map<import('./engine.js').Needs, Promise<Engine>>} */
const engines = new Map()

/**
 * The page's engine; `?module=relaxed`, `simd` or `scalar` in the address forces a binary.
 * @param {import('./engine.js').Needs} [needs] @returns {Promise<Engine>}
 */
export function sharedEngine(needs = 'head') {
  const kind = kindFor(needs)
  const enough = NEEDS.slice(NEEDS.indexOf(kind)).find((one) => engines.has(one))
  if (enough) return /** @type {Promise<Engine>} */ (engines.get(enough))
  const wanted = new URLSearchParams(globalThis.location?.search ?? '').get('module')
  const module = MODULES.find((name) => name === wanted) ?? 'auto'
  const engine = loadEngine({ module, needs: kind }).catch((error) => {
    engines.delete(kind) // the next figure may try again
    throw error
  })
  engines.set(kind, engine)
  return engine
}

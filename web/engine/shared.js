// One engine for all figures of a page, loaded when the first one needs it.
import { MODULES, loadEngine } from './engine.js'

/** @type {Map<boolean, Promise<import('./engine.js').Engine>>} */
const engines = new Map()

/**
 * The page's engine; `?module=relaxed`, `simd` or `scalar` in the address forces a binary. A full one is
 * another, fetched by the first figure that needs it.
 * @param {{ full?: boolean }} [options] @returns {Promise<import('./engine.js').Engine>}
 */
export function sharedEngine({ full = false } = {}) {
  const known = engines.get(full)
  if (known) return known
  const wanted = new URLSearchParams(globalThis.location?.search ?? '').get('module')
  const module = MODULES.find((name) => name === wanted) ?? 'auto'
  const engine = loadEngine({ module, full }).catch((error) => {
    engines.delete(full) // the next figure may try again
    throw error
  })
  engines.set(full, engine)
  return engine
}

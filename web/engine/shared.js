// One engine for all figures of a page, loaded when the first one needs it.
import { MODULES, loadEngine } from './engine.js'

/** @type {Map<boolean, Promise<import('./engine.js').Engine>>} */
const engines = new Map()

/**
 * The page's engine; `?module=relaxed`, `simd` or `scalar` in the address forces a binary. One that can also train is
 * another, fetched by the first figure that needs it.
 * @param {{ training?: boolean }} [options] @returns {Promise<import('./engine.js').Engine>}
 */
export function sharedEngine({ training = false } = {}) {
  const known = engines.get(training)
  if (known) return known
  const wanted = new URLSearchParams(globalThis.location?.search ?? '').get('module')
  const module = MODULES.find((name) => name === wanted) ?? 'auto'
  const engine = loadEngine({ module, training }).catch((error) => {
    engines.delete(training) // the next figure may try again
    throw error
  })
  engines.set(training, engine)
  return engine
}

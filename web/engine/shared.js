// One engine for all figures of a page, loaded when the first one needs it.
import { MODULES, loadEngine } from './engine.js'

/** @type {Promise<import('./engine.js').Engine>|undefined} */
let engine

/** The page's engine; `?module=relaxed`, `simd` or `scalar` in the address forces a binary. */
export function sharedEngine() {
  const wanted = new URLSearchParams(globalThis.location?.search ?? '').get('module')
  const module = MODULES.find((name) => name === wanted) ?? 'auto'
  engine ??= loadEngine({ module }).catch((error) => {
    engine = undefined // the next figure may try again
    throw error
  })
  return engine
}

// All figures by name; each is loaded when it is first shown.

/** @type {Record<string, () => Promise<unknown>>} */
export const figures = {
  anatomy: () => import('./anatomy.js'),
  model: () => import('./model.js'),
  train: () => import('./train.js'),
  leak: () => import('./leak.js'),
  cost: () => import('./cost.js'),
  bench: () => import('./bench.js'),
}

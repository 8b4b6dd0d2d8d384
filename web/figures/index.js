// All figures by name; each is loaded when it is first shown.

/** @type {Record<string, () => Promise<unknown>>} */
export const figures = {
  anatomy: () => import('./anatomy.js'),
  guess: () => import('./guess.js'),
  average: () => import('./average.js'),
  heads: () => import('./heads.js'),
  quiz: () => import('./quiz.js'),
  code: () => import('./code.js'),
  fill: () => import('./fill.js'),
  predict: () => import('./predict.js'),
  search: () => import('./search.js'),
  scaling: () => import('./scaling.js'),
  softmax: () => import('./softmax.js'),
  mask: () => import('./mask.js'),
  model: () => import('./model.js'),
  train: () => import('./train.js'),
  leak: () => import('./leak.js'),
  cost: () => import('./cost.js'),
  bench: () => import('./bench.js'),
}

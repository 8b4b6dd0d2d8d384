// All figures: one card each. From the cards follow the elements of the package and their types, the gallery, what lessons may
// show, what is pictured and checked, and the list in the README.

/**
 * @typedef {object} Card
 * @property {() => Promise<unknown>} load  its element; fetched when it is first shown
 * @property {1|2|3|4} part                 the part of the book that it belongs to
 * @property {string[]} views               what of it is pictured and checked, as addresses have it
 * @property {boolean} [scored]             whether it tells how well the reader did
 * @property {string} [folder]              under web/, if not figures/<name>
 */

/** @type {Record<string, Card>} */
export const cards = {
  search: { load: () => import('./search/figure.js'), part: 1, views: [''] },
  average: { load: () => import('./average/figure.js'), part: 1, views: [''] },
  anatomy: {
    load: () => import('./anatomy/figure.js'),
    part: 1,
    views: [
      'state=pin:weights.3.1',
      'preset=who-is-it&state=mask:window;size:3;scale:0',
      'view=steps&state=step:score;pin:scores.3.1',
    ],
  },
  softmax: { load: () => import('./softmax/figure.js'), part: 1, views: [''] },
  fill: {
    load: () => import('../exercises/fill/figure.js'),
    part: 1,
    views: [''],
    scored: true,
    folder: 'exercises/fill',
  },
  predict: {
    load: () => import('../exercises/predict/figure.js'),
    part: 1,
    views: ['preset=mask&state=seed:5;guess:0.4;revealed:1', 'preset=shares&seed=5'],
    scored: true,
    folder: 'exercises/predict',
  },
  scaling: { load: () => import('./scaling/figure.js'), part: 1, views: [''] },
  mask: { load: () => import('./mask/figure.js'), part: 1, views: ['preset=late'] },
  leak: {
    load: () => import('./leak/figure.js'),
    part: 1,
    views: ['state=loss:none;writing:causal'],
    scored: true,
  },
  code: { load: () => import('./code/figure.js'), part: 1, views: [''] },
  heads: { load: () => import('./heads/figure.js'), part: 2, views: [''] },
  model: {
    load: () => import('./model/figure.js'),
    part: 2,
    views: ['state=pin:scores.8.1', 'state=model:who-is-he', 'view=steps&state=step:carry'],
  },
  train: { load: () => import('./train/figure.js'), part: 2, views: ['preset=induction&state=steps:60'] },
  cost: { load: () => import('./cost/figure.js'), part: 3, views: ['state=bound:512'] },
  flash: {
    load: () => import('./flash/figure.js'),
    part: 3,
    views: ['state=taken:0|1', 'preset=trained&state=taken:0|5|6', 'view=steps&state=step:kept'],
  },
  guess: {
    load: () => import('./guess/figure.js'),
    part: 4,
    views: ['state=sentence:3;shares:70|30;revealed:1'],
    scored: true,
  },
  quiz: { load: () => import('./quiz/figure.js'), part: 4, views: [''], scored: true },
  bench: { load: () => import('./bench/figure.js'), part: 3, views: ['preset=quick'] },
}

/** Loads the element of a figure. @param {string} name */
export const loadFigure = (name) => cards[name].load()

/** Where the files of a figure are, under web/. @param {string} name */
export const folderOf = (name) => cards[name].folder ?? `figures/${name}`

// The words of this figure.
const zh = {
  title: '为什么除以 √d',
  lede: '维数越多，点积的起伏越大，softmax 就越像只挑一个。除以 √d，起伏就回到 1 左右。',
  d: '维数 d',
  keys: '键的个数',
  again: '换一批随机数',
  histogram: (/** @type {number} */ d) => `d = ${d} 时，点积落在哪里`,
  histogramLabel: (/** @type {string} */ spread) => `点积的直方图，散开 ${spread}`,
  spread: '点积散开多远（标准差）',
  plain: '不除',
  scaled: '除以 √d',
  one: (/** @type {number} */ i) => `盯住一个：第 ${i} 个查询和它的键`,
  keyNumber: (/** @type {number} */ j) => `键 ${j}`,
  weightsPlain: '权重，不除',
  weightsScaled: '权重，除以 √d',
  next: '看下一个查询',
  largest: '最大权重，平均',
  gradient: 'softmax 的梯度，平均',
  say: (/** @type {string} */ plain, /** @type {string} */ scaled) =>
    `不除的时候，一个键平均拿走 ${plain}；除以 √d 之后是 ${scaled}。`,
  slope: {
    same: 'd = 1 时 √d = 1，除不除都一样。',
    little: (/** @type {string} */ plain, /** @type {string} */ scaled) =>
      `梯度 ${plain} 和 ${scaled} 差得不多：这里两种都学得动。`,
    dead: (/** @type {string} */ plain, /** @type {string} */ scaled) =>
      `不除时梯度只有 ${plain}，除以 √d 后是 ${scaled}：梯度小，分数怎么调，权重都几乎不动，也就学不动。`,
  },
  note: (/** @type {number} */ n) =>
    `查询和键的每个分量都是均值 0、方差 1 的独立随机数，由核心按种子抽取，共 ${n} 个查询。梯度取最大权重 w 处的 w (1 − w)：分数改动一点，权重跟着动几成，最多 0.25。`,
}

/** @type {typeof zh} */
const en = {
  title: 'Why √d',
  lede: 'The more dimensions, the wider dot products spread, and the more softmax picks a single one. Divided by √d they spread by about 1 again.',
  d: 'Dimensions d',
  keys: 'Keys',
  again: 'Draw again',
  histogram: (d) => `Where dot products fall for d = ${d}`,
  histogramLabel: (spread) => `Histogram of dot products, standard deviation ${spread}`,
  spread: 'Standard deviation of q · k',
  plain: 'as it is',
  scaled: 'divided by √d',
  one: (i) => `One of them: query ${i} and its keys`,
  keyNumber: (j) => `key ${j}`,
  weightsPlain: 'Weights, as it is',
  weightsScaled: 'Weights, divided by √d',
  next: 'Next query',
  largest: 'Largest weight, on average',
  gradient: 'Gradient of softmax, on average',
  say: (plain, scaled) => `As it is, one key takes ${plain} on average; divided by √d, ${scaled}.`,
  slope: {
    same: 'For d = 1, √d = 1: dividing changes nothing.',
    little: (plain, scaled) =>
      `The gradients, ${plain} and ${scaled}, are not far apart: here both can learn.`,
    dead: (plain, scaled) =>
      `Not divided, the gradient is only ${plain}; divided by √d it is ${scaled}. Where the gradient is small the weights hardly move however a score is changed, and little can be learned.`,
  },
  note: (n) =>
    `Every component of queries and keys is an independent random number of mean 0 and variance 1, drawn by the core from a seed; ${n} queries. The gradient is taken as w (1 − w) at the largest weight w: how much of a change of the score the weight follows, at most 0.25.`,
}

export const strings = { zh, en }

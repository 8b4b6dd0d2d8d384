// The words of this figure.
const zh = {
  title: '先猜一个数',
  lede: '先把你的猜测放在线上，再看核心算出的数落在哪里、是怎么算出来的。',
  scaled: '分数',
  weightRow: '没有掩码时的权重',
  component: (/** @type {number} */ i) => `值的第 ${i} 维`,
  scores: (/** @type {string} */ row, /** @type {string} */ col) =>
    `${row} 的查询和 ${col} 的键，点积是多少？`,
  weights: (/** @type {string} */ row, /** @type {string} */ col) =>
    `不动笔，估一估：${row} 把百分之几的权重给 ${col}？`,
  mask: (/** @type {string} */ row, /** @type {string} */ col) =>
    `加上因果掩码，${row} 看不见 D 了。${row} 给 ${col} 的权重变成多少？`,
  output: (/** @type {string} */ row, /** @type {number} */ i) => `${row} 取回的东西，第 ${i} 维是多少？`,
  spread: (/** @type {number} */ d) =>
    `查询和键都是 ${d} 维，每个数都在 1 上下，有正有负，随机抽取。点积大约散开多远（均方根）？`,
  shares: (/** @type {string} */ row) => `${row} 会怎样把 100 % 分给四个词元？照分数猜一猜。`,
  reveal: '看答案',
  first: '先把圆点放到线上。',
  unset: '在线上点一下、拖动，或者按方向键',
  yours: '你的',
  truth: '算出来的',
  near: '猜得很近。',
  far: '有点远。',
  why: {
    scores: '对应的维相乘，再加起来；同方向就大，反方向就是负的。',
    weights: '先减去最大的分数，取 e 的幂，再除以总和：分数高 1，权重就是 2.7 倍。',
    mask: 'D 原来的那一份没有消失，而是按原来的比例分给了还看得见的词元：分母里少了 D 那一项，每个人都变大了。',
    output: '每个词元的值乘上它的权重，加起来。结果总在最小的值和最大的值之间。',
    spread:
      '乘积有正有负，会抵消，所以 d 维只散开 √d 左右，不是 d。抽样量出来的和 √d 差一点，因为只抽了这么多次。',
    shares:
      '分数最高的分得最多，但谁都有一点。份额由分数的差决定：高 1 分，份额是 2.7 倍；高 2 分，是 7.4 倍。',
  },
  note: '数字随机生成，只供练习；答案由程序当场算出。',
  spreadNote: (/** @type {number} */ n) => `核心按种子抽取随机数，算了 ${n} 个点积。`,
}

/** @type {typeof zh} */
const en = {
  title: 'Guess a number first',
  lede: 'Put your guess on the line, then see where the number that the core computes falls, and where it comes from.',
  scaled: 'Scores',
  weightRow: 'Weights without a mask',
  component: (i) => `Values, dimension ${i}`,
  scores: (row, col) => `What is the dot product of the query of ${row} and the key of ${col}?`,
  weights: (row, col) => `Without a pen: what share of its weight does ${row} give to ${col}?`,
  mask: (row, col) =>
    `With a causal mask ${row} no longer sees D. What does the weight of ${row} on ${col} become?`,
  output: (row, i) => `What is dimension ${i} of what ${row} fetches?`,
  spread: (d) =>
    `Queries and keys have ${d} dimensions, each drawn at random, positive or negative, about 1 in size. How far does their dot product spread (root mean square), roughly?`,
  shares: (row) => `How does ${row} share out 100 % over the four tokens? Guess by the scores.`,
  reveal: 'Show the answer',
  first: 'Put the dot on the line first.',
  unset: 'Click the line, drag, or use the arrow keys',
  yours: 'yours',
  truth: 'computed',
  near: 'Close.',
  far: 'Some way off.',
  why: {
    scores:
      'Dimension by dimension, multiplied and added up: large if they point the same way, negative if they point opposite ways.',
    weights:
      'Subtract the largest score, take e to the power of each, divide by the sum: one point of score is a factor of 2.7.',
    mask: 'The share of D does not vanish: it goes to those who are still seen, in the proportions they had. The sum below the fraction has lost one term, so all of them grow.',
    output:
      'Every value times its weight, added up. The result always lies between the smallest value and the largest.',
    spread:
      'Products are positive and negative and cancel, so that d dimensions spread by about √d and not by d. What was measured is a little off √d because only so many were drawn.',
    shares:
      'The highest score gets the most, and everybody gets something. Differences decide: one point more is 2.7 times as much, two points 7.4 times.',
  },
  note: 'The numbers are drawn at random, only for practice; the answers are computed as you look.',
  spreadNote: (n) => `The core drew random numbers from a seed and computed ${n} dot products.`,
}

export const strings = { zh, en }

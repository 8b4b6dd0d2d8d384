// The words of this figure.
const zh = {
  title: 'softmax：分数变成份额',
  lede: '拖动分数，看它们怎样变成加起来等于 1 的份额。',
  temperature: '温度',
  subtract: '先减去最大值',
  shift: '全部 +1',
  shiftBack: '全部 −1',
  scores: '分数（可拖动）',
  exps: (/** @type {string} */ temperature) =>
    temperature === ''
      ? 'e 的（分数 − 最大值）次方'
      : temperature === '0'
        ? '温度 → 0：最大的是 1，别的是 0'
        : `e 的（分数 − 最大值）÷ ${temperature} 次方`,
  expsRaw: 'e 的分数次方，没有减最大值',
  shares: '份额',
  max: (/** @type {string} */ n) => `最大值 ${n}`,
  sum: (/** @type {string} */ n) => `总和 ${n}`,
  broken:
    '单精度浮点数装不下 e 的 89 次方：出现了 ∞，∞ ÷ ∞ 就不是一个数了。先减去最大值，份额不变，也就不会溢出。',
  largest: (
    /** @type {string} */ a,
    /** @type {string} */ sa,
    /** @type {string} */ b,
    /** @type {string} */ sb,
  ) => `第 ${a} 个最大，得到 ${sa}；其次是第 ${b} 个，得到 ${sb}。份额只看分数的差：全部加 1，份额不变。`,
  only: '只有一个，份额就是全部。',
  equal: (/** @type {string} */ share) => `大家一样多，各得 ${share}。`,
  note: '温度把分数的差缩小或放大：趋于 0 时最大的拿走全部，趋于无穷时大家一样多。用方向键也能改分数。',
}

/** @type {typeof zh} */
const en = {
  title: 'Softmax: from scores to shares',
  lede: 'Drag the scores and see them become shares that add up to 1.',
  temperature: 'Temperature',
  subtract: 'Subtract the maximum first',
  shift: 'All +1',
  shiftBack: 'All −1',
  scores: 'Scores (drag)',
  exps: (temperature) =>
    temperature === ''
      ? 'e to the power of (score − maximum)'
      : temperature === '0'
        ? 'Temperature → 0: 1 for the largest, 0 for the rest'
        : `e to the power of (score − maximum) ÷ ${temperature}`,
  expsRaw: 'e to the power of the score, maximum not subtracted',
  shares: 'Shares',
  max: (n) => `Maximum ${n}`,
  sum: (n) => `Sum ${n}`,
  broken:
    'A float32 cannot hold e to the 89th: that became ∞, and ∞ ÷ ∞ is no number. Subtract the maximum first: the shares stay the same and nothing overflows.',
  largest: (a, sa, b, sb) =>
    `Number ${a} is the largest and gets ${sa}, number ${b} comes next with ${sb}. Only differences count: add 1 to all scores and the shares stay.`,
  only: 'There is only one, and it gets everything.',
  equal: (share) => `All get the same, ${share} each.`,
  note: 'Temperature shrinks or stretches the differences: near 0 the largest takes everything, towards infinity all get the same. Arrow keys change scores too.',
}

export const strings = { zh, en }

// The words of this figure.
const zh = {
  title: '手算一行',
  lede: '四个词元，两个维度。自己算出一行，再和核心的结果对照。',
  ask: (/** @type {string} */ token) =>
    `“${token}”在看谁？一步一步填。可以写分数、根号和 e 的幂，例如 4/√2、e^-1.41；差 0.005 以内都算对。`,
  values: '值 v',
  component: (/** @type {number} */ i) => `第 ${i} 维`,
  check: '检查',
  notYet: '有的格子还不对。',
  unread: (/** @type {string} */ text) =>
    `“${text}”这个写法看不懂，没有算错。可以写 0.043、4.3%、4/√2、e^-1.41；括号、加号和千位逗号请先算好再填。`,
  solution: (/** @type {string} */ numbers) => `答案是 ${numbers}，照着填上就可以往下走。`,
  done: '这一行算完了：和 C++ 核心算的一样。',
  steps: {
    scores: {
      name: '分数 q·k',
      how: '逐个相乘再相加',
      hint: '提示：第一维乘第一维，第二维乘第二维，加起来。',
    },
    scaled: { name: '除以 √2', how: '√2 ≈ 1.414', hint: '提示：每个分数都除以同一个数，√2。' },
    exps: {
      name: 'e 的幂',
      how: '先减去最大的，再取 e 的幂',
      hint: '提示：最大的那个变成 e 的 0 次方，就是 1；别的可以写成 e^-1.41。',
    },
    weights: {
      name: '权重',
      how: '各除以总和',
      hint: '提示：把上一步的数加起来，每个除以这个和。加起来是 1。',
    },
    output: {
      name: '输出',
      how: '权重 × 值，相加',
      hint: '提示：每一维分开算：各个权重乘各个值的这一维，再加起来。',
    },
  },
  note: '数字与“一个头”那张图的例子相同，是手工设的。答案由核心计算。',
  drawnNote: '数字随机生成，只供练习；答案由程序当场算出。',
}

/** @type {typeof zh} */
const en = {
  title: 'One row by hand',
  lede: 'Four tokens, two dimensions. Work one row out yourself, then compare with the core.',
  ask: (token) =>
    `Where does “${token}” look? Fill in step by step. Fractions, roots and powers of e are fine, such as 4/√2 or e^-1.41; within 0.005 counts as right.`,
  values: 'Values v',
  component: (i) => `dimension ${i}`,
  check: 'Check',
  notYet: 'Some cells are not right yet.',
  unread: (text) =>
    `“${text}” cannot be read, which is not counted as wrong. Write 0.043, 4.3%, 4/√2 or e^-1.41; work out brackets, sums and commas of thousands first.`,
  solution: (numbers) => `The answer is ${numbers}; fill it in to go on.`,
  done: 'The row is done, and it is what the C++ core computes.',
  steps: {
    scores: {
      name: 'Scores q·k',
      how: 'multiply one by one, add up',
      hint: 'Hint: first times first, second times second, added up.',
    },
    scaled: {
      name: 'Divided by √2',
      how: '√2 ≈ 1.414',
      hint: 'Hint: every score is divided by the same number, √2.',
    },
    exps: {
      name: 'Powers of e',
      how: 'subtract the largest, then e to the power of each',
      hint: 'Hint: the largest becomes e to the 0, which is 1; others can be written as e^-1.41.',
    },
    weights: {
      name: 'Weights',
      how: 'each divided by the sum',
      hint: 'Hint: add up the numbers of the last step and divide each by the sum. They add up to 1.',
    },
    output: {
      name: 'Output',
      how: 'weight × value, added up',
      hint: 'Hint: each dimension on its own: every weight times that dimension of its value, added up.',
    },
  },
  note: 'The numbers are those of “One head”, set by hand. The answers are computed by the core.',
  drawnNote: 'The numbers are drawn at random, only for practice; the answers are computed as you look.',
}

export const strings = { zh, en }

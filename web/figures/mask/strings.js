// The words of this figure.
const zh = {
  title: '因果掩码',
  lede: '每行一个位置，每列一个被看的位置。点一格，允许或禁止。',
  kind: '哪种掩码',
  kinds: { none: '都能看', causal: '因果', window: '窗口', prefix: '前缀', padding: '填充' },
  sizes: { window: '看最近几个', prefix: '前几个互相可见', padding: '前几个有效' },
  text: '句子',
  sample: '老板告诉员工他必须加班',
  late: '对照：先 softmax 再盖',
  empty: '先写一句话。',
  mask: '掩码（点格子）',
  weights: '权重',
  rightOrder: '先盖，再 softmax：每行加起来是 1',
  wrongOrder: '先 softmax，再改成 0',
  lateWeights: '权重',
  sums: '每行加起来',
  sees: (
    /** @type {string} */ i,
    /** @type {string} */ token,
    /** @type {string[]} */ seen,
    /** @type {string} */ most,
    /** @type {string} */ share,
  ) => `第 ${i} 个位置“${token}”看得见：${seen.join('、')}。看得最多的是“${most}”，${share}。`,
  sumOf: (/** @type {string} */ n) => `顺序弄反的话，这一行加起来只有 ${n}。`,
  nobody: (/** @type {string} */ i, /** @type {string} */ token) =>
    `第 ${i} 个位置“${token}”谁也看不见：这一行全是 0，什么也取不回来，而不是 NaN。`,
  note: '分数来自核心按种子抽取的随机查询和键，不含语言知识，只为看清掩码。禁止就是把分数改成 −∞，e 的 −∞ 次方是 0。最多十二个词元。',
}

/** @type {typeof zh} */
const en = {
  title: 'The causal mask',
  lede: 'A row for each position, a column for each one it may look at. Click a cell to allow or forbid.',
  kind: 'Which mask',
  kinds: { none: 'all see all', causal: 'causal', window: 'window', prefix: 'prefix', padding: 'padding' },
  sizes: { window: 'nearest', prefix: 'first that see each other', padding: 'first that are real' },
  sample: 'the boss told the employee he had to stay',
  text: 'Sentence',
  late: 'Compare: softmax first, mask later',
  empty: 'Write a sentence first.',
  mask: 'Mask (click cells)',
  weights: 'Weights',
  rightOrder: 'Mask, then softmax: rows add up to 1',
  wrongOrder: 'Softmax, then set to 0',
  lateWeights: 'Weights',
  sums: 'Rows add up to',
  sees: (i, token, seen, most, share) =>
    `Position ${i}, “${token}”, sees: ${seen.join(', ')}. It looks mostly at “${most}”, ${share}.`,
  sumOf: (n) => `In the wrong order this row adds up to ${n} only.`,
  nobody: (i, token) =>
    `Position ${i}, “${token}”, sees nobody: its row is all 0 and fetches nothing, rather than NaN.`,
  note: 'Scores come from random queries and keys, drawn by the core from a seed; they know no language and only serve to show the mask. Forbidden means a score of −∞, and e to the −∞ is 0. At most twelve tokens.',
}

export const strings = { zh, en }

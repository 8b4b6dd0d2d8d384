// The words of this figure.
const zh = {
  title: '自测',
  lede: '十道题，答完看看还有哪里没弄清。',
  note: '每题只算第一次。',
  kind: '自测题',
  lesson: '回到讲它的那一课',
  figure: '去看长度的代价',
  sum: (/** @type {number} */ right, /** @type {number} */ answered, /** @type {number} */ all) =>
    answered === all
      ? `答完了：${all} 题对了 ${right} 题。`
      : `已答 ${answered} / ${all}，对了 ${right} 题。`,
  questions: [
    {
      question: '注意力取回的东西，由什么按什么比例混合而成？',
      options: ['键，按查询的大小', '值，按权重', '查询，按分数'],
      right: 1,
      lesson: 'moving-values',
      after: '权重由查询和键算出，乘的是值。',
    },
    {
      question: '把一行里所有的分数都加上 5，权重会怎样？',
      options: ['大的变得更大', '都变成原来的 e⁵ 倍', '不变'],
      right: 2,
      lesson: 'softmax',
      after: 'softmax 只看差，加同一个数会约掉。',
    },
    {
      question: '一个没有被盖住的词元，点积正好是 0，它的权重是 0 吗？',
      options: ['是', '不是，它仍分到一点', '要看它的值'],
      right: 1,
      lesson: 'scoring-by-hand',
      after: 'e⁰ = 1，不是 0。要让权重是 0，得把分数改成 −∞。',
    },
    {
      question: '为什么分数要除以 √d？',
      options: ['让计算更快', '让分数的起伏不随维数变大', '让权重加起来是 1'],
      right: 1,
      lesson: 'why-sqrt-d',
      after: '点积大约散开 √d，除以它，softmax 才不会只挑一个。',
    },
    {
      question: '因果掩码应当加在哪里？',
      options: ['softmax 之前，把分数改成 −∞', 'softmax 之后，把权重改成 0', '加在值上'],
      right: 0,
      lesson: 'causal-mask',
      after: '先 softmax 再改成 0，每行加起来就不再是 1，而且后面的分数已经掺了进来。',
    },
    {
      question: '长度变成 4 倍，分数表变成几倍？',
      options: ['4 倍', '8 倍', '16 倍'],
      right: 2,
      after: '分数表是 n × n 的，4 × 4 = 16。',
    },
    {
      question: '只改一个词元的值，谁的权重会变？',
      options: ['所有人的', '只有它自己的', '谁的都不变'],
      right: 2,
      lesson: 'query-key-value',
      after: '值不参与打分，只影响取回什么。',
    },
    {
      question: '总宽度不变，头数从 1 变成 8，W_Q、W_K、W_V 的参数总数怎样？',
      options: ['变成 8 倍', '不变', '变成八分之一'],
      right: 1,
      lesson: 'many-heads',
      after: '每个头窄了，加起来还是一样多。',
    },
    {
      question: '训练时没有盖住未来，损失低于随机词元的 ln 20，说明什么？',
      options: ['模型学到了规律', '模型看见了答案', '学习率刚好'],
      right: 1,
      lesson: 'causal-mask',
      after: '随机的东西没有规律，低于 ln 20 只能是抄来的。',
    },
    {
      question: '一个头把 90 % 的权重放在某个词上。由此可以断定什么？',
      options: ['模型的答案来自这个词', '这个头从那个位置取了 90 % 的份额', '这个词最重要'],
      right: 1,
      lesson: 'moving-values',
      after: '取了多少是事实；有没有影响要改动它才知道，那个位置上装的也可能是别处搬来的。',
    },
  ],
}

/** @type {typeof zh} */
const en = {
  title: 'Self-test',
  lede: 'Ten questions, to see what is still unclear.',
  note: 'Only the first answer counts.',
  kind: 'Question',
  lesson: 'Back to its lesson',
  figure: 'See the price of length',
  sum: (right, answered, all) =>
    answered === all ? `Done: ${right} of ${all} right.` : `${answered} of ${all} answered, ${right} right.`,
  questions: [
    {
      question: 'What is mixed into what attention fetches, and in which proportion?',
      options: ['keys, by the size of the query', 'values, by their weights', 'queries, by their scores'],
      right: 1,
      lesson: 'moving-values',
      after: 'Weights come from queries and keys; they multiply values.',
    },
    {
      question: 'Add 5 to all scores of a row. What happens to its weights?',
      options: ['large ones grow', 'all become e⁵ times as large', 'nothing'],
      right: 2,
      lesson: 'softmax',
      after: 'Softmax sees differences only; a number added to all cancels.',
    },
    {
      question: 'A token that is not masked has a dot product of exactly 0. Is its weight 0?',
      options: ['yes', 'no, it still gets a little', 'that depends on its value'],
      right: 1,
      lesson: 'scoring-by-hand',
      after: 'e⁰ is 1, not 0. For a weight of 0 the score has to be −∞.',
    },
    {
      question: 'Why are scores divided by √d?',
      options: [
        'to compute faster',
        'so that their spread does not grow with d',
        'so that weights add up to 1',
      ],
      right: 1,
      lesson: 'why-sqrt-d',
      after: 'Dot products spread by about √d; without the division softmax picks a single one.',
    },
    {
      question: 'Where does the causal mask belong?',
      options: ['before softmax, as scores of −∞', 'after softmax, as weights of 0', 'on the values'],
      right: 0,
      lesson: 'causal-mask',
      after: 'Set to 0 after softmax, rows no longer add up to 1, and later scores have mixed in already.',
    },
    {
      question: 'Four times the length: how many times larger is the table of scores?',
      options: ['4', '8', '16'],
      right: 2,
      after: 'It is n × n, and 4 × 4 = 16.',
    },
    {
      question: 'Change the value of one token. Whose weights change?',
      options: ['everyone’s', 'its own', 'nobody’s'],
      right: 2,
      lesson: 'query-key-value',
      after: 'Values have no part in scores; they only change what is fetched.',
    },
    {
      question:
        'The width stays, heads go from 1 to 8. What happens to the number of parameters in W_Q, W_K and W_V?',
      options: ['eight times as many', 'the same', 'an eighth'],
      right: 1,
      lesson: 'many-heads',
      after: 'Each head is narrower, and together they have as many.',
    },
    {
      question: 'Without a mask the loss on random tokens falls below ln 20. What does it mean?',
      options: ['the model found a rule', 'the model saw the answers', 'the learning rate was just right'],
      right: 1,
      lesson: 'causal-mask',
      after: 'There is no rule in noise; below ln 20 it can only be copied.',
    },
    {
      question: 'A head puts 90 % of its weight on a word. What follows?',
      options: [
        'the answer came from that word',
        'the head took 90 % of its mixture from that place',
        'that word matters most',
      ],
      right: 1,
      lesson: 'moving-values',
      after:
        'The share is a fact. Whether it matters shows when it is changed, and what sits there may have been carried from elsewhere.',
    },
  ],
}

export const strings = { zh, en }

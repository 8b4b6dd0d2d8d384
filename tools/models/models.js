// The models that are shipped: what each learns, with what, and what a reader should know about it.

/**
 * @typedef {object} Shipped
 * @property {string} task
 * @property {number} seed
 * @property {number} [steps]
 * @property {number} [learningRate]
 * @property {boolean} [cosine]
 * @property {Record<string, any>} [config]  what differs from the task's own
 * @property {Record<string, { title: string, task: string, data: string, caution: string, examples: string[], answer?: string }>} text
 * by language; `examples`: texts that it can read, the first to begin with; `answer`: what its answer is called, if it has a name
 */

const PAIRS = ['k3 v7 k0 v2 k9 v4 k12 v1 k5 v15 k8 v0 k9 v4 k3', 'k1 v1 k2 v2 k3 v3 k4 v4 k5 v5 k6 v6 k6']
/** @param {{ title: string, caution: string }} zh @param {{ title: string, caution: string }} en */
const recall = (zh, en) => ({
  zh: {
    ...zh,
    examples: PAIRS,
    task: '配对查找：读六对键和值，再只给键，说出它的值。在每个要问的键处读出答案。',
    data: '每次随机取六个不同的键（共十六个）和各自的值（共十六个），再问其中三个。',
  },
  en: {
    ...en,
    examples: PAIRS,
    task: 'Look up a value: read six pairs of key and value, then keys alone, and say their values. Read at each key that is asked.',
    data: 'Six different keys of sixteen at random, each with one of sixteen values; three of them are asked.',
  },
})
const grouped = (/** @type {number} */ nKvHeads) => ({ dModel: 64, nHeads: 4, dHead: 16, nKvHeads })

/** @type {Record<string, Shipped>} */
export const models = {
  pronoun: {
    task: 'pronoun',
    seed: 8,
    steps: 3000,
    text: {
      zh: {
        title: '“它”是哪个名词（中英文）',
        examples: ['奖杯放不进箱子，因为它太大', '奖杯放不进箱子，因为它太小', '钢琴放不进房间，因为它太窄'],
        answer: '“它”指的是',
        task: '“它”指的是哪个名词？在形容词处读出答案：太大、太长……指放不进去的东西；太小、太短……指被放的地方。',
        data: '两个句型，中英文各一个：两个位置各 14 个名词，10 个形容词。五分之一的名词对从不参加训练，只用来检验。',
        caution:
          '它只懂这一种语法，别的一概不懂。它的头看着哪个名词就答哪个名词，这是这个模型测出来的事实，不是注意力的普遍规律。',
      },
      en: {
        title: 'Which noun is “it”? (zh, en)',
        examples: [
          'the trophy does not fit in the suitcase because it is too big',
          'the trophy does not fit in the suitcase because it is too small',
          'the piano does not fit in the room because it is too narrow',
        ],
        answer: '“it” means',
        task: 'Which noun does “it” mean? Read at the adjective: too big, long … means what does not go in; too small, short … what it does not go into.',
        data: 'Two templates, one Chinese and one English: 14 nouns in each place, 10 adjectives. A fifth of the noun pairs is never trained on and only used for the test.',
        caution:
          'The model knows this grammar and nothing else. That its head looks at the noun it answers with is true of this model, as measured above; it is no law of attention.',
      },
    },
  },
  'who-is-he': {
    task: 'who-is-he',
    seed: 3,
    steps: 1000,
    cosine: true,
    text: {
      zh: {
        title: '“他”是谁（中英文）',
        examples: [
          '老板告诉员工他必须加班',
          '员工告诉老板他不想干了',
          '老板命令员工他必须加班',
          '老板答应员工他会休息',
        ],
        answer: '“他”指的是',
        task: '“他”是谁？从从句的词（必须、不想……）起读出答案。',
        data: '两个句型，中英文各一个，12 个（英文 10 个）人物。“告诉”之后由从句定：必须、应该、得，指听的人；不想、打算、决定，指说的人。“命令、提醒”指听的人，“答应、保证”指说的人。五分之一的人物对从不参加训练。',
        caution:
          '这条规则是这套语法的规定，不是汉语的规律：真正的句子还要看情理和上下文。它答对了，第二层的头却不一定看着那个名词，所以不能从权重读出理由。',
      },
      en: {
        title: 'Who is “he”? (zh, en)',
        examples: [
          'the boss told the employee that he had to stay',
          'the employee told the boss that he refused to stay',
          'the boss ordered the employee that he had to stay',
          'the boss promised the employee that he was to rest',
        ],
        answer: '“he” means',
        task: 'Who is “he”? Read from the word of the clause (had, refused …) on.',
        data: 'Two templates, one Chinese and one English, 12 (English 10) people. After “told” the clause decides: had, needed mean the one told; refused, planned, decided, wanted the teller. “Ordered” and “reminded” mean the one who hears, “promised” and “assured” the one who speaks. A fifth of the pairs is never trained on.',
        caution:
          'The rule is this grammar’s, not a law of any language: real sentences also need sense and context. The answers are right, and yet the head of the second layer need not look at the noun, so that no reason can be read from its weights.',
      },
    },
  },
  reversal: {
    task: 'reversal',
    seed: 1,
    steps: 600,
    cosine: true,
    text: {
      zh: {
        title: '倒着写',
        examples: ['3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3', '0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5'],
        task: '把十六个数字倒着写。每个位置读出另一头的数字。',
        data: '随机数字，没有因果掩码。',
        caution: '只会长度正好十六的。',
      },
      en: {
        title: 'Write backwards',
        examples: ['3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3', '0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5'],
        task: 'Write sixteen digits backwards. Each place gives the digit at the other end.',
        data: 'Random digits, no causal mask.',
        caution: 'It knows a length of exactly sixteen.',
      },
    },
  },
  sorting: {
    task: 'sorting',
    seed: 1,
    steps: 600,
    cosine: true,
    text: {
      zh: {
        title: '排序',
        examples: ['4 2 9 0 7 5 →', '4 2 9 0 7 5 → 0 2 4', '9 8 7 6 5 4 → 4 5 6 7 8'],
        task: '把六个不同的数字从小到大写出来，从“→”起读出答案。没有位置信息。',
        data: '从十个数字里随机取六个，次序随机。',
        caution: '只会六个不同的数字。它看着下一个更大的数，但前馈层也出了力。',
      },
      en: {
        title: 'Sort',
        examples: ['4 2 9 0 7 5 →', '4 2 9 0 7 5 → 0 2 4', '9 8 7 6 5 4 → 4 5 6 7 8'],
        task: 'Write six different digits in order, read from “→” on. No positions.',
        data: 'Six of ten digits in random order.',
        caution:
          'It knows six different digits only. It looks at the next larger one, but the feed-forward layer does its part.',
      },
    },
  },
  'recall-mha': {
    task: 'recall',
    seed: 1,
    learningRate: 1e-3,
    steps: 2000,
    config: grouped(4),
    text: recall(
      { title: '配对查找：每头各有键值', caution: '四个头各有自己的键和值。' },
      {
        title: 'Look up a value: keys and values for each head',
        caution: 'Four heads, each with keys and values of its own.',
      },
    ),
  },
  'recall-gqa': {
    task: 'recall',
    seed: 1,
    learningRate: 1e-3,
    steps: 2000,
    config: grouped(2),
    text: recall(
      { title: '配对查找：两头共用键值', caution: '每两个查询头共用一组键和值：缓存减半。' },
      {
        title: 'Look up a value: shared by two heads',
        caution: 'Two query heads share one set of keys and values: half the cache.',
      },
    ),
  },
  'recall-mqa': {
    task: 'recall',
    seed: 1,
    learningRate: 1e-3,
    steps: 2000,
    config: grouped(1),
    text: recall(
      {
        title: '配对查找：四头共用键值',
        caution:
          '四个查询头共用一组键和值：缓存只有四分之一。学习率 0.003 时试过的种子都没有学会，0.001 才行。',
      },
      {
        title: 'Look up a value: shared by all four',
        caution:
          'All four query heads share one set of keys and values: a quarter of the cache. With a learning rate of 0.003 no seed that was tried learned it, with 0.001 it did.',
      },
    ),
  },
  sink: {
    task: 'sink',
    seed: 3,
    steps: 900,
    text: {
      zh: {
        title: '归纳头和注意力汇',
        examples: ['5 17 3 22 8 14 1 19 6 11 22 8 14 1', '1 2 3 4 5 6 7 8 9 10 3 4 5'],
        task: '读十个不同的词元，再重复其中六个；每个位置都猜下一个词元。',
        data: '开头是 <s>，随后从二十三种里随机取十个不同的，从随机处重复六个。',
        caution:
          '种子是挑过的：有的种子在同样步数内学不会。没有可重复的时候权重落在 <s> 上，这里看到的是这个小模型；大模型里的汇另有研究。',
      },
      en: {
        title: 'Induction head and attention sink',
        examples: ['5 17 3 22 8 14 1 19 6 11 22 8 14 1', '1 2 3 4 5 6 7 8 9 10 3 4 5'],
        task: 'Read ten different tokens, then six of them again; the next token is guessed at every place.',
        data: 'First <s>, then ten different of twenty-three at random, then six of them again from a random place.',
        caution:
          'The seed was chosen: some do not learn it in as many steps. That the weight falls on <s> where nothing repeats is true of this small model; sinks in large ones are studied elsewhere.',
      },
    },
  },
}

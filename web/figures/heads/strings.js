// The words of this figure.
const zh = {
  title: '所有的头',
  lede: '一个训练好的模型，每一层每一个头在你的句子上看哪里。鼠标停在小图上先看，点一下留住。',
  numbers: '这个头的每一步，和几个头怎样合起来',
  concat: '各头的输出并排',
  wO: '参数 w_o',
  projected: '乘出来的：混成一份',
  mapsTitle: '所有的头',
  counted: '这张图里能数出来的',
  patterns: {
    previous: '放在前一个词元上',
    own: '放在自己身上',
    first: '放在第一个词元上',
    same: '放在前面同一个词元上',
    answer: '放在它答出的那个词上',
  },
  warning:
    '这些是数出来的平均份额，不是这个头“负责什么”。图上好看的名字是看图的人起的，有没有用，要改一改它才知道。',
  note: '每个头各算各的 q、k、v 和权重；它们的输出并排接起来，乘上 w_o，才是这一层交出去的东西。',
}

/** @type {typeof zh} */
const en = {
  title: 'All heads',
  lede: 'A trained model: where every head of every layer looks in your sentence. Point at a small map to see it, click to keep it.',
  numbers: 'Every step of this head, and how heads are joined',
  concat: 'Outputs of the heads, side by side',
  wO: 'The parameters w_o',
  projected: 'Their product: mixed into one',
  mapsTitle: 'All heads',
  counted: 'What can be counted in this map',
  patterns: {
    previous: 'on the token before',
    own: 'on the token itself',
    first: 'on the first token',
    same: 'on earlier copies of the same token',
    answer: 'on the word that it answers',
  },
  warning:
    'These are shares that were counted, on average, not what the head is for. A fine name comes from whoever looks at the map; whether it matters shows only when it is changed.',
  note: 'Every head has q, k, v and weights of its own; their outputs stand side by side and are multiplied by w_o before the layer hands them on.',
}

export const strings = { zh, en }

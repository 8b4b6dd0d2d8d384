// The words of this figure.
const zh = {
  title: '固定权重，还是看内容',
  lede: '同样的四个位置，换了词，重要的地方就换了。固定的权重顾得了这句，顾不了那句。',
  set: '给四个位置分 100 %，两句话共用',
  places: ['第 1 个', '第 2 个', '第 3 个', '第 4 个'],
  sentences: [
    ['年', '假', '怎么', '申请'],
    ['报销', '单', '怎么', '申请'],
  ],
  matters: ['休假', '报销'],
  fixed: '按你的固定权重取回',
  content: '由内容决定的权重',
  weights: '权重',
  fetched: '取回',
  say: '两句话都问“申请什么”。第一句的事项在第 2 个位置，第二句在第 1 个。固定权重照顾了一句，就顾不上另一句；注意力的权重由查询和键算出，换了词就跟着换，两句都取回 0.95。',
  note: '查询、键和值是手工设的，为了看清区别；权重和取回的数由核心计算。',
}

/** @type {typeof zh} */
const en = {
  title: 'Fixed weights, or content',
  lede: 'The same four places, other words, and something else matters. Fixed weights serve one sentence and fail the other.',
  set: 'Give 100 % to four places, for both sentences alike',
  places: ['1st', '2nd', '3rd', '4th'],
  sentences: [
    ['annual', 'leave', 'how', 'apply'],
    ['refund', 'form', 'how', 'apply'],
  ],
  matters: ['leave', 'refund'],
  fixed: 'Fetched by your fixed weights',
  content: 'Weights that the content decides',
  weights: 'Weights',
  fetched: 'Fetched',
  say: 'Both sentences ask what to apply for. In the first it stands in the second place, in the other in the first. Fixed weights that serve one fail the other; the weights of attention come from queries and keys, change with the words, and fetch 0.95 in both.',
  note: 'Queries, keys and values are set by hand, to show the difference; weights and what is fetched are computed by the core.',
}

export const strings = { zh, en }

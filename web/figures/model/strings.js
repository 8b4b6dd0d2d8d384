// The words of this figure.
const zh = {
  title: '训练好的模型，真实的注意力',
  lede: '每个 q、k、v、权重和最后的概率，都是这个模型真正算出来的。',
  examples: '试试这些',
  heads: '选一个头',
  odds: '下一个词元',
  oddsAfter: (/** @type {string} */ token) => `在“${token}”之后`,
  asked: '这个位置从没被问过，它在这里的回答没有训练过，所以不列出来。',
  needTokenizer: '还缺 tokenizer.bin：有了它才能把文字变成词元。',
  needModel: '先选一个模型文件（.bin 或 .safetensors）。如果这个链接是别人分享的，请选他用的那个文件。',
  outline: '整个模型',
  parameters: (/** @type {string} */ n) => `${n} 个参数`,
  shape: (/** @type {number} */ l, /** @type {number} */ h, /** @type {number} */ d) =>
    `${l} 层 × ${h} 头，宽 ${d}`,
  kvShared: (/** @type {number} */ n) => `每 ${n} 个查询头共用一组键和值`,
  blocks: {
    embedding: '词元嵌入',
    position: '+ 位置',
    norm: '归一化',
    attention: '注意力',
    add: '+ 残差',
    feedForward: '前馈',
    finalNorm: '归一化',
    logits: '打分',
    odds: '概率',
  },
  running: '计算中……',
  empty: '先输入一句话。',
  scoreMap: '每行一个查询，每列一个键，颜色越浓权重越大',
  notExplanation: '权重大，说明从那里取得多，不等于“这就是原因”。',
}

/** @type {typeof zh} */
const en = {
  title: 'A trained model, its real attention',
  lede: 'Every q, k, v, weight and probability here is what this model really computes.',
  examples: 'Try these',
  heads: 'Pick a head',
  odds: 'Next token',
  oddsAfter: (token) => `after “${token}”`,
  asked:
    'Nothing was ever asked at this token: what the model says here was not trained, so it is not listed.',
  needTokenizer: 'The tokenizer.bin is still missing: it turns text into tokens.',
  needModel:
    'Choose a model file first (.bin or .safetensors). If someone shared this link with you, choose the file they used.',
  outline: 'The whole model',
  parameters: (n) => `${n} parameters`,
  shape: (l, h, d) => `${l} ${l === 1 ? 'layer' : 'layers'} × ${h} ${h === 1 ? 'head' : 'heads'}, width ${d}`,
  kvShared: (n) => `every ${n} query heads share one set of keys and values`,
  blocks: {
    embedding: 'Token embedding',
    position: '+ position',
    norm: 'Norm',
    attention: 'Attention',
    add: '+ residual',
    feedForward: 'Feed-forward',
    finalNorm: 'Norm',
    logits: 'Logits',
    odds: 'Odds',
  },
  running: 'Computing…',
  empty: 'Type a sentence first.',
  scoreMap: 'one row per query, one column per key; the stronger the violet, the larger the weight',
  notExplanation:
    'A large weight says that much is fetched from there. It does not say “this is the reason”.',
}

export const strings = { zh, en }

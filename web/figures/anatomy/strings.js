// The words of this figure.
const zh = {
  title: '一个头的解剖',
  lede: '改任何一个数，后面每一步立刻跟着变。',
  intro: [
    ['q', '查询'],
    ['', '是“我要找什么”，'],
    ['k', '键'],
    ['', '是“凭什么找到我”，'],
    ['v', '值'],
    ['', '是“找到后给什么”，'],
    ['a', '权重'],
    ['', '决定各取多少。'],
  ],
  live: '这是现算的：点哪个词元，就看哪个词元的权重',
  preset: '例子',
  presets: {
    'annual-leave': '年假怎么申请（手算）',
    'who-is-it': 'The robot dropped the cup（英文）',
    previous: '看前一个（位置）',
  },
  notes: {
    'annual-leave': '这些数是人手设的，为的是能用纸笔跟着算；真正的模型里，它们是训练出来的。',
    'who-is-it': '人手设的例子：it 在找“易碎的东西”。把 cup 的“易碎”改成 0，看它转向谁。',
    previous:
      '人手设的例子：x 里只有位置。W_K 把每个位置挪后一格，于是每个词元都看向前一个；第一个没有前一个，只好看自己。',
  },
  tokens: '词元',
  tokensHint: '用空格分开；中文不分也行，会自动切词。最多 12 个，至少 1 个。',
  tokensProblem: (/** @type {number} */ n) => `要 1 到 12 个词元，现在是 ${n} 个；图上还是原来的。`,
  shape: '大小',
  shapeHint: 'd_model：每个词元几个数；d_k：q 和 k 几维；d_v：v 几维。1 到 8。变大时补上的都是 0。',
  shapes: {
    dModel: ['d', 'model', 'd_model：每个词元几个数'],
    dHead: ['d', 'k', 'd_k：q 和 k 的维数'],
    dValue: ['d', 'v', 'd_v：v 的维数'],
  },
  shapeProblem: (/** @type {number} */ most) => `大小要是 1 到 ${most} 之间的整数；图上还是原来的。`,
  tooMany: (
    /** @type {number} */ rows,
    /** @type {number} */ cols,
    /** @type {number} */ fitRows,
    /** @type {number} */ fitCols,
  ) =>
    `贴来的是 ${rows} × ${cols} 个数，从这一格起只放得下 ${fitRows} × ${fitCols}：先把大小或词元改好，或者从左上角那一格贴起。`,
  misfit: (
    /** @type {string} */ name,
    /** @type {any} */ rows,
    /** @type {any} */ cols,
    /** @type {number} */ hasRows,
    /** @type {number} */ hasCols,
  ) => `${name} 应为 ${rows} × ${cols}，给的是 ${hasRows} × ${hasCols}`,
  newTokens:
    '新词元的数是随机的（同一个词总是同一组），所以它们看向谁没有含义；请自己在 x 里填上想要的特征。',
  mask: '掩码',
  masks: { none: '无', causal: '因果', window: '窗口', prefix: '前缀', padding: '填充', custom: '自定' },
  maskSize: { window: '宽度', prefix: '前缀长度', padding: '有效长度' },
  scale: '÷ √d',
  temperature: '温度',
  keys: '点格子看算式 · 带边框的格子可改：再点一下或直接键入数字，按住左右拖动微调 · 方向键移动，回车确定，Esc 放开',
  checked: (/** @type {string} */ gap) => `与双精度结果一致，最大相差 ${gap}`,
  notNumbers: '有的数已经不是数（NaN），和双精度没法比：看看哪一步先出现它。',
  unchecked: (/** @type {string} */ gap) => `与双精度结果相差 ${gap}：数太大或太小，单精度不够用了`,
}

/** @type {typeof zh} */
const en = {
  title: 'Anatomy of one head',
  lede: 'Change any number, and every step after it follows at once.',
  intro: [
    ['', 'A '],
    ['q', 'query'],
    ['', ' asks “what am I looking for?”, a '],
    ['k', 'key'],
    ['', ' says “this is how to find me”, a '],
    ['v', 'value'],
    ['', ' is what is handed over, and the '],
    ['a', 'weights'],
    ['', ' decide how much of each.'],
  ],
  live: 'Computed as you look: click a token to see its weights',
  preset: 'Example',
  presets: {
    'annual-leave': '年假怎么申请 (by hand)',
    'who-is-it': 'The robot dropped the cup',
    previous: 'Look one back (positions)',
  },
  notes: {
    'annual-leave':
      'The tokens mean “year, leave, how, apply”: how do I apply for annual leave? The numbers were set by hand so that you can follow on paper; in a real model they are learned.',
    'who-is-it':
      'Set by hand: “it” looks for things that can break. Set “fragile” of “cup” to 0 and see where it turns.',
    previous:
      'Set by hand: x holds nothing but the position. W_K moves every position one place on, so each token looks at the one before; the first has none and can only look at itself.',
  },
  tokens: 'Tokens',
  tokensHint: 'Separate them with spaces; Chinese is split automatically. 1 to 12 of them.',
  tokensProblem: (n) => `Use 1 to 12 tokens; this is ${n}. The figure still shows the old ones.`,
  shape: 'Sizes',
  shapeHint:
    'd_model: numbers for each token; d_k: dimensions of q and k; d_v: dimensions of v. From 1 to 8. What is added is filled with zeros.',
  shapes: {
    dModel: ['d', 'model', 'd_model: numbers for each token'],
    dHead: ['d', 'k', 'd_k: dimensions of q and k'],
    dValue: ['d', 'v', 'd_v: dimensions of v'],
  },
  shapeProblem: (most) => `A size is a whole number from 1 to ${most}; the picture is unchanged.`,
  tooMany: (rows, cols, fitRows, fitCols) =>
    `You pasted ${rows} × ${cols} numbers, and from this cell on there is room for ${fitRows} × ${fitCols}: change the sizes or the tokens first, or paste at the first cell.`,
  misfit: (name, rows, cols, hasRows, hasCols) =>
    `${name} must be ${rows} × ${cols}, it is ${hasRows} × ${hasCols}`,
  newTokens:
    'The numbers of new tokens are random (the same word always gets the same ones), so where they look means nothing until you fill in x yourself.',
  mask: 'Mask',
  masks: {
    none: 'none',
    causal: 'causal',
    window: 'window',
    prefix: 'prefix',
    padding: 'padding',
    custom: 'your own',
  },
  maskSize: { window: 'width', prefix: 'prefix length', padding: 'valid tokens' },
  scale: '÷ √d',
  temperature: 'Temperature',
  keys: 'Click a cell for its arithmetic · framed cells can be changed: click again or type a number, drag sideways to scrub · arrow keys walk, Enter confirms, Esc lets go',
  checked: (gap) => `agrees with float64, largest difference ${gap}`,
  notNumbers:
    'Some numbers are no numbers (NaN), so there is nothing to compare with float64: look for the step where the first appears.',
  unchecked: (gap) => `differs from float64 by ${gap}: the numbers are too large or too small for float32`,
}

export const strings = { zh, en }

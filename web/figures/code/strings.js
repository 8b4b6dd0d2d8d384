// The words of this figure.
const zh = {
  title: '写成代码',
  lede: '同一步，五种写法；旁边是核心算出的数。',
  step: '步骤',
  language: '写法',
  steps: {
    project: '投影',
    scores: '打分',
    scaled: '除以 √d',
    masked: '掩码',
    softmax: 'softmax',
    output: '搬运',
  },
  results: {
    project: '查询 q',
    scores: '分数',
    scaled: '缩放后',
    masked: '掩码后',
    softmax: '权重',
    output: '输出',
  },
  languages: {
    formula: '公式',
    numpy: 'NumPy',
    pytorch: 'PyTorch',
    typescript: 'TypeScript',
    cpp: '核心的 C++',
  },
  from: (/** @type {string} */ file) => `取自 ${file}，建站时原样摘出。`,
  copy: '复制一个打印这些数的 NumPy 程序',
  copied: '程序已复制',
  copyFailed: '浏览器不允许写剪贴板。',
  note: '例子是“年 假 怎么 申请”，数字手工设定。复制的程序在任何装了 NumPy 的地方都能运行，打印出的就是这里的数。',
}

/** @type {typeof zh} */
const en = {
  title: 'In code',
  lede: 'One step, written five ways, beside the numbers that the core computes.',
  step: 'Step',
  language: 'Language',
  steps: {
    project: 'project',
    scores: 'score',
    scaled: 'divide by √d',
    masked: 'mask',
    softmax: 'softmax',
    output: 'carry',
  },
  results: {
    project: 'query q',
    scores: 'scores',
    scaled: 'scaled',
    masked: 'masked',
    softmax: 'weights',
    output: 'output',
  },
  languages: {
    formula: 'Formula',
    numpy: 'NumPy',
    pytorch: 'PyTorch',
    typescript: 'TypeScript',
    cpp: 'The core’s C++',
  },
  from: (file) => `From ${file}, taken as it is when the site is built.`,
  copy: 'Copy a NumPy program that prints these numbers',
  copied: 'Program copied',
  copyFailed: 'The browser does not allow writing to the clipboard.',
  note: 'The example is the one of four tokens, set by hand. The program runs wherever NumPy is, and prints the numbers that stand here.',
}

export const strings = { zh, en }

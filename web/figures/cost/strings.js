// The words of this figure.
const zh = {
  title: '长度的代价',
  lede: '每个词元都要看每个词元：长度翻倍，分数表变成四倍。在你的机器上量一量。',
  start: '开始测量',
  cancel: '停止',
  again: '再测一次',
  bound: '量到多长',
  dHead: '头的宽度 d',
  time: '时间',
  n: '词元数 n',
  measured: '测得',
  square: 'n² 参考线',
  table: '分数表',
  ms: '毫秒',
  fitted: (/** @type {string} */ e) => `拟合指数 ${e}`,
  fittedText: (/** @type {string} */ e) =>
    `从较长的几个点拟合：时间 ∝ n 的 ${e} 次方。若正好是 n²，指数就是 2。`,
  progress: (/** @type {number} */ n) => `正在量 n = ${n}`,
  idle: '还没有量。按“开始测量”，几秒钟就好。',
  note: '单精度，一个头，朴素算法：先填满 n × n 的分数表，再做 softmax。这里只计算，不含训练。两轴都是对数刻度，所以 n 的几次方是一条直线，斜率就是指数。短的一端受函数调用和时钟精度影响，会偏离直线。GFLOP/s 是每秒十亿次浮点运算。',
  tableLabel: '测量结果',
}

/** @type {typeof zh} */
const en = {
  title: 'What length costs',
  lede: 'Every token looks at every token: twice the length, four times the table of scores. Measure it on your machine.',
  start: 'Measure',
  cancel: 'Stop',
  again: 'Measure again',
  bound: 'Up to',
  dHead: 'Head width d',
  time: 'Time',
  n: 'Tokens n',
  measured: 'measured',
  square: 'n² for comparison',
  table: 'Score table',
  ms: 'ms',
  fitted: (e) => `fitted exponent ${e}`,
  fittedText: (e) =>
    `Fitted to the longer lengths: time grows with n to the power ${e}. For n² that would be 2.`,
  progress: (n) => `measuring n = ${n}`,
  idle: 'Nothing measured yet. Press “Measure”; it takes a few seconds.',
  note: 'One head in float32, the naive way: fill the n × n table of scores, then softmax. Computing only, no training. Both axes are logarithmic, so a power of n is a straight line and its slope is the exponent. Short lengths stray from it because calls and coarse clocks count there. GFLOP/s are billions of floating-point operations a second.',
  tableLabel: 'Measurements',
}

export const strings = { zh, en }

// The words of this figure.
const zh = {
  title: '在这台机器上有多快',
  lede: '把这里的计算核心和处理器的极限放在一起比。只用一个线程，不用显卡，数据不离开你的机器。',
  start: '开始测量',
  cancel: '停止',
  again: '再测一次',
  copy: '复制结果',
  copied: '结果已复制',
  copyFailed: '浏览器不允许复制。',
  progress: '正在测量',
  idle: '还没有测量。按“开始测量”，大约半分钟；同时开着别的程序会变慢。',
  module: '当前模块',
  modules: {
    relaxed: 'Relaxed SIMD',
    simd: 'SIMD128',
    scalar: '无 SIMD',
  },
  peak: '单线程峰值',
  tile: '寄存器分块',
  bandwidth: '内存带宽',
  what: '项目',
  time: '用时',
  share: '占峰值',
  causal: '，因果',
  groups: { memory: '向量 × 矩阵', gemm: '矩阵乘', softmax: 'softmax', attention: '注意力' },
  naive: (/** @type {string} */ ms, /** @type {string} */ table, /** @type {string} */ scratch) =>
    `朴素做法 ${ms}；分数表 ${table}，分块只要 ${scratch}`,
  scratch: (/** @type {string} */ bytes) => `额外内存 ${bytes}`,
  perElement: (/** @type {string} */ ns) => `每个 ${ns} ns`,
  intensity: '每读写一个字节做多少次运算',
  memoryRoof: '内存最快就这么快',
  peakRoof: '乘加最快就这么快',
  pictureLabel: (/** @type {string} */ peak) =>
    `屋顶线图：全部测量结果，屋顶为 ${peak} GFLOP/s。具体数字见表。`,
  howToRead:
    '屋顶是这台机器的上限：左边受内存限制，右边受运算限制。点离屋顶越近，浪费越少。小矩阵的点在斜坡上方，因为它们的数还留在缓存里。',
  note: '峰值由不读内存的乘加测得。所有项目与它在同一轮里轮流测，机器忙时大家一起变慢，所以占比仍可比较。一次乘加算两次运算；注意力只计两次矩阵乘。',
}

/** @type {typeof zh} */
const en = {
  title: 'How fast is it here?',
  lede: 'The engine beside what your processor can do at best. One thread, no graphics card, nothing leaves your machine.',
  start: 'Measure',
  cancel: 'Stop',
  again: 'Measure again',
  copy: 'Copy result',
  copied: 'Result copied',
  copyFailed: 'The browser did not allow copying.',
  progress: 'measuring',
  idle: 'Nothing measured yet. Press “Measure”; it takes about half a minute, and other open programs make it slower.',
  module: 'module in use',
  modules: {
    relaxed: 'relaxed SIMD',
    simd: 'SIMD128',
    scalar: 'no SIMD',
  },
  peak: 'peak of one thread',
  tile: 'register tile',
  bandwidth: 'from memory',
  what: 'What',
  time: 'Time',
  share: 'of peak',
  causal: ', causal',
  groups: { memory: 'vector × matrix', gemm: 'matrix product', softmax: 'softmax', attention: 'attention' },
  naive: (ms, table, scratch) => `naive: ${ms}; table ${table}, tiled ${scratch}`,
  scratch: (bytes) => `extra memory: ${bytes}`,
  perElement: (ns) => `${ns} ns each`,
  intensity: 'operations for each byte read or written',
  memoryRoof: 'as fast as memory delivers',
  peakRoof: 'as fast as it can multiply and add',
  pictureLabel: (peak) =>
    `Roofline: everything measured, under a roof of ${peak} GFLOP/s. The table has the numbers.`,
  howToRead:
    'The roof is what this machine allows: on the left memory is too slow, on the right the arithmetic is. The closer a dot lies to the roof, the less is wasted. Small products lie above the slope: their numbers are still in the caches.',
  note: 'The peak is measured with multiply-adds that load nothing. Everything takes turns with it in the same run, so a busy machine slows all of them alike, and the shares stay comparable. A multiply-add counts as two operations; attention counts its two matrix products only.',
}

export const strings = { zh, en }

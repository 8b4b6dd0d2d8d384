// The words of this figure.
const zh = {
  title: 'FlashAttention：不建那张表',
  lede: '分数表切成小块，一次只在快内存里放一块。每个查询只留三样：最大分 m、指数和 ℓ、加权和 o。',
  source: '分数来自',
  sources: { worked: '课文里的小例子', 'annual-leave': '手算四词元', trained: '训练好的头' },
  block: '块的边长',
  causal: '因果掩码',
  rescale: '最大分变了怎么办',
  rescales: {
    right: '旧账乘 e^(m旧 − m新)（正确）',
    none: '旧账不动（错）',
    wrong_sign: '乘 e^(m新 − m旧)（错）',
    no_maximum: '根本不减最大分（错）',
  },
  four: ['甲', '乙', '丙', '丁'],
  partTiles: '一块一块来',
  partKept: '留下的与算好的',
  partMeasured: '在这台机器上计时',
  slow: '整张分数表：从不真的存在',
  fast: '快内存里的这一块',
  mapLabel: (/** @type {string} */ n) => `${n} × ${n} 的分数表，切成块；点一块就算它`,
  tile: (/** @type {string} */ rows, /** @type {string} */ cols, /** @type {string} */ state) =>
    `查询 ${rows}，键 ${cols}：${state}`,
  tileStates: {
    open: '还没算',
    current: '正在快内存里',
    past: '算过，已擦掉',
    hidden: '全被掩码遮住，跳过',
  },
  nothingYet: '还没有拿任何一块。左边点一块，或按“下一块”。',
  next: '下一块',
  rest: '剩下的全算完',
  shuffled: '剩下的打乱顺序算',
  again: '从头再来',
  ask: (/** @type {string} */ token) => `先猜：下一块之后，“${token}”的旧账要乘几？（1 是不变）`,
  yours: '你猜',
  truth: '实际',
  unset: '拖一下，或者直接按“下一块”',
  scores: '分数',
  exps: 'e 的（分数 − m）次方',
  held: '每个查询留着的三样',
  query: '查询',
  factor: '旧账 ×',
  begin:
    '每块只看自己那几列键，所以它不知道后面还有没有更大的分。最大分变大时，之前攒下的 ℓ 和 o 都要一起缩小。',
  first: (/** @type {string} */ token) => `“${token}”的第一块：还没有旧账，只记下 m、ℓ、o。`,
  did: (/** @type {string} */ token, /** @type {string} */ factor) =>
    factor === '1'
      ? `“${token}”的最大分没变，旧账原样，新的加上去。`
      : `“${token}”遇到了更大的分：旧账先乘 ${factor}，再加新的。`,
  youSaid: (/** @type {string} */ said, /** @type {string} */ truth) => `你猜 ×${said}，实际 ×${truth}。`,
  same: (/** @type {string} */ d) =>
    `全部算完：和整张表一次算出的结果最大相差 ${d}。FlashAttention 是精确的，不是近似。`,
  wrong: (/** @type {string} */ d) => `全部算完：和整张表一次算出的结果最大相差 ${d}。做法错了，数就错了。`,
  moved: (
    /** @type {string} */ now,
    /** @type {string} */ whole,
    /** @type {string} */ table,
    /** @type {string} */ all,
  ) =>
    `到这一步，快慢内存之间搬了 ${now} 个数（整张表的做法共要 ${whole} 个）；手里最大的一张表有 ${table} 格（整张 ${all} 格）。这么小的例子不见得省，大的在下面。`,
  output: 'o ÷ ℓ',
  whole: '整张表算的',
  unfinished: (/** @type {string} */ n) => `还有 ${n} 块没算，下面是到此为止的样子。`,
  largest: (/** @type {string} */ d) => `分块与整张表的输出，最大相差：${d}`,
  large: (/** @type {string} */ n, /** @type {string} */ d, /** @type {string} */ block) =>
    `真实尺寸：n = ${n}，头宽 ${d}，块 ${block} × ${block}`,
  numbersMoved: '搬动的数',
  largestTable: '最大的表（格）',
  skipped: '跳过的块',
  wholeTable: '整张表',
  inTiles: '分块',
  inTilesCausal: '分块，因果',
  largeNote:
    '运算一次没少（还多了几次乘法），省的是搬运：整张表要写出去、读回来做 softmax、再写再读；分块时每块分数用完就丢。按 FlashAttention-2 的循环顺序数：查询在外，键值在内。',
  naive: '整张表',
  tiled: '分块',
  measuredNote:
    '单精度，一个头，宽 64，不加掩码，一个线程。两条线的斜率都接近 2：运算量都是 n² 级。这里跑的是 CPU，分块之所以快，主要靠每块都能用上寄存器里的矩阵乘法；在 GPU 上，省下的主要是显存搬运。',
  note: {
    worked:
      '分数和值是手写的小数字，第一行就是课文里的 1 3 | 2 5；分数可以改。每一步由核心按块计算，不是动画。',
    annualleave: '分数来自“年 假 怎么 申请”的手算例子。每一步由核心按块计算，不是动画。',
    trained:
      '分数来自训练好的配对查找模型第二层的一个头，17 个词元不能整除，最后一块窄一些。每一步由核心按块计算。',
  },
}

/** @type {typeof zh} */
const en = {
  title: 'FlashAttention: the table that is never made',
  lede: 'The table of scores is cut in tiles, one of them in fast memory at a time. Of each query only three things are kept: the largest score m, the sum of exponentials ℓ, the weighed sum o.',
  source: 'Scores from',
  sources: {
    worked: 'the small example of the lesson',
    'annual-leave': 'four tokens by hand',
    trained: 'a trained head',
  },
  block: 'Side of a tile',
  causal: 'Causal mask',
  rescale: 'When the largest score changes',
  rescales: {
    right: 'times e^(m old − m new) (right)',
    none: 'leave the old as it is (wrong)',
    wrong_sign: 'times e^(m new − m old) (wrong)',
    no_maximum: 'subtract no maximum at all (wrong)',
  },
  four: ['A', 'B', 'C', 'D'],
  partTiles: 'Tile by tile',
  partKept: 'What is kept',
  partMeasured: 'Timed on this machine',
  slow: 'The whole table: it never exists',
  fast: 'The tile in fast memory',
  mapLabel: (n) => `the table of ${n} × ${n} scores in tiles; click one to take it`,
  tile: (rows, cols, state) => `queries ${rows}, keys ${cols}: ${state}`,
  tileStates: {
    open: 'not taken yet',
    current: 'in fast memory',
    past: 'done and erased',
    hidden: 'all masked, skipped',
  },
  nothingYet: 'No tile has been taken. Click one at the left, or press “Next tile”.',
  next: 'Next tile',
  rest: 'All the rest',
  shuffled: 'The rest in random order',
  again: 'Start over',
  ask: (token) =>
    `Guess first: by what will the next tile multiply what “${token}” has gathered? (1: it stays)`,
  yours: 'you',
  truth: 'true',
  unset: 'drag, or just press “Next tile”',
  scores: 'Scores',
  exps: 'e^(score − m)',
  held: 'The three things kept of each query',
  query: 'Query',
  factor: 'old ×',
  begin:
    'A tile sees its own keys only, so it cannot know whether a larger score is still to come. When one does, ℓ and o gathered so far must both shrink.',
  first: (token) => `The first tile of “${token}”: nothing was gathered yet; m, ℓ and o are noted.`,
  did: (token, factor) =>
    factor === '1'
      ? `The largest score of “${token}” stays: the old is left as it is, the new is added.`
      : `“${token}” met a larger score: the old is multiplied by ${factor} first, then the new is added.`,
  youSaid: (said, truth) => `You said × ${said}, it was × ${truth}.`,
  same: (d) =>
    `All done: the largest difference from the whole table at once is ${d}. FlashAttention is exact, no approximation.`,
  wrong: (d) =>
    `All done: the largest difference from the whole table at once is ${d}. The wrong way gives wrong numbers.`,
  moved: (now, whole, table, all) =>
    `So far ${now} numbers have moved between fast and slow memory (the whole table needs ${whole}); the largest table held has ${table} cells (the whole one ${all}). So small an example need not save anything; larger ones are below.`,
  output: 'o ÷ ℓ',
  whole: 'whole table',
  unfinished: (n) => `${n} tiles are still to come; this is how things stand.`,
  largest: (d) => `Largest difference between tiles and the whole table: ${d}`,
  large: (n, d, block) => `At a size that matters: n = ${n}, heads ${d} wide, tiles of ${block} × ${block}`,
  numbersMoved: 'Numbers moved',
  largestTable: 'Largest table (cells)',
  skipped: 'Tiles skipped',
  wholeTable: 'Whole table',
  inTiles: 'Tiles',
  inTilesCausal: 'Tiles, causal',
  largeNote:
    'Not one operation is saved (there are a few more multiplications); what is saved is moving: a whole table is written, read for the softmax, written and read again, while a tile of scores is used and dropped. Counted in the order of FlashAttention-2: queries outside, keys and values inside.',
  naive: 'whole table',
  tiled: 'tiles',
  measuredNote:
    'Float32, one head 64 wide, no mask, one thread. Both lines have a slope of about 2: both ways compute n² scores. This is a processor, where tiles are fast mostly because each suits the registers of the matrix product; on a graphics card what they save is traffic to its memory.',
  note: {
    worked:
      'Scores and values are small numbers set by hand, the first row is the lesson’s 1 3 | 2 5; scores can be edited. The core computes every step tile by tile; this is no animation.',
    annualleave:
      'Scores of the four tokens worked out by hand. The core computes every step tile by tile; this is no animation.',
    trained:
      'Scores of a trained head in layer 2 of the model that looks up pairs; 17 tokens do not divide evenly, so the last tiles are narrower. The core computes every step.',
  },
}

export const strings = { zh, en }

// The words for models that are loaded and run, whichever figure shows them.
const zh = {
  which: '模型',
  own: '自己的文件',
  text: '文字',
  limited: (/** @type {number} */ kept, /** @type {number} */ dropped) =>
    `只取前 ${kept} 个词元，后面 ${dropped} 个没有算。`,
  unseen: (/** @type {string} */ word) => `模型没见过“${word}”。它只认识这些词，点一个换上去：`,
  badFile: (/** @type {string} */ name, /** @type {string} */ reason) => `${name} 读不了：${reason}`,
  ignoredTokenizer: (/** @type {string} */ reason) => `模型已经打开，分词器没有用上：${reason}`,
  reading: (/** @type {string} */ done, /** @type {string} */ size) => `正在读文件：${done} / ${size} MB`,
  cancel: '取消',
  drop: '把 llama2.c 的 .bin（和它的 tokenizer.bin）拖到这里，或者',
  choose: '选择文件',
  dropHint:
    '例如 stories260K.bin 和 tok512.bin。文件只在这台机器上读，不会上传。也认本实验室导出的 .safetensors。',
  block: (/** @type {number} */ i) => `第 ${i} 层`,
  card: '模型卡',
  cardTask: '任务',
  cardData: '数据',
  cardSize: '大小',
  cardTraining: '训练',
  cardCommand: '命令',
  cardResult: '结果',
  cardCaution: '注意',
  cardSizes: (/** @type {any} */ s) =>
    `${s.count} 个参数：${s.layers} 层 × ${s.heads} 头${s.keyValueHeads < s.heads ? `（${s.keyValueHeads} 组键值）` : ''}，宽 ${s.width}，${s.feedForward ? `前馈层宽 ${s.feedForward}` : '没有前馈层'}，${s.words} 个词`,
  cardTrainings: (/** @type {any} */ r) =>
    `${r.optimizer}，学习率 ${r.learningRate}${r.cosine ? '（余弦下降）' : ''}，每批 ${r.batch} 条，${r.steps} 步，种子 ${r.seed}`,
  cardResults: (/** @type {string} */ n, /** @type {string} */ share) =>
    `${n} 个新抽的例子上，答对率 ${share}。`,
  cardLooks: (/** @type {string} */ share) =>
    `最后一层里看得最准的头，在解题该看的地方平均放 ${share} 的权重。`,
}

/** @type {typeof zh} */
const en = {
  which: 'Model',
  own: 'Your own file',
  text: 'Text',
  limited: (kept, dropped) => `Only the first ${kept} tokens were taken; ${dropped} more were left out.`,
  unseen: (word) =>
    `The model has never seen “${word}”. It knows only these words; click one to put it in its place:`,
  badFile: (name, reason) => `${name} cannot be read: ${reason}`,
  ignoredTokenizer: (reason) => `The model is open; the tokenizer was left aside: ${reason}`,
  reading: (done, size) => `Reading the file: ${done} of ${size} MB`,
  cancel: 'Cancel',
  drop: 'Drop a llama2.c .bin (and its tokenizer.bin) here, or',
  choose: 'choose files',
  dropHint:
    'For example stories260K.bin and tok512.bin. Files are read on this machine only, nothing is uploaded. Safetensors saved by this lab work too.',
  block: (i) => `Layer ${i}`,
  card: 'Model card',
  cardTask: 'Task',
  cardData: 'Data',
  cardSize: 'Size',
  cardTraining: 'Training',
  cardCommand: 'Command',
  cardResult: 'Result',
  cardCaution: 'Caution',
  cardSizes: (s) =>
    `${s.count} parameters: ${s.layers} ${s.layers === 1 ? 'layer' : 'layers'} × ${s.heads} ${s.heads === 1 ? 'head' : 'heads'}${s.keyValueHeads < s.heads ? ` (${s.keyValueHeads} of keys and values)` : ''}, width ${s.width}, ${s.feedForward ? `feed-forward ${s.feedForward}` : 'no feed-forward layer'}, ${s.words} words`,
  cardTrainings: (r) =>
    `${r.optimizer}, learning rate ${r.learningRate}${r.cosine ? ' (falling along a cosine)' : ''}, batches of ${r.batch}, ${r.steps} steps, seed ${r.seed}`,
  cardResults: (n, share) => `On ${n} fresh examples, ${share} of the answers are right.`,
  cardLooks: (share) =>
    `The best head of the last layer puts ${share} of its weight, on average, where one that solves the task looks.`,
}

export const strings = { zh, en }

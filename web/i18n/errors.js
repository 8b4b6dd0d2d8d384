// What the core says, in the reader's language. The core speaks English, in sentences with the numbers in them; those
// that a reader can come to see are said again here. What is not listed stays as it is: better English than nothing.

/** @typedef {[RegExp, (match: RegExpExecArray) => string][]} Sayings */

/** @type {Sayings} */
const zh = [
  [
    /by its header the file should have (\d+) bytes, it has (\d+)/,
    ([, due, has]) => `按文件头，它应有 ${due} 字节，实际是 ${has} 字节`,
  ],
  [/not a llama2\.c model/, () => '它不是 llama2.c 模型，或者用的是更新的格式'],
  [/it belongs to another model/, () => 'tokenizer.bin 和这个模型不配套'],
  [/the tokenizer file is too short/, () => 'tokenizer.bin 太短，和这个模型不配套'],
  [/the file ends at byte (\d+)/, ([, at]) => `文件在第 ${at} 字节处断了`],
  [/no "config" in its __metadata__/, () => '这个 safetensors 不是本实验室导出的，目前还读不了'],
  [/model file: tensor '(.+)' is missing/, ([, name]) => `缺少张量 ${name}`],
  [
    /model file: tensor '(.+)' must be (.+), it is (.+)/,
    ([, name, due, has]) => `张量 ${name} 应为 ${due}，实际是 ${has}`,
  ],
  [/^(model file|config|safetensors|json): (.+)/, ([, , what]) => `文件损坏，或被改动过（${what}）`],
  [
    /this model reads at most (\d+) tokens, got (\d+)/,
    ([, most, has]) => `这个模型最多读 ${most} 个词元，现在有 ${has} 个`,
  ],
  [/out of memory|memory access|Out of memory/, () => '内存不够了：把长度或模型改小一些再试'],
  [/could not be fetched: (\d+)/, ([, status]) => `有文件没有取到（状态 ${status}），请检查网络后刷新`],
  [
    /after (\d+) steps the loss is not a number: the learning rate (\S+) is too large/,
    ([, steps, rate]) =>
      `走了 ${steps} 步，损失已经不是一个数了：学习率 ${rate} 对这个模型太大。模型还停在那一步之前。`,
  ],
  [/the text must have at least two characters/, () => '文字至少要有两个字'],
  [
    /the text has more than (\d+) different characters/,
    ([, most]) => `不同的字超过了 ${most} 个，请换一段短一些的`,
  ],
  [/the model has never seen '(.+)'/, ([, word]) => `模型没见过“${word}”`],
  [/this model came without a tokenizer/, () => '这个模型没有带分词器'],
]

/** By language. @type {Record<string, Sayings>} */
const languages = { zh }

/** @param {{ message: string }} error of the core @param {string} language @returns {string} */
export function translated({ message }, language) {
  for (const [pattern, say] of languages[language] ?? []) {
    const match = pattern.exec(message)
    if (match) return say(match)
  }
  return message
}

// What goes wrong, in the reader's language. The core speaks English: a sentence with a % where each value belongs, which
// stays with the error. Here it is said again, with the same values: %1, %2 … in their order, %0 for what comes before
// the colon. A test finds every sentence of the sources and asks for it here.

/** @typedef {Record<string, string>} Sayings from the core's sentence to ours */
/** @typedef {{ message: string, text?: string, values?: string[] }} Said */

/** By language. @type {Record<string, Sayings>} */
export const sayings = {
  zh: {
    // what was handed over
    'must be a number': '%0 要是一个数',
    'must be a whole number from % to %, got %': '%0 要是 %1 到 %2 之间的整数，现在是 %3',
    'is missing': '缺少 %0',
    'must be { rows, cols, data } with rows × cols numbers':
      '%0 要写成 { rows, cols, data }，其中有 rows × cols 个数',
    'must be a string': '%0 要是字符串',
    'must be true or false': '%0 只能是 true 或 false',
    'must be true, false or a number': '%0 只能是 true、false 或一个数',
    'must be an ArrayBuffer or a Uint8Array': '%0 要是 ArrayBuffer 或 Uint8Array',
    'needs { x, wQ, wK, wV }': '缺少 { x, wQ, wK, wV }',
    'is not one of this engine': '%0 不属于这个引擎',
    "unknown kind '%'; known are %": '没有“%1”这一种，只有 %2',
    '% must be %, got %': '%1 应为 %2，现在是 %3',
    // matrices
    'the shape is too large': '矩阵太大',
    'the inner dimensions must be equal, got % and %':
      '相乘的两个矩阵，里面的两个大小要相等，现在是 %1 和 %2',
    'out must be %, got %': '结果应为 %1，现在是 %2',
    "the left factor's columns must equal the right factor's rows, got % times %":
      '左边的列数要等于右边的行数，现在是 %1 乘 %2',
    'both factors must have as many columns, got % and %': '两个矩阵的列数要相等，现在是 %1 和 %2',
    'x must have as many columns as w has rows, got % times %': 'x 的列数要等于 w 的行数，现在是 %1 乘 %2',
    'bound must be at least 1': '上界至少是 1',
    'there are % tiles, got index %': '只有 %1 种分块，没有第 %2 种',
    // attention
    'q must have at least one column': 'q 至少要有一列',
    'k must have d_head = % columns like q, got %': 'k 要和 q 一样有 d_head = %1 列，现在是 %2 列',
    'v must have % rows like k, got %': 'v 要和 k 一样有 %1 行，现在是 %2 行',
    '% must have d_model = % rows like x has columns, got %':
      '%1 要有 d_model = %2 行（和 x 的列数相等），现在是 %3 行',
    'v must be n_kv_heads = % equal heads, got % columns': 'v 要能平分成 n_kv_heads = %1 个头，现在有 %2 列',
    'with a causal mask there must be as many keys as queries, got % and %':
      '用因果掩码时，键至少要和查询一样多，现在查询 %1 个、键 %2 个',
    'n_kv_heads must divide n_heads, got % and %': 'n_heads 要是 n_kv_heads 的整数倍，现在是 %1 和 %2',
    'q must be n_heads = % equal heads, got % columns': 'q 要能平分成 n_heads = %1 个头，现在有 %2 列',
    'a cache needs a causal mask': '要用缓存，就得有因果掩码',
    'the cache holds % tokens, got %': '缓存只放得下 %1 个词元，现在有 %2 个',
    'temperature must be 0 or more, got %': '温度不能小于 0，现在是 %1',
    'there must be as many keys as queries, got %': '键至少要和查询一样多，现在是 %1',
    '% must be between % and n = %, got %': '%1 要在 %2 到 n = %3 之间，现在是 %4',
    'width must be at least 1, got %': '宽度至少是 1，现在是 %1',
    'every cell must be 0 (allowed) or -infinity (forbidden), got % in row %, column %':
      '每一格只能是 0（看得见）或负无穷（看不见），第 %2 行第 %3 列却是 %1',
    'n must be between 0 and %, got %': 'n 要在 0 到 %1 之间，现在是 %2',
    'the size must be at most %, got %': '大小最多 %1，现在是 %2',
    'd_model must be even, got %': 'd_model 要是偶数，现在是 %1',
    'd_head must be even, got %': 'd_head 要是偶数，现在是 %1',
    'the table must have a row for each of % positions, got %': '表里要给 %1 个位置各备一行，现在是 %2 行',
    'x must be whole heads of % columns, got %': 'x 要由若干个 %1 列的头拼成，现在有 %2 列',
    "there is no step named '%'": '没有叫“%1”的一步',
    '% is %, there is no row %, column %': '%1 的大小是 %2，没有第 %3 行第 %4 列',
    'there are % queries, no row %': '只有 %1 个查询，没有第 %2 行',
    'd must be between 1 and 4096, got %': 'd 要在 1 到 4096 之间，现在是 %1',
    'keys must be between 1 and 64, got %': '键要有 1 到 64 个，现在是 %1 个',
    'samples must be between 1 and 4096, got %': '样本要有 1 到 4096 个，现在是 %1 个',
    // the engine itself
    'this % has been freed': '这个 %1 已经释放了',
    'this % is of another engine': '这个 %1 属于另一个引擎',
    "this engine has no %: load it with { needs: '%' }": "这个引擎没有 %1：请用 { needs: '%2' } 载入",
    "loadEngine: unknown % '%'; known are %": 'loadEngine 的 %1 没有“%2”，只有 %3',
    'this browser has no WebAssembly': '这个浏览器没有 WebAssembly',
    'this browser has no WebAssembly SIMD, which this file needs':
      '这个浏览器没有 WebAssembly SIMD，这个文件要用到它',
    '% could not be fetched: %': '%1 没有取到（%2），请检查网络后刷新',
    "the content security policy of this site forbids WebAssembly: it needs script-src 'wasm-unsafe-eval' (%)":
      "这个网站的内容安全策略不许用 WebAssembly，要加上 script-src 'wasm-unsafe-eval'（%1）",
    "the file of module % is no WebAssembly, it begins with '%': the server answers something else for it":
      '模块 %1 的文件不是 WebAssembly，开头是“%2”：服务器给的是别的东西',
    'the file of module % is cut off or damaged (it has % bytes)':
      '模块 %1 的文件不完整，或者坏了（有 %2 字节）',
    'there is not enough memory to start (%)': '内存不够，启动不了（%1）',
    'the file of module % belongs to another version of this script: clear the cache (%)':
      '模块 %1 的文件和这个脚本不是同一版：请清空缓存（%2）',
    'WebAssembly could not be started: %': 'WebAssembly 没能启动：%1',
    'the worker has failed': '后台线程出错停了',
    stopped: '已停止',
    'out of memory': '内存不够了：把长度或模型改小一些再试',
  },
}

/** More sentences, of whoever has them. @param {Record<string, Sayings>} more by language */
export function addSayings(more) {
  for (const [language, own] of Object.entries(more)) sayings[language] = { ...sayings[language], ...own }
}

/** What memory says when it ends, in the words of each browser. */
const OUT_OF_MEMORY = /out of memory|memory access|std::bad_alloc|allocation failed/i

/** Sentences whose first value is a sentence itself: what was wrong inside. */
const AROUND = ['%', '% at byte %', 'not a llama2.c model (%)']

/** How much of a sentence is said, and not left to values. @param {string} text */
const weight = (text) => text.replaceAll('%', '').length

/** The core's sentence that a message was made from, with its values. @param {string} sentence @param {Sayings} own */
function recognized(sentence, own) {
  for (const text of Object.keys(own).sort((a, b) => weight(b) - weight(a))) {
    const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%/g, '(.*)')
    const match = new RegExp(`^${pattern}$`, 's').exec(sentence)
    if (match) return { text, values: match.slice(1) }
  }
}

/** @param {Said} error of the core @param {string} language @returns {string} */
export function translated({ message, text = '', values = [] }, language) {
  const own = sayings[language]
  if (!own) return message.replace(/^file: /, '') // whoever shows it has named the file
  const [, who = '', rest] = /^(?:([^:]{1,40}): )?(.*)$/s.exec(message) ?? []
  const known =
    text === '%' || text in own
      ? { text, values: [...values] }
      : (recognized(rest, own) ??
        recognized(message, own) ??
        (OUT_OF_MEMORY.test(message) && { text: 'out of memory', values: [] }))
  if (!known) return message
  if (AROUND.includes(known.text)) known.values[0] = translated({ message: known.values[0] }, language)
  const saying = known.text === '%' ? '%1' : own[known.text]
  return saying.replace(/%(\d)/g, (_, i) => (i === '0' ? who : known.values[i - 1]))
}

// What is measured, for `./lab bench` and for the page alike.

/** @typedef {'peak'|'gemm'|'softmax'|'attention'|'decode'} Group */
/**
 * @typedef {object} Case
 * @property {Group} group
 * @property {string} size             as it is printed
 * @property {import('../package/engine.js').WorkKind} kind
 * @property {number[]} sizes          as Engine.workload wants them
 * @property {boolean} [quick]         part of a quick run
 * @property {boolean} [page]          shown on the page
 * @property {number} [rounds]         fewer for what takes seconds
 */

/** @param {number} m @param {number} k @param {number} n @param {boolean} [quick] @returns {Case} */
const gemm = (m, k, n, quick) => ({
  group: 'gemm',
  size: m === k && k === n ? `n=${n}` : `${m}×${k}×${n}`,
  kind: 'gemm',
  sizes: [m, k, n],
  quick,
  page: m === k && k === n,
  rounds: m * k * n >= 512 ** 3 ? 15 : 30,
})

/** @param {number} heads @param {number} n @param {number} d @param {boolean} causal @param {boolean} [quick] @returns {Case} */
const attention = (heads, n, d, causal, quick) => ({
  group: 'attention',
  size: `h=${heads} n=${n} d=${d}${causal ? ' causal' : ''}`,
  kind: 'tiled',
  sizes: [heads, n, d, causal ? 1 : 0],
  quick,
  page: heads === 1 && n !== 256 && n !== 2048,
  rounds: heads * n * n * d > 2 ** 30 ? 3 : heads * n * n * d >= 2 ** 26 ? 11 : 30,
})

/** @type {Case[]} */
export const CASES = [
  gemm(16, 16, 16),
  gemm(32, 32, 32),
  gemm(64, 64, 64, true),
  gemm(128, 128, 128, true),
  gemm(256, 256, 256),
  gemm(512, 512, 512, true),
  gemm(1024, 1024, 1024),
  gemm(1024, 96, 384), // a feed-forward layer of TinyGPT's small size: 16 × 64 tokens
  gemm(1024, 384, 96),
  gemm(64, 64, 172), // stories260K, a prompt of 64 tokens
  gemm(1, 64, 172), // and one token
  gemm(1, 64, 512),
  { group: 'softmax', size: '256×256', kind: 'softmax', sizes: [256, 256], quick: true, page: true },
  { group: 'softmax', size: '1024×1024', kind: 'softmax', sizes: [1024, 1024] },
  attention(1, 64, 64, false, true),
  attention(1, 256, 64, false),
  attention(1, 512, 64, false, true),
  attention(1, 1024, 64, false),
  attention(1, 2048, 64, false),
  attention(1, 4096, 64, false),
  attention(1, 1024, 64, true),
  attention(1, 4096, 64, true),
  attention(1, 16384, 64, true),
  attention(8, 64, 8, true),
  attention(4, 256, 32, true),
  attention(8, 1024, 64, false),
]

/** The same attention by way of a table, up to where that takes 67 MB. @param {Case} tiled @returns {Case|undefined} */
export const naiveOf = (tiled) =>
  tiled.group === 'attention' && tiled.sizes[1] <= 4096 ? { ...tiled, kind: 'naive' } : undefined

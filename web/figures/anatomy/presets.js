// The worked examples of qkv-anatomy. All numbers are set by hand, and the page says so.
import { matrixOf } from '../../engine/matrix.js'

/** @typedef {{ tokens: string[], features: { zh: string[], en: string[] }, x: number[][], wQ: number[][], wK: number[][], wV: number[][], mask: string, query: number }} Preset */

/** @type {Record<string, Preset>} */
export const presets = {
  // Four tokens, four named features, heads of two dimensions: q, k and v come out as small whole numbers.
  'annual-leave': {
    tokens: ['年', '假', '怎么', '申请'],
    features: { zh: ['事项', '时间', '疑问', '动作'], en: ['matter', 'time', 'question', 'action'] },
    x: [
      [0, 1, 0, 0],
      [2, 0, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ],
    wQ: [
      [0, 1],
      [1, 1],
      [1, 0],
      [2, 0],
    ],
    wK: [
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 0],
    ],
    wV: [
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ],
    mask: 'causal',
    query: 3,
  },
  // "it" asks for a thing that is fragile, and a little for what moves; the dimensions of q, k and v are thing, mover, fragile.
  'who-is-it': {
    tokens: ['the', 'robot', 'dropped', 'the', 'cup', 'and', 'it'],
    features: {
      zh: ['thing', 'mover', 'fragile', 'action', 'asks'],
      en: ['thing', 'mover', 'fragile', 'action', 'asks'],
    },
    x: [
      [0, 0, 0, 0, 0],
      [1, 1, 0, 0, 0],
      [0, 0, 0, 1, 0],
      [0, 0, 0, 0, 0],
      [1, 0, 1, 0, 0],
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 1],
    ],
    wQ: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 4, 0],
      [2, 1, 4],
    ],
    wK: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
      [0, 0, 0],
    ],
    wV: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
      [0, 0, 0],
    ],
    mask: 'causal',
    query: 6,
  },
  // x is nothing but the position; W_K names the place after its own, where q of the next token finds it.
  previous: {
    tokens: ['A', 'B', 'C', 'D', 'E'],
    features: {
      zh: ['位 1', '位 2', '位 3', '位 4', '位 5'],
      en: ['pos 1', 'pos 2', 'pos 3', 'pos 4', 'pos 5'],
    },
    x: identity(5, 1),
    wQ: identity(5, 10),
    wK: [
      [0, 1, 0, 0, 0],
      [0, 0, 1, 0, 0],
      [0, 0, 0, 1, 0],
      [0, 0, 0, 0, 1],
      [0, 0, 0, 0, 0],
    ],
    wV: identity(5, 1),
    mask: 'causal',
    query: 3,
  },
}

/** @param {number} n @param {number} value */
function identity(n, value) {
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => (i === j ? value : 0)))
}

/** What the core computes a preset from. @param {Preset} preset */
export const inputsOf = ({ x, wQ, wK, wV }) => ({
  x: matrixOf(x),
  wQ: matrixOf(wQ),
  wK: matrixOf(wK),
  wV: matrixOf(wV),
})

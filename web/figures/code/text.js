// One head in other languages, step by step, and a program that prints the numbers on the page. Text only; nothing here runs.
import { rowOf } from '../../engine/matrix.js'

/** @typedef {import('../../package/engine.js').Matrix} Matrix */
export const STEPS = /** @type {const} */ (['project', 'scores', 'scaled', 'masked', 'softmax', 'output'])
/** @typedef {typeof STEPS[number]} Step */
export const LANGUAGES = /** @type {const} */ (['formula', 'numpy', 'pytorch', 'typescript', 'cpp'])

/** @type {Record<Step, { formula: string, numpy: string, pytorch: string, typescript: string }>} */
export const code = {
  project: {
    formula: 'q = x W_Q,   k = x W_K,   v = x W_V',
    numpy: 'q, k, v = x @ w_q, x @ w_k, x @ w_v',
    pytorch: 'q, k, v = x @ w_q, x @ w_k, x @ w_v',
    typescript: `const matmul = (a: number[][], b: number[][]) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, i) => sum + value * b[i][j], 0)))
const [q, k, v] = [matmul(x, wQ), matmul(x, wK), matmul(x, wV)]`,
  },
  scores: {
    formula: 's_ij = q_i · k_j',
    numpy: 'scores = q @ k.T',
    pytorch: 'scores = q @ k.T',
    typescript: `const dot = (a: number[], b: number[]) => a.reduce((sum, value, c) => sum + value * b[c], 0)
const scores = q.map((row) => k.map((key) => dot(row, key)))`,
  },
  scaled: {
    formula: 's_ij / √d',
    numpy: 'scaled = scores / np.sqrt(q.shape[1])',
    pytorch: 'scaled = scores / math.sqrt(q.shape[1])',
    typescript: 'const scaled = scores.map((row) => row.map((score) => score / Math.sqrt(q[0].length)))',
  },
  masked: {
    formula: 's_ij = −∞   for j > i',
    numpy: `allowed = np.tril(np.ones(scaled.shape, bool))
masked = np.where(allowed, scaled, -np.inf)`,
    pytorch: `allowed = torch.tril(torch.ones_like(scaled)).bool()
masked = scaled.masked_fill(~allowed, -math.inf)`,
    typescript: 'const masked = scaled.map((row, i) => row.map((score, j) => (j <= i ? score : -Infinity)))',
  },
  softmax: {
    formula: 'w_ij = e^(s_ij − max_i) / Σ_l e^(s_il − max_i)',
    numpy: `exps = np.exp(masked - masked.max(axis=1, keepdims=True))
weights = exps / exps.sum(axis=1, keepdims=True)`,
    pytorch: 'weights = torch.softmax(masked, dim=1)',
    typescript: `const weights = masked.map((row) => {
  const exps = row.map((score) => Math.exp(score - Math.max(...row)))
  const sum = exps.reduce((a, b) => a + b)
  return exps.map((e) => e / sum)
})`,
  },
  output: {
    formula: 'o_i = Σ_j w_ij v_j',
    numpy: 'output = weights @ v',
    pytorch: 'output = weights @ v',
    typescript: 'const output = matmul(weights, v)',
  },
}

/** Which part of the core does a step. @type {Record<Step, 'attention'|'softmax'|'mask'>} */
export const coreOf = {
  project: 'attention',
  scores: 'attention',
  scaled: 'attention',
  masked: 'mask',
  softmax: 'softmax',
  output: 'attention',
}

/** A matrix as Python writes it. @param {Matrix} matrix */
const python = (matrix) =>
  `np.array([${Array.from({ length: matrix.rows }, (_, i) => `[${rowOf(matrix, i).data.join(', ')}]`).join(', ')}])`

/** A whole program in NumPy: the same inputs, the same steps, every number printed. @param {Record<'x'|'wQ'|'wK'|'wV', Matrix>} inputs */
export function numpyProgram({ x, wQ, wK, wV }) {
  return `import numpy as np

np.set_printoptions(precision=6, suppress=True)
x = ${python(x)}
w_q = ${python(wQ)}
w_k = ${python(wK)}
w_v = ${python(wV)}

${STEPS.map((step) => code[step].numpy).join('\n')}

for name in ("q", "k", "v", "scores", "scaled", "masked", "weights", "output"):
    print(name)
    print(globals()[name])
`
}

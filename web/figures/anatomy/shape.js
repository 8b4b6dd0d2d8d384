// The sizes of the head that is taken apart: a reader may choose them, and what an address brings must fit together.
/** @typedef {import('../../package/engine.js').Matrix} Matrix */
/** @typedef {{ x: Matrix, wQ: Matrix, wK: Matrix, wV: Matrix }} Inputs */
/** @typedef {{ dModel: number, dHead: number, dValue: number }} Shape */

/** The widest that a page shows well. */
export const MAX_WIDTH = 8

/** @param {Inputs} inputs @returns {Shape} */
export const shapeOf = ({ x, wQ, wV }) => ({ dModel: x.cols, dHead: wQ.cols, dValue: wV.cols })

/** The same numbers where both have a place; zeros in what is added. @param {Matrix} matrix @param {number} rows @param {number} cols @returns {Matrix} */
function resized(matrix, rows, cols) {
  const data = new Float32Array(rows * cols)
  for (let i = 0; i < Math.min(rows, matrix.rows); ++i) {
    const row = matrix.data.slice(i * matrix.cols, i * matrix.cols + Math.min(cols, matrix.cols))
    data.set(row, i * cols)
  }
  return { rows, cols, data }
}

/** What is added is zero: a wider x leaves every number behind it as it was. @param {Inputs} inputs @param {Shape} shape @returns {Inputs} */
export const inShape = ({ x, wQ, wK, wV }, { dModel, dHead, dValue }) => ({
  x: resized(x, x.rows, dModel),
  wQ: resized(wQ, dModel, dHead),
  wK: resized(wK, dModel, dHead),
  wV: resized(wV, dModel, dValue),
})

/**
 * What does not fit together, as pairs of the words of the figure and their values; none if all fits.
 * @param {Inputs} inputs @param {number} n how many tokens there are
 * @returns {{ name: string, rows: number|string, cols: number|string, has: Matrix }[]}
 */
export function misfits({ x, wQ, wK, wV }, n) {
  const d = x.cols
  /** @param {string} name @param {Matrix} has @param {number|string} rows @param {number|string} [cols] */
  const must = (name, has, rows, cols = `1–${MAX_WIDTH}`) =>
    has.rows !== rows || (typeof cols === 'number' ? has.cols !== cols : has.cols > MAX_WIDTH)
      ? [{ name, rows, cols, has }]
      : []
  return [...must('x', x, n), ...must('W_Q', wQ, d), ...must('W_K', wK, d, wQ.cols), ...must('W_V', wV, d)]
}

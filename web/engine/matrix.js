/** @typedef {import('./engine.js').Matrix} Matrix */

/** Rows of numbers as the core wants them. @param {number[][]} rows @returns {Matrix} */
export const matrixOf = (rows) => ({
  rows: rows.length,
  cols: rows[0].length,
  data: new Float32Array(rows.flat()),
})

/** One row, as a matrix. @param {Matrix} matrix @param {number} row @returns {Matrix} */
export const rowOf = ({ cols, data }, row) => ({
  rows: 1,
  cols,
  data: data.slice(row * cols, (row + 1) * cols),
})

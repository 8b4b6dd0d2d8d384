/** Rows of numbers as the core wants them. @param {number[][]} rows @returns {import('../engine/engine.js').Matrix} */
export const matrixOf = (rows) => ({
  rows: rows.length,
  cols: rows[0].length,
  data: new Float32Array(rows.flat()),
})

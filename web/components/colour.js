// From a number to a colour: a tone and how much of it is mixed into the surface. One rule for tables and canvases.
//   tint    above 0 in the matrix's own colour, below 0 in grey, as much as they are far from 0
//   signed  scores: the same in violet
//   weight  shares: violet, fixed to [0, 1], so that two maps can be compared

/** @typedef {'tint'|'signed'|'weight'} Scale */

/** The largest magnitude of the finite numbers, to scale by. @param {ArrayLike<number>} data */
export function extent(data) {
  let largest = 0
  for (let i = 0; i < data.length; ++i) {
    const size = Math.abs(data[i])
    if (size > largest && size < Infinity) largest = size
  }
  return largest || 1
}

/**
 * @param {Scale} scale @param {string} tone a CSS variable's name @param {number} value @param {number} largest
 * @returns {{ tone: string, amount: number, strong: boolean }} amount in per cent; strong: needs light ink
 */
export function colourOf(scale, tone, value, largest) {
  if (scale === 'weight') {
    const share = Math.min(Math.max(value || 0, 0), 1)
    // Between 52 and 80 per cent neither dark nor light ink could be read (4.5 : 1), in one theme or the other: that
    // range is jumped over, and the ink changes with the jump.
    const strong = share > 0.6
    return { tone: '--a', amount: strong ? 80 + 50 * (share - 0.6) : 3 + (49 / 0.6) * share, strong }
  }
  const relative = Math.min(Math.abs(value || 0) / largest, 1)
  const sign = value < 0 ? '--neg' : scale === 'signed' ? '--a' : tone
  return { tone: sign, amount: 4 + 36 * relative, strong: false }
}

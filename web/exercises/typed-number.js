// What a reader types as a number: 0.18, 2/√2, 4/sqrt(2), e^-1.41, −1,5, 18 %.

/** @param {string} text @returns {number} NaN if it is none */
export function typedNumber(text) {
  const plain = text
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/，|,/g, '.')
    .replace(/[×·*]/g, '*')
    .replace(/÷/g, '/')
    .replace(/sqrt\s*\(?\s*([\d.]+)\s*\)?/gi, '√$1')
  const percent = plain.endsWith('%')
  const factors = (percent ? plain.slice(0, -1) : plain).split(/([*/])/)
  let result = NaN
  for (let i = 0; i < factors.length; i += 2) {
    const value = factor(factors[i])
    result = i === 0 ? value : factors[i - 1] === '*' ? result * value : result / value
  }
  return percent ? result / 100 : result
}

/** 2, √2, 2√2 or e^2. @param {string} text */
function factor(text) {
  const power = /^\s*e\s*\^\s*\(?\s*(-?\d*\.?\d+)\s*\)?\s*$/.exec(text)
  if (power) return Math.exp(Number(power[1]))
  const match = /^\s*(-?)\s*(\d*\.?\d*)\s*(?:√\s*(\d*\.?\d+))?\s*$/.exec(text)
  if (!match || (!match[2] && !match[3]) || match[2] === '.') return NaN
  const [, sign, number, root] = match
  return (sign ? -1 : 1) * (number ? Number(number) : 1) * (root ? Math.sqrt(Number(root)) : 1)
}

// Numbers as people type them, for every field that wants one: 0.18, −1,5, １．５, 1 000, 1e-3, 2/√2, e^-1.41, 18 %, ∞.
// What could mean two numbers means none, and the field says why.

/** What is written in other ways than ASCII has it. Not NFKC: that would make 102 of 10². @type {[RegExp, string | ((found: string) => string)][]} */
const SPELLINGS = [
  [/[\p{Default_Ignorable_Code_Point}\u061c]/gu, ''], // marks of direction and the like, which come along when text is pasted
  [/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)],
  [/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)],
  [/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0)],
  [/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966)],
  [/[−–—‒‐‑﹣⁻]/g, '-'],
  [/[﹢⁺]/g, '+'],
  [/[。．﹒٫]/g, '.'],
  [/[﹐、،]/g, ','],
  [/٬/g, "'"],
  [/[٪﹪]/g, '%'],
  [/[×·∙⋅]/g, '*'],
  [/[÷∕⁄]/g, '/'],
  [/sqrt\s*\(?\s*([\d.]+)\s*\)?/gi, '√$1'],
  [/\b(?:infinity|inf)\b/gi, '∞'],
]

const POWER = /^e\s*\^\s*\(?\s*([-+]?\d*\.?\d+)\s*\)?$/
const TEN = /^([-+]?)10\s*\^\s*\(?\s*([-+]?\d+)\s*\)?$/
const ROOT = /^([-+]?)\s*(\d*\.?\d*)\s*√\s*(\d*\.?\d+)$/
const DECIMAL = /^[-+]?\s*(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i
const ENDLESS = /^([-+]?)\s*∞$/

/**
 * @param {string} text
 * @returns {{ value: number, problem: ''|'empty'|'ambiguous'|'none' }} NaN with a problem; 'ambiguous': a separator that may be of thousands or of decimals
 */
export function readNumber(text) {
  let plain = text
  for (const [pattern, by] of SPELLINGS) plain = plain.replace(pattern, /** @type {any} */ (by))
  plain = plain.trim()
  if (!plain) return { value: NaN, problem: 'empty' }
  const percent = plain.endsWith('%')
  const factors = (percent ? plain.slice(0, -1) : plain).split(/([*/])/)
  let value = 1
  for (let i = 0; i < factors.length; i += 2) {
    const one = factor(factors[i].trim())
    if (one === undefined) return { value: NaN, problem: 'ambiguous' }
    value = factors[i - 1] === '/' ? value / one : value * one
  }
  if (percent) value /= 100
  return Number.isNaN(value) ? { value, problem: 'none' } : { value, problem: '' }
}

/** The value alone; NaN if it is none. @param {string} text */
export const typedNumber = (text) => readNumber(text).value

/**
 * A block of numbers, as it is copied from a table, a program or a text: rows in lines, brackets or behind semicolons, numbers
 * behind tabs, spaces or commas. `problem` is the first word that is no number.
 * @param {string} text @returns {{ rows: number[][], problem: string }}
 */
export function readNumbers(text) {
  const lines = text
    .replace(/^\s*[A-Za-z_]\w*\s*=\s*/, '') // x = [[1, 0], …
    .replace(/(?:np\.array|array|tensor|torch\.tensor)\s*\(/g, '')
    .replace(/[\]})]\s*,?\s*(?=[[{(])/g, '\n')
    .replace(/[[\](){}]/g, ' ')
    .split(/[\n\r;；]+/)
    .map((line) => line.trim().replace(/,$/, ''))
    .filter(Boolean)
  const words = lines.map((line) =>
    (line.includes('\t') ? line.split('\t') : line.split(/\s*[,，、|&\s]\s*/)).filter((word) => word.trim()),
  )
  const rows = words.map((row) => row.map(typedNumber))
  const problem = words.flat().find((word) => Number.isNaN(typedNumber(word))) ?? ''
  const even = rows.every((row) => row.length === rows[0].length)
  return { rows, problem: problem || (even ? '' : text.trim().slice(0, 40)) }
}

/** Why a field kept its old value. @param {{ text: string, problem: string }} refused @param {import('../i18n/index.js').Words} t */
export function numberProblem({ text, problem }, t) {
  if (problem === 'empty') return t.cell.noNumber
  return problem === 'ambiguous' ? t.cell.ambiguous(text) : t.cell.notANumber(text)
}

const signed = (/** @type {string} */ sign, /** @type {number} */ size) => (sign === '-' ? -size : size)

/** 2, √2, 2√2, e^2, 10^-3 or ∞; NaN if it is none, undefined if it may be two. @param {string} text */
function factor(text) {
  const power = POWER.exec(text)
  if (power) return Math.exp(Number(power[1]))
  const ten = TEN.exec(text)
  if (ten) return signed(ten[1], 10 ** Number(ten[2]))
  const root = ROOT.exec(text)
  if (root) {
    const before = root[2] ? Number(root[2]) : 1 // NaN of a lone point
    return signed(root[1], before * Math.sqrt(Number(root[3])))
  }
  const endless = ENDLESS.exec(text)
  if (endless) return signed(endless[1], Infinity)
  const plain = withoutSeparators(text)
  if (plain === undefined) return undefined
  return DECIMAL.test(plain) ? Number(plain.replace(/\s/g, '')) : NaN
}

const GROUPED = /^[-+]?[1-9]\d{0,2}(?:([\s'’_,.])\d{3})(?:\1\d{3})*(?=$|[.,])/u

/** With a point before the decimals and nothing between the thousands; undefined if that cannot be known. @param {string} text */
function withoutSeparators(text) {
  const grouped = GROUPED.exec(text)
  if (grouped) {
    const [whole, separator] = grouped
    const rest = text.slice(whole.length)
    const joined = whole.replaceAll(separator, '')
    const groups = whole.split(separator).length - 1
    // "1.000" is written with our point; "1,000" may be a thousand, or one with three decimals.
    if (separator === ',' && groups === 1 && !rest) return undefined
    if (!(separator === '.' && groups === 1)) {
      if (!rest) return joined
      if (rest[0] !== separator && /^[.,]\d*$/.test(rest)) return joined + rest.replace(',', '.')
      return text // "1,234,56": no number
    }
    // "1.234,5" has both, so the comma is the decimal one.
    if (/^,\d*$/.test(rest)) return joined + rest.replace(',', '.')
  }
  // Decimals behind a comma: one comma, and as many digits as no thousands have. "1,0000" may be ten thousand in Chinese.
  const comma = /^([-+]?\s*\d*),(\d+)$/.exec(text)
  if (!comma) return text
  const [, before, decimals] = comma
  const whole = before.replace(/[-+\s]/g, '')
  return decimals.length < 3 || decimals.length > 4 || whole === '' || whole === '0'
    ? `${before}.${decimals}`
    : undefined
}

// How numbers look, everywhere.
import { format } from 'd3-format'

const minus = (/** @type {string} */ text) => text.replace('-', '−')
const three = format('.3~r')
const scientific = format('.2~e')

/** Three significant digits: 0.735, 2.83, −1.41, 0; 1.2e−7 for the very small and large; −∞, ∞ and NaN as they are. @param {number} value */
export function formatNumber(value) {
  if (Number.isNaN(value)) return 'NaN'
  if (value === Infinity) return '∞'
  if (value === -Infinity) return '−∞'
  const size = Math.abs(value)
  if (value === 0) return '0'
  if (size < 1e-3 || size >= 1e6) return minus(scientific(value))
  return minus(size >= 1000 ? format('.0f')(value) : three(value))
}

/** A loss in nats: 2.997, 0.196, 0.00306. @param {number} nats */
export const formatNats = (nats) => (nats >= 0.01 && nats < 1000 ? format('.3f')(nats) : formatNumber(nats))

/** @param {number} share 0 … 1 */
export function formatPercent(share) {
  if (!Number.isFinite(share)) return formatNumber(share)
  return share > 0 && share < 0.0005 ? '< 0.1 %' : `${format('.1~f')(share * 100)} %`
}

/** 4.2 MB; steps of 1024. @param {number} bytes */
export function formatBytes(bytes) {
  const units = ['B', 'kB', 'MB', 'GB']
  let unit = 0
  while (bytes >= 1024 && unit < units.length - 1) {
    bytes /= 1024
    unit += 1
  }
  return `${format('.3~r')(bytes)} ${units[unit]}`
}

/** 260,032 @param {number} count */
export const formatCount = (count) => format(',')(count)

/** 13.8 µs, 1.95 ms, 1.21 s @param {number} ms */
export function formatTime(ms) {
  if (ms < 1) return `${format('.3~r')(ms * 1000)} µs`
  return ms < 1000 ? `${format('.3~r')(ms)} ms` : `${format('.3~r')(ms / 1000)} s`
}

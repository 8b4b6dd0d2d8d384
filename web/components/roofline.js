import { LitElement, html, svg, css, nothing } from 'lit'
import { define } from './define.js'
import { scaleLog } from 'd3-scale'
import { chartStyle } from './chart-style.js'
import { base } from './theme.js'
import { formatNumber } from './format.js'
import { styled } from './styled.js'

const MARGIN = { left: 56, right: 22, top: 26, bottom: 46 }

/**
 * A roofline: what was reached, under what the processor and its memory allow. Williams, Waterman, Patterson 2009.
 * Properties: `peak` and `bandwidth` (the roof, in GFLOP/s and GB/s), `points` [{ name, tone (CSS variable), intensity
 * (operations a byte), rate (GFLOP/s) }], `words` { rate, intensity, memory, peak }, `label`, `width`.
 */
export class Roofline extends LitElement {
  static properties = {
    peak: { type: Number },
    bandwidth: { type: Number },
    points: { attribute: false },
    words: { attribute: false },
    label: {},
    width: { type: Number },
  }

  static styles = [
    base,
    chartStyle,
    css`
      .roof {
        fill: none;
        stroke: var(--ink);
        stroke-width: 2;
      }
      .under {
        fill: var(--ink);
        opacity: 0.04;
      }
      .roof-name {
        fill: var(--ink);
        font-weight: 600;
      }
      circle {
        stroke: var(--surface);
        stroke-width: 1.5;
      }
    `,
  ]

  constructor() {
    super()
    this.peak = this.bandwidth = 0
    /** @type {{ name: string, tone: string, intensity: number, rate: number }[]} */ this.points = []
    this.words = { rate: '', intensity: '', memory: '', peak: '' }
    this.label = ''
    this.width = 680
  }

  render() {
    const { peak, bandwidth, points, words } = this
    if (!(peak > 0 && bandwidth > 0) || points.length === 0) return nothing
    const width = Math.max(320, this.width)
    const height = Math.round(Math.min(360, width * 0.62))
    const ridge = peak / bandwidth // where the memory's roof meets the processor's
    const low = Math.min(0.2, ...points.map((p) => p.intensity / 1.5))
    const high = Math.max(ridge * 4, ...points.map((p) => p.intensity * 1.8))
    const floor = Math.min(low * bandwidth, ...points.map((p) => p.rate)) / 1.6
    const x = scaleLog([low, high], [MARGIN.left, width - MARGIN.right])
    const y = scaleLog([floor, peak * 1.35], [height - MARGIN.bottom, MARGIN.top])
    const slope = (Math.atan2(y(peak) - y(low * bandwidth), x(ridge) - x(low)) * 180) / Math.PI
    const roof = `M${x(low)},${y(low * bandwidth)}L${x(ridge)},${y(peak)}L${x(high)},${y(peak)}`
    const ticks = (/** @type {any} */ scale, /** @type {number} */ from, /** @type {number} */ to) =>
      [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].filter(
        (value) => value >= from && value <= to && scale(value) !== undefined,
      )
    const decades = (/** @type {number[]} */ list, /** @type {number} */ room) =>
      list.length > room ? list.filter((value) => /^1/.test(String(value * 10))) : list
    const bottom = height - MARGIN.bottom
    return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${this.label}>
      ${decades(ticks(y, floor, peak * 1.3), 7).map(
        (value) =>
          svg`<line class="grid" x1=${MARGIN.left} x2=${width - MARGIN.right} y1=${y(value)} y2=${y(value)} />
          <text x=${MARGIN.left - 8} y=${y(value) + 4} text-anchor="end">${formatNumber(value)}</text>`,
      )}
      ${decades(ticks(x, low, high), width / 60).map(
        (value) =>
          svg`<line class="grid" x1=${x(value)} x2=${x(value)} y1=${MARGIN.top} y2=${bottom} />
          <text x=${x(value)} y=${bottom + 18} text-anchor="middle">${formatNumber(value)}</text>`,
      )}
      <path class="under" d="${roof}V${bottom}H${x(low)}Z" />
      <path class="roof" d=${roof} />
      <text class="roof-name" x=${width - MARGIN.right} y=${y(peak) - 7} text-anchor="end">
        ${words.peak}
      </text>
      <text
        class="roof-name"
        transform="translate(${x(low)} ${y(low * bandwidth)}) rotate(${slope})"
        x="8"
        y="22"
      >
        ${words.memory}
      </text>
      ${points.map(
        ({ name, tone, intensity, rate }) =>
          svg`<circle cx=${x(intensity)} cy=${y(rate)} r="5.5" ${styled({ fill: `var(${tone})` })}><title>${name}: ${formatNumber(rate)}</title></circle>`,
      )}
      <text x=${width - MARGIN.right} y=${height - 8} text-anchor="end">${words.intensity}</text>
      <text x=${MARGIN.left} y=${MARGIN.top - 10} text-anchor="start">${words.rate}</text>
    </svg>`
  }
}

define('qkv-roofline', Roofline)

import { LitElement, html, svg, css, nothing } from 'lit'
import { scaleLog } from 'd3-scale'
import { line } from 'd3-shape'
import { chartStyle } from './chart-style.js'
import { base } from './theme.js'

const MARGIN = { left: 64, right: 24, top: 16, bottom: 44 }

/**
 * Lines over two logarithmic axes.
 * Properties: `series` [{ name, tone (CSS variable), dashed, points: [x, y][] }], `xLabel`, `yLabel`, `xTicks`,
 * `formatX`, `formatY`, `label` (text alternative), `width`.
 */
export class LineChart extends LitElement {
  static properties = {
    series: { attribute: false },
    xLabel: {},
    yLabel: {},
    xTicks: { attribute: false },
    formatX: { attribute: false },
    formatY: { attribute: false },
    label: {},
    width: { type: Number },
  }

  static styles = [
    base,
    chartStyle,
    css`
      .name {
        font-weight: 600;
        paint-order: stroke;
        stroke: var(--surface);
        stroke-width: 4px;
      }
      path {
        fill: none;
        stroke-width: 2.5;
      }
      .dashed {
        stroke-dasharray: 6 5;
        stroke-width: 1.75;
      }
    `,
  ]

  constructor() {
    super()
    /** @type {{ name: string, tone: string, dashed?: boolean, points: [number, number][] }[]} */ this.series =
      []
    /** @type {number[]} */ this.xTicks = []
    this.formatX = String
    this.formatY = String
    this.xLabel = this.yLabel = this.label = ''
    this.width = 720
  }

  render() {
    const all = this.series.flatMap(({ points }) => points)
    if (all.length < 2) return nothing
    const width = Math.max(320, this.width)
    const height = Math.round(Math.min(380, width * 0.6))
    const domain = (/** @type {number} */ axis) => [
      Math.min(...all.map((p) => p[axis])),
      Math.max(...all.map((p) => p[axis])),
    ]
    const x = scaleLog(domain(0), [MARGIN.left, width - MARGIN.right])
    const [least, most] = domain(1)
    const y = scaleLog([least / 2.2, most * 1.6], [height - MARGIN.bottom, MARGIN.top])
    const [low, high] = y.domain()
    const decades = []
    for (let power = Math.ceil(Math.log10(low) - 1e-9); 10 ** power <= high * 1.0001; ++power)
      decades.push(10 ** power)
    const path = line()
      .x((p) => x(p[0]))
      .y((p) => y(p[1]))
    const room = (width - MARGIN.left - MARGIN.right) / Math.max(1, this.xTicks.length - 1)
    const every = Math.ceil(48 / room)
    return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${this.label}>
      ${decades.map(
        (
          value,
        ) => svg`<line class="grid" x1=${MARGIN.left} x2=${width - MARGIN.right} y1=${y(value)} y2=${y(value)} />
          <text x=${MARGIN.left - 8} y=${y(value) + 4} text-anchor="end">${this.formatY(value)}</text>`,
      )}
      ${this.xTicks.map(
        (
          value,
          i,
        ) => svg`<line class="grid" x1=${x(value)} x2=${x(value)} y1=${MARGIN.top} y2=${height - MARGIN.bottom} />
          ${i % every === 0 ? svg`<text x=${x(value)} y=${height - MARGIN.bottom + 18} text-anchor="middle">${this.formatX(value)}</text>` : nothing}`,
      )}
      <text x=${width - MARGIN.right} y=${height - 6} text-anchor="end">${this.xLabel}</text>
      <text x=${MARGIN.left} y=${MARGIN.top - 4} text-anchor="start">${this.yLabel}</text>
      ${this.series.map(({ name, tone, dashed, points }) => {
        const [firstX, firstY] = points[0]
        return svg`<path class=${dashed ? 'dashed' : ''} style="stroke: var(${tone})" d=${path(points) ?? ''} />
          ${dashed ? nothing : points.map((p) => svg`<circle cx=${x(p[0])} cy=${y(p[1])} r="4" style="fill: var(${tone})" />`)}
          <text class="name" x=${x(firstX) + 12} y=${y(firstY) + (dashed ? 22 : -12)} style="fill: var(${tone})">${name}</text>`
      })}
    </svg>`
  }
}

customElements.define('qkv-line-chart', LineChart)

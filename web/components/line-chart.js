import { LitElement, html, svg, css, nothing } from 'lit'
import { define } from './define.js'
import { scaleLinear, scaleLog } from 'd3-scale'
import { line } from 'd3-shape'
import { chartStyle } from './chart-style.js'
import { base } from './theme.js'
import { styled, tinted } from './styled.js'

const MARGIN = { left: 64, right: 24, top: 16, bottom: 44 }

/** @typedef {{ name: string, tone: string, dashed?: boolean, thin?: boolean, points: [number, number][] }} Series */

/**
 * Lines over two axes.
 * Properties: `hint` (a sentence in the middle, while there is nothing to see), `series` [{ name, tone (CSS variable), dashed, thin (no dots), points }], `axes` ('log' or 'linear': names in
 * a legend then, ticks of its own), `levels` [{ value, name }] (horizontal lines to compare with), `xLabel`, `yLabel`, `xTicks`,
 * `xDomain`, `yDomain` (else what the points need), `formatX`, `formatY`, `label` (text alternative), `width`, `height`.
 */
export class LineChart extends LitElement {
  static properties = {
    series: { attribute: false },
    hint: {},
    axes: {},
    levels: { attribute: false },
    xLabel: {},
    yLabel: {},
    xTicks: { attribute: false },
    xDomain: { attribute: false },
    yDomain: { attribute: false },
    formatX: { attribute: false },
    formatY: { attribute: false },
    label: {},
    width: { type: Number },
    height: { type: Number },
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
        stroke-linejoin: round;
      }
      .dashed {
        stroke-dasharray: 6 5;
        stroke-width: 1.75;
      }
      .thin {
        stroke-width: 1.25;
        opacity: 0.65;
      }
      .level {
        stroke: var(--ink);
        stroke-dasharray: 2 4;
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: 0.1rem 1.1rem;
        font-size: 0.8rem;
        font-weight: 600;
      }
      .legend i {
        display: inline-block;
        width: 1.2rem;
        margin-inline-end: 0.4rem;
        border-top: 2.5px solid currentColor;
        vertical-align: middle;
      }
      .legend .thin {
        border-top-width: 1px;
      }
      .level-name {
        fill: var(--ink);
        paint-order: stroke;
        stroke: var(--surface);
        stroke-width: 4px;
      }
    `,
  ]

  constructor() {
    super()
    /** @type {Series[]} */ this.series = []
    /** @type {'log'|'linear'} */ this.axes = 'log'
    /** @type {{ value: number, name: string }[]} */ this.levels = []
    /** @type {number[]} */ this.xTicks = []
    /** @type {[number, number]|undefined} */ this.xDomain = undefined
    /** @type {[number, number]|undefined} */ this.yDomain = undefined
    this.formatX = String
    this.formatY = String
    this.xLabel = this.yLabel = this.label = this.hint = ''
    this.width = 720
    this.height = 0
  }

  /** Both scales, and where their ticks stand. @param {number} width @param {number} height */
  #scales(width, height) {
    const all = this.series.flatMap(({ points }) => points)
    const domain = (/** @type {number} */ axis) => [
      Math.min(...all.map((p) => p[axis])),
      Math.max(...all.map((p) => p[axis])),
    ]
    const across = [MARGIN.left, width - MARGIN.right]
    const up = [height - MARGIN.bottom, MARGIN.top]
    if (this.axes === 'linear') {
      const x = scaleLinear(this.xDomain ?? domain(0), across)
      const y = scaleLinear(this.yDomain ?? domain(1), up).clamp(true) // what runs away stays at the edge
      return { x, y, xTicks: x.ticks(Math.round(width / 110)), yTicks: y.ticks(Math.round(height / 55)) }
    }
    const [least, most] = domain(1)
    const x = scaleLog(domain(0), across)
    const y = scaleLog([least / 2.2, most * 1.6], up)
    const [low, high] = y.domain()
    const yTicks = []
    for (let power = Math.ceil(Math.log10(low) - 1e-9); 10 ** power <= high * 1.0001; ++power)
      yTicks.push(10 ** power)
    return { x, y, xTicks: this.xTicks, yTicks }
  }

  render() {
    const linear = this.axes === 'linear'
    const points = this.series.reduce((sum, one) => sum + one.points.length, 0)
    if (!linear && points < 2) return nothing
    const width = Math.max(300, this.width)
    const height = this.height || Math.round(Math.min(380, width * 0.6))
    const { x, y, xTicks, yTicks } = this.#scales(width, height)
    const path = line()
      .defined((p) => Number.isFinite(p[1]))
      .x((p) => x(p[0]))
      .y((p) => y(p[1]))
    const room = (width - MARGIN.left - MARGIN.right) / Math.max(1, xTicks.length - 1)
    const every = Math.ceil(48 / room)
    return html`${linear ? this.#legend : nothing}<svg
        viewBox="0 0 ${width} ${height}"
        role="img"
        aria-label=${this.label}
      >
        ${yTicks.map(
          (
            value,
          ) => svg`<line class="grid" x1=${MARGIN.left} x2=${width - MARGIN.right} y1=${y(value)} y2=${y(value)} />
          <text x=${MARGIN.left - 8} y=${y(value) + 4} text-anchor="end">${this.formatY(value)}</text>`,
        )}
        ${xTicks.map(
          (
            value,
            i,
          ) => svg`<line class="grid" x1=${x(value)} x2=${x(value)} y1=${MARGIN.top} y2=${height - MARGIN.bottom} />
          ${i % every === 0 ? svg`<text x=${x(value)} y=${height - MARGIN.bottom + 18} text-anchor="middle">${this.formatX(value)}</text>` : nothing}`,
        )}
        <text x=${width - MARGIN.right} y=${height - 6} text-anchor="end">${this.xLabel}</text>
        <text x=${MARGIN.left} y=${MARGIN.top - 4} text-anchor="start">${this.yLabel}</text>
        ${this.levels.map(
          ({
            value,
            name,
          }) => svg`<line class="level" x1=${MARGIN.left} x2=${width - MARGIN.right} y1=${y(value)} y2=${y(value)} />
          <text class="level-name" x=${width - MARGIN.right - 6} y=${y(value) + 16} text-anchor="end">${name}</text>`,
        )}
        ${this.series.map((one) => (one.points.length ? this.#line(one, x, y, path, linear) : nothing))}
        ${this.hint ? svg`<text class="hint" x=${(MARGIN.left + width - MARGIN.right) / 2} y=${(MARGIN.top + height - MARGIN.bottom) / 2 + 5} text-anchor="middle">${this.hint}</text>` : nothing}
      </svg>`
  }

  /** @param {Series} series @param {any} x @param {any} y @param {any} path @param {boolean} linear */
  #line({ name, tone, dashed, thin, points }, x, y, path, linear) {
    const [firstX, firstY] = points[0]
    return svg`<path class=${dashed ? 'dashed' : thin ? 'thin' : ''} ${styled({ stroke: `var(${tone})` })} d=${path(points) ?? ''} />
      ${dashed || (linear && points.length > 1) || (thin && !linear) ? nothing : points.map((p) => svg`<circle cx=${x(p[0])} cy=${y(p[1])} r="4" ${styled({ fill: `var(${tone})` })} />`)}
      ${linear ? nothing : svg`<text class="name" x=${x(firstX) + 12} y=${y(firstY) + (dashed ? 22 : -12)} ${styled({ fill: `var(${tone})` })}>${name}</text>`}`
  }

  get #legend() {
    return html`<div class="legend" aria-hidden="true">
      ${this.series.map(
        ({ name, tone, thin }) =>
          html`<span ${tinted(tone)}><i class=${thin ? 'thin' : ''}></i>${name}</span>`,
      )}
    </div>`
  }
}

define('qkv-line-chart', LineChart)

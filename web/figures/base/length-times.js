// Several ways of attention timed in a worker against the length, and their chart: for figures that measure.
import { html, css, nothing } from 'lit'
import { format } from 'd3-format'
import './jobs.js'
import '../../components/line-chart.js'
import { formatCount, formatTime } from '../../components/format.js'

/** @typedef {import('./measuring.js').Measuring} Measuring */
/** @typedef {{ n: number, ms: number, rate: number, bytes: number }} Point */
/** @typedef {Record<string, Point[]>} Times */

const strings = {
  zh: {
    start: '开始测量',
    again: '再测一次',
    cancel: '停止',
    progress: (/** @type {string} */ n) => `正在量 n = ${n}`,
    idle: '还没有量。按“开始测量”，几秒钟就好。',
    n: '词元数 n',
    ms: '时间',
    way: '做法',
    exponent: '时间 ∝ n 的几次方',
    longest: (/** @type {string} */ n) => `n = ${n} 时`,
    table: '测量结果',
  },
  en: {
    start: 'Measure',
    again: 'Measure again',
    cancel: 'Stop',
    progress: (/** @type {string} */ n) => `measuring n = ${n}`,
    idle: 'Nothing measured yet. Press “Measure”; it takes a few seconds.',
    n: 'Tokens n',
    ms: 'Time',
    way: 'Way',
    exponent: 'Time ∝ n to the power',
    longest: (/** @type {string} */ n) => `at n = ${n}`,
    table: 'Measurements',
  },
}

export const lengthTimesStyle = css`
  .times {
    display: grid;
    gap: 0.8rem;
  }
`

/**
 * Times one way after the other. @param {Measuring & { times: Times }} figure @param {string[]} ways @param {{ from?: number, bound: number, dHead: number }} range
 */
export async function timeLengths(figure, ways, { from = 64, bound, dHead }) {
  figure.times = {}
  for (const way of ways) {
    await figure.runJob('measureCost', { way, from, bound, dHead }, { n: from, way }, ({ points, n }) => {
      figure.times = { ...figure.times, [way]: points }
      return { n: Math.min(n * 2, bound), way }
    })
    if (!figure.times[way]?.length) return // stopped
  }
}

/** The exponent of the longer lengths, where calls and clocks no longer count. @param {Measuring} figure @param {Point[]} points */
export function exponentOf(figure, points) {
  const long = points.slice(-4)
  if (long.length < 2) return null
  return figure.engine.fitPowerLaw(
    long.map(({ n }) => n),
    long.map(({ ms }) => ms),
  ).exponent
}

/** Start, or stop and how far it is. @param {Measuring & { times: Times }} figure @param {() => void} start */
export function timesButtons(figure, start) {
  const t = figure.words(strings)
  const { measuring: run } = figure
  if (!run)
    return html`<button class="button primary" @click=${start}>
      ${Object.keys(figure.times).length ? t.again : t.start}
    </button>`
  return html`<button class="button" @click=${() => run.stop.abort()}>${t.cancel}</button>
    <span aria-live="polite">${t.progress(formatCount(run.n))}</span>`
}

/**
 * Chart and exponents of what was timed.
 * @param {Measuring & { times: Times }} figure
 * @param {{ way: string, name: string, tone: string, dashed?: boolean }[]} ways
 * @param {{ width?: number }} [options]
 */
export function drawTimes(figure, ways, { width = Math.min(680, figure.width - 34) } = {}) {
  const t = figure.words(strings)
  const timed = ways.filter(({ way }) => figure.times[way]?.length >= 2)
  if (!timed.length) return html`<p class="soft">${t.idle}</p>`
  const lengths = figure.times[timed[0].way].map(({ n }) => n)
  return html`<div class="times">
    <qkv-line-chart
      .series=${timed.map(({ way, name, tone, dashed }) => ({
        name,
        tone,
        dashed,
        points: figure.times[way].map(({ n, ms }) => [n, ms]),
      }))}
      .xTicks=${lengths}
      .formatX=${formatCount}
      .formatY=${formatTime}
      .xLabel=${t.n}
      .yLabel=${t.ms}
      .label=${timed.map(({ name }) => name).join(', ')}
      .width=${width}
      .height=${Math.min(300, Math.round(width * 0.62))}
    ></qkv-line-chart>
    <table class="numbers">
      <caption class="visually-hidden">
        ${t.table}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t.way}</th>
          <th scope="col">${t.exponent}</th>
          <th scope="col">${t.longest(formatCount(lengths[lengths.length - 1]))}</th>
        </tr>
      </thead>
      <tbody>
        ${timed.map(({ way, name }) => {
          const points = figure.times[way]
          const exponent = exponentOf(figure, points)
          return html`<tr>
            <th scope="row">${name}</th>
            <td>${exponent === null ? nothing : format('.2f')(exponent)}</td>
            <td>${formatTime(points[points.length - 1].ms)}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
}

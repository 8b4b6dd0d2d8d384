// What a named model costs at a length, counted from its public shape: work per token on two logarithmic axes, and what it takes.
import { html } from 'lit'
import '../../components/line-chart.js'
import { formatCount, formatNumber, formatPercent } from '../../components/format.js'

/** @typedef {import('../../package/engine.js').Engine} Engine */

const LENGTHS = Array.from({ length: 14 }, (_, i) => 2 ** (7 + i)) // 128 … 1,048,576
const TICKS = LENGTHS.filter((_, i) => i % 2 === 1)
const GIB = 2 ** 30
const MEMORIES = [4, 16, 80] // GiB: a phone, a laptop, a large graphics card

/** 12.3 × 10⁹ and the like. @param {number} flops */
const formatFlops = (flops) => {
  const [size, unit] =
    flops >= 1e15 ? [1e15, 'P'] : flops >= 1e12 ? [1e12, 'T'] : flops >= 1e9 ? [1e9, 'G'] : [1e6, 'M']
  return `${formatNumber(flops / size)} ${unit}FLOP`
}

/** 128 KiB, 16 GiB: memory is sold in powers of two. @param {number} bytes */
function formatBinary(bytes) {
  const power = Math.min(4, Math.max(0, Math.floor(Math.log2(bytes) / 10)))
  return `${formatNumber(bytes / 2 ** (10 * power))} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`
}

/** @typedef {ReturnType<typeof costsOf>} Costs */

/** At one length, and along the axis. @param {Engine} engine @param {string} architecture @param {number} tokens */
export function costsOf(engine, architecture, tokens) {
  const at = (/** @type {number} */ n) => engine.cost({ architecture, tokens: n })
  return { here: at(tokens), curve: LENGTHS.map((n) => /** @type {const} */ ([n, at(n)])) }
}

/**
 * @param {{ costs: Costs, architecture: string, tokens: number, mean: boolean, width: number, t: any }} about `mean`: of a token on
 * average, not of the last; `width` in pixels
 * @returns {{ chart: unknown, table: unknown }}
 */
export function byFormula({ costs: { here, curve }, architecture, tokens, mean, width, t }) {
  const of = (/** @type {import('../../package/engine.js').Cost} */ c) =>
    mean ? c.meanAttentionFlops : c.attentionFlops
  const crossing = Math.round(mean ? here.meanCrossing : here.crossing)
  const rows = [
    [t.linear, formatFlops(here.linearFlops)],
    [
      mean ? t.attentionMean : t.attentionLast,
      `${formatFlops(of(here))} · ${t.share(formatPercent(mean ? here.meanAttentionShare : here.attentionShare))}`,
    ],
    [t.scoreTable, formatBinary(here.scoreTableBytes)],
    [t.cacheToken, formatBinary(here.cacheBytesPerToken)],
    [t.cache, formatBinary(here.cacheBytes)],
    [t.weights, `${formatCount(here.parameters)} · ${formatBinary(here.weightBytes)}`],
    [
      t.fits,
      MEMORIES.map((gib) =>
        `${here.memoryBytes <= gib * GIB ? '✓' : '✗'} ${gib} GiB`.replaceAll(' ', '\u00a0'),
      ).join('　'),
    ],
  ]
  const chart = html`<div>
    <p class="big">${t.crosses(formatCount(crossing))}</p>
    <p class="soft">${t.crossesText(architecture)}</p>
    <qkv-line-chart
      .series=${[
        {
          name: t.linearShort,
          tone: '--x',
          dashed: true,
          points: curve.map(([n, c]) => [n, c.linearFlops]),
        },
        { name: t.attentionShort, tone: '--a', points: curve.map(([n, c]) => [n, of(c)]) },
      ]}
      .xTicks=${TICKS}
      .formatX=${formatCount}
      .formatY=${formatFlops}
      .xLabel=${t.n}
      .yLabel=${t.perToken}
      .label=${t.crosses(formatCount(crossing))}
      .width=${Math.min(680, width)}
      .height=${Math.min(300, Math.round(width * 0.6))}
    ></qkv-line-chart>
  </div>`
  const table = html`<table class="shape">
    <caption>
      ${t.atLength(formatCount(tokens))}
    </caption>
    <tbody>
      ${rows.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
  return { chart, table }
}

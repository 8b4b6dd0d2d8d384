// What is kept of the queries of one tile.
import { html } from 'lit'
import { formatNumber } from '../../components/format.js'
import { styled } from '../../components/styled.js'
import { rowOf } from '../../engine/matrix.js'

/** @typedef {import('../../package/engine.js').Matrix} Matrix */
/** @typedef {import('../../package/engine.js').TileTaken} TileTaken */

/**
 * m, ℓ and o of each query of a tile, before and after it.
 * @param {{ tile: TileTaken, before: TileTaken|undefined, tokens: string[], t: any }} about `before`: the tile after which these
 * queries were held last
 */
export function gauges({ tile, before, tokens, t }) {
  const longest = Math.max(
    ...tile.rowSum.data.filter(Number.isFinite),
    ...(before?.rowSum.data ?? [0]).filter(Number.isFinite),
    1e-9,
  )
  const share = (/** @type {number} */ value) => `${Math.min(100, (100 * value) / longest)}%`
  const vector = (/** @type {Matrix} */ of, /** @type {number} */ i) =>
    `${Array.from(rowOf(of, i).data.slice(0, 2), formatNumber).join(' ')}${of.cols > 2 ? ' …' : ''}`
  return html`<div class="scroll">
    <table class="numbers gauges">
      <caption class="visually-hidden">
        ${t.held}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t.query}</th>
          <th scope="col">m</th>
          <th scope="col">${t.factor}</th>
          <th scope="col">ℓ</th>
          <th scope="col">o</th>
        </tr>
      </thead>
      <tbody>
        ${Array.from({ length: tile.rowMax.rows }, (_, i) => {
          const was = before ? before.rowSum.data[i] : 0
          const factor = tile.factor.data[i]
          const moved = (/** @type {string} */ from, /** @type {string} */ to) =>
            from === to ? to : html`<span class="was">${from}</span> → ${to}`
          return html`<tr>
            <th scope="row">${tokens[tile.firstQuery + i]}</th>
            <td>
              ${moved(before ? formatNumber(before.rowMax.data[i]) : '−∞', formatNumber(tile.rowMax.data[i]))}
            </td>
            <td class=${factor === 1 ? 'soft' : 'shrinks'}>× ${formatNumber(factor)}</td>
            <td>
              ${moved(formatNumber(was), formatNumber(tile.rowSum.data[i]))}
              <span class="meter" aria-hidden="true">
                <i class="now" ${styled({ width: share(tile.rowSum.data[i]) })}></i>
                <i
                  class="old"
                  ${styled({ width: share(was), transform: `scaleX(${Math.min(1, factor)})` })}
                ></i>
                <i class="ghost" ${styled({ width: share(was) })}></i>
              </span>
            </td>
            <td>${moved(before ? vector(before.gathered, i) : '0', vector(tile.gathered, i))}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
}

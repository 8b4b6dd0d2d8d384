// What is moved at a size that matters.
import { html } from 'lit'
import { formatCount } from '../../components/format.js'

const LARGE = { n: 4096, d: 64, block: 128 }

/** The whole table, tiles, and tiles under a causal mask. @param {import('../../package/engine.js').Engine} engine @param {any} t */
export function trafficTable(engine, t) {
  const { n, d, block } = LARGE
  const whole = engine.wholeTableTraffic(n, d)
  const [tiled, causal] = [false, true].map((mask) => engine.tiledTraffic(n, d, block, mask))
  return html`<div class="scroll">
    <table class="numbers">
      <caption>
        ${t.large(formatCount(n), formatCount(d), formatCount(block))}
      </caption>
      <thead>
        <tr>
          <td></td>
          <th scope="col">${t.numbersMoved}</th>
          <th scope="col">${t.largestTable}</th>
          <th scope="col">${t.skipped}</th>
        </tr>
      </thead>
      <tbody>
        ${[
          [t.wholeTable, whole],
          [t.inTiles, tiled],
          [t.inTilesCausal, causal],
        ].map(
          ([name, traffic]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${formatCount(/** @type {any} */ (traffic).numbers)}</td>
              <td>${formatCount(/** @type {any} */ (traffic).table)}</td>
              <td>${formatCount(/** @type {any} */ (traffic).tilesSkipped)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

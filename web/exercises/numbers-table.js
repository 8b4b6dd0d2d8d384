// A few numbers of each token, as exercises give them.
import { html, css } from 'lit'
import { formatNumber } from '../components/format.js'
import { rowOf } from '../engine/matrix.js'

/** @typedef {{ name: string, step: string, tone: string, cells: string[] }} Numbers what they are, the step they are of, its tone, one text for each token */

/** One row as (2, 0). @param {import('../package/engine.js').Matrix} matrix @param {number} row */
export const vectorText = (matrix, row) => `(${Array.from(rowOf(matrix, row).data, formatNumber).join(', ')})`

/** @param {string[]} tokens @param {Numbers[]} rows @param {number} [asked] the token that the question is about */
export const numbersTable = (tokens, rows, asked = -1) => html`
  <div class="numbers">
    <table>
      <thead>
        <tr>
          <td></td>
          ${tokens.map((token, i) => html`<th scope="col" class=${i === asked ? 'asked' : ''}>${token}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, step, tone, cells }) =>
            html`<tr data-step=${step}>
              <th scope="row" class=${tone}>${name}</th>
              ${cells.map((cell, i) => html`<td class="${tone} ${i === asked ? 'asked' : ''}">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`

export const numbersTableStyle = css`
  .numbers {
    overflow-x: auto;
  }
  .numbers table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  .numbers th,
  .numbers td {
    padding: 0.3rem 0.7rem;
    text-align: center;
    border-bottom: 1px solid var(--line);
    font-weight: 400;
    white-space: nowrap;
  }
  .numbers tbody th {
    text-align: start;
    font-weight: 600;
  }
  @container (max-width: 40rem) {
    .numbers th,
    .numbers td {
      padding: 0.3rem 0.3rem;
      font-size: 0.92rem;
    }
    .numbers tbody th {
      white-space: normal;
      line-height: 1.3;
    }
  }
  .numbers .asked {
    background: color-mix(in srgb, var(--a) 10%, var(--surface));
    font-weight: 600;
  }
`

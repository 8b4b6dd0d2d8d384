import { html, css } from 'lit'
import { define } from '../../components/define.js'
import { formatNumber, formatPercent } from '../../components/format.js'
import { matrixOf } from '../../engine/matrix.js'
import { slider } from '../../state/controls.js'
import { matrix, writeCell } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { strings } from './strings.js'
import { styled } from '../../components/styled.js'

/** The documents: by what they are found, and what they hand over. All set by hand. */
const KEYS = [
  [3, 0],
  [2, 1],
  [0, 3],
  [0, 1],
]
const VALUES = [
  [10, 0],
  [3, 200],
  [0, 800],
  [1, 50],
]
const QUERY = [[1, 0]]
const HARD = 0

/** @param {any} own @param {number[][]} usual */
const or = (own, usual) =>
  own?.rows === usual.length && own.cols === usual[0].length ? own : matrixOf(usual)

/** The whole table on a phone and on a sheet of paper. */
const tight = css`
  th,
  td {
    padding: 0.3rem 0.1rem;
    font-size: 0.75rem;
    white-space: normal;
    word-break: keep-all;
  }
  thead th {
    font-size: 0.68rem;
    letter-spacing: -0.01em;
  }
  input[type='number'] {
    width: 1.75rem;
    padding: 0;
    font-size: 0.85rem;
    appearance: textfield;
  }
  ::-webkit-inner-spin-button {
    display: none;
  }
  .share {
    min-width: 2.6rem;
    white-space: nowrap;
    font-size: 0.72rem;
  }
`

/**
 * Looking something up, hard and soft: a table of documents, each found by its key and handing over its value. Numbers are set by
 * hand and can be changed. Property `result`: { hard, soft }, steps of the core for the one query.
 */
export class Search extends Figure {
  static strings = strings
  static state = {
    query: matrix(),
    keys: matrix(),
    values: matrix(),
    temperature: slider(1, {
      min: -1.3,
      max: 1.3,
      step: 0.05,
      range: { min: 0.05, max: 20 },
      place: Math.log10,
      value: (place) => Number((10 ** place).toPrecision(2)),
    }),
  }

  static styles = [
    Figure.styles,
    css`
      .scroll {
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
        font-variant-numeric: tabular-nums;
        width: 100%;
      }
      caption {
        text-align: start;
        color: var(--soft);
        font-size: 0.875rem;
        padding-bottom: 0.4rem;
      }
      /* As wide as what is seen, also where the table is wider. */
      caption span {
        display: block;
        position: sticky;
        left: 0;
        width: min(100%, calc(100cqi - 2.4rem));
      }
      th,
      td {
        padding: 0.3rem 0.5rem;
        border-bottom: 1px solid var(--line);
        text-align: center;
        font-weight: 400;
        white-space: nowrap;
      }
      tbody th {
        text-align: start;
        font-weight: 600;
      }
      thead th {
        color: var(--soft);
        font-size: 0.84rem;
      }
      thead .q,
      tr.ask input {
        color: var(--q);
      }
      thead .k,
      td.k input {
        color: var(--k);
      }
      thead .v,
      td.v input,
      tr.got td {
        color: var(--v);
      }
      input[type='number'] {
        width: 4.2rem;
        text-align: center;
      }
      .got td,
      .got th {
        border-bottom: none;
      }
      .got td {
        font: 600 1.15rem/1.4 var(--serif);
      }
      .share {
        position: relative;
        min-width: 5.5rem;
      }
      .share i {
        position: absolute;
        left: 0;
        top: 15%;
        bottom: 15%;
        border-radius: 4px;
        background: color-mix(in srgb, var(--a) 22%, transparent);
      }
      .share span {
        position: relative;
      }
      @container (max-width: 44rem) {
        ${tight}
      }
      @media print {
        ${tight}
      }
    `,
  ]

  constructor() {
    super()
    /** @type {any} */ this.result = undefined
  }

  compute() {
    const { engine } = this
    const { query, keys, values, temperature } = this.store.values
    this.q = or(query, QUERY)
    this.k = or(keys, KEYS)
    this.v = or(values, VALUES)
    const look = (/** @type {number} */ heat) =>
      engine.attentionSteps(this.q, this.k, this.v, undefined, { scale: false, temperature: heat })
    this.result = { hard: look(HARD), soft: look(temperature) }
  }

  body() {
    const t = this.words(strings)
    const { hard, soft } = this.result
    const field = (
      /** @type {'query'|'keys'|'values'} */ name,
      /** @type {any} */ from,
      /** @type {number} */ row,
      /** @type {number} */ col,
      /** @type {string} */ label,
    ) =>
      html`<input
        type="number"
        step="0.5"
        aria-label=${label}
        .value=${writeCell(from.data[row * from.cols + col])}
        @input=${(/** @type {any} */ e) => this.#edit(name, from, row * from.cols + col, e.target.value)}
      />`
    const share = (/** @type {number} */ weight) =>
      html`<td class="share" data-step="weights">
        <i ${styled({ width: `${100 * weight}%` })}></i><span>${formatPercent(weight)}</span>
      </td>`
    return html`
      <div class="content scroll">
        <table>
          <caption>
            <span>${t.caption}</span>
          </caption>
          <thead>
            <tr>
              <td></td>
              <th colspan="2" class="k" data-step="k">${t.key}</th>
              <th data-step="scores">${t.score}</th>
              <th data-step="weights">${t.hard}</th>
              <th data-step="weights">${t.soft}</th>
              <th colspan="2" class="v" data-step="v">${t.value}</th>
            </tr>
            <tr>
              <td></td>
              ${t.features.map((one) => html`<th class="k">${one}</th>`)}
              <td></td>
              <td></td>
              <td></td>
              ${t.fields.map((one) => html`<th class="v">${one}</th>`)}
            </tr>
          </thead>
          <tbody>
            <tr class="ask" data-step="q">
              <th class="q">${t.query}</th>
              ${t.features.map((one, c) => html`<td>${field('query', this.q, 0, c, `${t.query}, ${one}`)}</td>`)}
              <td colspan="5"></td>
            </tr>
            ${t.documents.map(
              (name, i) =>
                html`<tr>
                  <th scope="row">${name}</th>
                  ${t.features.map((one, c) => html`<td class="k" data-step="k">${field('keys', this.k, i, c, `${name}, ${one}`)}</td>`)}
                  <td data-step="scores">${formatNumber(soft.scores.data[i])}</td>
                  ${share(hard.weights.data[i])} ${share(soft.weights.data[i])}
                  ${t.fields.map((one, c) => html`<td class="v" data-step="v">${field('values', this.v, i, c, `${name}, ${one}`)}</td>`)}
                </tr>`,
            )}
            <tr class="got" data-step="output">
              <th colspan="6">${t.gotHard}</th>
              ${t.fields.map((_, c) => html`<td>${formatNumber(hard.output.data[c])}</td>`)}
            </tr>
            <tr class="got" data-step="output">
              <th colspan="6">${t.gotSoft}</th>
              ${t.fields.map((_, c) => html`<td>${formatNumber(soft.output.data[c])}</td>`)}
            </tr>
          </tbody>
        </table>
      </div>
      <figcaption>${t.note}</figcaption>
    `
  }

  /** @param {'query'|'keys'|'values'} name @param {any} from @param {number} at @param {string} text */
  #edit(name, from, at, text) {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value) || Math.abs(value) > 1e6) return // still being typed
    const data = Float32Array.from(from.data)
    data[at] = value
    this.store.set({ [name]: { ...from, data } }, { gesture: `${name} ${at}` })
  }
}

define('qkv-search', Search)

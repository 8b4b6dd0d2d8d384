import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import '../../components/roofline.js'
import './jobs.js'
import { factsStyle } from '../../components/facts-style.js'
import { formatBytes, formatCount, formatNumber, formatPercent, formatTime } from '../../components/format.js'
import { Measuring } from '../base/measuring.js'
import { strings } from './strings.js'
import { styled } from '../../components/styled.js'

const TONES = { memory: '--soft', gemm: '--q', softmax: '--k', attention: '--v' }

/** @typedef {import('../../bench/page.js').Measurement} Measurement */

/**
 * How fast the engine is on the reader's machine, as shares of what its processor can do. Measured in a worker, can be
 * stopped. Presets: full, quick. Property `result`: { module, tile, peak, bandwidth, rows }.
 */
export class Bench extends Measuring {
  static strings = strings
  static needs = /** @type {const} */ ('lab')
  static presets = ['full', 'quick']
  static properties = { result: { state: true } }

  static styles = [
    Measuring.styles,
    factsStyle,
    css`
      .content {
        display: grid;
        grid-template-columns: minmax(0, 0.85fr) minmax(0, 1.15fr);
        gap: 1.6rem;
        align-items: start;
      }
      .facts {
        grid-column: 1 / -1;
      }
      .idle {
        grid-column: 1 / -1;
        padding: 2.5rem 0;
        text-align: center;
        color: var(--soft);
      }
      .soft {
        color: var(--soft);
        font-size: 0.875rem;
        margin: 0.6rem 0 0;
      }
      table {
        width: 100%;
        border-collapse: collapse;
        font-variant-numeric: tabular-nums;
        font-size: 0.85rem;
      }
      th,
      td {
        text-align: right;
        padding: 0.24rem 0 0.24rem 0.7rem;
        border-bottom: 1px solid var(--line);
        font-weight: 400;
        white-space: nowrap;
      }
      th:first-child {
        text-align: start;
        padding-left: 0;
      }
      thead th {
        color: var(--soft);
      }
      tbody th i {
        display: inline-block;
        width: 0.6rem;
        height: 0.6rem;
        border-radius: 50%;
        margin-inline-end: 0.45rem;
      }
      tbody th small {
        color: var(--soft);
      }
      .share {
        display: inline-block;
        width: 3rem;
        height: 0.45rem;
        margin-inline-end: 0.5rem;
        border-radius: 99px;
        background: linear-gradient(90deg, var(--soft) var(--part), var(--line) 0);
      }
      progress {
        accent-color: var(--a);
        width: 9rem;
      }
      @container (max-width: 56rem) {
        .content {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      .percent {
        display: inline-block;
        min-width: 3.6em;
      }
      @container (max-width: 30rem) {
        .share,
        .time {
          display: none;
        }
        th,
        td {
          padding-left: 0.35rem;
        }
        th:first-child {
          white-space: normal;
        }
      }
    `,
  ]

  constructor() {
    super()
    /** @type {{ module: string, tile: string, peak: number, bandwidth: number, rows: Measurement[] }|null} */
    this.result = null
  }

  async measure() {
    this.result = null
    const request = { quick: this.preset === 'quick' }
    await this.runJob('measureSpeed', request, { done: 0, all: 1 }, ({ result, done, all }) => {
      this.result = result
      return { done, all }
    })
  }

  /** What “copy result” copies. */
  get report() {
    const { userAgent, hardwareConcurrency } = navigator
    const date = new Date().toISOString()
    return JSON.stringify({ machine: { userAgent, hardwareConcurrency }, date, ...this.result }, null, 1)
  }

  extras() {
    const bench = this.words(strings)
    const { measuring, result } = this
    if (measuring)
      return html`<button class="button" @click=${() => measuring.stop.abort()}>${bench.cancel}</button>
        <progress max=${measuring.all} value=${measuring.done} aria-label=${bench.progress}></progress>
        <span>${bench.progress}</span>`
    return html`<button class="button primary" @click=${() => this.measure()}>
        ${result ? bench.again : bench.start}
      </button>
      ${result ? html`<button class="button" @click=${() => this.copy(this.report, bench)}>${bench.copy}</button>` : nothing}`
  }

  body() {
    const bench = this.words(strings)
    const { result } = this
    return html`
      <div class="content">
        ${result?.rows.length ? this.#picture(result) : html`<div class="idle">${bench.idle}</div>`}
      </div>
      <figcaption>${bench.note}</figcaption>
    `
  }

  /** What was measured, in words. @param {Measurement} row */
  #size({ group, sizes: [first, second, third, causal] }) {
    if (group === 'gemm') return `n = ${formatCount(third)}`
    if (group === 'softmax') return `${first} × ${second}`
    if (group === 'memory') return formatBytes(4 * second * third)
    return `n = ${formatCount(second)}${causal ? this.words(strings).causal : ''}`
  }

  /** @param {NonNullable<Bench['result']>} result */
  #picture({ module, tile, peak, bandwidth, rows }) {
    const bench = this.words(strings)
    const fact = (/** @type {string} */ name, /** @type {string} */ value) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`
    const nameOf = (/** @type {Measurement} */ row) => `${bench.groups[row.group]} ${this.#size(row)}`
    const tone = (/** @type {Measurement} */ row) => TONES[row.group]
    const computing = rows.filter((row) => row.rate > 0)
    return html`
      <dl class="facts">
        ${fact(bench.module, `${bench.modules[/** @type {'simd'} */ (module)]}`)}
        ${fact(bench.peak, `${formatNumber(peak)} GFLOP/s`)} ${fact(bench.tile, tile)}
        ${fact(bench.bandwidth, bandwidth ? `${formatNumber(bandwidth)} GB/s` : '…')}
      </dl>
      <div>
        <qkv-roofline
          .peak=${peak}
          .bandwidth=${bandwidth}
          .points=${computing.map((row) => ({
            name: nameOf(row),
            tone: tone(row),
            intensity: row.intensity,
            rate: row.rate,
          }))}
          .words=${{
            rate: 'GFLOP/s',
            intensity: bench.intensity,
            memory: bench.memoryRoof,
            peak: bench.peakRoof,
          }}
          .label=${bench.pictureLabel(formatNumber(peak))}
          .width=${this.narrow ? 380 : 560}
        ></qkv-roofline>
        <p class="soft">${bench.howToRead}</p>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">${bench.what}</th>
            <th scope="col" class="time">${bench.time}</th>
            <th scope="col">GFLOP/s</th>
            <th scope="col">${bench.share}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                <th scope="row">
                  <i aria-hidden="true" ${styled({ background: `var(${tone(row)})` })}></i>${nameOf(row)}
                  ${
                    row.naiveMs
                      ? html`<br /><small
                            >${bench.naive(formatTime(row.naiveMs), formatBytes(row.naiveScratchBytes ?? 0), formatBytes(row.scratchBytes ?? 0))}</small
                          >`
                      : row.scratchBytes
                        ? html`<br /><small>${bench.scratch(formatBytes(row.scratchBytes))}</small>`
                        : nothing
                  }
                </th>
                <td class="time">${formatTime(row.ms)}</td>
                <td>
                  ${row.rate > 0 ? formatNumber(row.rate) : bench.perElement(formatNumber(row.nsPerElement ?? 0))}
                </td>
                <td>
                  ${
                    row.rate > 0
                      ? html`<i
                            class="share"
                            aria-hidden="true"
                            ${styled({ '--part': `${100 * row.share}%` })}
                          ></i
                          ><span class="percent">${formatPercent(row.share)}</span>`
                      : nothing
                  }
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    `
  }
}

define('qkv-bench', Bench)

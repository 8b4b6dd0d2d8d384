import { html, nothing } from 'lit'
import { modelBytes } from '#models'
import { define } from '../../components/define.js'
import '../../components/matrix-view.js'
import '../../components/number-line.js'
import { formatCount, formatNumber } from '../../components/format.js'
import { shownTokens } from '../../components/tokens.js'
import { styled } from '../../components/styled.js'
import { matrixOf } from '../../engine/matrix.js'
import '../../models/sayings.js'
import { select, size, toggle } from '../../state/controls.js'
import { choice, matrix, number, wholes } from '../../state/property.js'
import { presets as heads } from '../anatomy/presets.js'
import { drawTimes, timeLengths, timesButtons } from '../base/length-times.js'
import { Measuring } from '../base/measuring.js'
import { gauges } from './gauges.js'
import { strings } from './strings.js'
import { flashStyle } from './style.js'
import { trafficTable } from './traffic-table.js'

/** @typedef {import('../../package/engine.js').Matrix} Matrix */
/** @typedef {import('../../package/engine.js').TileTaken} TileTaken */

const MODEL = 'recall-mha'
const MODEL_TEXT = 'k3 v7 k0 v2 k9 v4 k12 v1 k5 v15 k8 v0 k9 v4 k3 v7'
const LAYER = 1 // of the trained head that is shown: it looks values up
const UNSET = -1

/** Row 1 is the worked example of the lesson; the other rows are other kinds of luck: the largest first, all alike, last. */
const WORKED = [
  [1, 3, 2, 5],
  [4, 1, 0, 2],
  [2, 2, 2, 2],
  [0, 1, 3, 1],
]

/**
 * FlashAttention by hand: the table of scores in tiles, one of them in fast memory at a time, and what is kept of each query: m, ℓ
 * and o. Tiles in any order, right and in three wrong ways; what is moved, counted; both ways timed here. Property `result`: the run
 * of tiles (engine.takeTiles).
 */
export class Flash extends Measuring {
  static strings = strings
  static needs = /** @type {const} */ ('model')
  static presets = ['worked', 'annual-leave', 'trained']
  static views = ['tiles', 'kept', 'measured']
  static properties = { times: { state: true } }
  static state = {
    source: select('', ['worked', 'annual-leave', 'trained'], {
      words: 'sources',
      now: (/** @type {Flash} */ figure) => figure.source,
      also: () => ({ taken: null, scores: null, row: 0, block: 0, mask: '', said: UNSET, bet: UNSET }),
    }),
    block: size(
      0,
      { min: 1, max: 8 },
      {
        now: (/** @type {Flash} */ figure) => figure.block,
        also: () => ({ taken: null }),
      },
    ),
    causal: toggle(false, {
      now: (/** @type {Flash} */ figure) => figure.causal,
      set: (/** @type {Flash} */ figure, /** @type {boolean} */ causal) =>
        figure.store.set({ mask: causal ? 'causal' : 'none', taken: null }),
    }),
    mask: choice('', 'causal', 'none'),
    rescale: select('right', ['right', 'none', 'wrong_sign', 'no_maximum'], { words: 'rescales' }),
    taken: wholes(64, { most: 1023 }),
    row: number(0, { min: 0, max: 31, whole: true }),
    scores: matrix(),
    bet: number(UNSET, { min: UNSET, max: 1 }),
    said: number(UNSET, { min: UNSET, max: 1 }),
  }
  static stepControls = {
    tiles: ['source', 'block', 'causal', 'rescale'],
    kept: ['rescale'],
    measured: [],
  }

  static styles = [Measuring.styles, flashStyle]

  constructor() {
    super()
    /** @type {import('../../package/engine.js').TiledRun|undefined} */ this.result = undefined
    /** @type {import('../base/length-times.js').Times} */ this.times = {}
    /** @type {{ scores: Matrix, values: Matrix, tokens: string[], causal: boolean, block: number }|undefined} */
    this.given = undefined
    /** Of the trained head: read once. @type {any} */
    this.head = undefined
    /** @type {Matrix|undefined} */ this.scores = undefined
  }

  get source() {
    const { preset } = this
    return this.store.values.source || (Flash.presets.includes(preset) ? preset : 'worked')
  }

  get block() {
    return this.store.values.block || this.given?.block || 2
  }

  get causal() {
    const { mask } = this.store.values
    return mask ? mask === 'causal' : !!this.given?.causal
  }

  async start() {
    await super.start()
    if (this.source === 'trained') await this.#readHead()
  }

  /** Queries, keys and values of a head that was trained. */
  async #readHead() {
    if (this.head) return
    const model = this.engine.loadModel({ weights: await modelBytes(MODEL) })
    try {
      const ids = model.encode(MODEL_TEXT)
      const { q, k, v } = model.forward(ids, { trace: 'attention' }).layers[LAYER].heads[0]
      this.head = { q, k, v, tokens: shownTokens(model.tokens(ids)) }
    } finally {
      model.free()
    }
  }

  /** What the source has: scaled scores without a mask, values, names. */
  #inputs() {
    const { engine, source } = this
    if (source === 'worked') {
      const tokens = this.words(strings).four
      return {
        scores: matrixOf(WORKED),
        values: matrixOf([[1], [2], [3], [4]]),
        tokens,
        causal: false,
        block: 2,
      }
    }
    if (source === 'annual-leave') {
      const { tokens, x, wQ, wK, wV } = heads['annual-leave']
      const steps = engine.attention({ x: matrixOf(x), wQ: matrixOf(wQ), wK: matrixOf(wK), wV: matrixOf(wV) })
      return { scores: steps.scaled, values: steps.v, tokens, causal: true, block: 2 }
    }
    if (!this.head) {
      this.#readHead().then(
        () => this.recompute(),
        (error) => this.fail(error),
      )
      return undefined
    }
    const { q, k, v, tokens } = this.head
    return { scores: engine.attentionSteps(q, k, v).scaled, values: v, tokens, causal: true, block: 4 }
  }

  compute() {
    const { engine } = this
    this.result = undefined
    this.given = this.#inputs()
    if (!this.given) return
    const { values } = this.given
    const n = values.rows
    const own = this.store.values.scores
    const bare = own?.rows === n && own.cols === n ? own : this.given.scores
    // The mask is added by the step that does so everywhere else; nothing is scaled again.
    this.scores = engine.attentionSteps(bare, this.#identity(n), values, this.causal ? 'causal' : undefined, {
      scale: false,
    }).masked
    const { taken, rescale } = this.store.values
    const run = (/** @type {number[]} */ order) =>
      engine.takeTiles(/** @type {Matrix} */ (this.scores), values, this.block, order, rescale)
    try {
      this.result = run(taken ?? [])
    } catch {
      this.result = run([]) // an address of other tiles
    }
  }

  /** @param {number} n @returns {Matrix} */
  #identity(n) {
    const data = new Float32Array(n * n)
    for (let i = 0; i < n; ++i) data[i * n + i] = 1
    return { rows: n, cols: n, data }
  }

  /** The tiles that are still to be taken, row by row. */
  get left() {
    const { hidden, taken, tiles } = /** @type {import('../../package/engine.js').TiledRun} */ (this.result)
    const done = new Set(taken.map(({ row, col }) => row * tiles + col))
    return Array.from(hidden, (_, i) => i).filter((i) => !hidden[i] && !done.has(i))
  }

  /** @param {number[]} tiles */
  take(tiles) {
    const { taken, bet } = this.store.values
    this.store.set({
      taken: [...(taken ?? []), ...tiles],
      said: tiles.length === 1 ? bet : UNSET,
      bet: UNSET,
    })
  }

  /** The rest in an order that the core draws. */
  #shuffled() {
    const { left } = this
    const { data } = this.engine.randomNormal(this.seedOr(1), 1, left.length)
    return left
      .map((tile, i) => /** @type {const} */ ([data[i], tile]))
      .sort(([a], [b]) => a - b)
      .map(([, tile]) => tile)
  }

  async demonstrate() {
    this.take(this.left.slice(0, 2))
    await this.updateComplete
  }

  parts() {
    const t = this.words(strings)
    return [
      { name: 'tiles', title: t.partTiles, draw: () => this.#tilesPart() },
      { name: 'kept', title: t.partKept, draw: () => this.#keptPart() },
      { name: 'measured', title: t.partMeasured, draw: () => this.#measuredPart() },
    ]
  }

  body() {
    const t = this.words(strings)
    if (!this.result) return html`<div class="loading">${this.t.loading}</div>`
    return html`${this.inParts()}
      <figcaption>${t.note[/** @type {'worked'} */ (this.source.replace('-', ''))]}</figcaption>`
  }

  // ---- the map and the tile in fast memory ----

  #tilesPart() {
    const t = this.words(strings)
    return html`<section>
      <div class="content two">
        <div class="stack">
          <h2>${t.slow}</h2>
          <div class="scroll">${this.#map()}</div>
          ${this.#buttons()}
        </div>
        <div class="stack">
          <h2>${t.fast}</h2>
          ${this.#fast()} ${this.left.length ? this.#bet() : nothing}
        </div>
      </div>
      ${this.#verdict()}
    </section>`
  }

  #map() {
    const t = this.words(strings)
    const { tiles, hidden, taken } = /** @type {any} */ (this.result)
    const { tokens } = /** @type {any} */ (this.given)
    const n = tokens.length
    const { block } = this
    const last = taken.at(-1)
    const done = new Map(
      taken.map((/** @type {TileTaken} */ one, /** @type {number} */ i) => [
        one.row * tiles + one.col,
        i + 1,
      ]),
    )
    const span = (/** @type {number} */ tile) => Math.min(block, n - tile * block)
    const sizes = Array.from({ length: tiles }, (_, i) => `minmax(1.5rem, ${span(i)}fr)`).join(' ')
    const next = this.left[0]
    return html`<div
      class="map"
      role="group"
      aria-label=${t.mapLabel(String(n))}
      ${styled({ 'grid-template-columns': sizes, 'grid-template-rows': sizes })}
    >
      ${Array.from(hidden, (_, tile) => {
        const [row, col] = [Math.floor(tile / tiles), tile % tiles]
        const current = last && last.row === row && last.col === col
        const state = hidden[tile] ? 'hidden' : current ? 'current' : done.has(tile) ? 'past' : 'open'
        const names = (/** @type {number} */ of) => tokens.slice(of * block, of * block + span(of)).join(' ')
        const label = t.tile(names(row), names(col), t.tileStates[state])
        if (state === 'open')
          return html`<button
            class="tile open ${tile === next ? 'next' : ''}"
            aria-label=${label}
            @click=${() => this.take([tile])}
          ></button>`
        return html`<span class="tile ${state}" role="img" aria-label=${label}
          >${
            current
              ? html`<span class="cells" ${styled({ 'grid-template-columns': `repeat(${span(col)}, 1fr)` })}
                  >${Array.from(last.scores.data, (/** @type {number} */ score) => html`<i class=${score > 0 ? 'up' : score === -Infinity ? 'cut' : 'down'}>${n <= 6 ? formatNumber(score) : nothing}</i>`)}</span
                >`
              : state === 'past'
                ? html`<small>${done.get(tile)}</small>`
                : nothing
          }</span
        >`
      })}
    </div>`
  }

  #buttons() {
    const t = this.words(strings)
    const { left } = this
    if (!left.length)
      return html`<div class="buttons">
        <button class="button" @click=${() => this.store.set({ taken: null, said: UNSET })}>
          ${t.again}
        </button>
      </div>`
    return html`<div class="buttons">
      <button class="button primary" @click=${() => this.take([left[0]])}>${t.next}</button>
      <button class="button" @click=${() => this.take(left)}>${t.rest}</button>
      <button class="button" ?disabled=${left.length < 2} @click=${() => this.take(this.#shuffled())}>
        ${t.shuffled}
      </button>
    </div>`
  }

  /** What the next tile will do to what a query has gathered; nothing if it has gathered nothing. */
  #bet() {
    const t = this.words(strings)
    const { tiles, rowSum } = /** @type {any} */ (this.result)
    const { tokens } = /** @type {any} */ (this.given)
    const { row, bet } = this.store.values
    const first = Math.floor(this.left[0] / tiles) * this.block
    const followed = row >= first && row < first + this.block ? row : first
    if (!(rowSum.data[followed] > 0)) return nothing
    const ask = t.ask(tokens[followed])
    return html`<div class="bet">
      <p>${ask}</p>
      <qkv-number-line
        least="0"
        most="1"
        step="0.01"
        .value=${bet === UNSET ? NaN : bet}
        .truth=${NaN}
        .text=${formatNumber}
        .words=${{ label: ask, yours: t.yours, truth: t.truth, unset: t.unset }}
        @qkv-set=${(/** @type {CustomEvent} */ e) => this.store.set({ bet: e.detail.value, row: followed }, { gesture: 'bet' })}
      ></qkv-number-line>
    </div>`
  }

  /** The tile that is in fast memory: scores and exponentials. */
  #fast() {
    const t = this.words(strings)
    const last = /** @type {any} */ (this.result).taken.at(-1)
    if (!last) return html`<p class="soft">${t.nothingYet}</p>`
    const { tokens, scores: own } = /** @type {any} */ (this.given)
    const rows = tokens.slice(last.firstQuery, last.firstQuery + last.scores.rows)
    const cols = tokens.slice(last.first, last.first + last.scores.cols)
    const hatched = (/** @type {number} */ row, /** @type {number} */ col) =>
      last.scores.data[row * last.scores.cols + col] === -Infinity
    const view = (/** @type {any} */ about) =>
      html`<div class="scroll">
        <qkv-matrix-view
          .matrix=${about.matrix}
          .label=${about.label}
          aria-label=${about.label}
          .rowLabels=${rows}
          .colLabels=${cols}
          .tone=${about.tone}
          .scale=${about.scale}
          .hatched=${hatched}
          .editable=${!!about.editable}
          .quiet=${true}
          @qkv-cell-edit=${(/** @type {CustomEvent} */ e) => this.#edit(last, e.detail, own)}
        ></qkv-matrix-view>
      </div>`
    return html`<div class="pair">
        ${view({ matrix: last.scores, label: t.scores, tone: '--x', scale: 'signed', editable: tokens.length <= 6 })}
        ${view({ matrix: last.exponentials, label: t.exps, tone: '--a', scale: 'tint' })}
      </div>
      ${gauges({ tile: last, before: this.#before(last), tokens, t })}`
  }

  /** A score of the tile becomes another. @param {TileTaken} tile @param {{ row: number, col: number, value: number, gesture: string }} edit @param {Matrix} own */
  #edit(tile, { row, col, value, gesture }, own) {
    const now = this.store.values.scores ?? own
    const data = Float32Array.from(now.data)
    data[(tile.firstQuery + row) * now.cols + tile.first + col] = value
    this.store.set({ scores: { ...now, data } }, { gesture })
  }

  /** What was held of these queries before this tile. @param {TileTaken} tile */
  #before(tile) {
    const { taken } = /** @type {any} */ (this.result)
    return taken.slice(0, -1).findLast((/** @type {TileTaken} */ one) => one.row === tile.row)
  }

  /** In words: what the last tile did, and whether the reader had it; at the end, against the whole. */
  #verdict() {
    const t = this.words(strings)
    const run = /** @type {import('../../package/engine.js').TiledRun} */ (this.result)
    const { tokens, values } = /** @type {any} */ (this.given)
    const last = run.taken.at(-1)
    if (!last) return html`<p class="say" aria-live="polite">${t.begin}</p>`
    const { row, said, rescale } = this.store.values
    const at = row >= last.firstQuery && row < last.firstQuery + last.rowMax.rows ? row - last.firstQuery : 0
    const factor = last.factor.data[at]
    const bet = said === UNSET ? '' : t.youSaid(formatNumber(said), formatNumber(factor))
    const done = run.complete
      ? rescale === 'right'
        ? t.same(formatNumber(run.difference))
        : t.wrong(formatNumber(run.difference))
      : ''
    const whole = this.engine.wholeTableTraffic(tokens.length, values.cols)
    return html`<div class="say" aria-live="polite">
      <p>
        ${bet}
        ${this.#before(last) ? t.did(tokens[last.firstQuery + at], formatNumber(factor)) : t.first(tokens[last.firstQuery + at])}
      </p>
      ${done ? html`<p class=${rescale === 'right' ? 'ok' : 'warn'} data-invariant>${done}</p>` : nothing}
      <p class="soft">
        ${t.moved(formatCount(last.numbers), formatCount(whole.numbers), formatCount(this.engine.tiledTraffic(tokens.length, values.cols, this.block, this.causal).table), formatCount(whole.table))}
      </p>
    </div>`
  }

  // ---- every query at the end ----

  #keptPart() {
    const t = this.words(strings)
    const run = /** @type {import('../../package/engine.js').TiledRun} */ (this.result)
    const { tokens, values } = /** @type {any} */ (this.given)
    const few = values.cols <= 2
    const view = (/** @type {Matrix} */ of, /** @type {string} */ label, /** @type {string} */ tone) =>
      html`<div class="scroll">
        <qkv-matrix-view
          .matrix=${of}
          .label=${label}
          aria-label=${label}
          .rowLabels=${tokens}
          .tone=${tone}
          .scale=${'tint'}
          .quiet=${true}
        ></qkv-matrix-view>
      </div>`
    const left = this.left.length
    return html`<section>
      <h2 class="part">${t.partKept}</h2>
      <div class="content kept">
        <div class="stack">
          ${left ? html`<p class="soft">${t.unfinished(String(left))} <button class="button" @click=${() => this.take(this.left)}>${t.rest}</button></p>` : nothing}
          ${
            few
              ? html`<div class="pair">
                  ${view(run.rowMax, 'm', '--x')} ${view(run.rowSum, 'ℓ', '--a')}
                  ${view(run.gathered, 'o', '--v')} ${view(run.output, t.output, '--v')}
                  ${view(run.whole, t.whole, '--v')}
                </div>`
              : nothing
          }
          ${left ? nothing : html`<p data-invariant-kept>${t.largest(formatNumber(run.difference))}</p>`}
        </div>
        <div class="stack">
          ${trafficTable(this.engine, t)}
          <p class="soft">${t.largeNote}</p>
        </div>
      </div>
    </section>`
  }

  // ---- the clock ----

  async measure() {
    await timeLengths(/** @type {any} */ (this), ['naive', 'tiled'], { bound: 2048, dHead: 64 })
  }

  #measuredPart() {
    const t = this.words(strings)
    return html`<section>
      <h2 class="part">${t.partMeasured}</h2>
      <div class="content stack">
        <div class="buttons">${timesButtons(/** @type {any} */ (this), () => this.measure())}</div>
        ${drawTimes(/** @type {any} */ (this), [
          { way: 'naive', name: t.naive, tone: '--x' },
          { way: 'tiled', name: t.tiled, tone: '--a' },
        ])}
        <p class="soft">${t.measuredNote}</p>
      </div>
    </section>`
  }
}

define('qkv-flash', Flash)

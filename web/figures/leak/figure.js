import { html, css, nothing } from 'lit'
import { define } from '../../components/define.js'
import '../../components/line-chart.js'
import { factsStyle } from '../../components/facts-style.js'
import { formatCount, formatNats, formatNumber, formatPercent } from '../../components/format.js'
import { Background } from '../../engine/background.js'
import { translated } from '../../i18n/errors.js'
import { attentionMaps } from '../../components/maps.js'
import { shownTokens } from '../../components/tokens.js'
import { TrainingRun } from '../../models/training-run.js'
import { strings as trainingStrings } from '../../models/training-strings.js'
import { selectOf } from '../../state/controls.js'
import { choice, number } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { strings } from './strings.js'
import { recipeWith } from '../train/presets.js'
import { tinted } from '../../components/styled.js'

const SIDES = /** @type {const} */ (['causal', 'none'])
/** @typedef {typeof SIDES[number]} Side */
const TONES = { causal: '--a', none: '--warn' }
/** The data are tasks of the core: how long each takes. */
const STEPS = { random: 300, sink: 400 }
/** @typedef {keyof typeof STEPS} Data */
const CLEAR = 0.2 // a probability of the right token below this is no knowledge

/** How much of an example is left when writing: what comes again must have begun to, or half of it. @param {import('../../package/engine.js').Task} task */
const prefixOf = ({ repeatsAt, tokens }) => (repeatsAt ? repeatsAt + 2 : tokens / 2)

/**
 * The same model trained twice, with the future hidden and visible: the reader predicts, then both learn side by side.
 * Property `result`: by side { losses, measured, seen, writing }. Scores: the share of right predictions.
 */
export class Leak extends Figure {
  static strings = strings
  static views = ['guess', 'losses', 'maps']
  static needs = /** @type {const} */ ('lab')
  static presets = Object.keys(STEPS)
  static formerly = { repeat: 'sink' }
  static state = {
    data: selectOf(choice('', ...Object.keys(STEPS)), (figure) => Object.entries(figure.allWords.kinds), {
      now: (figure) => figure.data,
      also: () => ({ loss: '', writing: '' }),
    }),
    loss: choice('', ...SIDES),
    writing: choice('', ...SIDES, 'neither'),
    trainSeed: number(0, { min: 0, max: 2 ** 32, whole: true }),
  }

  static styles = [
    Figure.styles,
    factsStyle,
    css`
      .ask,
      .all,
      .end {
        padding: 0.9rem 1.1rem;
        border-bottom: 1px solid var(--line);
        display: grid;
        gap: 0.7rem;
      }
      p {
        margin: 0;
        max-width: 52rem;
      }
      fieldset {
        border: none;
        margin: 0;
        padding: 0;
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem 0.5rem;
        align-items: center;
      }
      legend {
        padding: 0;
        margin-bottom: 0.3rem;
        font-weight: 600;
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 0.8rem;
        align-items: center;
      }
      .primary {
        min-height: 2.4rem;
        min-width: 6.5rem;
        justify-content: center;
      }
      progress {
        flex: 1 1 10rem;
        height: 0.6rem;
        accent-color: var(--a);
      }
      .sides {
        display: grid;
        grid-template-columns: 1fr 1fr;
        border-bottom: 1px solid var(--line);
      }
      .sides > section {
        padding: 0.9rem 1.1rem;
        display: grid;
        gap: 0.8rem;
        align-content: start;
        min-width: 0;
      }
      .sides > section + section {
        border-left: 1px solid var(--line);
      }
      h2 {
        font: 600 1rem/1.4 var(--serif);
        margin: 0;
      }
      .soft {
        color: var(--soft);
        font-size: 0.875rem;
      }
      .prefix {
        font-family: var(--serif);
        overflow-wrap: anywhere;
      }
      table {
        border-collapse: collapse;
        justify-self: start;
        max-width: 100%;
        display: block;
        overflow-x: auto;
        font-variant-numeric: tabular-nums;
      }
      th {
        text-align: start;
        font-weight: 600;
        padding-inline-end: 1rem;
        white-space: nowrap;
      }
      td {
        min-width: 2.4rem;
        padding: 0.15rem 0.4rem;
        text-align: center;
        border: 1px solid var(--line);
      }
      td.ok {
        font-weight: 600;
        background: color-mix(in srgb, var(--v) 12%, var(--surface));
      }
      td.wrong {
        color: var(--warn);
      }
      .verdict {
        font: 600 1.05rem/1.5 var(--serif);
      }
      @container (max-width: 40rem) {
        .sides {
          grid-template-columns: minmax(0, 1fr);
        }
        .sides > section + section {
          border-left: none;
          border-top: 1px solid var(--line);
        }
      }
    `,
  ]

  constructor() {
    super()
    /** @type {Background|undefined} */ this.background = undefined
    /** @type {Record<Side, TrainingRun>|undefined} */ this.runs = undefined
    /** @type {import('../../package/engine.js').Task|undefined} */ this.task = undefined
    /** What each can do in the end. @type {Record<Side, { seen: number, writing: number, more: string }>|undefined} */
    this.ends = undefined
    this.started = false
  }

  get result() {
    const { runs } = this
    if (!runs) return undefined
    return Object.fromEntries(
      SIDES.map((side) => [
        side,
        { losses: runs[side].losses, measured: runs[side].measured, ...this.ends?.[side] },
      ]),
    )
  }

  async start() {
    this.background = new Background(this.engine)
    this.#key = ''
  }

  stop() {
    this.#close()
    this.background?.close()
  }

  #close() {
    for (const side of SIDES) this.runs?.[side].close()
    this.runs = this.ends = undefined
    this.started = false
  }

  #key = ''

  /** @returns {Data} */
  get data() {
    return this.store.values.data || (this.preset === 'sink' ? 'sink' : 'random')
  }

  get #seed() {
    return this.store.values.trainSeed || this.seedOr(1)
  }

  compute() {
    const key = `${this.data} ${this.#seed}`
    if (key === this.#key) return
    this.#key = key
    this.#begin()
  }

  #begin() {
    const { engine } = this
    this.#close()
    const name = this.data
    const task = engine.task(name)
    this.task = task
    const run = (/** @type {Side} */ mask) => {
      const one = new TrainingRun(/** @type {Background} */ (this.background), () => this.#seen(one))
      const recipe = recipeWith(engine, task.recipe, { mask, steps: STEPS[name] })
      one.make({
        task: name,
        text: '',
        recipe,
        seed: this.#seed,
        tokens: task.tokens,
        language: this.language,
      })
      return one
    }
    this.runs = { causal: run('causal'), none: run('none') }
  }

  /** @param {TrainingRun} run */
  #seen(run) {
    const { runs } = this
    if (!runs || !SIDES.some((side) => runs[side] === run)) return
    if (SIDES.every((side) => runs[side].status === 'done') && !this.ends) this.#finish(runs)
    this.requestUpdate()
  }

  /** Lets both write: what stands behind the prefix is no longer there to be looked at. @param {Record<Side, TrainingRun>} runs */
  async #finish(runs) {
    const { background, task } = this
    if (!background || !task) return
    const ends = /** @type {any} */ ({})
    this.ends = ends
    try {
      for (const side of SIDES) {
        const { ids } = /** @type {import('../../models/training-run.js').Probe} */ (runs[side].probe)
        const prefix = prefixOf(task)
        const { seen, writing } = await runs[side].call('foresight', {
          task: this.data,
          prefix,
          seed: this.#seed,
        })
        const written = await runs[side].withModel(({ handle }) =>
          background.call('write', {
            handle,
            ids: ids.slice(0, prefix),
            count: ids.length - prefix + 1,
          }),
        )
        ends[side] = {
          seen,
          writing,
          more: Array.from(written, (/** @type {number} */ id) => task.words[id]),
        }
      }
      if (runs !== this.runs) return
      this.#score()
    } catch (error) {
      if (runs === this.runs) this.fail(error)
    }
    this.requestUpdate()
  }

  /** Which side is better, and whether the lower loss is lower than can be; null while that is not known. */
  get #truth() {
    const { runs, ends } = this
    if (!runs || !ends?.none || !ends.causal) return null
    const loss = (/** @type {Side} */ side) => runs[side].measured[runs[side].measured.length - 1].loss
    const { causal, none } = ends
    return {
      loss: loss('none') < loss('causal') ? 'none' : 'causal',
      peeked: loss('none') < (this.task?.leastLoss ?? 0),
      writing:
        Math.max(causal.writing, none.writing) < CLEAR
          ? 'neither'
          : causal.writing > none.writing
            ? 'causal'
            : 'none',
    }
  }

  #score() {
    const { loss, writing } = this.store.values
    const truth = this.#truth
    if (!truth || !loss || !writing) return
    const score = ((loss === truth.loss ? 1 : 0) + (writing === truth.writing ? 1 : 0)) / 2
    this.emit('qkv-score', { score, state: this.state })
  }

  /** As the button does: trains both to the end, or until it is pressed again. */
  train = async () => {
    const { runs } = this
    if (!runs) return
    const running = SIDES.some((side) => runs[side].status === 'running')
    this.started = true
    await Promise.all(
      SIDES.map((side) => (running ? runs[side].pause() : runs[side].go(() => ({ steps: 1000, wait: 0 })))),
    )
  }

  async demonstrate() {
    await Promise.all(Object.values(this.runs ?? {}).map(({ made }) => made))
    await this.train()
  }

  parts() {
    const t = this.words(strings)
    const { runs } = this
    const pictures = (/** @type {(runs: Record<Side, TrainingRun>) => unknown} */ draw) => () =>
      runs && this.task ? draw(runs) : nothing
    return [
      {
        name: 'guess',
        title: t.guess,
        draw: () =>
          html`${this.#questions()} ${runs ? this.#progress(runs) : nothing}
          ${this.#truth ? this.#end() : nothing}`,
      },
      {
        name: 'losses',
        title: t.losses,
        draw: pictures((all) => html`${this.#progress(all)} ${this.#losses(all)}`),
      },
      { name: 'maps', title: t.maps, draw: pictures((all) => this.#sides(all)) },
    ]
  }

  body() {
    const { runs } = this
    const whole = () =>
      html`${this.#questions()} ${runs ? this.#progress(runs) : nothing}
      ${runs && this.task ? html`${this.#losses(runs)} ${this.#sides(runs)}` : nothing}
      ${this.#truth ? this.#end() : nothing}`
    return html`${this.partial() ?? whole()}
      <figcaption>${this.words(strings).note}</figcaption>`
  }

  #questions() {
    const t = this.words(strings)
    const truth = this.#truth
    const ask = (/** @type {'loss'|'writing'} */ name, /** @type {string[]} */ sides) => {
      const chosen = this.store.values[name]
      return html`<fieldset>
        <legend>${t.questions[name]}</legend>
        ${sides.map(
          (side) =>
            html`<button
              class="chip"
              aria-pressed=${chosen === side ? 'true' : 'false'}
              ?disabled=${this.started}
              @click=${() => this.store.set({ [name]: side })}
            >
              ${t.sides[/** @type {Side} */ (side)]}
            </button>`,
        )}
        ${
          truth && chosen
            ? html`<span ${tinted(chosen === truth[name] ? '--v' : '--warn')}
                >${chosen === truth[name] ? t.rightGuess : t.wrongGuess}</span
              >`
            : nothing
        }
      </fieldset>`
    }
    return html`<div class="ask">
      <p>${t.story[this.data]}</p>
      ${ask('loss', [...SIDES])} ${ask('writing', [...SIDES, 'neither'])}
    </div>`
  }

  /** @param {Record<Side, TrainingRun>} runs */
  #progress(runs) {
    const t = this.words(strings)
    const train = this.words(trainingStrings)
    const { loss, writing } = this.store.values
    const running = SIDES.some((side) => runs[side].status === 'running')
    const over = SIDES.every((side) => runs[side].status === 'done')
    const failed = SIDES.find((side) => runs[side].status === 'failed')
    const making = SIDES.some((side) => runs[side].status === 'making')
    const steps = Math.min(...SIDES.map((side) => runs[side].steps))
    const target = STEPS[this.data]
    const guessed = loss && writing
    return html`<div class="all">
      <div class="buttons">
        <button class="button primary" ?disabled=${over || making || !!failed} @click=${this.train}>
          ${running ? train.pause : steps ? train.resume : guessed ? train.start : t.startUnguessed}
        </button>
        <button
          class="chip"
          ?disabled=${!this.started}
          @click=${() => {
            this.#key = ''
            this.recompute()
          }}
        >
          ${train.reset}
        </button>
        <progress
          max=${target}
          value=${steps}
          aria-label=${train.progress(formatCount(steps), formatCount(target))}
        ></progress>
        <span class="soft">${train.progress(formatCount(steps), formatCount(target))}</span>
      </div>
      ${failed ? html`<p class="warn" role="alert">${translated(/** @type {any} */ (runs[failed].problem), this.language)}</p>` : nothing}
    </div>`
  }

  /** Whether both have been made, so that there is something to show. @param {Record<Side, TrainingRun>} runs */
  #begun(runs) {
    return this.started && SIDES.every((side) => runs[side].probe)
  }

  /** The two losses. @param {Record<Side, TrainingRun>} runs */
  #losses(runs) {
    const t = this.words(strings)
    const train = this.words(trainingStrings)
    const { leastLoss, kinds } = /** @type {import('../../package/engine.js').Task} */ (this.task)
    const target = STEPS[this.data]
    const begun = this.#begun(runs)
    const first = SIDES.map((side) => runs[side].measured[0]?.loss ?? 0)
    const highest = Math.max(...first, leastLoss || 0) * 1.12
    return html`
      <div class="all">
        <qkv-line-chart
          axes="linear"
          .series=${SIDES.map((side) => ({
            name: t.sides[side],
            tone: TONES[side],
            points: begun ? runs[side].measured.map(({ step, loss }) => [step, loss]) : [],
          }))}
          .levels=${leastLoss > 0 ? [{ value: leastLoss, name: train.leastLoss(kinds ? `ln ${kinds} = ${formatNats(leastLoss)}` : formatNats(leastLoss)) }] : []}
          .xDomain=${[0, target]}
          .yDomain=${[0, highest]}
          .formatX=${formatCount}
          .formatY=${formatNumber}
          .xLabel=${train.stepsAxis}
          .yLabel=${train.nats}
          .label=${t.chart}
          .hint=${begun ? '' : t.willBe}
          .width=${Math.min(980, this.width - 30)}
          .height=${260}
        ></qkv-line-chart>
      </div>
    `
  }

  /** Both models, where each position looks. @param {Record<Side, TrainingRun>} runs */
  #sides(runs) {
    const t = this.words(strings)
    const train = this.words(trainingStrings)
    const { words } = /** @type {import('../../package/engine.js').Task} */ (this.task)
    const width = this.narrow ? this.width - 28 : this.width / 2 - 40
    const begun = this.#begun(runs)
    return html`
      <div class="sides">
        ${SIDES.map((side) => {
          if (!begun)
            return html`<section>
              <h2 ${tinted(TONES[side])}>${t.sides[side]}</h2>
              <p class="soft">${t.promise[side]}</p>
            </section>`
          const run = runs[side]
          const { ids, weights } = /** @type {import('../../models/training-run.js').Probe} */ (run.probe)
          const tokens = shownTokens(Array.from(ids, (/** @type {number} */ id) => words[id]))
          const last = run.measured[run.measured.length - 1]
          return html`<section>
            <h2 ${tinted(TONES[side])}>${t.sides[side]}</h2>
            <dl class="facts">
              <div>
                <dt>${train.heldOutLoss}</dt>
                <dd>${formatNats(last.loss)}</dd>
              </div>
              <div>
                <dt>${train.accuracy}</dt>
                <dd>${formatPercent(last.accuracy)}</dd>
              </div>
            </dl>
            ${attentionMaps({
              weights,
              tokens,
              causal: side === 'causal',
              width: Math.min(520, width),
              theme: this.appearance,
              t: this.t,
            })}
          </section>`
        })}
      </div>
    `
  }

  #end() {
    const t = this.words(strings)
    const ends = /** @type {any} */ (this.ends)
    const truth = /** @type {any} */ (this.#truth)
    const { words } = /** @type {any} */ (this.task)
    const { ids, targets } = /** @type {any} */ (this.runs).causal.probe
    const prefix = prefixOf(/** @type {any} */ (this.task))
    const real = shownTokens(Array.from(targets.slice(prefix - 1), (/** @type {number} */ id) => words[id]))
    const given = shownTokens(Array.from(ids.slice(0, prefix), (/** @type {number} */ id) => words[id]))
    const line = (/** @type {unknown} */ name, /** @type {string[]} */ more, marked = false) =>
      html`<tr>
        <th scope="row">${name}</th>
        ${more.map((one, i) => html`<td class=${marked ? (one === real[i] ? 'ok' : 'wrong') : ''}>${one}${marked ? (one === real[i] ? ' ✓' : ' ✗') : ''}</td>`)}
      </tr>`
    return html`<div class="end">
      <h2>${t.writingTitle}</h2>
      <p>${t.writingText}</p>
      <p>${t.given} <span class="prefix">${given.join(' ')}</span></p>
      <table>
        ${line(t.reality, real)}
        ${SIDES.map((side) => line(html`<span ${tinted(TONES[side])}>${t.sides[side]}</span>`, shownTokens(ends[side].more), true))}
      </table>
      ${SIDES.map(
        (side) =>
          html`<p>
            <b ${tinted(TONES[side])}>${t.sides[side]}</b>
            ${t.ability(formatPercent(ends[side].seen), formatPercent(ends[side].writing))}
          </p>`,
      )}
      <p class="verdict">
        ${t.lossVerdict[truth.peeked ? 'peeked' : /** @type {Side} */ (truth.loss)]}
        ${truth.writing === 'neither' ? t.neither[this.data] : t.verdict[/** @type {Side} */ (truth.writing)]}
      </p>
    </div>`
  }
}

define('qkv-leak', Leak)

import { html, nothing } from 'lit'
import { define } from '../../components/define.js'
import { live } from 'lit/directives/live.js'
import '../../components/answer-row.js'
import '../../components/line-chart.js'
import '../../models/try-model.js'
import { attentionMaps } from '../../components/maps.js'
import { factsStyle } from '../../components/facts-style.js'
import { formatCount, formatNats, formatNumber, formatPercent, formatTime } from '../../components/format.js'
import { Background } from '../../engine/background.js'
import { qkvError } from '../../engine/calls.js'
import { shownTokens } from '../../components/tokens.js'
import { translated } from '../../i18n/errors.js'
import { inLanguage } from '../../i18n/locales.js'
import { answersTo } from '../../models/answers.js'
import { TrainingRun } from '../../models/training-run.js'
import { strings as trainingStrings } from '../../models/training-strings.js'
import { entry, selectOf } from '../../state/controls.js'
import { choice, number, typed } from '../../state/property.js'
import { Figure } from '../base/figure.js'
import { drawControl } from '../base/toolbar.js'
import { strings } from './strings.js'
import { TASKS, presets, recipeWith } from './presets.js'
import { sampleTexts } from './sample-texts.js'
import { trainStyle } from './style.js'

const LARGEST_SEED = 2 ** 32
const MOST_STEPS = 100000
/** Steps of a chunk, and the wait after it in ms, from slow to fast. */
const PACES = [
  { steps: 1, wait: 700 },
  { steps: 1, wait: 150 },
  { steps: 1, wait: 16 },
  { steps: 5, wait: 16 },
  { steps: 1000, wait: 0 }, // as many as fit between two pictures
]
const WAIT = 400 // ms after the last key in a text before it is a task

/** What is offered of the formats in which a model can be kept. @type {Record<string, { name: string, end: string }>} */
const FILES = {
  safetensors: { name: 'safetensors', end: 'safetensors' },
  llama2c: { name: 'llama2.c .bin', end: 'bin' },
}
/** In the order in which they are offered. */
const SETTINGS = [
  ...['layers', 'heads', 'kvHeads', 'width', 'position', 'architecture', 'mask', 'scaled'],
  ...['learningRate', 'steps', 'trainSeed'],
]
/** Settings that make another model; the others go on with the same. */
const REMADE = /** @type {const} */ ([
  'task',
  'layers',
  'heads',
  'kvHeads',
  'width',
  'headWidth',
  'mask',
  'scaled',
  'position',
  'architecture',
  'learningRate',
])

const whole = (/** @type {number} */ max) => number(0, { min: 0, max, whole: true })
const list = (/** @type {number[]} */ ...numbers) =>
  numbers.map((one) => /** @type {[number, string]} */ ([one, String(one)]))
/** Words of the figure that name choices. @param {string} key */
const named = (key) => (/** @type {Train} */ figure) => Object.entries(figure.allWords[key])
/** Of the model that is being trained. @param {(config: import('../../package/engine.js').Config) => any} of */
const now = (of) => (/** @type {Train} */ figure) => figure.recipe && of(figure.recipe.config)
const setting = { group: 'settings', elsewhere: true, when: (/** @type {Train} */ figure) => !!figure.recipe }
const typedIn = {
  ...setting,
  refused: (/** @type {Train} */ figure, /** @type {string} */ text) =>
    (figure.notice = figure.words(strings).badNumber(text)),
}

/**
 * A small transformer learns while the reader watches: the loss falls, heads form. Runs in a worker. Property `result`:
 * { steps, losses, measured, probe }. Events: qkv-trained {status} when a run has come to its end; qkv-open-model {name, weights, text}
 * when the reader wants to look into what was learned.
 */
export class Train extends Figure {
  static strings = strings
  static views = ['task', 'train', 'maps', 'try']
  static stepControls = { train: [], maps: [], try: ['try'] }
  static needs = /** @type {const} */ ('lab')
  static buttons = ['try']
  static presets = Object.keys(presets)
  static formerly = { sort: 'sorting', clause: 'who-is-he' }
  static properties = { opens: { type: Boolean } }
  // 0 and '' mean "as in the preset, or the task".
  static state = {
    task: selectOf(
      choice('', ...TASKS),
      (figure) => TASKS.map((name) => [name, figure.allWords.tasks[name].title]),
      { now: (figure) => figure.taskName, set: (figure, task) => figure.choose(task) },
    ),
    text: typed(4000),
    layers: selectOf(whole(4), () => list(1, 2, 3, 4), { ...setting, now: now((c) => c.nLayers) }),
    heads: selectOf(whole(8), () => list(1, 2, 4, 8), { ...setting, now: now((c) => c.nHeads) }),
    kvHeads: selectOf(
      whole(8),
      (figure) => list(...[1, 2, 4, 8].filter((count) => figure.recipe.config.nHeads % count === 0)),
      { ...setting, now: now((c) => c.nKvHeads), when: (figure) => figure.recipe?.config.nHeads > 1 },
    ),
    width: selectOf(
      whole(128),
      (figure) => {
        const widths = new Set([16, 32, 48, 64, 96, 128, figure.recipe.config.dModel])
        return list(...[...widths].sort((a, b) => a - b))
      },
      { ...setting, now: now((c) => c.dModel) },
    ),
    position: selectOf(choice('', 'none', 'learned', 'rope', 'sinusoidal'), named('positions'), {
      ...setting,
      now: now((c) => c.position),
    }),
    architecture: selectOf(
      choice('', 'gpt', 'llama'),
      () => [
        ['gpt', 'GPT'],
        ['llama', 'Llama'],
      ],
      { ...setting, now: now((c) => (c.gated ? 'llama' : 'gpt')) },
    ),
    mask: selectOf(choice('', 'causal', 'none'), named('masks'), {
      ...setting,
      now: now((c) => (c.causal ? 'causal' : 'none')),
    }),
    scaled: selectOf(choice('', '1', '0'), named('scales'), {
      ...setting,
      label: 'scale',
      now: now((c) => (c.scaled ? '1' : '0')),
    }),
    learningRate: entry(number(0, { min: 0, max: 1000 }), {
      ...typedIn,
      now: (figure) => Number(figure.recipe?.learningRate.toPrecision(4)),
    }),
    steps: entry(whole(MOST_STEPS), { ...typedIn, now: (figure) => figure.target }),
    trainSeed: entry(number(0, { min: 0, max: LARGEST_SEED, whole: true }), {
      ...typedIn,
      label: 'seed',
      now: (figure) => figure.trainSeed,
    }),
    pace: number(PACES.length - 1, { min: 0, max: PACES.length - 1, whole: true }),
  }

  static styles = [Figure.styles, factsStyle, trainStyle]

  constructor() {
    super()
    /** Whether someone listens to qkv-open-model. */
    this.opens = false
    /** @type {Background|undefined} */ this.background = undefined
    /** @type {TrainingRun|undefined} */ this.run = undefined
    /** @type {import('../../package/engine.js').Task|undefined} */ this.task = undefined
    this.problem = ''
    /** @type {import('../../package/engine.js').Recipe|undefined} */ this.recipe = undefined
  }

  /** Its words with those of all that learn. */
  get #t() {
    return { ...this.words(trainingStrings), ...this.words(strings) }
  }

  get result() {
    const { run } = this
    return run && { steps: run.steps, losses: run.losses, measured: run.measured, probe: run.probe }
  }

  async start() {
    this.background = new Background(this.engine)
    this.#key = ''
  }

  stop() {
    clearTimeout(this.#timer)
    this.run?.close()
    this.run = undefined
    this.background?.close()
  }

  /** What the reader asked for, over the preset's settings. @returns {import('./presets.js').Settings & { task: string }} */
  get #settings() {
    const preset = presets[this.preset] ?? presets.reversal
    const changed = Object.fromEntries(Object.entries(this.store.values).filter(([, value]) => value))
    // Another task begins from its own recipe, not from the preset's.
    const base = changed.task && changed.task !== preset.task ? { task: changed.task } : preset
    return { ...base, ...changed }
  }

  get taskName() {
    return this.#settings.task
  }

  get trainSeed() {
    return this.store.values.trainSeed || this.seedOr(1)
  }

  /** @type {string|undefined} */
  #sample

  get #text() {
    this.#sample ??= inLanguage(sampleTexts, this.language) // and it stays: what was learned does not depend on the language shown
    return this.store.values.text ?? this.#sample
  }

  #key = ''
  #keyText = ''
  #timer = 0

  /** Begins anew when something that the model is made of has changed; a text may still be being typed. */
  compute() {
    const asked = this.#settings
    const key = JSON.stringify([...REMADE.map((name) => asked[name] || 0), this.trainSeed])
    const text = asked.task === 'text' ? this.#text : ''
    const typing = key === this.#key
    if (typing && text === this.#keyText) return this.#extend()
    this.#key = key
    this.#keyText = text
    clearTimeout(this.#timer)
    if (typing) this.#timer = window.setTimeout(() => this.#reset(), WAIT)
    else this.#begin()
  }

  /** More steps: the same model goes on. */
  #extend() {
    const { run } = this
    if (!run?.recipe) return
    run.recipe = { ...run.recipe, steps: this.target }
    if (run.status === 'done' && run.steps < this.target) run.status = 'ready'
  }

  /** A new model that has learned nothing, or a sentence about why there cannot be one. */
  #begin() {
    const { engine } = this
    this.run?.close()
    this.run = undefined
    this.problem = ''
    const name = this.taskName
    const text = name === 'text' ? this.#text : ''
    try {
      this.task = engine.task(name, { text })
      const recipe = recipeWith(engine, this.task.recipe, this.#settings)
      this.recipe = recipe
      const run = new TrainingRun(/** @type {Background} */ (this.background), () => this.#seen(run))
      this.run = run
      run.make({
        task: name,
        text,
        recipe,
        seed: this.trainSeed,
        tokens: this.task.tokens,
        language: this.language,
      })
    } catch (error) {
      this.problem = translated(qkvError(error), this.language)
    }
  }

  /** @param {TrainingRun} run */
  #seen(run) {
    if (run !== this.run) return
    if (run.status === 'done' || run.status === 'failed') this.emit('qkv-trained', { status: run.status })
    this.requestUpdate()
  }

  #reset() {
    this.#begin()
    this.requestUpdate()
  }

  get target() {
    return this.#settings.steps || this.task?.recipe.steps || 1
  }

  /** As the button does: trains to the end, or until it is pressed again. */
  train = async () => {
    const { run } = this
    if (!run) return
    if (run.status === 'running') run.pause()
    else await run.go(() => PACES[this.store.values.pace])
  }

  get #moreSteps() {
    return this.task?.recipe.steps ?? 0
  }

  /** Beyond the recipe: the same model goes on. */
  #more = async () => {
    const { run } = this
    if (!run) return
    this.store.set({ steps: Math.min(MOST_STEPS, run.steps + this.#moreSteps) })
    await this.updateComplete
    await this.train()
  }

  async demonstrate() {
    await this.run?.made
    await this.train()
  }

  extras() {
    const { run } = this
    const config = run?.recipe?.config
    if (!run || !config) return nothing
    const { size } = this.words(strings)
    return html`<span
      >${size(config.nLayers, config.nHeads, config.dModel, formatCount(run.parameters))}</span
    >`
  }

  parts() {
    const t = this.#t
    const { run } = this
    const own = this.words(strings)
    if (!run) return []
    const loading = () => (run.problem ? nothing : html`<div class="loading">${this.t.loading}</div>`)
    const alone = this.view !== ''
    const content = (/** @type {unknown} */ inner) => html`<div class="columns one">${inner}</div>`
    const picture = (/** @type {() => unknown} */ draw) => () => (run.probe ? draw() : loading())
    const controls = {
      name: 'train',
      title: t.start,
      draw: () =>
        html`${this.#controlsOf(run)}${alone ? picture(() => content(this.#charts(run)))() : nothing}`,
    }
    const after = { name: 'try', title: t.tryTitle, draw: () => (run.probe ? this.#after(run) : nothing) }
    return [
      { name: 'task', title: own.task, draw: () => this.#about() },
      controls,
      alone
        ? { name: 'maps', title: t.maps, draw: picture(() => content(this.#example(run))) }
        : { name: 'pictures', title: '', draw: picture(() => this.#pictures(run)) },
      after,
    ]
  }

  /** @returns {unknown} */
  body() {
    const drawn = this.problem
      ? html`${this.#about()}
          <div class="notice" role="alert">${this.problem}</div>`
      : this.run
        ? super.body()
        : html`${this.#about()}
            <div class="loading">${this.t.loading}</div>`
    const note = this.view === 'steps' && this.store.values.step ? nothing : this.words(strings).note
    return html`${drawn}${note === nothing ? nothing : html`<figcaption>${note}</figcaption>`}`
  }

  /** Another task, with its own recipe. @param {string} task */
  choose(task) {
    const { initial, values } = this.store
    this.store.set({ ...initial, task, pace: values.pace, trainSeed: values.trainSeed })
  }

  /** @returns {unknown} */
  #about() {
    const t = this.words(strings)
    const name = this.taskName
    return html`<div class="about">
      <p>${t.tasks[/** @type {'sink'} */ (name)].text}</p>
      ${
        name === 'text' && this.shows('task')
          ? html`<textarea
              rows="4"
              maxlength="4000"
              aria-label=${t.textLabel}
              .value=${live(this.#text)}
              @input=${(/** @type {any} */ e) => this.store.set({ text: e.target.value }, { gesture: 'text' })}
            ></textarea>`
          : nothing
      }
      ${this.shows('settings') ? this.#settingFields() : nothing}
    </div>`
  }

  #settingFields() {
    return html`<div class="settings">${SETTINGS.map((name) => drawControl(this, name))}</div>`
  }

  /** @param {TrainingRun} run */
  #controlsOf(run) {
    const t = this.#t
    const problem = run.problem ? translated(run.problem, this.language) : ''
    const target = this.target
    const { status, steps, state } = run
    const last = run.measured.at(-1)
    const left = steps > 0 && status === 'running' ? (run.wall / steps) * (target - steps) : 0
    const pace = this.store.values.pace
    const fast = pace === PACES.length - 1
    return html`<div class="run">
      <div class="buttons">
        ${
          status === 'done'
            ? html`<button class="button primary" @click=${this.#more}>
                ${t.more(formatCount(this.#moreSteps))}
              </button>`
            : html`<button
                class="button primary"
                ?disabled=${status === 'failed' || status === 'making'}
                @click=${this.train}
              >
                ${status === 'running' ? t.pause : steps ? t.resume : t.start}
              </button>`
        }
        <button class="chip" ?disabled=${status !== 'ready'} @click=${() => run.step()}>${t.step}</button>
        <button class="chip" ?disabled=${steps === 0 && status !== 'failed'} @click=${() => this.#reset()}>
          ${t.reset}
        </button>
        <label
          >${t.pace}
          <input
            type="range"
            min="0"
            max=${PACES.length - 1}
            .value=${live(String(pace))}
            aria-valuetext=${t.paces[pace]}
            @input=${(/** @type {any} */ e) => this.store.set({ pace: Number(e.target.value) }, { gesture: 'pace' })}
          />
          <span>${t.paces[pace]}</span></label
        >
      </div>
      <div class="far">
        <progress
          max=${target}
          value=${steps}
          aria-label=${t.progress(formatCount(steps), formatCount(target))}
        ></progress>
        <span>${t.progress(formatCount(steps), formatCount(target))}</span>
        ${left && fast ? html`<span>${t.left(formatTime(left))}</span>` : nothing}
      </div>
      ${
        status === 'failed'
          ? html`<p class="warn" role="alert">
              ${run.probe ? html`${problem} ${t.wayBack}` : t.badSettings(problem)}
            </p>`
          : last && last.loss > 3 * run.measured[0].loss
            ? html`<p class="warn" role="status">${t.diverging} ${t.wayBack}</p>`
            : nothing
      }
      ${
        last && state
          ? html`<dl class="facts">
              ${this.#fact(t.heldOutLoss, formatNats(last.loss))}
              ${this.#fact(t.accuracy, formatPercent(last.accuracy))}
              ${this.#fact(t.learningRate, formatNumber(state.rate))}
              ${this.#fact(t.gradientNorm, formatNumber(state.gradientNorm))}
              ${steps ? this.#fact(t.tokensPerSecond, formatCount(Math.round(run.speed.tokensPerSecond))) : nothing}
              ${steps ? this.#fact('GFLOP/s', formatNumber(run.speed.flopsPerSecond / 1e9)) : nothing}
            </dl>`
          : nothing
      }
    </div>`
  }

  /** @param {string} name @param {string} value */
  #fact(name, value) {
    return html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`
  }

  /** @param {TrainingRun} run */
  #pictures(run) {
    return html`<div class="columns">${this.#charts(run)} ${this.#example(run)}</div>`
  }

  /** In pixels, what a column of this share of the width has. @param {number} share */
  #wide(share) {
    const stacked = this.view !== '' || this.width < 832 // as in the style: 52rem
    return stacked ? this.width - 30 : this.width * share - 36
  }

  /** The loss and the accuracy, step by step. @param {TrainingRun} run */
  #charts(run) {
    const t = this.#t
    const { leastLoss } = /** @type {import('../../package/engine.js').Task} */ (this.task)
    const last = run.measured[run.measured.length - 1]
    const left = this.#wide(0.4)
    /** @type {[number, number][]} */
    const batch = run.losses.map((loss, i) => [i + 1, loss])
    const series = (/** @type {'loss'|'accuracy'} */ name) =>
      run.measured.map((one) => /** @type {[number, number]} */ ([one.step, one[name]]))
    const highest = Math.max(...run.losses.slice(0, 20), run.measured[0].loss, leastLoss || 0) * 1.08
    return html`
      <div>
        <div>
          <h2>${t.lossChart}</h2>
          <qkv-line-chart
            axes="linear"
            .series=${[
              { name: t.batchLoss, tone: '--x', thin: true, points: batch },
              { name: t.heldOut, tone: '--a', points: series('loss') },
            ]}
            .levels=${leastLoss > 0 ? [{ value: leastLoss, name: t.leastLoss(formatNats(leastLoss)) }] : []}
            .xDomain=${[0, Math.max(this.target, run.steps)]}
            .yDomain=${[0, highest]}
            .formatX=${formatCount}
            .formatY=${formatNumber}
            .xLabel=${t.stepsAxis}
            .yLabel=${t.nats}
            .hint=${run.steps ? '' : t.willBe}
            .label=${t.lossLabel(formatNats(run.measured[0].loss), formatNats(last.loss))}
            .width=${Math.min(560, left)}
            .height=${this.view ? 150 : 230}
          ></qkv-line-chart>
        </div>
        <div>
          <h2>${t.accuracyChart}</h2>
          <qkv-line-chart
            axes="linear"
            .series=${[{ name: t.heldOut, tone: '--a', points: series('accuracy') }]}
            .xDomain=${[0, Math.max(this.target, run.steps)]}
            .yDomain=${[0, 1]}
            .formatX=${formatCount}
            .formatY=${formatPercent}
            .xLabel=${t.stepsAxis}
            .label=${t.accuracyLabel(formatPercent(last.accuracy))}
            .width=${Math.min(560, left)}
            .height=${this.view ? 110 : 160}
          ></qkv-line-chart>
        </div>
      </div>
    `
  }

  /** Whether it learns without the positions that its task needs: what is said of the maps is not so then. @param {TrainingRun} run */
  #blind(run) {
    const needed = this.task?.recipe.config.position !== 'none'
    return needed && /** @type {any} */ (run.recipe).config.position === 'none'
  }

  /** An example with the answers to it, and where every head looks. @param {TrainingRun} run */
  #example(run) {
    const t = this.#t
    const { words } = /** @type {import('../../package/engine.js').Task} */ (this.task)
    const { ids, targets, logits, weights } = /** @type {import('../../models/training-run.js').Probe} */ (
      run.probe
    )
    const { engine } = this
    const tokens = shownTokens(Array.from(ids, (id) => words[id]))
    const { causal } = /** @type {any} */ (run.recipe).config
    const last = run.measured[run.measured.length - 1]
    const right = this.#wide(0.6)
    return html`
      <div>
        <div>
          <h2>${t.probe}</h2>
          <qkv-answer-row
            .tokens=${tokens}
            .answers=${answersTo(engine, logits, words, targets)}
            .words=${{ right: t.right, wrong: t.wrong }}
            .label=${t.probe}
          ></qkv-answer-row>
        </div>
        <div>
          <h2>${t.maps}</h2>
          ${attentionMaps({ weights, tokens, causal, most: this.view ? 260 : 340, width: Math.min(700, right), theme: this.appearance, t: this.t, looks: last.looks })}
        </div>
        <p class="soft">
          ${this.#blind(run) ? t.blind : t.tasks[/** @type {'sink'} */ (this.taskName)].look}
        </p>
      </div>
    `
  }

  /** @param {TrainingRun} run */
  #after(run) {
    const t = this.#t
    if (!this.shows('try') || run.steps === 0) return nothing
    const quiet = run.status !== 'running'
    return html`<div class="after">
      ${run.status === 'done' ? html`<p class="done" role="status">${t.done(formatTime(run.elapsed))}</p>` : nothing}
      <div>
        <h2>${t.tryTitle}</h2>
        <qkv-try-model
          .run=${run}
          .background=${this.background}
          .words=${this.task?.words}
          task=${this.taskName}
          lang=${this.language}
          theme=${this.appearance}
          width=${Math.min(900, this.width - 40)}
          version=${quiet ? `${run.steps}` : ''}
        ></qkv-try-model>
      </div>
      <div class="files">
        ${this.opens ? html`<button class="chip" ?disabled=${!quiet} @click=${() => this.#open(run)}>${t.openModel}</button>` : nothing}
        ${run.formats.filter((format) => FILES[format]).map((format) => html`<button class="chip" ?disabled=${!quiet} @click=${() => this.#download(run, format)}>${t.download(FILES[format].name)}</button>`)}
      </div>
    </div>`
  }

  /** @param {TrainingRun} run */
  async #open(run) {
    try {
      const weights = await run.call('saveTrained', { format: 'safetensors' })
      /** @type {any} */ const tried = this.renderRoot.querySelector('qkv-try-model')
      this.emit('qkv-open-model', { name: `${this.taskName}.safetensors`, weights, text: tried?.typed })
    } catch (error) {
      this.fail(error)
    }
  }

  /** @param {TrainingRun} run @param {string} format */
  async #download(run, format) {
    try {
      const bytes = await run.call('saveTrained', { format })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([bytes]))
      link.download = `${this.taskName}-${run.steps}.${FILES[format].end}`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10000)
    } catch (error) {
      this.notice = translated(qkvError(error), this.language)
    }
  }
}

define('qkv-train', Train)

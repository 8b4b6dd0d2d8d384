import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import '../components/answer-row.js'
import '../components/line-chart.js'
import './try-model.js'
import { factsStyle } from '../components/facts-style.js'
import { formatCount, formatNats, formatNumber, formatPercent, formatTime } from '../components/format.js'
import { Background } from '../engine/background.js'
import { translated } from '../i18n/errors.js'
import { choice, number, typed } from '../state/property.js'
import { answersOf, shownWord } from './answers.js'
import { Figure } from './figure.js'
import { attentionMaps } from './maps.js'
import { sampleTexts } from './sample-texts.js'
import { TASKS, presets, recipeWith } from './train-presets.js'
import { trainStyle } from './train-style.js'
import { TrainingRun } from './training-run.js'

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

const table = {
  task: choice('', ...TASKS),
  text: typed(4000),
  trainSeed: number(0, { min: 0, max: LARGEST_SEED, whole: true }),
  layers: whole(4),
  heads: whole(8),
  kvHeads: whole(8),
  width: whole(128),
  mask: choice('', 'causal', 'none'),
  scaled: choice('', '1', '0'),
  position: choice('', 'none', 'learned', 'rope', 'sinusoidal'),
  architecture: choice('', 'gpt', 'llama'),
  learningRate: number(0, { min: 0, max: 1000 }),
  steps: whole(MOST_STEPS),
  pace: number(PACES.length - 1, { min: 0, max: PACES.length - 1, whole: true }),
}

/**
 * A small transformer learns while the reader watches: the loss falls, heads form. Runs in a worker.
 * Attributes as in Figure; groups of `controls`: task, settings, try, history. Property `result`: { steps, losses, measured, probe }.
 * Events: qkv-trained {status} when a run has come to its end; qkv-open-model {name, weights, text} when the reader wants to
 * look into what was learned.
 */
export class Train extends Figure {
  static full = true
  static controls = ['task', 'settings', 'try', 'history']
  static presets = Object.keys(presets)
  static properties = { opens: { type: Boolean } }

  static styles = [Figure.styles, factsStyle, trainStyle]

  constructor() {
    super(table)
    /** Whether someone listens to qkv-open-model. */
    this.opens = false
    /** @type {Background|undefined} */ this.background = undefined
    /** @type {TrainingRun|undefined} */ this.run = undefined
    /** @type {import('../engine/trainer.js').Task|undefined} */ this.task = undefined
    this.problem = ''
    /** @type {import('../engine/trainer.js').Recipe|undefined} */ this.recipe = undefined
  }

  get result() {
    const { run } = this
    return run && { steps: run.steps, losses: run.losses, measured: run.measured, probe: run.probe }
  }

  async start() {
    this.background = new Background(/** @type {any} */ (this.engine))
    this.#key = ''
  }

  stop() {
    clearTimeout(this.#timer)
    this.run?.close()
    this.run = undefined
    this.background?.close()
  }

  /** What the reader asked for, over the preset's settings. @returns {import('./train-presets.js').Settings & { task: import('./train-presets.js').TaskName }} */
  get #settings() {
    const preset = presets[this.preset] ?? presets.reversal
    const changed = Object.fromEntries(Object.entries(this.store.values).filter(([, value]) => value))
    // Another task begins from its own recipe, not from the preset's.
    const base = changed.task && changed.task !== preset.task ? { task: changed.task } : preset
    return { ...base, ...changed }
  }

  get #taskName() {
    return this.#settings.task
  }

  get #trainSeed() {
    return this.store.values.trainSeed || this.seedOr(1)
  }

  /** @type {'zh'|'en'|undefined} */
  #sample

  get #text() {
    this.#sample ??= this.language // and it stays: what has been learned does not depend on the language shown
    return this.store.values.text ?? sampleTexts[this.#sample]
  }

  #key = ''
  #keyText = ''
  #timer = 0

  /** Begins anew when something that the model is made of has changed; a text may still be being typed. */
  compute() {
    const asked = this.#settings
    const key = JSON.stringify([...REMADE.map((name) => asked[name] || 0), this.#trainSeed])
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
    run.recipe = { ...run.recipe, steps: this.#target }
    if (run.status === 'done' && run.steps < this.#target) run.status = 'ready'
  }

  /** A new model that has learned nothing, or a sentence about why there cannot be one. */
  #begin() {
    const engine = /** @type {import('../engine/engine.js').Engine} */ (this.engine)
    this.run?.close()
    this.run = undefined
    this.problem = ''
    const name = this.#taskName
    const text = name === 'text' ? this.#text : ''
    try {
      this.task = engine.task(name, { text })
      const recipe = recipeWith(this.task.recipe, this.#settings)
      this.recipe = recipe
      const run = new TrainingRun(/** @type {Background} */ (this.background), () => this.#seen(run))
      this.run = run
      run.make({
        task: name,
        text,
        recipe,
        seed: this.#trainSeed,
        tokens: this.task.tokens,
        language: this.language,
      })
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error)
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

  get #target() {
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

  body() {
    const { run } = this
    return html`
      ${this.#toolbar()} ${this.#about()}
      ${
        this.problem
          ? html`<div class="notice" role="alert">${translated(this.problem, this.language)}</div>`
          : run
            ? html`${this.#controlsOf(run)}
              ${
                run.probe
                  ? this.#pictures(run)
                  : run.failure
                    ? nothing
                    : html`<div class="loading">${this.t.loading}</div>`
              }
              ${run.probe ? this.#after(run) : nothing}`
            : html`<div class="loading">${this.t.loading}</div>`
      }
      <figcaption>${this.t.train.note}</figcaption>
    `
  }

  #toolbar() {
    const { train: t } = this.t
    const name = this.#taskName
    const first = this.run?.recipe?.config
    return html`<div class="bar">
      ${
        this.shows('task')
          ? html`<label
              >${t.task}
              <select @change=${(/** @type {any} */ e) => this.#choose(e.target.value)}>
                ${TASKS.map((one) => html`<option value=${one} .selected=${one === name}>${t.tasks[one].title}</option>`)}
              </select></label
            >`
          : nothing
      }
      ${
        first
          ? html`<span
              >${t.size(first.nLayers, first.nHeads, first.dModel, formatCount(/** @type {TrainingRun} */ (this.run).parameters))}</span
            >`
          : nothing
      }
      ${this.historyControls()}
    </div>`
  }

  /** Another task, with its own recipe. @param {string} task */
  #choose(task) {
    const { initial, values } = this.store
    this.store.set({ ...initial, task, pace: values.pace, trainSeed: values.trainSeed })
  }

  #about() {
    const { train: t } = this.t
    const name = this.#taskName
    return html`<div class="about">
      <p>${t.tasks[name].text}</p>
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
    const { train: t } = this.t
    const { recipe } = this
    if (!recipe) return nothing
    const { config, learningRate } = recipe
    const select = (
      /** @type {string} */ label,
      /** @type {string} */ name,
      /** @type {string} */ value,
      /** @type {[string, string][]} */ options,
    ) =>
      html`<label
        >${label}
        <select
          @change=${(/** @type {any} */ e) => this.store.set({ [name]: table[/** @type {'task'} */ (name)].read(e.target.value) })}
        >
          ${options.map(([key, text]) => html`<option value=${key} .selected=${key === value}>${text}</option>`)}
        </select></label
      >`
    const field = (/** @type {string} */ label, /** @type {string} */ name, /** @type {number} */ value) =>
      html`<label
        >${label}
        <input
          type="text"
          inputmode="decimal"
          .value=${live(String(value))}
          @change=${(/** @type {any} */ e) => this.#type(name, e.target)}
      /></label>`
    const numbers = (/** @type {number[]} */ ...list) =>
      /** @type {[string, string][]} */ (list.map((one) => [String(one), String(one)]))
    const withOwn = (/** @type {number[]} */ list, /** @type {number} */ own) =>
      numbers(...[...new Set([...list, own])].sort((a, b) => a - b))
    const architecture = config.gated ? 'llama' : 'gpt'
    return html`<div class="settings">
      ${select(t.layers, 'layers', String(config.nLayers), numbers(1, 2, 3, 4))}
      ${select(t.heads, 'heads', String(config.nHeads), numbers(1, 2, 4, 8))}
      ${
        config.nHeads > 1
          ? select(
              t.kvHeads,
              'kvHeads',
              String(config.nKvHeads),
              numbers(...[1, 2, 4, 8].filter((count) => config.nHeads % count === 0)),
            )
          : nothing
      }
      ${select(t.width, 'width', String(config.dModel), withOwn([16, 32, 48, 64, 96, 128], config.dModel))}
      ${select(t.position, 'position', config.position, /** @type {any} */ (Object.entries(t.positions)))}
      ${select(t.architecture, 'architecture', architecture, [
        ['gpt', 'GPT'],
        ['llama', 'Llama'],
      ])}
      ${select(t.mask, 'mask', config.causal ? 'causal' : 'none', /** @type {any} */ (Object.entries(t.masks)))}
      ${select(t.scale, 'scaled', config.scaled ? '1' : '0', /** @type {any} */ (Object.entries(t.scales)))}
      ${field(t.learningRate, 'learningRate', Number(learningRate.toPrecision(4)))}
      ${field(t.steps, 'steps', this.#target)} ${field(t.seed, 'trainSeed', this.#trainSeed)}
    </div>`
  }

  /** @param {string} name @param {HTMLInputElement} input */
  #type(name, input) {
    const value = table[/** @type {'steps'} */ (name)].read(input.value)
    if (value) this.store.set({ [name]: value })
    else {
      this.notice = this.t.train.badNumber(input.value)
      this.requestUpdate()
      return
    }
    this.notice = ''
  }

  /** @param {TrainingRun} run */
  #controlsOf(run) {
    const { train: t } = this.t
    const target = this.#target
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
              ${run.probe ? html`${translated(run.failure, this.language)} ${t.wayBack}` : t.badSettings(run.failure)}
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
    const { train: t } = this.t
    const { words, leastLoss } = /** @type {import('../engine/trainer.js').Task} */ (this.task)
    const { ids, targets, logits, weights } = /** @type {import('./training-run.js').Probe} */ (run.probe)
    const engine = /** @type {import('../engine/engine.js').Engine} */ (this.engine)
    const tokens = Array.from(ids, (id) => shownWord(words[id]))
    const { causal } = /** @type {any} */ (run.recipe).config
    const last = run.measured[run.measured.length - 1]
    const stacked = this.width < 832 // as in the style: 52rem
    const left = stacked ? this.width - 30 : this.width * 0.4 - 36
    const right = stacked ? this.width - 30 : this.width * 0.6 - 36
    /** @type {[number, number][]} */
    const batch = run.losses.map((loss, i) => [i + 1, loss])
    const series = (/** @type {'loss'|'accuracy'} */ name) =>
      run.measured.map((one) => /** @type {[number, number]} */ ([one.step, one[name]]))
    const highest = Math.max(...run.losses.slice(0, 20), run.measured[0].loss, leastLoss || 0) * 1.08
    return html`<div class="columns">
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
            .xDomain=${[0, Math.max(this.#target, run.steps)]}
            .yDomain=${[0, highest]}
            .formatX=${formatCount}
            .formatY=${formatNumber}
            .xLabel=${t.stepsAxis}
            .yLabel=${t.nats}
            .label=${t.lossLabel(formatNats(run.measured[0].loss), formatNats(last.loss))}
            .width=${Math.min(560, left)}
            .height=${230}
          ></qkv-line-chart>
        </div>
        <div>
          <h2>${t.accuracyChart}</h2>
          <qkv-line-chart
            axes="linear"
            .series=${[{ name: t.heldOut, tone: '--a', points: series('accuracy') }]}
            .xDomain=${[0, Math.max(this.#target, run.steps)]}
            .yDomain=${[0, 1]}
            .formatX=${formatCount}
            .formatY=${formatPercent}
            .xLabel=${t.stepsAxis}
            .label=${t.accuracyLabel(formatPercent(last.accuracy))}
            .width=${Math.min(560, left)}
            .height=${160}
          ></qkv-line-chart>
        </div>
      </div>
      <div>
        <div>
          <h2>${t.probe}</h2>
          <qkv-answer-row
            .tokens=${tokens}
            .answers=${answersOf(engine, logits, words, { asked: (i) => targets[i] >= 0, target: (i) => targets[i] })}
            .words=${{ right: t.right, wrong: t.wrong }}
            .label=${t.probe}
          ></qkv-answer-row>
        </div>
        <div>
          <h2>${t.maps}</h2>
          ${attentionMaps({ weights, tokens, causal, width: Math.min(700, right), theme: this.theme, t: this.t, looks: last.looks })}
        </div>
        <p class="soft">${t.tasks[this.#taskName].look}</p>
      </div>
    </div>`
  }

  /** @param {TrainingRun} run */
  #after(run) {
    const { train: t } = this.t
    if (!this.shows('try') || run.steps === 0) return nothing
    const { config } = /** @type {any} */ (run.recipe)
    const llama = config.gated && config.position === 'rope' && config.causal && config.scaled
    const quiet = run.status !== 'running'
    return html`<div class="after">
      ${run.status === 'done' ? html`<p class="done" role="status">${t.done(formatTime(run.elapsed))}</p>` : nothing}
      <div>
        <h2>${t.tryTitle}</h2>
        <qkv-try-model
          .run=${run}
          .engine=${this.engine}
          .background=${this.background}
          .words=${this.task?.words}
          task=${this.#taskName}
          lang=${this.language}
          theme=${this.theme}
          width=${Math.min(900, this.width - 40)}
          version=${quiet ? `${run.steps}` : ''}
        ></qkv-try-model>
      </div>
      <div class="files">
        ${this.opens ? html`<button class="chip" ?disabled=${!quiet} @click=${() => this.#open(run)}>${t.openModel}</button>` : nothing}
        <button class="chip" ?disabled=${!quiet} @click=${() => this.#download(run, 'safetensors')}>
          ${t.download('safetensors')}
        </button>
        ${llama ? html`<button class="chip" ?disabled=${!quiet} @click=${() => this.#download(run, 'llama2c')}>${t.download('llama2.c .bin')}</button>` : nothing}
      </div>
    </div>`
  }

  /** @param {TrainingRun} run */
  async #open(run) {
    try {
      const weights = await run.call('saveTrained', { format: 'safetensors' })
      /** @type {any} */ const tried = this.renderRoot.querySelector('qkv-try-model')
      this.emit('qkv-open-model', { name: `${this.#taskName}.safetensors`, weights, text: tried?.typed })
    } catch (error) {
      this.fail(error)
    }
  }

  /** @param {TrainingRun} run @param {'safetensors'|'llama2c'} format */
  async #download(run, format) {
    try {
      const bytes = await run.call('saveTrained', { format })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([bytes]))
      link.download = `${this.#taskName}-${run.steps}.${format === 'llama2c' ? 'bin' : 'safetensors'}`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10000)
    } catch (error) {
      this.notice = translated(error instanceof Error ? error.message : String(error), this.language)
    }
  }
}

customElements.define('qkv-train', Train)

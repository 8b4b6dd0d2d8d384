import { html, css } from 'lit'
import '../components/matrix-view.js'
import { source } from '#source'
import { choice } from '../state/property.js'
import { inputsOf, presets } from './anatomy-presets.js'
import { LANGUAGES, STEPS, code, coreOf, numpyProgram } from './code-text.js'
import { Figure } from './figure.js'

/** The matrix that each step gives. */
const RESULT = /** @type {const} */ ({
  project: 'q',
  scores: 'scores',
  scaled: 'scaled',
  masked: 'masked',
  softmax: 'weights',
  output: 'output',
})
/** Which step a matrix of the figure beside belongs to. @type {Record<string, string>} */
const STEP_OF = {
  q: 'project',
  k: 'project',
  v: 'project',
  scores: 'scores',
  scaled: 'scaled',
  masked: 'masked',
  mask: 'masked',
  rowMax: 'softmax',
  exps: 'softmax',
  rowSum: 'softmax',
  weights: 'softmax',
  output: 'output',
}
const TONES = { project: '--q', scores: '--a', scaled: '--a', masked: '--a', softmax: '--a', output: '--v' }

const table = {
  step: choice(...STEPS),
  language: choice('numpy', ...LANGUAGES.filter((one) => one !== 'numpy')),
}

/**
 * One step of a head as formula, NumPy, PyTorch, TypeScript and the core's own C++ (taken from its source when the site is built), beside
 * its numbers; and a whole NumPy program that prints them. Attributes as in Figure. Property `result`: { steps, program }.
 */
export class Code extends Figure {
  static styles = [
    Figure.styles,
    css`
      .tabs {
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem;
      }
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
        gap: 1.4rem;
        align-items: start;
      }
      pre {
        margin: 0.6rem 0 0;
        padding: 0.8rem 1rem;
        border-radius: 10px;
        background: color-mix(in srgb, var(--ink) 5%, var(--surface));
        overflow-x: auto;
        font:
          0.86rem/1.6 ui-monospace,
          'SF Mono',
          Menlo,
          Consolas,
          monospace;
      }
      .soft {
        color: var(--soft);
        font-size: 0.84rem;
        margin: 0.4rem 0 0;
      }
      @container (max-width: 46rem) {
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ]

  constructor() {
    super(table)
    /** @type {{ steps: any, program: string }|undefined} */ this.result = undefined
  }

  /** Shows the step that a matrix of the figure beside belongs to. @param {string} matrix */
  follow(matrix) {
    const step = STEP_OF[matrix]
    if (step && step !== this.store.values.step) this.store.set({ step })
  }

  compute() {
    const inputs = inputsOf(presets['annual-leave'])
    this.result ??= {
      steps: this.engine?.attention({ ...inputs, mask: 'causal' }),
      program: numpyProgram(inputs),
    }
  }

  body() {
    const { code: t } = this.t
    const { step, language } = this.store.values
    const { steps } = /** @type {any} */ (this.result)
    const { tokens } = presets['annual-leave']
    const part = source[coreOf[/** @type {'project'} */ (step)]]
    const text =
      language === 'cpp'
        ? part.text
        : code[/** @type {'project'} */ (step)][/** @type {'numpy'} */ (language)]
    const result = RESULT[/** @type {'project'} */ (step)]
    const chips = (
      /** @type {string} */ name,
      /** @type {readonly string[]} */ list,
      /** @type {string} */ chosen,
      /** @type {any} */ names,
    ) =>
      html`<div class="tabs" role="group" aria-label=${t[/** @type {'step'} */ (name)]}>
        ${list.map(
          (one) =>
            html`<button
              class="chip"
              aria-pressed=${one === chosen ? 'true' : 'false'}
              @click=${() => this.store.set({ [name]: one })}
            >
              ${names[one]}
            </button>`,
        )}
      </div>`
    return html`
      <div class="bar">${chips('step', STEPS, step, t.steps)} ${this.historyControls()}</div>
      <div class="content columns">
        <section>
          ${chips('language', LANGUAGES, language, t.languages)}
          <pre tabindex="0"><code>${text}</code></pre>
          ${language === 'cpp' ? html`<p class="soft">${t.from(part.file)}</p>` : ''}
          <p><button class="chip" @click=${() => this.#copy()}>${t.copy}</button></p>
        </section>
        <qkv-matrix-view
          .matrix=${steps[result]}
          .label=${t.results[/** @type {'project'} */ (step)]}
          note="${steps[result].rows} × ${steps[result].cols}"
          aria-label=${t.results[/** @type {'project'} */ (step)]}
          .rowLabels=${tokens}
          .colLabels=${steps[result].cols === tokens.length ? tokens : undefined}
          .tone=${TONES[/** @type {'project'} */ (step)]}
          .scale=${step === 'softmax' ? 'weight' : 'tint'}
          .hatched=${(/** @type {number} */ row, /** @type {number} */ col) => ['masked', 'softmax'].includes(step) && col > row}
        ></qkv-matrix-view>
      </div>
      <figcaption>${t.note}</figcaption>
    `
  }

  async #copy() {
    const { copied, copyFailed } = this.t.code
    try {
      await navigator.clipboard.writeText(/** @type {any} */ (this.result).program)
      this.notice = copied
    } catch {
      this.notice = copyFailed
    }
    setTimeout(() => (this.notice = ''), 4000)
  }
}

customElements.define('qkv-code', Code)

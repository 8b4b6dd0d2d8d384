import { html, css } from 'lit'
import { define } from '../../components/define.js'
import '../../components/matrix-view.js'
import { source } from '#source'
import { chips } from '../../state/controls.js'
import { inputsOf, presets } from '../anatomy/presets.js'
import { drawControl } from '../base/toolbar.js'
import { LANGUAGES, STEPS, code, coreOf, numpyProgram } from './text.js'
import { Figure } from '../base/figure.js'
import { strings } from './strings.js'

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

/**
 * One step of a head as formula, NumPy, PyTorch, TypeScript and the core's own C++ (taken from its source when the site is built), beside
 * its numbers; and a whole NumPy program that prints them. Property `result`: { steps, program }.
 */
export class Code extends Figure {
  static strings = strings
  static state = {
    step: chips(STEPS[0], STEPS, { words: 'steps' }),
    language: chips('numpy', LANGUAGES, { words: 'languages', elsewhere: true }),
  }

  static styles = [
    Figure.styles,
    css`
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
    super()
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
      steps: this.engine.attention({ ...inputs, mask: 'causal' }),
      program: numpyProgram(inputs),
    }
  }

  body() {
    const t = this.words(strings)
    const { step, language } = this.store.values
    const { steps } = /** @type {any} */ (this.result)
    const { tokens } = presets['annual-leave']
    const part = source[coreOf[/** @type {'project'} */ (step)]]
    const text =
      language === 'cpp'
        ? part.text
        : code[/** @type {'project'} */ (step)][/** @type {'numpy'} */ (language)]
    const result = RESULT[/** @type {'project'} */ (step)]
    return html`
      <div class="content columns">
        <section>
          ${drawControl(this, 'language')}
          <pre tabindex="0"><code>${text}</code></pre>
          ${language === 'cpp' ? html`<p class="soft">${t.from(part.file)}</p>` : ''}
          <p>
            <button class="chip" @click=${() => this.copy(/** @type {any} */ (this.result).program, t)}>
              ${t.copy}
            </button>
          </p>
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
}

define('qkv-code', Code)

import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import { formatNumber } from '../../components/format.js'
import { numberProblem, readNumber } from '../../components/typed-number.js'
import { controlsOf } from '../../state/controls.js'

/** @typedef {import('./figure.js').Figure} Figure */
/** @typedef {import('../../state/controls.js').Look & { name: string, kind: string, [more: string]: any }} Control */

/** Changes the state as the control says; one gesture for what is dragged or typed. @param {Figure} figure @param {Control} control @param {any} value @param {boolean} [gesture] */
function change(figure, control, value, gesture = false) {
  if (control.set) return control.set(figure, value)
  figure.store.set(
    { [control.name]: value, ...control.also?.(figure) },
    { gesture: gesture ? control.name : undefined },
  )
}

/** The choices with what each is called. @param {Figure} figure @param {Control} control @param {any} t @returns {[string, string][]} */
const choicesOf = (figure, { choices, words: names }, t) =>
  typeof choices === 'function'
    ? choices(figure)
    : choices.map((/** @type {string} */ one) => [one, names ? (t[names][one] ?? one) : one])

/** @type {Record<string, (figure: Figure, control: Control, now: any, t: any) => unknown>} */
const DRAWN = {
  select: (figure, control, now, t) =>
    html`<select
      aria-label=${control.bare ? labelOf(control, figure, t) : nothing}
      ?disabled=${control.disabled?.(figure)}
      @change=${(/** @type {any} */ e) => change(figure, control, figure.store.table[control.name].read(e.target.value))}
    >
      ${choicesOf(figure, control, t).map(([value, name]) => html`<option value=${value} .selected=${String(value) === String(now)}>${name}</option>`)}
    </select>`,

  chips: (figure, control, now, t) =>
    html`<span class="buttons" role="group" aria-label=${labelOf(control, figure, t)}>
      ${choicesOf(figure, control, t).map(
        ([value, name]) =>
          html`<button
            class="chip"
            aria-pressed=${value === now ? 'true' : 'false'}
            @click=${() => change(figure, control, value)}
          >
            ${name}
          </button>`,
      )}
    </span>`,

  number: (figure, control, now, t) =>
    html`<input
      class="size"
      type="number"
      aria-label=${control.bare ? labelOf(control, figure, t) : nothing}
      min=${control.min}
      max=${control.max}
      .value=${live(String(now))}
      @input=${(/** @type {any} */ e) => {
        const value = figure.store.table[control.name].read(e.target.value)
        if (value !== undefined) change(figure, control, value, true)
      }}
    />`,

  entry: (figure, control, now) =>
    html`<input
      type="text"
      inputmode="decimal"
      .value=${live(String(now))}
      @change=${(/** @type {any} */ e) => {
        const { value: number, problem } = readNumber(e.target.value)
        const value = problem ? undefined : figure.store.table[control.name].read(String(number))
        if (value) {
          figure.notice = ''
          change(figure, control, value)
        } else {
          if (problem === 'ambiguous')
            figure.notice = numberProblem({ text: e.target.value, problem }, figure.t)
          else control.refused(figure, e.target.value)
          figure.requestUpdate() // what was there comes back
        }
      }}
    />`,

  text: (figure, control, now, t) => {
    const take = (/** @type {any} */ e) => change(figure, control, e.target.value, true)
    return html`<input
      type="text"
      lang=""
      maxlength=${control.longest}
      aria-label=${control.bare ? labelOf(control, figure, t) : nothing}
      title=${control.hint?.(figure) ?? nothing}
      .value=${live(now ?? '')}
      @input=${control.at === 'input' ? take : nothing}
      @change=${control.at === 'change' ? take : nothing}
    />`
  },

  toggle: (figure, control, now, t) =>
    html`<button
      class="chip"
      aria-pressed=${now ? 'true' : 'false'}
      ?disabled=${control.disabled?.(figure)}
      @click=${() => change(figure, control, !now)}
    >
      ${labelOf(control, figure, t)}
    </button>`,

  slider: (figure, control, now) =>
    html`<input
        type="range"
        min=${control.min}
        max=${control.max}
        step=${control.step}
        .value=${live(String(control.place ? control.place(now) : now))}
        aria-valuetext=${formatNumber(now)}
        ?disabled=${control.disabled?.(figure)}
        @input=${(/** @type {any} */ e) => {
          const place = Number(e.target.value)
          change(figure, control, control.value ? control.value(place) : place, true)
        }}
      /><output>${formatNumber(now)}</output>`,
}

/** A control of the table by its name, for figures that draw it in a place of its own. @param {Figure} figure @param {string} name */
export function drawControl(figure, name) {
  const control = controlsOf(figure.store.table).find((one) => one.name === name)
  return control ? draw(figure, control) : nothing
}

/** @param {Figure} figure @param {Control} control */
function draw(figure, control) {
  if (!figure.shows(/** @type {string} */ (control.group)) || control.when?.(figure) === false) return nothing
  const t = figure.allWords
  const now = control.now ? control.now(figure) : figure.store.values[control.name]
  const drawn = DRAWN[control.kind](figure, control, now, t)
  return control.bare || ['toggle', 'chips'].includes(control.kind)
    ? drawn
    : html`<label title=${control.hint?.(figure) ?? nothing}>${labelOf(control, figure, t)} ${drawn}</label>`
}

/** @param {Control} control @param {Figure} figure @param {any} t */
const labelOf = ({ label }, figure, t) => (typeof label === 'function' ? label(figure) : t[label ?? ''])

/** The controls of a figure's state that stand in its toolbar, in the order of the table. @param {Figure} figure */
export const drawControls = (figure) =>
  controlsOf(figure.store.table)
    .filter(({ elsewhere }) => !elsewhere)
    .map((control) => draw(figure, control))

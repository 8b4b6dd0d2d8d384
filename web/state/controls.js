// Properties that a reader changes by a control. Each is a property (property.js) with what its control is: from one table
// follow the state of a figure, its toolbar, the names in its attribute `controls`, what is undone together, and its
// line in the documentation.
import { choice, flag, number, typed } from './property.js'

/**
 * What a control may say of itself; `figure` is the figure that has it.
 * @typedef {object} Look
 * @property {string} [group]  the name in the attribute `controls` by which it is shown; its own if left out
 * @property {string|((figure: any) => string)} [label]  the key of its label in the words of the figure, or the label; its own name if left out
 * @property {string} [words]  the key of the names of its choices in the words of the figure; without one they name themselves
 * @property {boolean} [bare]  the label is for screen readers only
 * @property {boolean} [elsewhere]  the figure draws it, not the toolbar
 * @property {(figure: any) => any} [now]  what it shows, if that is not the value of the state
 * @property {(figure: any, value: any) => void} [set]  what a choice does, if it does not just set the state
 * @property {(figure: any) => Record<string, any>} [also]  what changes with it
 * @property {(figure: any) => boolean} [when]  whether there is such a control now
 * @property {(figure: any) => boolean} [disabled]
 * @property {(figure: any) => string} [hint]
 */

/**
 * @template T
 * @typedef {import('./property.js').Property<T> & { control: Look & { kind: 'select'|'chips'|'number'|'entry'|'text'|'toggle'|'slider', [more: string]: any } }} Controlled
 */

/**
 * One of several. `initial` may be '' for "as in the preset".
 * @param {string} initial @param {readonly string[]} choices in the order of the list @param {Look} [look]
 * @returns {Controlled<string>}
 */
export const select = (initial, choices, look = {}) => ({
  ...choice(initial, ...choices),
  control: { kind: 'select', choices, ...look },
})

/**
 * One of several that only the figure knows: pairs of value and name.
 * @template T @param {import('./property.js').Property<T>} property @param {(figure: any) => [any, string][]} choices @param {Look} [look]
 * @returns {Controlled<T>}
 */
export const selectOf = (property, choices, look = {}) => ({
  ...property,
  control: { kind: 'select', choices, ...look },
})

/** One of a few, all in sight. @param {string} initial @param {readonly string[]} choices @param {Look} [look] @returns {Controlled<string>} */
export const chips = (initial, choices, look = {}) => ({
  ...choice(initial, ...choices),
  control: { kind: 'chips', choices, ...look },
})

/** A whole number in a small field. @param {number} initial @param {{ min: number, max: number }} range @param {Look} [look] @returns {Controlled<number>} */
export const size = (initial, { min, max }, look = {}) => ({
  ...number(initial, { min, max, whole: true }),
  control: { kind: 'number', min, max, ...look },
})

/** Text that may be emptied; null until something is typed. @param {number} longest @param {Look & { at?: 'input'|'change' }} [look] `at`: with every key, or when the field is left @returns {Controlled<string|null>} */
export const typedText = (longest, look = {}) => ({
  ...typed(longest),
  control: { kind: 'text', at: 'input', longest, ...look },
})

/** A number that is typed and taken when the field is left; `refused` hears what was none. @template T @param {import('./property.js').Property<T>} property @param {Look & { refused: (figure: any, text: string) => void }} look @returns {Controlled<T>} */
export const entry = (property, look) => ({ ...property, control: { kind: 'entry', ...look } })

/** On or off. @param {boolean} initial @param {Look} [look] @returns {Controlled<boolean>} */
export const toggle = (initial, look = {}) => ({ ...flag(initial), control: { kind: 'toggle', ...look } })

/**
 * A number by a slider, which may run on another scale: `place` gives where a value lies, `value` what lies there.
 * @param {number} initial @param {{ min: number, max: number, step: number, range?: { min?: number, max?: number }, place?: (value: number) => number, value?: (place: number) => number }} scale
 * `min`, `max`, `step` of the slider; `range` of the values that an address may hold
 * @param {Look} [look] @returns {Controlled<number>}
 */
export const slider = (initial, { min, max, step, range = { min, max }, place, value }, look = {}) => ({
  ...number(initial, range),
  control: { kind: 'slider', min, max, step, place, value, ...look },
})

/** The controls of a table, each with its name. */
export const controlsOf = (/** @type {Record<string, any>} */ table) =>
  Object.entries(table)
    .filter(([, property]) => property.control)
    .map(([name, { control }]) => ({ name, group: name, label: name, ...control }))

/** The names that the attribute `controls` may hold. @param {Record<string, any>} table @returns {string[]} */
export const groupsOf = (table) => [...new Set(controlsOf(table).map(({ group }) => group))]

// A figure in parts: all of them, some of them with a way to the rest, or one after the other (`view="steps"`), each no higher
// than a screen.
import { css, html, nothing } from 'lit'
import { looks, text } from '../../state/property.js'

/** @typedef {import('./figure.js').Figure} Figure */
/** @typedef {{ name: string, title: string, draw: () => unknown }} Part */

/** Where a reader is among the steps: a part by its name, '' for the first. */
export const step = looks(text('', 20))

export const partsStyle = css`
  nav.steps {
    display: flex;
    gap: 0.4rem;
    align-items: center;
    padding: 0.5rem 1.1rem;
    border-bottom: 1px solid var(--line);
    background: color-mix(in srgb, var(--soft) 5%, transparent);
  }
  .steps ol {
    display: flex;
    flex: 1;
    min-width: 0;
    justify-content: center;
    gap: 0.15rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .steps li button {
    font: 0.84rem/1.4 var(--sans);
    color: var(--soft);
    background: none;
    border: 0;
    border-bottom: 2px solid transparent;
    border-radius: 0;
    padding: 0.4rem 0.5rem;
    white-space: nowrap;
    cursor: pointer;
  }
  .steps li button[aria-current] {
    color: var(--ink);
    font-weight: 600;
    border-bottom-color: var(--a);
  }
  .steps .turn {
    flex: none;
    min-width: 2.4rem;
  }
  .more {
    padding: 0.8rem 1.1rem 0.9rem;
  }
  /* No room for all names: the one that is shown, and its number. */
  @container (max-width: 40rem) {
    .steps li:not(:has([aria-current])) {
      display: none;
    }
  }
  @media print {
    nav.steps,
    .more {
      display: none;
    }
  }
`

/** @param {Figure} figure @param {Part[]} parts */
function oneByOne(figure, parts) {
  const t = figure.t.figure
  const at = Math.max(
    0,
    parts.findIndex(({ name }) => name === figure.store.values.step),
  )
  const go = (/** @type {number} */ i) => figure.store.set({ step: parts[i].name }, { undoable: false })
  const turn = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ label) =>
    html`<button
      class="button turn"
      aria-label=${label}
      title=${label}
      ?disabled=${!parts[at + by]}
      @click=${() => go(at + by)}
    >
      ${sign}
    </button>`
  return html`<nav class="steps" aria-label=${t.steps}>
      ${turn(-1, '‹', t.previousStep)}
      <ol>
        ${parts.map(
          ({ title }, i) =>
            html`<li>
              <button aria-current=${i === at ? 'step' : nothing} @click=${() => go(i)}>
                ${i + 1}${i === at ? html`<span class="of">/${parts.length}</span>` : nothing} ${title}
              </button>
            </li>`,
        )}
      </ol>
      ${turn(1, '›', t.nextStep)}
    </nav>
    ${parts[at].draw()}`
}

/**
 * What the attribute `view` asks for: nothing if that is the whole figure.
 * @param {Figure} figure @param {Part[]} parts
 */
export function partsWanted(figure, parts) {
  if (figure.view === 'steps') return oneByOne(figure, parts)
  const names = figure.view.split(',')
  const wanted = parts.filter(({ name }) => names.includes(name))
  if (wanted.length === 0) return undefined
  return html`${wanted.map(({ draw }) => draw())}${wayToAll(figure)}`
}

/** @param {Figure} figure */
export const wayToAll = (figure) =>
  html`<div class="more">
    <button class="button" @click=${() => (figure.view = '')}>${figure.t.figure.showAll}</button>
  </div>`

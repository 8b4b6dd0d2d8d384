import { html, svg } from 'lit'

// Small drawings for the ways in; decoration, without numbers.
const squares = (/** @type {string[][]} */ rows) =>
  rows.flatMap((row, i) =>
    row.map(
      (tone, j) =>
        svg`<rect x=${j * 13} y=${i * 13} width="11" height="11" rx="2.5" style="fill: var(${tone.split(' ')[0]}); opacity: ${tone.split(' ')[1] ?? 1}" />`,
    ),
  )

const drawings = {
  anatomy: svg`${squares([
    ['--q', '--q .4', '--line', '--k', '--k .4', '--line', '--v', '--v .4'],
    ['--q .4', '--q', '--line', '--k .4', '--k', '--line', '--v .4', '--v'],
    ['--q .7', '--q .2', '--line', '--k .7', '--k .2', '--line', '--v .7', '--v .2'],
  ])}`,
  model: svg`${squares([
    ['--a', '--line', '--line', '--line', '--line', '--line', '--line', '--line'],
    ['--a .3', '--a .8', '--line', '--line', '--line', '--line', '--line', '--line'],
    ['--a .15', '--a .9', '--a .2', '--a .15', '--line', '--line', '--line', '--line'],
  ])}`,
  train: svg`<path d="M2 4 C 22 6, 30 30, 52 33 S 84 36, 102 36" style="fill: none; stroke: var(--a); stroke-width: 3" /><path d="M2 38 L 102 38" style="stroke: var(--line); stroke-width: 2" />`,
  cost: svg`<path d="M2 36 C 40 35, 70 26, 100 2" style="fill: none; stroke: var(--a); stroke-width: 3" /><path d="M2 37 L 101 37" style="stroke: var(--line); stroke-width: 2" />`,
}

/** The first screen: what this is, one live figure, the ways in. @param {import('./site.js').Site} site */
export function home(site) {
  const { t } = site
  const way = (/** @type {'anatomy'|'model'|'train'|'cost'} */ name) =>
    html`<a class="way" href="#/figure/${name}">
      <svg viewBox="0 0 104 40" aria-hidden="true">${drawings[name]}</svg>
      <strong>${t.nav[name]}</strong><span>${t.home[/** @type {'anatomyText'} */ (`${name}Text`)]}</span>
    </a>`
  const example = site.lang === 'zh' ? 'annual-leave' : 'who-is-it'
  return html`<div class="hero">
      <div>
        <h1>${t.home.title}</h1>
        <p class="lede">${t.home.lede}</p>
        <ul>
          ${t.home.facts.map((fact) => html`<li>${fact}</li>`)}
        </ul>
        <p class="begin">
          <a class="button primary" href="#/lesson/soft-look-up">${t.home.begin}</a>
          <a class="button" href="#/lesson">${t.home.lessons}</a>
        </p>
      </div>
      ${site.loaded === 'anatomy' ? site.figure('anatomy', { view: 'sentence', preset: example, controls: 'none' }) : html`<p>${t.loading}</p>`}
    </div>
    <h2>${t.home.ways}</h2>
    <div class="ways">${way('anatomy')} ${way('model')} ${way('train')} ${way('cost')}</div>`
}

import { html } from 'lit'
import { words } from '../i18n/index.js'
import { drawing } from './drawing.js'

/** The first screen: what this is, one live figure, the ways in. @param {import('./site.js').Site} site */
export function home(site) {
  const { t } = site
  const way = (/** @type {'anatomy'|'model'|'train'|'cost'} */ name) =>
    html`<a class="way" href="#/figure/${name}">
      ${drawing(name)}<strong>${t.home.names[name]}</strong
      ><span>${t.home[/** @type {'anatomyText'} */ (`${name}Text`)]}</span>
    </a>`
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
      ${site.loaded === 'anatomy' ? site.figure('anatomy', { view: 'sentence', preset: t.home.example, controls: 'none' }) : html`<p>${words(site.lang).loading}</p>`}
    </div>
    <h2>${t.home.ways}</h2>
    <div class="ways">${way('anatomy')} ${way('model')} ${way('train')} ${way('cost')}</div>`
}

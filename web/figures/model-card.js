import { html } from 'lit'
import card from '../models/pronoun.json'

/** What the pronoun model was trained on, how, and how well it does: the numbers of its own card. @param {import('../i18n/index.js').Strings} t @param {'zh'|'en'} language */
export function modelCard({ model: t }, language) {
  const rows = [
    [t.cardTask, card.task[language]],
    [t.cardData, card.data[language]],
    [t.cardSize, card.size[language]],
    [t.cardTraining, card.training[language]],
    [t.cardCommand, html`<code>${card.command}</code>`],
    [t.cardResult, html`zh: ${t.result(card.result.zh)}<br />en: ${t.result(card.result.en)}`],
    [t.cardCaution, card.caution[language]],
  ]
  return html`<details>
    <summary>${t.card}</summary>
    <dl>
      ${rows.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </details>`
}

import { html } from 'lit'
import { formatCount, formatPercent } from '../components/format.js'

/**
 * What a shipped model was trained on, how, and how well it does: the numbers of its own card.
 * @param {typeof import('../models/pronoun.json')} card @param {import('../i18n/index.js').Strings} t @param {'zh'|'en'} language
 */
export function modelCard({ task, data, size, training, command, result, caution }, { model: t }, language) {
  const looks = result.looks.at(-1)?.filter((share) => share !== null) ?? []
  const best = looks.length ? t.cardLooks(formatPercent(Math.max(...looks))) : ''
  const rows = [
    [t.cardTask, task[language]],
    [t.cardData, data[language]],
    [t.cardSize, t.cardSizes({ ...size, count: formatCount(size.parameters) })],
    [t.cardTraining, t.cardTrainings(training)],
    [t.cardCommand, html`<code>${command}</code>`],
    [t.cardResult, `${t.cardResults(formatCount(result.examples), formatPercent(result.accuracy))} ${best}`],
    [t.cardCaution, caution[language]],
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

import { html } from 'lit'
import { formatCount, formatPercent } from '../components/format.js'
import { inLanguage } from '../i18n/locales.js'

/**
 * What a shipped model was trained on, how, and how well it does: the numbers of its own card.
 * @param {import('./card.js').Card} card @param {typeof import('./strings.js').strings.zh} t @param {string} language
 */
export function modelCard({ task, data, size, training, command, result, caution }, t, language) {
  const looks = result.looks.at(-1)?.filter((share) => share !== null) ?? []
  const best = looks.length ? t.cardLooks(formatPercent(Math.max(.../** @type {number[]} */ (looks)))) : ''
  const rows = [
    [t.cardTask, inLanguage(/** @type {any} */ (task), language)],
    [t.cardData, inLanguage(data, language)],
    [t.cardSize, t.cardSizes({ ...size, count: formatCount(size.parameters) })],
    [t.cardTraining, t.cardTrainings(training)],
    [t.cardCommand, html`<code>${command}</code>`],
    [t.cardResult, `${t.cardResults(formatCount(result.examples), formatPercent(result.accuracy))} ${best}`],
    [t.cardCaution, inLanguage(caution, language)],
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

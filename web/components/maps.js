import { html } from 'lit'
import './heat-map.js'
import { formatNumber, formatPercent } from './format.js'
import { styled } from './styled.js'

/** @typedef {import('../package/engine.js').Matrix} Matrix */

/**
 * The weights of every head of every layer over the same tokens.
 * @param {{ weights: Matrix[][], tokens: string[], causal?: boolean, width: number, theme: string, t: import('../i18n/index.js').Words, looks?: Matrix, most?: number, names?: (layer: number, head: number) => string }} about
 * `width` in pixels that all may take, `most` one; `looks`: see Measurement
 */
export function attentionMaps({ weights, tokens, causal, width, theme, t, looks, names, most = 340 }) {
  const heads = weights.reduce((sum, layer) => sum + layer.length, 0)
  const beside = Math.min(heads, heads <= 2 ? (width > 460 ? 2 : 1) : width > 620 ? 4 : width > 440 ? 3 : 2)
  const maximum = Math.max(90, Math.min(most, Math.floor(width / beside) - (heads <= 2 ? 52 : 20)))
  const labels = heads <= 2 && tokens.length <= 24 ? tokens : undefined
  const name = names ?? ((/** @type {number} */ l, /** @type {number} */ h) => t.maps.head(l + 1, h + 1))
  return html`<div class="maps" ${styled({ gap: '1rem 1.4rem', display: 'flex', 'flex-wrap': 'wrap' })}>
    ${weights.flatMap((layer, l) =>
      layer.map((matrix, h) => {
        const share = looks ? looks.data[l * looks.cols + h] : NaN
        return html`<qkv-heat-map
          .matrix=${matrix}
          .label=${html`<span ${styled({ font: '600 0.84rem/1.4 var(--sans)' })}>${name(l, h)}</span>`}
          note=${Number.isNaN(share) ? '' : t.maps.looks(formatPercent(share))}
          aria-label=${t.maps.mapLabel(name(l, h))}
          tone="--a"
          scale="weight"
          theme=${theme}
          cell="26"
          maximum=${maximum}
          .rowLabels=${labels}
          .colLabels=${labels}
          .hatched=${(/** @type {number} */ row, /** @type {number} */ col) => causal && col > row}
          .describe=${(/** @type {number} */ row, /** @type {number} */ col) =>
            t.maps.weight(
              tokens[row] ?? '',
              tokens[col] ?? '',
              formatNumber(matrix.data[row * matrix.cols + col]),
            )}
        ></qkv-heat-map>`
      }),
    )}
  </div>`
}

// The package's elements, derived from the cards of the figures: what registers them, and their types.
import { cards, folderOf } from '../figures/index.js'

/** Registers every figure: for pages that write <qkv-anatomy></qkv-anatomy> themselves. */
export const elementsModule = () =>
  Object.keys(cards)
    .map((name) => `import './web/${folderOf(name)}/figure.js'`)
    .join('\n')

/** What an element is to TypeScript; the numbers that some show are told apart here. */
const SHOWN = /** @type {Record<string, string>} */ ({
  anatomy: 'readonly steps?: Steps',
  model:
    'readonly steps?: Steps; readonly result?: { tokens: string[]; odds: { token: string; probability: number }[] }',
  cost: 'readonly result?: { n: number; ms: number; rate: number; bytes: number }[]',
})

/** @param {Record<string, { presets: string[] }>} classes of the figures, by name */
export function elementsTypes(classes) {
  const tags = Object.keys(cards).map((name) => {
    const presets = classes[name].presets.map((one) => `'${one}'`).join(' | ')
    return `    'qkv-${name}': QkvFigure<${presets || 'never'}> & { ${SHOWN[name] ?? 'readonly result?: unknown'} }`
  })
  return `// Importing elements.js registers an element for every figure.
import type { Steps } from './engine.js'

/** Every figure; Preset are the names that its attribute preset may hold beside ''. */
export interface QkvFigure<Preset extends string = string> extends HTMLElement {
  lang: string
  theme: string
  preset: Preset | ''
  seed: string
  controls: string
  state: string
}

declare global {
  interface HTMLElementTagNameMap {
${tags.join('\n')}
  }
}
`
}

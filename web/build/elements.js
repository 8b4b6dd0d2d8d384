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

export function elementsTypes() {
  const tags = Object.keys(cards).map(
    (name) => `    'qkv-${name}': QkvFigure & { ${SHOWN[name] ?? 'readonly result?: unknown'} }`,
  )
  return `// Importing elements.js registers an element for every figure.
import type { Steps } from './engine.js'

export interface QkvFigure extends HTMLElement {
  lang: string
  theme: string
  preset: string
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

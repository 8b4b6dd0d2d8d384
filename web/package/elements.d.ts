// Importing elements.js registers qkv-anatomy, qkv-model and qkv-cost.
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
    'qkv-anatomy': QkvFigure & { readonly steps?: Steps }
    'qkv-model': QkvFigure & {
      readonly steps?: Steps
      readonly result?: { tokens: string[]; odds: { token: string; probability: number }[] }
    }
    'qkv-cost': QkvFigure & { readonly result?: { n: number; ms: number; rate: number; bytes: number }[] }
  }
}

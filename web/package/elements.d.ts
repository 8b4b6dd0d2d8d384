// Importing elements.js registers qkv-anatomy, qkv-model, qkv-cost and qkv-bench.
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
    'qkv-bench': QkvFigure & {
      readonly result: {
        module: string
        tile: string
        peak: number // GFLOP/s
        bandwidth: number // GB/s
        rows: { group: string; sizes: number[]; ms: number; rate: number; share: number; intensity: number }[]
      } | null
    }
    'qkv-cost': QkvFigure & { readonly result?: { n: number; ms: number; rate: number; bytes: number }[] }
  }
}

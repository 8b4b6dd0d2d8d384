// What the build puts in place of these names; see build.js.
declare module '#glue' {
  export const kinds: import('../engine/engine.js').Needs[]
  export function loadGlue(
    kind: string,
  ): Promise<(options: { wasmBinary: Uint8Array; locateFile: (file: string) => string }) => Promise<any>>
}
declare module '#table' {
  export const functions: Record<string, import('../engine/engine.js').Needs>
}
declare module '#jobs' {}
declare module '#source' {
  export const source: Record<'attention' | 'softmax' | 'mask', { file: string; text: string }>
}
declare module '#gallery' {
  export const gallery: import('./gallery.js').Entry[]
}
declare module '#lessons' {
  type About = {
    slug: string
    number: number
    part: number
    title: string
    summary: string
    minutes: number
    exercises: number
    language: string
  }
  export const contents: Record<string, About[]>
  export function loadLesson(
    language: string,
    slug: string,
  ): Promise<{ html: string; figures: string[]; title: string }>
}
declare module '#wasm' {
  export function wasmBytes(name: string): Promise<Uint8Array>
}
declare module '#models' {
  export const shipped: Record<string, import('../models/card.js').Card>
  export function modelBytes(name: string): Promise<Uint8Array>
}
declare module '#worker' {
  export function workerSource(kind: string): Promise<string>
}
declare module '#wasm-files' {
  export const wasmFiles: Record<string, string>
}

declare module '*.wasm' {
  const bytes: Uint8Array
  export default bytes
}
declare module '*.safetensors' {
  const bytes: Uint8Array
  export default bytes
}

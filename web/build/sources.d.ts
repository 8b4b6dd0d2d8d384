// What the build puts in place of these names; see build.js.
declare module '#glue' {
  const create: (options: { wasmBinary: Uint8Array; locateFile: (file: string) => string }) => Promise<any>
  export default create
}
declare module '#full-glue' {
  const create: (options: { wasmBinary: Uint8Array; locateFile: (file: string) => string }) => Promise<any>
  export default create
}
declare module '#source' {
  export const source: Record<'attention' | 'softmax' | 'mask', { file: string; text: string }>
}
declare module '#lessons' {
  type About = {
    slug: string
    number: number
    title: string
    summary: string
    minutes: number
    exercises: number
  }
  export const contents: Record<'zh' | 'en', About[]>
  export function loadLesson(name: string): Promise<{ html: string; figures: string[]; title: string }>
}
declare module '#wasm' {
  export function wasmBytes(name: string): Promise<Uint8Array>
}
declare module '#models' {
  export function modelBytes(name: string): Promise<Uint8Array>
}
declare module '#worker' {
  const source: string
  export default source
}
declare module '#full-worker' {
  const source: string
  export default source
}
declare module '*.wasm' {
  const bytes: Uint8Array
  export default bytes
}
declare module '*.safetensors' {
  const bytes: Uint8Array
  export default bytes
}

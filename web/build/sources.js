// What stands behind the names with a '#': where the bytes of a bundle come from, the glue of its kinds of module, and what is made
// from other files. Part of the build, of the bench and of whoever bundles the engine.
import { createHash } from 'node:crypto'
import { build } from 'esbuild'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { models } from '../../tools/models/models.js'
import { LOCALES } from '../i18n/locales.js'
import { elementsModule } from './elements.js'
import { gallery } from './gallery.js'
import { moreLanguages } from './languages.js'
import { LANGUAGES, lessonsOf } from './lessons.js'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
export const path = (/** @type {string[]} */ ...parts) => join(root, ...parts)
export const MODULES = ['relaxed', 'simd', 'scalar']
export const KINDS = ['head', 'model', 'lab']
/** The files of the table of each kind, beyond those of the kind before; see bindings/CMakeLists.txt. */
const TABLES = { head: ['head'], model: ['model'], lab: ['training', 'workload'] }

/** What all bundles have in common. @type {import('esbuild').BuildOptions} */
export const common = {
  bundle: true,
  minify: true,
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  loader: { '.wasm': 'binary', '.safetensors': 'binary' },
  define: { 'process.env.NODE_ENV': '"production"' },
  external: ['node:*'],
}

/** Lists all files under web/ whose names end so. @param {RegExp} kind */
const filesOf = async (kind) =>
  (await readdir(path('web'), { recursive: true }))
    .filter((name) => kind.test(name))
    .map((name) => path('web', name))

/**
 * What stands behind the names with a '#': where bytes come from in this bundle, the glue of its kinds of module, and what the build
 * makes from other files.
 * @param {'fetch'|'inline'|'package'} bytes @param {string[]} [kinds] of modules that this bundle can load; a single one is part of it
 * @returns {import('esbuild').Plugin[]}
 */
export const sources = (bytes, kinds = bytes === 'inline' ? ['lab'] : KINDS) => [
  moreLanguages,
  {
    name: 'qkv-sources',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#wasm$/ }, () => ({ path: path('web/engine', `wasm-${bytes}.js`) }))
      onResolve({ filter: /^#build\// }, ({ path: name }) => {
        const [kind, module] = name.slice('#build/'.length, -'.wasm'.length).split('-')
        return { path: wasmFile(kind, module) }
      })
      /** @type {[RegExp, (name: string) => string|Promise<string>][]} */
      const made = [
        [/^#glue$/, () => glueModule(kinds)],
        [/^#table$/, tableModule],
        [/^#jobs$/, jobsModule],
        [/^#wasm-files$/, () => wasmFilesModule(kinds)],
        [/^#models$/, () => modelsModule(bytes === 'inline' ? 'inline' : 'fetch')],
        [/^#worker$/, () => workerModule(kinds)],
        [/^#worker-text\//, (name) => workerText(name.slice('#worker-text/'.length))],
        [/^#gallery$/, async () => `export const gallery = ${JSON.stringify(await gallery())}`],
        [/^#lessons(\/.*)?$/, lessonModule],
        [/^#source$/, sourceModule],
        [/^#elements$/, elementsModule],
      ]
      for (const [filter, make] of made) {
        onResolve({ filter }, ({ path: name }) => ({ path: name, namespace: 'made' }))
        onLoad({ filter, namespace: 'made' }, async ({ path: name }) => ({
          contents: await make(name),
          resolveDir: root,
          loader: name.startsWith('#worker-text/') ? 'text' : 'js',
        }))
      }
    },
  },
]

/** What such a file is called where it is served: by its bytes, so that no cache pairs an old one with a new script. @param {string} kind @param {string} module */
export async function wasmName(kind, module) {
  const hash = createHash('sha256').update(await readFile(wasmFile(kind, module)))
  return `qkv-${kind}-${module}-${hash.digest('hex').slice(0, 10)}.wasm`
}

/** @param {string} kind @param {string} module */
export const wasmFile = (kind, module) => path(`build/wasm-${module}/bindings/${kind}.wasm`)

/** One glue is part of the bundle; several are loaded as they are needed. @param {string[]} kinds */
function glueModule(kinds) {
  const file = (/** @type {string} */ kind) => JSON.stringify(path(`build/wasm-simd/bindings/${kind}.js`))
  const [only, ...others] = kinds
  if (!others.length)
    return `import create from ${file(only)}
export const kinds = ['${only}']
export const loadGlue = async () => create`
  return `const glue = { ${kinds.map((kind) => `${kind}: () => import(${file(kind)})`).join(', ')} }
export const kinds = ${JSON.stringify(kinds)}
export const loadGlue = async (kind) => (await glue[kind]()).default`
}

/** Which function needs which kind of module, as the tables of the bindings have it. */
async function tableModule() {
  const functions = []
  for (const [kind, files] of Object.entries(TABLES))
    for (const file of files)
      for (const [, name] of (await readFile(path(`bindings/${file}.cpp`), 'utf8')).matchAll(
        /^\s*\{"(?:get )?([a-z]\w*)",/gm,
      ))
        functions.push([name, kind])
  return `export const functions = ${JSON.stringify(Object.fromEntries(functions))}`
}

/** The names of the .wasm files, by kind and module. @param {string[]} kinds */
async function wasmFilesModule(kinds) {
  const names = kinds.flatMap((kind) =>
    MODULES.map((module) => [`${kind}-${module}`, wasmName(kind, module)]),
  )
  const known = await Promise.all(names.map(async ([name, file]) => [name, await file]))
  return `export const wasmFiles = ${JSON.stringify(Object.fromEntries(known))}`
}

/** Everything that can run in a worker. */
const jobsModule = async () =>
  (await filesOf(/(^|\/)([\w-]+-)?jobs\.js$/))
    .filter((file) => file !== path('web/engine/jobs.js'))
    .map((file) => `import ${JSON.stringify(file)}`)
    .join('\n')

/** The trained models: their cards, and where their bytes are. @param {'fetch'|'inline'} bytes */
function modelsModule(bytes) {
  const names = Object.keys(models)
  const file = (/** @type {string} */ name) => JSON.stringify(path('web/models', name))
  const cards = names.map((name, i) => `import card${i} from ${file(`${name}.json`)}`)
  const list = names.map((name, i) => `${JSON.stringify(name)}: card${i}`)
  const from =
    bytes === 'fetch'
      ? `export { modelBytes } from ${file('models-fetch.js')}`
      : `${names.map((name, i) => `import bytes${i} from ${file(`${name}.safetensors`)}`).join('\n')}
const bytes = { ${names.map((name, i) => `${JSON.stringify(name)}: bytes${i}`).join(', ')} }
export const modelBytes = async (name) => bytes[name]`
  return `${cards.join('\n')}
export const shipped = { ${list.join(', ')} }
${from}`
}

/** The workers as text, each with the one glue of its kind. @param {string[]} kinds */
function workerModule(kinds) {
  const text = (/** @type {string} */ kind) => JSON.stringify(`#worker-text/${kind}`)
  const [only, ...others] = kinds
  if (!others.length)
    return `import text from ${text(only)}
export const workerSource = async () => text`
  return `const texts = { ${kinds.map((kind) => `${kind}: () => import(${text(kind)})`).join(', ')} }
export const workerSource = async (kind) => (await texts[kind]()).default`
}

/** The worker gets its wasm from the page, so its bundle holds none. @param {string} kind */
async function workerText(kind) {
  const none = {
    name: 'no-bytes',
    setup: (/** @type {import('esbuild').PluginBuild} */ { onResolve, onLoad }) => {
      onResolve({ filter: /^#(wasm|models)$/ }, ({ path: name }) => ({ path: name, namespace: 'none' }))
      onLoad({ filter: /.*/, namespace: 'none' }, () => ({
        contents: 'export const wasmBytes = () => { throw new Error("the worker was given no module") }',
      }))
    },
  }
  const result = await build({
    ...common,
    entryPoints: [path('web/engine/worker.js')],
    format: 'iife',
    write: false,
    plugins: [none, ...sources('fetch', [kind])],
    define: { ...common.define, 'import.meta.url': '""' },
  })
  return result.outputFiles[0].text
}

/** Parts of the core as they stand in its files, for the figure that shows code: nothing is typed twice. */
async function sourceModule() {
  const functions = /** @type {Record<string, [string, string]>} */ ({
    attention: ['src/attention/plain_attention.cpp', 'AttentionSteps plain_attention('],
    softmax: ['src/attention/plain_attention.cpp', 'SoftmaxSteps plain_softmax('],
    mask: ['src/attention/mask.cpp', 'Matrix causal_like('],
  })
  const entries = Object.entries(functions).map(async ([name, [file, begin]]) => {
    const text = await readFile(path(file), 'utf8')
    const at = text.indexOf(begin)
    if (at < 0) throw new Error(`${file} has no ${begin}`)
    return [name, { file, text: text.slice(at, text.indexOf('\n}\n', at) + 2) }]
  })
  return `export const source = ${JSON.stringify(Object.fromEntries(await Promise.all(entries)))}`
}

/** #lessons: their list, and how each is loaded; #lessons/zh/its-name: one of them. @param {string} name */
function lessonModule(name) {
  const [, language, slug] = name.split('/')
  if (language) {
    const { html, figures, title } = /** @type {any} */ (lessonsOf(language).find((one) => one.slug === slug))
    return `export default ${JSON.stringify({ html, figures, title })}`
  }
  // What a language does not have yet is there in English.
  const list = (/** @type {string} */ tag) =>
    lessonsOf('en').map((english) => {
      const own = LANGUAGES.includes(tag)
        ? lessonsOf(tag).find(({ slug: one }) => one === english.slug)
        : undefined
      const { html: _, headings: __, figures: ___, exerciseNames: ____, ...about } = own ?? english
      return { ...about, language: own ? tag : 'en' }
    })
  const contents = Object.fromEntries(LOCALES.map(({ tag }) => [tag, list(tag)]))
  const loaders = LANGUAGES.flatMap((tag) =>
    lessonsOf(tag).map(({ slug: file }) => `'${tag}/${file}': () => import('#lessons/${tag}/${file}')`),
  )
  return `export const contents = ${JSON.stringify(contents)}
const loaders = { ${loaders.join(', ')} }
export const loadLesson = async (language, slug) => (await loaders[language + '/' + slug]()).default`
}

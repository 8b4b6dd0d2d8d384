// The one build: site, single file, package. `node web/build/build.js [site] [single] [lib]`, all without arguments.
import { build } from 'esbuild'
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, lessonsOf } from './lessons.js'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const path = (/** @type {string[]} */ ...parts) => join(root, ...parts)
const MODULES = ['relaxed', 'simd', 'scalar']

/** @type {import('esbuild').BuildOptions} */
const common = {
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

/**
 * Where bytes come from in this bundle, the built glue, and the workers as text.
 * @param {'fetch'|'inline'|'package'} bytes @param {{ full?: boolean }} [options] @returns {import('esbuild').Plugin}
 */
const sources = (bytes, { full = false } = {}) => ({
  name: 'qkv-sources',
  setup({ onResolve, onLoad }) {
    const models = bytes === 'inline' ? 'inline' : 'fetch'
    onResolve({ filter: /^#wasm$/ }, () => ({ path: path('web/engine', `wasm-${bytes}.js`) }))
    onResolve({ filter: /^#models$/ }, () => ({ path: path('web/engine', `models-${models}.js`) }))
    // The inline bundles hold only modules that are full: one glue for everything.
    const plain = bytes === 'inline' || full ? 'qkv-full' : 'qkv'
    onResolve({ filter: /^#glue$/ }, () => ({ path: path(`build/wasm-simd/bindings/${plain}.js`) }))
    onResolve({ filter: /^#full-glue$/ }, () => ({ path: path('build/wasm-simd/bindings/qkv-full.js') }))
    onResolve({ filter: /^#build\// }, ({ path: name }) => ({
      path: wasmFile(name.replace(/^#build\/qkv-(.*)\.wasm$/, '$1')),
    }))
    onResolve({ filter: /^#lessons(\/.*)?$/ }, ({ path: name }) => ({
      path: name.slice(1),
      namespace: 'lessons',
    }))
    onLoad({ filter: /.*/, namespace: 'lessons' }, ({ path: name }) => ({
      contents: lessonModule(name),
      resolveDir: root,
    }))
    onResolve({ filter: /^#source$/ }, () => ({ path: 'source', namespace: 'source' }))
    onLoad({ filter: /.*/, namespace: 'source' }, async () => ({ contents: await sourceModule() }))
    onResolve({ filter: /^#(full-)?worker$/ }, ({ path: name }) => ({
      path: name.slice(1),
      namespace: 'worker',
    }))
    onLoad({ filter: /.*/, namespace: 'worker' }, async ({ path: name }) => ({
      contents: await workerSource(bytes === 'inline' || name === 'full-worker'),
      loader: 'text',
    }))
  },
})

/** Parts of the core as they stand in its files, for the figure that shows code: nothing is typed twice. */
async function sourceModule() {
  const functions = /** @type {Record<string, [string, string]>} */ ({
    attention: ['src/attention/attention.cpp', 'AttentionSteps attention_steps('],
    softmax: ['src/numeric/softmax.cpp', 'SoftmaxSteps softmax_rows('],
    mask: ['src/attention/mask.cpp', 'Matrix window_mask('],
  })
  const entries = Object.entries(functions).map(async ([name, [file, begin]]) => {
    const text = await readFile(path(file), 'utf8')
    const at = text.indexOf(begin)
    if (at < 0) throw new Error(`${file} has no ${begin}`)
    return [name, { file, text: text.slice(at, text.indexOf('\n}\n', at) + 2) }]
  })
  return `export const source = ${JSON.stringify(Object.fromEntries(await Promise.all(entries)))}`
}

/** lessons: their list, and how each is loaded; lessons/zh/its-name: one of them. @param {string} name */
function lessonModule(name) {
  const [, language, slug] = name.split('/')
  if (language) {
    const { html, figures, title } = /** @type {any} */ (
      lessonsOf(/** @type {'zh'} */ (language)).find((one) => one.slug === slug)
    )
    return `export default ${JSON.stringify({ html, figures, title })}`
  }
  const lists = LANGUAGES.map((one) => [
    one,
    lessonsOf(one).map(({ html: _, headings: __, figures: ___, ...about }) => about),
  ])
  const loaders = lists.flatMap(([one, list]) =>
    /** @type {any[]} */ (list).map(
      ({ slug: file }) => `'${one}/${file}': () => import('#lessons/${one}/${file}')`,
    ),
  )
  return `export const contents = ${JSON.stringify(Object.fromEntries(lists))}
const loaders = { ${loaders.join(', ')} }
export const loadLesson = async (name) => (await loaders[name]()).default`
}

/** Leaves the full glue out of a bundle that cannot load parts later. @type {import('esbuild').Plugin} */
const noFull = {
  name: 'no-full',
  setup: ({ onLoad }) => {
    onLoad({ filter: /qkv-full\.js$/ }, () => ({ contents: 'export default null' }))
  },
}

/** @param {string} name simd, or full-simd */
const wasmFile = (name) => {
  const [module, kind] = name.split('-').reverse()
  return path(`build/wasm-${module}/bindings/${kind ? 'qkv-full' : 'qkv'}.wasm`)
}

/** The worker gets its wasm from the page, so its bundle holds none, and it holds the one glue that fits. @param {boolean} full */
async function workerSource(full) {
  const none = {
    name: 'no-wasm',
    setup: (/** @type {import('esbuild').PluginBuild} */ { onResolve, onLoad }) => {
      onResolve({ filter: /^#wasm$/ }, () => ({ path: 'none', namespace: 'none' }))
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
    plugins: [none, sources('fetch', { full }), ...(full ? [] : [noFull])],
    define: { ...common.define, 'import.meta.url': '""' },
  })
  return result.outputFiles[0].text
}

const template = async (/** @type {string} */ page, /** @type {string} */ script) =>
  (await readFile(path('web/site/page.html'), 'utf8'))
    .replace('{{page}}', page)
    .replace('{{script}}', () => script)

async function copyBytes(/** @type {string} */ folder) {
  for (const module of MODULES)
    for (const name of [module, `full-${module}`]) await cp(wasmFile(name), join(folder, `qkv-${name}.wasm`))
  await mkdir(join(folder, 'models'), { recursive: true })
  for (const name of await readdir(path('web/models')))
    await cp(path('web/models', name), join(folder, 'models', name))
}

/** build/site: a static folder that works under any path. */
async function site() {
  const out = path('build/site')
  await rm(out, { recursive: true, force: true })
  await build({
    ...common,
    entryPoints: [path('web/site/main.js')],
    format: 'esm',
    splitting: true,
    outdir: join(out, 'assets'),
    chunkNames: '[name]-[hash]',
    plugins: [sources('fetch')],
  })
  await copyBytes(join(out, 'assets'))
  for (const [page, file] of [
    ['site', 'index.html'],
    ['embed', 'embed.html'],
  ])
    await writeFile(
      join(out, file),
      await template(page, '<script type="module" src="./assets/main.js"></script>'),
    )
}

/** build/qkv-lab.html: everything in one file, as a classic script, because modules and fetch fail on file://. */
async function single() {
  const result = await build({
    ...common,
    entryPoints: [path('web/site/main.js')],
    format: 'iife',
    write: false,
    plugins: [sources('inline')],
    define: { ...common.define, 'import.meta.url': '""' },
  })
  const script = result.outputFiles[0].text.replace(/<\/script/gi, '<\\/script')
  await mkdir(path('build'), { recursive: true })
  await writeFile(path('build/qkv-lab.html'), await template('single', `<script>${script}</script>`))
}

/** build/lib: the npm package. */
async function lib() {
  const out = path('build/lib')
  await rm(out, { recursive: true, force: true })
  await build({
    ...common,
    entryPoints: { engine: path('web/engine/engine.js'), elements: path('web/package/elements.js') },
    format: 'esm',
    splitting: true,
    outdir: out,
    chunkNames: 'chunk-[hash]',
    plugins: [sources('package')],
  })
  await build({
    ...common,
    entryPoints: { 'elements.iife': path('web/package/elements.js') },
    format: 'iife',
    outdir: out,
    plugins: [sources('inline')],
    define: { ...common.define, 'import.meta.url': '""' },
  })
  await copyBytes(out)
  await cp(path('web/package/engine.d.ts'), join(out, 'engine.d.ts'))
  await cp(path('web/package/elements.d.ts'), join(out, 'elements.d.ts'))
  await cp(path('LICENSE'), join(out, 'LICENSE'))
  const { name, version, description, license } = JSON.parse(await readFile(path('package.json'), 'utf8'))
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    exports: {
      '.': { types: './engine.d.ts', default: './engine.js' },
      './elements': { types: './elements.d.ts', default: './elements.js' },
      './elements.iife.js': './elements.iife.js',
      './*.wasm': './*.wasm',
    },
    sideEffects: ['./elements.js', './elements.iife.js'],
    engines: { node: '>=20' },
  }
  await writeFile(join(out, 'package.json'), JSON.stringify(manifest, null, 2) + '\n')
}

const targets = { site, single, lib }
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(targets)
for (const name of wanted) await targets[/** @type {'site'} */ (name)]()

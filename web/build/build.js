// The one build: site, single file, package. `node web/build/build.js [site] [single] [lib]`, all without arguments.
import { build } from 'esbuild'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { models } from '../../tools/models/models.js'
import { LOCALES } from '../i18n/locales.js'
import { classes } from './classes.js'
import { elementsTypes } from './elements.js'
import { stringsIn } from './languages.js'
import { KINDS, MODULES, common, path, sources, wasmFile, wasmName } from './sources.js'

const escaped = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** What stands in a page until its script has started; `main`: the script that start.js fetches. */
async function startNote(main = '') {
  const texts = await stringsIn(path('web/site'), 'start-strings')
  const say = (/** @type {string} */ key) =>
    LOCALES.filter(({ tag }) => texts[tag])
      .map(({ tag, html }) => `<p lang="${html}" data-tag="${tag}">${texts[tag][key]}</p>`)
      .join('')
  const causes = ['old', 'missing', 'sandbox', 'failed'].map((cause) => [
    cause,
    Object.fromEntries(Object.entries(texts).map(([tag, words]) => [tag, words[cause]])),
  ])
  const data = escaped(JSON.stringify(Object.fromEntries(causes)))
  return `<div id="start" data-texts="${data}"${main && ` data-main="${main}"`}>
      <noscript>${say('noScript')}</noscript>
      ${say('wait')}
    </div>`
}

/** @param {Record<'page'|'icon'|'style'|'start'|'script', string>} parts */
const template = async (parts) =>
  (await readFile(path('web/site/page.html'), 'utf8')).replace(
    /\{\{(\w+)\}\}/g,
    (_, name) => parts[/** @type {'page'} */ (name)],
  )

async function copyBytes(/** @type {string} */ folder) {
  for (const module of MODULES)
    for (const kind of KINDS) await cp(wasmFile(kind, module), join(folder, await wasmName(kind, module)))
  await mkdir(join(folder, 'models'), { recursive: true })
  for (const name of Object.keys(models))
    for (const end of ['safetensors', 'json'])
      await cp(path('web/models', `${name}.${end}`), join(folder, 'models', `${name}.${end}`))
}

/** build/site: a static folder that works under any path. */
async function site() {
  const out = path('build/site')
  await rm(out, { recursive: true, force: true })
  const { metafile } = await build({
    ...common,
    metafile: true,
    entryPoints: [path('web/site/main.js')],
    format: 'esm',
    splitting: true,
    outdir: join(out, 'assets'),
    chunkNames: '[name]-[hash]',
    plugins: [...sources('fetch')],
  })
  await writeFile(path('build/site.json'), JSON.stringify(metafile)) // for tools/sizes.js
  for (const file of ['start.js', 'page.css', 'icon.svg'])
    await cp(path('web/site', file), join(out, 'assets', file))
  await copyBytes(join(out, 'assets'))
  for (const [page, file] of [
    ['site', 'index.html'],
    ['embed', 'embed.html'],
  ])
    await writeFile(
      join(out, file),
      await template({
        page,
        icon: './assets/icon.svg',
        style: '<link rel="stylesheet" href="./assets/page.css" />',
        start: await startNote('./assets/main.js'),
        script: '<script src="./assets/start.js"></script>',
      }),
    )
}

/** JavaScript as it may stand in a page: neither an end tag nor a comment with a begin tag in a string may end it early. @param {string} script */
export const harmless = (script) => script.replace(/<(?=\/script|script|!--)/gi, '\\x3c')

/** build/qkv-lab.html: everything in one file, as a classic script, because modules and fetch fail on file://. */
async function single() {
  const result = await build({
    ...common,
    entryPoints: [path('web/site/main.js')],
    format: 'iife',
    write: false,
    plugins: [...sources('inline')],
    define: { ...common.define, 'import.meta.url': '""' },
  })
  const script = harmless(result.outputFiles[0].text)
  await mkdir(path('build'), { recursive: true })
  const start = harmless(await readFile(path('web/site/start.js'), 'utf8'))
  await writeFile(
    path('build/qkv-lab.html'),
    await template({
      page: 'single',
      icon: `data:image/svg+xml,${encodeURIComponent((await readFile(path('web/site/icon.svg'), 'utf8')).trim())}`,
      style: `<style>${await readFile(path('web/site/page.css'), 'utf8')}</style>`,
      start: await startNote(),
      script: `<script>${start}</script><script>${script}</script>`,
    }),
  )
}

/** build/lib: the npm package. */
async function lib() {
  const out = path('build/lib')
  await rm(out, { recursive: true, force: true })
  const { metafile } = await build({
    ...common,
    metafile: true,
    entryPoints: { engine: path('web/engine/engine.js'), elements: '#elements' },
    format: 'esm',
    splitting: true,
    outdir: out,
    chunkNames: 'chunk-[hash]',
    plugins: [...sources('package')],
  })
  await build({
    ...common,
    entryPoints: { 'elements.iife': '#elements' },
    format: 'iife',
    outdir: out,
    plugins: [...sources('inline')],
    define: { ...common.define, 'import.meta.url': '""' },
  })
  await writeFile(path('build/lib.json'), JSON.stringify(metafile))
  await copyBytes(out)
  await cp(path('web/package/engine.d.ts'), join(out, 'engine.d.ts'))
  await writeFile(join(out, 'elements.d.ts'), elementsTypes(await classes()))
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const targets = { site, single, lib }
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(targets)
  for (const name of wanted) await targets[/** @type {'site'} */ (name)]()
}

// What readers download, in brotli bytes, against its budget. Exits with 1 when one is exceeded.
import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

const brotli = (/** @type {string} */ file) => brotliCompressSync(readFileSync(file)).length
const sum = (/** @type {string[]} */ files) => files.reduce((total, file) => total + brotli(file), 0)

/** The script and everything it imports, statically or by `also`. @param {string} folder @param {string[]} entries @returns {string[]} */
function closure(folder, entries) {
  const found = new Set(entries)
  for (const file of found) {
    const text = readFileSync(`${folder}/${file}`, 'utf8')
    for (const [, name] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) found.add(name)
  }
  return [...found].map((file) => `${folder}/${file}`)
}

const assets = 'build/site/assets'
const chunk = (/** @type {string} */ start) =>
  readdirSync(assets).find((name) => name.startsWith(`${start}-`)) ?? ''
const engine = `${assets}/qkv-simd.wasm`
const glue = closure('build/lib', ['engine.js'])
// What the engine's script loads later is the glue of the full modules.
const later = [
  ...readFileSync(`build/lib/${glue.at(-1)?.split('/').at(-1)}`, 'utf8').matchAll(
    /import\("\.\/([^"]+\.js)"\)/g,
  ),
]
const full = [...glue, ...later.map(([, name]) => `build/lib/${name}`)]
const anatomy = closure(assets, ['main.js', chunk('anatomy')])
const home = [...new Set([...anatomy, ...closure(assets, [chunk('site')])])]

const rows = [
  ...['relaxed', 'simd'].map((module) => [
    `full engine, ${module}: wasm + glue`,
    brotli(`${assets}/qkv-full-${module}.wasm`) + sum(full),
    100_000,
  ]),
  ...['relaxed', 'simd', 'scalar'].map((module) => [
    `engine, ${module}: wasm + glue`,
    brotli(`${assets}/qkv-${module}.wasm`) + sum(glue),
    60_000,
  ]),
  [
    'one embedded anatomy, all included',
    sum(anatomy) + brotli(engine) + brotli('build/site/embed.html'),
    120_000,
  ],
  ["the site's first screen", sum(home) + brotli(engine) + brotli('build/site/index.html'), 300_000],
  // With every trained model: 320 kB that hardly compress.
  ['qkv-lab.html, everything in one file', brotli('build/qkv-lab.html'), 600_000],
]
let exceeded = false
for (const [name, bytes, budget] of /** @type {[string, number, number][]} */ (rows)) {
  exceeded ||= bytes > budget
  console.log(
    `${name.padEnd(38)} ${(bytes / 1000).toFixed(1).padStart(6)} kB brotli   budget ${budget / 1000} kB${bytes > budget ? '   EXCEEDED' : ''}`,
  )
}
process.exit(exceeded ? 1 : 0)

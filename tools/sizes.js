// What readers download, in brotli bytes, against its budget. Exits with 1 when one is exceeded.
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { MODULES, wasmFile } from '../web/build/sources.js'

const brotli = (/** @type {string} */ file) => brotliCompressSync(readFileSync(file)).length
const sum = (/** @type {Iterable<string>} */ files) =>
  [...files].reduce((total, file) => total + brotli(file), 0)

/**
 * Scripts of a bundle that are loaded together: those whose entry is one of `entries` (files of the project), with everything that they
 * import at once.
 * @param {string} bundle site or lib @param {RegExp[]} entries @returns {Set<string>}
 */
function together(bundle, entries) {
  /** @type {Record<string, { entryPoint?: string, imports: { path: string, kind: string }[] }>} */
  const outputs = JSON.parse(readFileSync(`build/${bundle}.json`, 'utf8')).outputs
  const found = new Set(
    entries.map((entry) => {
      const output = Object.keys(outputs).find((name) => entry.test(outputs[name].entryPoint ?? ''))
      if (!output) throw new Error(`${bundle} has no script for ${entry}`)
      return output
    }),
  )
  for (const file of found)
    for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') found.add(path)
  return found
}

const glue = (/** @type {string} */ kind) => new RegExp(`bindings/${kind}\\.js$`)
const wasm = (/** @type {string} */ kind, /** @type {string} */ module) => brotli(wasmFile(kind, module))

const BUDGET = { head: 45_000, model: 100_000, lab: 140_000 }
const engines = Object.entries(BUDGET).flatMap(([kind, budget]) =>
  MODULES.map((module) => [
    `engine ${kind}, ${module}: wasm + glue`,
    wasm(kind, module) + sum(together('lib', [/engine\/engine\.js$/, glue(kind)])),
    budget,
  ]),
)
const anatomy = [/site\/main\.js$/, /anatomy\/figure\.js$/, glue('head')]
const rows = [
  ...engines,
  [
    'one embedded anatomy, all included',
    sum(together('site', anatomy)) + wasm('head', 'relaxed') + brotli('build/site/embed.html'),
    85_000,
  ],
  [
    "the site's first screen",
    sum(together('site', [...anatomy, /site\/site\.js$/])) +
      wasm('head', 'relaxed') +
      brotli('build/site/index.html'),
    130_000,
  ],
  // With every trained model, 320 kB that hardly compress, and all lessons and figures in both languages.
  ['qkv-lab.html, everything in one file', brotli('build/qkv-lab.html'), 750_000],
]
let exceeded = false
for (const [name, bytes, budget] of /** @type {[string, number, number][]} */ (rows)) {
  exceeded ||= bytes > budget
  console.log(
    `${name.padEnd(38)} ${(bytes / 1000).toFixed(1).padStart(6)} kB brotli   budget ${budget / 1000} kB${bytes > budget ? '   EXCEEDED' : ''}`,
  )
}
process.exit(exceeded ? 1 : 0)

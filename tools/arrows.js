// The arrows of dependence: examples, tests, bindings → src → Eigen; figures → models, components, engine, state, i18n;
// components know neither engine nor state (only its types). Prints what breaks them and exits with 1.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Which folders of web/ each folder may import from. */
const WEB = /** @type {Record<string, string[]>} */ ({
  bench: ['bench'],
  engine: ['engine'],
  state: ['state'],
  i18n: ['i18n'],
  components: ['components', 'i18n'],
  models: ['models', 'components', 'engine', 'i18n'],
  exercises: ['exercises', 'figures', 'components', 'engine', 'state', 'i18n'],
  figures: ['figures', 'exercises', 'models', 'components', 'engine', 'state', 'i18n', 'bench'],
  site: ['site', 'figures', 'exercises', 'components', 'engine', 'state', 'i18n'],
  build: ['build', 'figures', 'i18n'],
  lessons: [],
})

const ORDER = ['numeric', 'attention', 'model', 'io', 'cost', 'train'] // a folder of src/ includes itself and folders to its left
const ALSO = /** @type {Record<string, string[]>} */ ({
  cost: ['numeric', 'model', 'cost'], // of models it needs the shape alone
  train: ORDER,
  bench: [...ORDER, 'bench'],
})

/** @param {string} root @returns {string[]} what breaks an arrow, one line each */
export function brokenArrows(root) {
  const files = (/** @type {string} */ folder, /** @type {RegExp} */ kind) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && kind.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
  const broken = []
  for (const file of files('src', /\.(h|cpp)$/)) {
    const folder = file.split('/')[1]
    const allowed = ALSO[folder] ?? ORDER.slice(0, ORDER.indexOf(folder) + 1)
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(/#include "([^"]+)"/g))
      if (!allowed.includes(name.split('/')[0])) broken.push(`${file} must not include ${name}`)
    if (/emscripten/i.test(readFileSync(join(root, file), 'utf8').replace(/\/\/.*/g, '')))
      broken.push(`${file} must not know Emscripten`)
  }
  for (const file of files('web', /\.js$/)) {
    const folder = file.split('/')[1]
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
    )) {
      const target = relative(join(root, 'web'), resolve(root, dirname(file), name)).split('/')[0]
      // In a JSDoc type an import is no dependence: those are written import('…'), inside comments.
      const line =
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .find((text) => text.includes(`'${name}'`)) ?? ''
      if (/^\s*(\*|\/\*\*|\/\/)|@type|@param|@typedef/.test(line)) continue
      if (target.startsWith('..')) continue // the build may use tools
      if (!(WEB[folder] ?? []).includes(target)) broken.push(`${file} must not import ${name}`)
    }
  }
  return broken
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const broken = brokenArrows(resolve(dirname(fileURLToPath(import.meta.url)), '..'))
  for (const line of broken) console.error(line)
  process.exit(broken.length ? 1 : 0)
}

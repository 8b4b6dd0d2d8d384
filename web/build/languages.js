// Words of more languages than a strings.js has: `strings.<tag>.js` beside it, which exports them as `strings`.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The files of further languages beside a file of strings, by language. @param {string} file .../strings.js @returns {[string, string][]} */
function further(file) {
  const stem = basename(file, '.js')
  return readdirSync(dirname(file)).flatMap((name) => {
    const tag = name.startsWith(`${stem}.`)
      ? /^\.([\w-]+)\.js$/.exec(name.slice(stem.length))?.[1]
      : undefined
    return tag ? [/** @type {[string, string]} */ ([tag, join(dirname(file), name)])] : []
  })
}

/** The strings of a folder in all languages. @param {string} folder @param {string} [name] of the file @returns {Promise<Record<string, any>>} */
export async function stringsIn(folder, name = 'strings') {
  const file = join(folder, `${name}.js`)
  const { strings } = await import(pathToFileURL(file).href)
  const more = await Promise.all(
    further(file).map(async ([tag, path]) => [tag, (await import(pathToFileURL(path).href)).strings]),
  )
  return { ...strings, ...Object.fromEntries(more) }
}

/** Joins them in a bundle. @type {import('esbuild').Plugin} */
export const moreLanguages = {
  name: 'more-languages',
  setup: ({ onLoad }) => {
    onLoad({ filter: /strings\.js$/ }, async ({ path }) => {
      const more = further(path)
      if (!more.length) return undefined
      const text = await readFile(path, 'utf8')
      const added = more.map(
        ([tag, file], i) =>
          `import { strings as more${i} } from ${JSON.stringify(`./${basename(file)}`)}\nstrings[${JSON.stringify(tag)}] = more${i}`,
      )
      return { contents: `${text}\n${added.join('\n')}\n`, resolveDir: dirname(path) }
    })
  },
}

// The README's list of figures, from their cards and classes: `node tools/readme.js` writes it, the tests compare it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { classes } from '../web/build/classes.js'
import { gallery } from '../web/build/gallery.js'

const file = join(resolve(fileURLToPath(import.meta.url), '../..'), 'README.md')
const [BEGIN, END] = ['<!-- figures: node tools/readme.js -->\n', '<!-- /figures -->']
const code = (/** @type {string[]} */ names) => names.map((name) => `\`${name}\``).join(' ')

/** The README with the list as it is now. @param {string} text @returns {Promise<string>} */
export async function withFigures(text) {
  const all = await classes()
  const lines = (await gallery()).map(
    ({ name, words }) =>
      `| \`${name}\` | ${words.en.title} | ${code(all[name].presets)} | ${code(all[name].controls.filter((one) => one !== 'history'))} |`,
  )
  const table = ['| figure | | presets | controls, beside `history` |', '|---|---|---|---|', ...lines].join(
    '\n',
  )
  const [before, rest] = text.split(BEGIN)
  return `${before}${BEGIN}${table}\n${END}${rest.split(END)[1]}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(file, await withFigures(readFileSync(file, 'utf8')))

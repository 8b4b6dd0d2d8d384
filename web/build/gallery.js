// What is known of every figure without loading it: its title and what it is about, by language, and its drawing.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { cards, folderOf } from '../figures/index.js'
import { LOCALES } from '../i18n/locales.js'
import { stringsIn } from './languages.js'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** @typedef {{ name: string, part: number, scored: boolean, drawing: string, words: Record<string, { title: string, lede: string }> }} Entry */

/** @returns {Promise<Entry[]>} in the order of the cards */
export async function gallery() {
  return Promise.all(
    Object.entries(cards).map(async ([name, { part, scored = false }]) => {
      const folder = join(web, folderOf(name))
      const strings = await stringsIn(folder)
      const words = Object.fromEntries(
        LOCALES.map(({ tag }) => {
          const { title, lede } = { ...strings.en, ...strings[tag] }
          return [tag, { title, lede }]
        }),
      )
      const drawing = join(folder, 'card.svg')
      return {
        name,
        part,
        scored,
        words,
        drawing: existsSync(drawing) ? readFileSync(drawing, 'utf8').trim() : '',
      }
    }),
  )
}

/** The classes of the elements, for tools that run no browser. @param {string} name @returns {string} */
export const modulePath = (name) => pathToFileURL(join(web, folderOf(name), 'figure.js')).href

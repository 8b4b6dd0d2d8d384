// Everything that there is to look at, from the cards of the figures and the list of lessons: for pictures and for checks.
import { cards } from '../../web/figures/index.js'
import { lessonsOf } from '../../web/build/lessons.js'
import { figure, lesson, settled } from './browser.js'

/** @typedef {{ name: string, address: string, figure?: string, slug?: string, element?: string }} View */

/** @type {View[]} */
export const views = [
  { name: 'home', address: '#/', figure: 'anatomy' },
  { name: 'gallery', address: '#/figures', element: 'qkv-gallery' },
  { name: 'contents', address: '#/lesson', element: 'qkv-lessons' },
  ...Object.entries(cards).flatMap(([name, { views: queries }]) =>
    queries.map((query, i) => ({
      name: i === 0 ? name : `${name}-${i + 1}`,
      address: `#/figure/${name}?${query}`,
      figure: name,
    })),
  ),
  ...lessonsOf('en').map(({ slug }) => ({ name: `lesson-${slug}`, address: `#/lesson/${slug}`, slug })),
  { name: 'embed', address: 'embed.html?figure=anatomy', figure: 'anatomy' },
]

/** The view in a language and a theme. @param {View} view @param {{ lang: string, theme: string }} look */
export const addressOf = ({ address }, { lang, theme }) =>
  `${address}${address.includes('?') ? '&' : '?'}lang=${lang}&theme=${theme}`

/** Waits until all of it is to be seen; a figure shows what it can do. @param {import('./browser.js').Page} page @param {View} view */
export async function shown(page, view) {
  if (view.slug) await lesson(page, view.slug)
  else if (view.figure) {
    const element = await figure(page, `qkv-${view.figure}`)
    if (view.name !== 'home') await element.evaluate((e) => e.demonstrate())
    await settled(element)
  } else
    await page.waitForFunction(
      (tag) => document.querySelector('qkv-site')?.shadowRoot?.querySelector(tag),
      { polling: 50 },
      view.element ?? '',
    )
  await new Promise((done) => setTimeout(done, 350))
}

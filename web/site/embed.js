// embed.html: one figure without the site's chrome, told by the query what to show, telling the host how high it is.
import { cards, loadFigure } from '../figures/index.js'
import { words, wordsOf } from '../i18n/index.js'
import { localeOf } from '../i18n/locales.js'
import { writeQuery } from '../state/address.js'
import { AddressBar } from './address-bar.js'

const PASSED = ['preset', 'lang', 'theme', 'controls', 'seed', 'state', 'view']

/** @param {string} search the address's query @param {HTMLElement} host where the figure goes */
export async function embed(search, host) {
  const query = new URLSearchParams(search)
  const name = query.get('figure') ?? ''
  const locale = localeOf(query.get('lang') || document.documentElement.lang || navigator.language)
  document.documentElement.lang = locale.html
  const t = words(locale.tag)
  document.title = t.appName
  if (!Object.hasOwn(cards, name)) {
    const note = document.createElement('p')
    note.textContent = t.figure.unknownFigure(name, Object.keys(cards))
    host.append(note)
    return
  }
  await loadFigure(name)
  const figure = /** @type {import('../figures/base/figure.js').Figure} */ (
    document.createElement(`qkv-${name}`)
  )
  figure.page = '' // this one
  for (const attribute of PASSED) {
    const value = query.get(attribute)
    if (value !== null) figure.setAttribute(attribute, value)
  }
  const bar = new AddressBar((address) => {
    try {
      history.replaceState(null, '', address)
    } catch {
      // about:srcdoc has no address to keep
    }
  })
  figure.addEventListener('qkv-change', (event) => {
    const { state, preset } = /** @type {CustomEvent} */ (event).detail
    const values = { ...Object.fromEntries(query), preset, state }
    bar.set(`?${writeQuery(values)}${location.hash}`)
  })
  figure.addEventListener('qkv-link', () => bar.flush())
  const page = document.createElement('main')
  const heading = document.createElement('h1') // for screen readers: the page around the frame has its own
  const { title } = wordsOf(/** @type {any} */ (figure.constructor).strings, locale.tag)
  heading.textContent = title
  heading.className = 'visually-hidden'
  page.append(heading, figure)
  host.append(page)
  if (parent !== window) tellHost(figure)
}

/** Height and events for the page around the frame: lti.frameResize as Canvas, PreTeXt and SPLICE hosts read it, and every qkv event. @param {HTMLElement} figure */
function tellHost(figure) {
  const post = (/** @type {any} */ message) => parent.postMessage(message, '*')
  let sent = 0
  new ResizeObserver(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
    if (height === sent) return
    sent = height
    const message = { subject: 'lti.frameResize', message_id: `qkv-${height}`, height }
    post(message) // as Canvas, PreTeXt and others read it,
    post(JSON.stringify(message)) // and as text, for Moodle and older hosts
  }).observe(document.documentElement)
  for (const type of ['qkv-ready', 'qkv-change', 'qkv-score', 'qkv-error'])
    figure.addEventListener(type, (event) => post({ type, .../** @type {CustomEvent} */ (event).detail }))
}

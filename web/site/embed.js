// embed.html: one figure without the site's chrome, told by the query what to show, telling the host how high it is.
import { figures } from '../figures/index.js'
import { languageOf, strings } from '../i18n/index.js'
import { writeQuery } from '../state/address.js'

const PASSED = ['preset', 'lang', 'theme', 'controls', 'seed', 'state', 'view']

/** @param {string} search the address's query @param {HTMLElement} host where the figure goes */
export async function embed(search, host) {
  const query = new URLSearchParams(search)
  const name = query.get('figure') ?? ''
  const language = languageOf(query.get('lang') || document.documentElement.lang || navigator.language)
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  document.title = strings(language).appName
  if (!Object.hasOwn(figures, name)) {
    const note = document.createElement('p')
    note.textContent = strings(language).figure.unknownFigure(name, Object.keys(figures))
    host.append(note)
    return
  }
  await figures[name]()
  const figure = document.createElement(`qkv-${name}`)
  for (const attribute of PASSED) {
    const value = query.get(attribute)
    if (value !== null) figure.setAttribute(attribute, value)
  }
  figure.addEventListener('qkv-change', (event) => {
    const { state, preset } = /** @type {CustomEvent} */ (event).detail
    const values = { ...Object.fromEntries(query), preset, state }
    try {
      history.replaceState(null, '', `?${writeQuery(values)}${location.hash}`)
    } catch {
      // about:srcdoc has no address to keep
    }
  })
  const page = document.createElement('main')
  const heading = document.createElement('h1') // for screen readers: the page around the frame has its own
  heading.textContent = /** @type {any} */ (strings(language))[name].title
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
    post({ subject: 'lti.frameResize', message_id: `qkv-${height}`, height })
  }).observe(document.documentElement)
  for (const type of ['qkv-ready', 'qkv-change', 'qkv-score', 'qkv-error'])
    figure.addEventListener(type, (event) => post({ type, .../** @type {CustomEvent} */ (event).detail }))
}

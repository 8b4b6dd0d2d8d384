// Light or dark: what an element is told, what the page around it is, and light on paper.

// A plain object where there is no browser: the package's elements may be imported by a server.
const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)') ?? { matches: false }
const bySystem = () => (system.matches ? 'dark' : 'light')

/** How pages say what they are: MyST, VitePress and Tailwind by a class, Docusaurus, PyData and Furo by data-theme, others by theirs. */
const SAID_BY = [
  'data-theme',
  'data-bs-theme',
  'data-color-mode',
  'data-color-scheme',
  'data-md-color-scheme',
  'data-mode',
  'class',
]
const DARK = /(?:^|[\s_-])(?:dark|slate|night|coal|navy|ayu)(?:$|[\s_-])/
const LIGHT = /(?:^|[\s_-])(?:light|default|rust)(?:$|[\s_-])/

/** @param {Element} at @returns {'dark'|'light'|undefined} */
function saidBy(at) {
  for (const name of SAID_BY) {
    const value = at.getAttribute(name) ?? ''
    // A class is a list of words about anything: only short ones that say just this.
    const said =
      name === 'class'
        ? (value
            .split(/\s+/)
            .find((word) => /^(theme-|vscode-|mode-)?(dark|light)(-mode|-theme)?$/.test(word)) ?? '')
        : value
    if (DARK.test(said)) return 'dark'
    if (LIGHT.test(said)) return 'light'
  }
  return undefined
}

/** The element around it, through shadow roots and out of a frame as far as that is allowed. @param {Element} at @returns {Element|null} */
function around(at) {
  const parent = at.parentElement ?? /** @type {ShadowRoot} */ (at.getRootNode()).host
  if (parent) return parent
  try {
    return at.ownerDocument.defaultView?.frameElement ?? null
  } catch {
    return null // a page of another origin keeps itself to itself
  }
}

/** @param {Element} element */
function ancestors(element) {
  const all = []
  for (let at = around(element); at; at = around(at)) all.push(at)
  return all
}

const styleOf = (/** @type {Element} */ at) =>
  /** @type {Window} */ (at.ownerDocument.defaultView).getComputedStyle(at)

/** The lightness of a colour, if it covers what lies behind it. @param {string} colour */
function lightness(colour) {
  const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g)?.map(Number) ?? []
  if (!/^rgba?\(/.test(colour) || alpha < 0.5) return undefined
  return (0.3 * red + 0.59 * green + 0.11 * blue) / 255
}

/** What the page around an element is: as it says, as it looks, as its colour scheme has it. @param {Element} element @returns {'dark'|'light'} */
export function appearanceAround(element) {
  const all = ancestors(element)
  for (const at of all) {
    const said = saidBy(at)
    if (said) return said
  }
  for (const at of all) {
    const lit = lightness(styleOf(at).backgroundColor)
    if (lit !== undefined) return lit < 0.45 ? 'dark' : 'light'
  }
  const scheme = all.length ? styleOf(all[0]).colorScheme : 'normal'
  if (/dark/.test(scheme)) return /light/.test(scheme) ? bySystem() : 'dark'
  // A page that says nothing is white, whatever the system prefers; a frame whose page cannot be asked has the system only.
  return window !== parent && !reachable() ? bySystem() : 'light'
}

function reachable() {
  try {
    return !!window.frameElement
  } catch {
    return false
  }
}

/**
 * Keeps the attribute `appearance` of an element at 'light' or 'dark': by its `theme`, else by the page around it (or by the system, for a page of its
 * own), and light while it is printed. A controller of lit; components that paint read `host.appearance`.
 */
export class Appearance {
  #host
  #asked
  #printing = false
  /** @type {MutationObserver|undefined} */
  #watching

  /** @param {import('lit').ReactiveControllerHost & HTMLElement & { theme: string, appearance: string }} host @param {{ page?: boolean }} [options] `page`: there is nothing around it */
  constructor(host, { page = false } = {}) {
    this.#host = host
    this.#asked = page ? bySystem : () => appearanceAround(host)
    host.addController(this)
  }

  hostConnected() {
    addEventListener('beforeprint', this.#before)
    addEventListener('afterprint', this.#after)
    system.addEventListener?.('change', this.#look)
    document.addEventListener('transitionend', this.#look) // backgrounds that fade from one to the other
    this.#watching = new MutationObserver(this.#look)
    for (const at of ancestors(this.#host))
      this.#watching.observe(at, { attributes: true, attributeFilter: [...SAID_BY, 'style'] })
    this.#look()
  }

  hostDisconnected() {
    removeEventListener('beforeprint', this.#before)
    removeEventListener('afterprint', this.#after)
    system.removeEventListener?.('change', this.#look)
    document.removeEventListener('transitionend', this.#look)
    this.#watching?.disconnect()
  }

  hostUpdate() {
    this.#look()
  }

  #look = () => {
    const { theme } = this.#host
    const told = theme === 'dark' || theme === 'light' ? theme : this.#asked()
    const shown = this.#printing ? 'light' : told
    if (this.#host.appearance === shown) return
    this.#host.appearance = shown
    this.#host.setAttribute('appearance', shown)
  }

  #before = () => {
    this.#printing = true
    this.#look()
  }

  #after = () => {
    this.#printing = false
    this.#look()
  }
}

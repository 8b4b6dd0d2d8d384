import { noChange } from 'lit'
import { Directive, directive } from 'lit/directive.js'

class Styled extends Directive {
  /** @type {string[]} */
  #set = []

  /** @param {Record<string, string>} _values */
  render(_values) {
    return noChange
  }

  /** @param {import('lit/directive.js').ElementPart} part @param {[Record<string, string>]} values */
  update({ element }, [values]) {
    const { style } = /** @type {HTMLElement} */ (element)
    for (const name of this.#set) if (!(name in values)) style.removeProperty(name)
    for (const [name, value] of Object.entries(values)) style.setProperty(name, value)
    this.#set = Object.keys(values)
    return noChange
  }
}

/**
 * Styles that are computed: `<i ${styled({ width: '40%' })}></i>`. A style attribute would be forbidden where a page's policy says
 * `style-src 'self'`; properties that a script sets are not.
 */
export const styled = directive(Styled)

/** A colour of the palette, by its name. @param {string} tone */
export const tinted = (tone) => styled({ color: `var(${tone})` })

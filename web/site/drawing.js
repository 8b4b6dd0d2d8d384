import { html } from 'lit'
import { unsafeSVG } from 'lit/directives/unsafe-svg.js'
import { gallery } from '#gallery'

/** The drawing on the card of a figure, an <svg> of 120 × 48 made by us. @param {string} name */
export function drawing(name) {
  const whole = gallery.find((one) => one.name === name)?.drawing ?? ''
  return html`<svg viewBox="0 0 120 48" aria-hidden="true">
    ${unsafeSVG(whole.replace(/^<svg[^>]*>|<\/svg>$/g, ''))}
  </svg>`
}

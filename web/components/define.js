/**
 * Registers an element. A page that loads the bundle twice keeps the older copy, and its console says so. @param {string} tag @param {CustomElementConstructor} element
 */
export function define(tag, element) {
  if (!customElements.get(tag)) return customElements.define(tag, element)
  console.info(`QKV Lab: <${tag}> was loaded twice; the older copy stays`)
}

// Addresses: "#/figure/anatomy?preset=…&state=…" on the site, "?figure=anatomy&…" on the embed page.

/** @typedef {{ page: 'home'|'figure'|'figures'|'models'|'bench'|'lesson'|'unknown', name: string, query: URLSearchParams }} Place */

/** @param {string} hash the address after '#', or '' @returns {Place} */
export function readHash(hash) {
  const [, path = '', query = ''] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? []
  const [page, name = ''] = path.split('/').filter(Boolean)
  const params = new URLSearchParams(query)
  if (!page) return { page: 'home', name: '', query: params }
  if (page === 'figure' || page === 'figures' || page === 'models' || page === 'bench' || page === 'lesson')
    return { page, name, query: params }
  return { page: 'unknown', name: path, query: params }
}

/** The query with `values` set, empty ones removed, in an address that people can read. @param {Record<string, string|undefined>} values */
export function writeQuery(values) {
  return Object.entries(values)
    .filter(([, value]) => value)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(/** @type {string} */ (value)).replace(/%(2C|2F|3A|3B|7C)/g, decodeURIComponent)}`,
    )
    .join('&')
}

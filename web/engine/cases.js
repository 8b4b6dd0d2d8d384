// The core writes snake_case, JavaScript camelCase; nothing else changes.

/** @param {string} name */
export const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** @param {Record<string, any>} object @returns {Record<string, any>} */
export const camelKeys = (object) =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  )

/** @param {Record<string, any>} object @returns {Record<string, any>} */
export const snakeKeys = (object) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [snakeCase(key), value]))

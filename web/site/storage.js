// Choices that outlive the page, where that is allowed: storage is forbidden in sandboxed frames and may be full; they last as long
// as the page then.

/** What could not be stored. @type {Map<string, string>} */
const kept = new Map()

/** @param {string} name */
export function stored(name) {
  const here = kept.get(name)
  if (here !== undefined) return here
  try {
    return localStorage.getItem(`qkv-lab.${name}`) ?? ''
  } catch {
    return ''
  }
}

/** @param {string} name @param {string} value */
export function store(name, value) {
  try {
    localStorage.setItem(`qkv-lab.${name}`, value)
    kept.delete(name)
  } catch {
    kept.set(name, value)
  }
}

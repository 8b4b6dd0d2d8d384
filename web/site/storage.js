// Choices that outlive the page, where that is allowed: storage is forbidden in sandboxed frames, and they last as long
// as the page then.

/** @type {Map<string, string>} */
const kept = new Map()

/** @param {string} name */
export function stored(name) {
  try {
    return localStorage.getItem(`qkv-lab.${name}`) ?? ''
  } catch {
    return kept.get(name) ?? ''
  }
}

/** @param {string} name @param {string} value */
export function store(name, value) {
  try {
    localStorage.setItem(`qkv-lab.${name}`, value)
  } catch {
    kept.set(name, value)
  }
}

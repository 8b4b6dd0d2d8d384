// Back leads to where a reader was, not to the top: each entry of the history remembers how far it was scrolled. Browsers do it
// themselves only for pages that are there at once; ours fill up over a second or two.

const SETTLED = 200 // ms without scrolling
const PATIENCE = 3000 // ms until figures above have their height

/** Keeps the place of the entry that is shown. A frame with srcdoc allows no state: there Back leads to the top. */
export function rememberScroll() {
  let timer = 0
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        try {
          history.replaceState({ ...history.state, y: Math.round(scrollY) }, '')
        } catch {
          // as if it had not been scrolled
        }
      }, SETTLED)
    },
    { passive: true },
  )
  addEventListener('hashchange', () => clearTimeout(timer)) // that was the page before
}

/** Goes to where this entry was left, as the page grows, until the reader takes over; to the top if it is new. */
export function returnScroll() {
  const y = history.state?.y ?? 0
  scrollTo(0, y)
  if (!y) return
  const until = performance.now() + PATIENCE
  const given = ['wheel', 'touchstart', 'keydown', 'pointerdown']
  let taken = false
  const take = () => (taken = true)
  for (const name of given) addEventListener(name, take, { once: true, passive: true })
  const step = () => {
    if (taken || performance.now() > until) {
      for (const name of given) removeEventListener(name, take)
      return
    }
    if (Math.abs(scrollY - y) > 1) scrollTo(0, y)
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

// The address of the page, kept up with what a reader does: without a history entry for each key, and not more often than browsers
// bear (some refuse a hundred changes in half a minute).

const AT_MOST_EVERY = 300 // ms

export class AddressBar {
  #wanted = ''
  #written = 0
  #timer = 0
  #write

  /** @param {(address: string) => void} write */
  constructor(write) {
    this.#write = write
    addEventListener('pagehide', () => this.flush())
  }

  /** Writes the address, at once if the last time is a while ago. @param {string} address */
  set(address) {
    this.#wanted = address
    if (this.#timer) return
    const wait = this.#written + AT_MOST_EVERY - performance.now()
    if (wait <= 0 || !this.#written) this.flush()
    else this.#timer = window.setTimeout(() => this.flush(), wait)
  }

  /** Forgets what waits: the reader has gone somewhere else. */
  cancel() {
    clearTimeout(this.#timer)
    this.#timer = 0
    this.#wanted = ''
  }

  /** Writes what waits, before somebody reads the address. */
  flush() {
    clearTimeout(this.#timer)
    this.#timer = 0
    if (!this.#wanted) return
    this.#written = performance.now()
    this.#write(this.#wanted)
    this.#wanted = ''
  }
}

/** Paper is light: the theme of an element while the page is printed. A controller of lit. */
export class LightOnPaper {
  #host
  /** @type {string|undefined} */
  #usual

  /** @param {import('lit').ReactiveControllerHost & { theme: string }} host */
  constructor(host) {
    this.#host = host
    host.addController(this)
  }

  hostConnected() {
    addEventListener('beforeprint', this.#before)
    addEventListener('afterprint', this.#after)
  }

  hostDisconnected() {
    removeEventListener('beforeprint', this.#before)
    removeEventListener('afterprint', this.#after)
  }

  #before = () => {
    this.#usual ??= this.#host.theme // some browsers say it twice
    this.#host.theme = 'light'
  }

  #after = () => {
    this.#host.theme = this.#usual ?? this.#host.theme
    this.#usual = undefined
  }
}

// The run in a browser: bench.js opens the page and calls this.
import { whole } from './whole.js'

const url = (name) => new URL(name, location.href).href
const bytes = async (name) => new Uint8Array(await (await fetch(url(name))).arrayBuffer())

globalThis.bench = (options) =>
  whole('chromium', url, bytes, {
    ...options,
    report: (result) => globalThis.report(result),
    pause: () => new Promise((done) => setTimeout(done)),
  })

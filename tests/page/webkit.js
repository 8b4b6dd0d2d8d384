// WebKitGTK, by the W3C WebDriver protocol: what of it these tests need. No library that drives the others knows it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'

const BROWSERS = ['4.1', '6.0', '4.0'].map((api) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${api}/MiniBrowser`)
const binary = BROWSERS.find((path) => existsSync(path))

/** Whether it is installed: package webkit2gtk-driver, with xvfb. */
export const hasWebKit = !!binary && existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/xvfb-run')

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => done(port))
    })
  })

/** A browser with one window: `go` to an address, `run` the body of an async function in it. */
export async function launchWebKit() {
  const port = await freePort()
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  /** @param {string} method @param {string} path @param {any} [body] */
  const ask = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
    })
    const { value } = /** @type {any} */ (await answer.json())
    if (value?.error) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  for (let tries = 0; ; ++tries)
    try {
      await ask('GET', '/status')
      break
    } catch (error) {
      if (tries > 100) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  const options = { binary, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await ask('POST', '/session', { capabilities })
  const session = `/session/${sessionId}`
  await ask('POST', `${session}/timeouts`, { script: 60000, pageLoad: 60000 })
  return {
    /** @param {string} url */
    go: (url) => ask('POST', `${session}/url`, { url }),
    /** @param {string} body of an async function with `args` @param {...any} args */
    run: (body, ...args) =>
      ask('POST', `${session}/execute/async`, {
        script: `const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1);
          (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }))`,
        args,
      }).then((/** @type {{ value?: any, error?: string }} */ { value, error }) => {
        if (error) throw new Error(error)
        return value
      }),
    close: async () => {
      await ask('DELETE', session).catch(() => {})
      try {
        process.kill(-(/** @type {number} */ (driver.pid)))
      } catch {
        // it has gone already
      }
    },
  }
}

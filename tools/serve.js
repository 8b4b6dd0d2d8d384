// A static server for one folder, for `lab serve` and the tests: node tools/serve.js [folder] [port]
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/**
 * Serves `folder` under `prefix` on 127.0.0.1.
 * @param {string} folder @param {{ port?: number, prefix?: string, headers?: Record<string, string>, instead?: (path: string) => { status?: number, type?: string, body: string|Buffer }|undefined }} [options]
 * port 0: a free one; `instead`: an answer in place of the file, as hosts have their own
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve(folder, { port = 0, prefix = '/', headers = {}, instead } = {}) {
  const root = resolve(folder)
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const other = instead?.(path)
    if (other) {
      const { status = 200, type = 'text/html; charset=utf-8', body } = other
      response.writeHead(status, { 'content-type': type, ...headers }).end(body)
      return
    }
    let file = join(root, normalize(path.startsWith(prefix) ? path.slice(prefix.length) : '\0'))
    const info = await stat(file).catch(() => null)
    if (info?.isDirectory()) file = join(file, 'index.html')
    if (!file.startsWith(root) || !(await stat(file).catch(() => null))?.isFile()) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
      return
    }
    const type = TYPES[/** @type {'.js'} */ (extname(file))] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache', ...headers })
    createReadStream(file).pipe(response)
  })
  await new Promise((done, failed) =>
    server.on('error', failed).listen(port, '127.0.0.1', () => done(undefined)),
  )
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    close: () => (server.closeAllConnections(), server.close()),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder = 'build/site', port = '8000'] = process.argv.slice(2)
  const { url } = await serve(folder, { port: Number(port) }).catch(() => serve(folder))
  console.log(`QKV Lab is at ${url}  (Ctrl+C stops it)`)
}

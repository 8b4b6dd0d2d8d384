// Real browsers for the page tests and the screenshots.
import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import puppeteer from 'puppeteer-core'
import { serve } from '../../tools/serve.js'
import { root } from '../js/golden.js'

/** @typedef {import('puppeteer-core').ElementHandle<any>} Handle */
/** @typedef {import('puppeteer-core').Page} Page */

export const BROWSERS = ['chromium', 'firefox']

const EXECUTABLES = {
  chromium: ['/usr/bin/chromium', '/usr/bin/google-chrome'],
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
}

/** @param {string} name @returns {Promise<import('puppeteer-core').Browser>} */
export function launch(name) {
  const executablePath = EXECUTABLES[/** @type {'chromium'} */ (name)].find(existsSync)
  if (!executablePath) throw new Error(`${name} is not installed; run ./lab setup`)
  if (name === 'firefox')
    return puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      // puppeteer relaxes the file policy; readers have the strict one.
      extraPrefsFirefox: {
        'security.fileuri.strict_origin_policy': true,
        'network.captive-portal-service.enabled': false,
      },
    })
  const flags = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ]
  return puppeteer.launch({
    executablePath,
    headless: true,
    args: flags,
    userDataDir: mkdtempSync(join(tmpdir(), 'qkv-')),
  })
}

/**
 * Opens an address and keeps what went wrong: console errors, exceptions, requests to other hosts.
 * @param {import('puppeteer-core').Browser} browser @param {string} url
 * @param {{ width?: number, height?: number, dark?: boolean }} [view]
 */
export async function open(browser, url, { width = 1280, height = 900 } = {}) {
  const page = await browser.newPage()
  /** @type {string[]} */
  const problems = []
  const home = new URL(url).origin
  page.on('pageerror', (error) => problems.push(`exception: ${error}`))
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && origin !== home) problems.push(`request: ${request.url()}`)
  })
  await page.setViewport({ width, height })
  await page.goto(url)
  return { page, problems }
}

/** The figure in the page, through the site's shadow root if there is one, when its numbers are there.
 * @param {import('puppeteer-core').Page} page @param {string} tag */
export async function figure(page, tag) {
  const handle = await page.waitForFunction(
    (name) => {
      const found =
        document.querySelector(name) ?? document.querySelector('qkv-site')?.shadowRoot?.querySelector(name)
      // @ts-ignore properties of our elements
      return found?.ready ? found : false
    },
    { timeout: 30000, polling: 50 },
    tag,
  )
  const element = /** @type {Handle} */ (handle.asElement())
  await element.evaluate((e) => e.updateComplete)
  return element
}

/** The element reached by going from shadow root to shadow root. @param {Handle} from @param {string[]} path @returns {Promise<Handle>} */
export async function inside(from, ...path) {
  const handle = await from.evaluateHandle(
    (e, selectors) => selectors.reduce((at, selector) => at?.shadowRoot?.querySelector(selector), e),
    path,
  )
  const element = handle.asElement()
  assert.ok(element, `no ${path.join(' ')}`)
  return /** @type {Handle} */ (element)
}

export const textOf = (/** @type {Handle} */ element) =>
  element.evaluate((e) => e.textContent.replace(/\s+/g, ' ').trim())
export const settled = (/** @type {Handle} */ element) =>
  element.evaluate((e) => e.updateComplete.then(() => new Promise((done) => setTimeout(done, 60))))

/**
 * Opens a page, does something with its figure, and insists that nothing went wrong on the way.
 * @param {import('puppeteer-core').Browser} browser @param {string} url @param {string} tag
 * @param {(element: Handle, page: import('puppeteer-core').Page) => Promise<void>} use @param {object} [view]
 */
export async function visit(browser, url, tag, use, view) {
  const { page, problems } = await open(browser, url, view)
  try {
    await use(await figure(page, tag), page)
    assert.deepEqual(problems, [])
  } finally {
    await page.close()
  }
}

/**
 * @typedef {object} Pages
 * @property {string} name  of the browser
 * @property {() => import('puppeteer-core').Browser} browser
 * @property {() => string} site  the address of the site, under a path with a folder
 * @property {() => string} file  that of the single file on disk, in a folder with a space and Chinese
 * @property {typeof test} test
 * @property {(query: string, use: (element: Handle, page: Page) => Promise<void>, view?: object) => Promise<void>} visit
 *   opens the figure with that query, or the address of a page that holds it
 * @property {(title: string, use: (visit: Pages['visit']) => Promise<void>) => void} everywhere
 *   a test that is done twice: over http and from disk
 */

/**
 * Tests of one figure, done in each browser. @param {string} figureName @param {(pages: Pages) => void} tests
 */
export function pages(figureName, tests) {
  for (const name of BROWSERS)
    describe(`${figureName}, ${name}`, () => {
      /** @type {import('puppeteer-core').Browser} */
      let browser
      /** @type {{ url: string, close: () => void }} */
      let server
      const folder = mkdtempSync(join(tmpdir(), '注意力 实验室 '))
      const file = join(folder, 'qkv-lab.html')
      before(async () => {
        browser = await launch(name)
        server = await serve(join(root, 'build/site'), { prefix: '/books/chapter-3/' })
        mkdirSync(folder, { recursive: true })
        cpSync(join(root, 'build/qkv-lab.html'), file)
      })
      after(async () => {
        await browser?.close()
        server?.close()
        rmSync(folder, { recursive: true, force: true })
      })
      const onDisk = () => pathToFileURL(file).href
      const at = (/** @type {() => string} */ base) =>
        /** @type {Pages['visit']} */ (
          (query, use, view) => {
            const address = /^\w+:/.test(query) ? query : `${base()}#/figure/${figureName}?${query}`
            return visit(browser, address, `qkv-${figureName}`, use, view)
          }
        )
      tests({
        name,
        browser: () => browser,
        site: () => server.url,
        file: onDisk,
        test,
        visit: at(() => server.url),
        everywhere: (title, use) => {
          test(`over http: ${title}`, () => use(at(() => server.url)))
          test(`from disk: ${title}`, () => use(at(onDisk)))
        },
      })
    })
}

/** The page's address, when it holds that text: it is written a little later. @param {Page} page @param {string} text @returns {Promise<string>} */
export const addressed = async (page, text) => {
  await page.waitForFunction(
    (wanted) => decodeURIComponent(location.href).includes(wanted),
    { polling: 20 },
    text,
  )
  return page.evaluate(() => location.href)
}

/** How often a figure has computed since. @param {Handle} element */
export async function counted(element) {
  await element.evaluate((e) => {
    const compute = e.compute
    e.computed = 0
    e.compute = () => ((e.computed += 1), compute.call(e))
  })
  return () => element.evaluate((e) => e.computed)
}

/** The lesson's article, with all of its figures ready. @param {import('puppeteer-core').Page} page @param {string} slug */
export async function lesson(page, slug) {
  const handle = await page.waitForFunction(
    (wanted) => {
      const lessons = document.querySelector('qkv-site')?.shadowRoot?.querySelector('qkv-lessons')
      const article = lessons?.shadowRoot?.querySelector('article[lang]')
      // @ts-ignore properties of our elements
      if (!article || lessons.slug !== wanted || !lessons.lesson) return false
      return [...article.querySelectorAll('.wide')].every((e) => /** @type {any} */ (e).ready) && article
    },
    { timeout: 60000, polling: 50 },
    slug,
  )
  return /** @type {Handle} */ (handle.asElement())
}

// ./lab bench [--quick] [--json FILE] [--node|--chromium] [--only GROUP] [--no-peers]
// The engine beside its peers, in Node and in Chromium, on one thread, in one run. Absolute numbers belong to the
// machine; what carries over are the ratios and the shares of the register peak, measured in the same turns.
import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus, totalmem } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { sources } from '../../web/build/sources.js'
import { runsHere } from '../../web/engine/probe.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = resolve(here, '../..')
const out = join(root, 'build/bench')
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    node: { type: 'boolean', default: false },
    chromium: { type: 'boolean', default: false },
    only: { type: 'string' },
    'no-peers': { type: 'boolean', default: false },
  },
})
const withPeers = !flags['no-peers']
const both = flags.node === flags.chromium
const MODULES = ['scalar', 'simd', 'relaxed']
const STORY = [process.env.QKV_DATA, join(root, '../shared/data')]
  .map((folder) => folder && join(folder, 'stories260K.bin'))
  .find((file) => file && existsSync(file))

prepare()
const report = {
  machine: machine(),
  versions: { node: process.version },
  date: new Date().toISOString(),
  results: [],
}
if (flags.node || both) await inNode()
if (flags.chromium || both) await inChromium()
if (withPeers && (!flags.only || flags.only === 'train')) inPyTorch()
summary(report.results)
if (flags.json) writeFileSync(flags.json, JSON.stringify(report, null, 1) + '\n')

/** The peers, the wasm files and the bundle of the page, all in build/bench. */
function prepare() {
  mkdirSync(out, { recursive: true })
  if (withPeers && !existsSync(join(here, 'node_modules/.package-lock.json')))
    execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' })
  for (const module of MODULES)
    copyFileSync(join(root, `build/wasm-${module}/bindings/lab.wasm`), join(out, `qkv-lab-${module}.wasm`))
  if (STORY) copyFileSync(STORY, join(out, 'stories260K.bin'))
  if (!withPeers) return
  for (const file of [
    'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
    '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm',
  ])
    copyFileSync(join(here, 'node_modules', file), join(out, file.split('/').at(-1)))
  const options =
    '-std=c++20 -O3 -DNDEBUG -DEIGEN_NO_DEBUG -msimd128 -mbulk-memory -mnontrapping-fptoint -fno-exceptions'
  const eigen = ['tests/bench/eigen.cpp', '-o', 'build/bench/eigen.wasm']
  const link = '--no-entry -sSTANDALONE_WASM -sSTACK_SIZE=1MB -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB'
  const command = `em++ ${options} $(pkg-config --cflags eigen3 2>/dev/null || echo -I/usr/include/eigen3) ${link} ${eigen.join(' ')}`
  const newest = Math.max(...['eigen.cpp', 'bench.js'].map((file) => statSync(join(here, file)).mtimeMs))
  if (!existsSync(join(out, 'eigen.wasm')) || statSync(join(out, 'eigen.wasm')).mtimeMs < newest)
    execFileSync('tools/toolchain.sh', ['bash', '-c', command], { cwd: root, stdio: 'inherit' })
}

/** The engine and the peers for one runtime, bundled with the glue. */
async function bundle(entry, platform) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: platform === 'node' ? 'node' : 'browser',
    outfile: join(out, `${platform}.mjs`),
    logLevel: 'error',
    // Some of the peers are CommonJS and ask for Node's own modules.
    banner:
      platform === 'node'
        ? {
            js: `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const __filename = import.meta.filename
const __dirname = import.meta.dirname`,
          }
        : {},
    loader: { '.wasm': 'empty' },
    external: ['node:*', 'module', 'worker_threads', 'perf_hooks'],
    plugins: [
      {
        name: 'bench',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^#wasm$/ }, () => ({ path: 'none', namespace: 'none' }))
          onLoad({ filter: /.*/, namespace: 'none' }, () => ({
            contents: 'export const wasmBytes = () => {}',
          }))
          if (withPeers) return
          onResolve({ filter: /\.\/peers\.js$/ }, () => ({ path: 'peers', namespace: 'peers' }))
          onLoad({ filter: /.*/, namespace: 'peers' }, () => ({ contents: 'export let loadPeers, versions' }))
        },
      },
      ...sources('fetch', ['lab']),
    ],
  })
  return result
}

async function inNode() {
  if (!runsHere('relaxed')) MODULES.splice(MODULES.indexOf('relaxed'), 1)
  await bundle('node.js', 'node')
  const { bench } = await import(pathToFileURL(join(out, 'node.mjs')).href)
  title('Node')
  const done = await bench({ modules: MODULES, ...shared(), folder: out, report: row })
  finish(done)
}

async function inChromium() {
  const { default: puppeteer } = await import('puppeteer-core')
  await bundle('page.js', 'chromium')
  const types = { '.mjs': 'text/javascript', '.wasm': 'application/wasm' }
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url.slice(1).split('?')[0])
    const file = join(out, name)
    if (name === '')
      response
        .setHeader('content-type', 'text/html')
        .end('<script type="module" src="chromium.mjs"></script>')
    else if (!existsSync(file)) response.writeHead(404).end()
    else
      response
        .setHeader('content-type', types[extname(name)] ?? 'application/octet-stream')
        .end(readFileSync(file))
  }).listen(0)
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: '--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync'.split(
      ' ',
    ),
    protocolTimeout: 3_600_000,
  })
  try {
    const page = await browser.newPage()
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
    page.on('pageerror', (error) => console.error(String(error)))
    await page.exposeFunction('report', row)
    await page.goto(`http://localhost:${server.address().port}/`)
    await page.waitForFunction(() => globalThis.bench, { polling: 50 })
    title(await browser.version())
    report.versions.chromium = await browser.version()
    finish(
      await page.evaluate((options) => globalThis.bench(options), {
        modules: ['scalar', 'simd', 'relaxed'],
        ...shared(),
      }),
    )
  } finally {
    await browser.close()
    server.close()
  }
}

/** The training step in PyTorch, natively and on one thread, beside the last measured here. */
function inPyTorch() {
  const own = report.results.filter((r) => r.group === 'train')
  let ms
  try {
    ms = Number(
      execFileSync('/usr/bin/python3', [join(here, 'train_torch.py')], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
  } catch {
    console.log('PyTorch is not here: apt-get install python3-torch libopenblas0-pthread')
    return
  }
  console.log(`\nPyTorch, native, one thread: ${seconds(ms)} a step`)
  for (const r of own.filter(
    (one, i) => own.findIndex((o) => o.runtime === one.runtime && o.module === one.module) === i,
  )) {
    report.results.push({ ...r, peer: 'PyTorch', peerMs: ms, ratio: ms / r.ms })
    console.log(`  ${r.runtime} ${r.module}: ${(ms / r.ms).toFixed(2)} ×`)
  }
}

function shared() {
  return { quick: flags.quick, only: flags.only, story: Boolean(STORY), withPeers }
}

function finish({ results, versions, tiles }) {
  report.results.push(...results)
  Object.assign(report.versions, versions)
  console.log(
    `tiles: ${Object.entries(tiles)
      .map(([module, tile]) => `${module} ${tile}`)
      .join(', ')}`,
  )
}

function machine() {
  const [{ model }] = cpus()
  return {
    cpu: model.trim(),
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    platform: process.platform,
  }
}

function title(runtime) {
  console.log(`\n${runtime} on ${report.machine.cpu}`)
  console.log(
    `${'group'.padEnd(10)}${'size'.padEnd(24)}${'module'.padEnd(9)}${'time'.padStart(11)}${'GFLOP/s'.padStart(9)}${'of peak'.padStart(9)}  beside`,
  )
}

function seconds(ms) {
  return ms < 1
    ? `${(ms * 1000).toPrecision(3)} µs`
    : ms < 1000
      ? `${ms.toPrecision(3)} ms`
      : `${(ms / 1000).toPrecision(3)} s`
}

function row(r) {
  const rate = r.gflops
    ? r.gflops.toFixed(1)
    : r.nsPerElement
      ? `${r.nsPerElement.toFixed(2)} ns`
      : r.tokensPerSecond
        ? `${Math.round(r.tokensPerSecond)}/s`
        : ''
  const share = r.peakShare ? `${(100 * r.peakShare).toFixed(0)} %` : ''
  const naive = r.naiveMs
    ? `naive ${(r.naiveMs / r.ms).toFixed(2)} ×, ${(r.naiveScratchBytes / 1e6).toPrecision(2)} : ${(r.scratchBytes / 1e6).toPrecision(2)} MB  `
    : ''
  const peer = r.peer ? `${r.peer} ${r.ratio.toFixed(2)} ×` : ''
  console.log(
    `${r.group.padEnd(10)}${r.size.padEnd(24)}${r.module.padEnd(9)}${seconds(r.ms).padStart(11)}${rate.padStart(9)}${share.padStart(9)}  ${naive}${peer}`,
  )
}

/** The targets of the design, each with the worst measured. */
function summary(results) {
  const worst = (list, pick) => (list.length ? Math.min(...list.map(pick)) : undefined)
  const lines = []
  for (const runtime of new Set(results.map((r) => r.runtime)))
    for (const module of ['simd', 'relaxed']) {
      const own = results.filter((r) => r.runtime === runtime && r.module === module)
      const square = (low, high) =>
        own.filter(
          (r) =>
            r.group === 'gemm' && /^n=/.test(r.size) && +r.size.slice(2) >= low && +r.size.slice(2) <= high,
        )
      const heads = own.filter((r) => /^h=1 n=(512|1024|2048|4096) d=64$/.test(r.size))
      const grid = own.filter((r) => /^h=1 n=\d+ d=64$/.test(r.size))
      const libraries = (list) => list.filter((r) => /onnx|tfjs/.test(r.peer ?? ''))
      const ort = (list) => list.filter((r) => /onnx/.test(r.peer ?? ''))
      const softmax = own.find((r) => r.group === 'softmax' && r.size === '256×256')
      const decode = own.find((r) => r.group === 'decode' && r.size === 'one token')
      const [a, b] = module === 'simd' ? [0, 1] : [1, 0]
      const target = (simd, relaxed) => (a < b ? simd : relaxed)
      const entry = (what, measured, wanted, show) =>
        measured !== undefined && lines.push([runtime, module, what, show(measured), show(wanted), wanted])
      const percent = (x) => `${(100 * x).toFixed(0)} %`
      const times = (x) => `${x.toFixed(2)} ×`
      entry(
        'GEMM n = 128 … 1024, share of peak',
        worst(square(128, 1024), (r) => r.peakShare),
        target(0.85, 0.8),
        percent,
      )
      entry(
        'GEMM n = 64, share of peak',
        worst(square(64, 64), (r) => r.peakShare),
        target(0.75, 0.65),
        percent,
      )
      entry(
        'tiled attention n = 512 … 4096, share of peak',
        worst(heads, (r) => r.peakShare),
        target(0.75, 0.6),
        percent,
      )
      entry('softmax, ns per element (at most)', softmax?.nsPerElement, target(1.9, 1.3), (x) => x.toFixed(2))
      entry(
        'GEMM n ≥ 128 against the faster library',
        worst(libraries(square(128, 1024)), (r) => r.ratio),
        target(1, 1.8),
        times,
      )
      entry(
        'GEMM n = 64 against the faster library',
        worst(libraries(square(64, 64)), (r) => r.ratio),
        target(1.6, 2.6),
        times,
      )
      entry(
        'attention against onnxruntime-web',
        worst(ort(grid), (r) => r.ratio),
        target(1.3, 2),
        times,
      )
      const step = own.find((r) => r.group === 'train')
      entry('training step, ms (at most)', step?.ms, target(120, 75), (x) => x.toFixed(0))
      entry('training step, share of peak', step?.peakShare, target(0.45, 0.45), percent)
      entry('stories260K, tokens per second', decode?.tokensPerSecond, target(10000, 15000), (x) =>
        String(Math.round(x)),
      )
    }
  console.log('\nthe worst of each, beside its target')
  for (const [runtime, module, what, measured, wanted] of lines)
    console.log(
      `${runtime.padEnd(10)}${module.padEnd(9)}${what.padEnd(48)}${measured.padStart(9)}${wanted.padStart(9)}`,
    )
}

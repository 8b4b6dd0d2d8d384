// One run: every case, every module of the engine, every peer, checked equal first and then timed in turns.
import { CASES } from '../../web/bench/cases.js'
import { ownContestants } from '../../web/bench/own.js'
import { race } from '../../web/bench/race.js'
import { readLlama } from './llama.js'
import { SIZE, ownTrainer } from './training.js'

/** What a peer may differ by, of the typical size of the numbers: its sums have another order. */
const TOLERANCE = 2e-3

function checkEqual(name, size, actual, expected) {
  if (!actual || actual.length !== expected.length)
    throw new Error(`bench: ${name} ${size}: ${actual?.length} numbers`)
  const step = Math.max(1, Math.floor(expected.length / 5000)) | 1 // odd, so that every column has its turn
  let square = 0
  for (const value of expected) square += value * value
  const typical = Math.sqrt(square / expected.length)
  for (let i = 0; i < expected.length; i += step)
    if (!(Math.abs(actual[i] - expected[i]) <= TOLERANCE * Math.max(typical, Math.abs(expected[i]))))
      throw new Error(`bench: ${name} ${size}: number ${i} is ${actual[i]}, not ${expected[i]}`)
}

/**
 * @param {object} options
 * @param {'node'|'chromium'} options.runtime
 * @param {Record<string, import('../../web/engine/engine.js').Engine>} options.engines
 * @param {any[]} options.peers
 * @param {boolean} options.quick
 * @param {ArrayBuffer} [options.story]  stories260K.bin
 * @param {string} [options.only]  a group
 * @param {(result: object) => void} options.report
 * @param {() => Promise<void>} [options.pause]
 */
export async function run({ runtime, engines, peers, quick, story, only, report, pause }) {
  const options = { pause, ...(quick ? { rounds: 15, sampleMs: 5, warmMs: 100 } : {}) }
  const results = []
  const add = (result) => {
    results.push({ runtime, ...result })
    report(results.at(-1))
  }
  if (!only || only === 'peak') await peaks()
  for (const wanted of CASES.filter((c) => (!quick || c.quick) && (!only || c.group === only)))
    await oneCase(wanted)
  if (story && (!only || only === 'decode')) await decode(story)
  if (!only || only === 'train') await training()
  return results

  /** A training step; a peer that takes seconds gets three turns instead of all. */
  async function training() {
    const contestants = []
    const trainers = []
    for (const [module, engine] of Object.entries(engines)) {
      const peak = engine.workload('peak')
      const trainer = ownTrainer(engine)
      trainers.push([module, trainer, peak])
      contestants.push({ name: `${module} peak`, run: (times) => peak.run(times) })
      contestants.push({
        name: module,
        run: (times) => {
          for (let i = 0; i < times; i++) trainer.step()
        },
      })
    }
    const others = new Map()
    for (const peer of peers)
      for (const [name, make] of Object.entries(peer.trainers ?? {})) {
        const step = await make()
        const start = performance.now()
        const first = await step()
        const ms = performance.now() - start
        if (!(Math.abs(first - Math.log(SIZE.vocab)) < 2))
          throw new Error(`bench: ${name} begins with loss ${first}`)
        if (ms < 2000)
          contestants.push({
            name,
            run: async (times) => {
              for (let i = 0; i < times; i++) await step()
            },
          })
        else {
          const from = performance.now()
          await step()
          others.set(name, Math.min(ms, performance.now() - from))
        }
      }
    const ms = await race(contestants, { ...options, rounds: quick ? 10 : 20, warmMs: 400 })
    for (const [module, trainer, peak] of trainers) {
      const { stepFlops } = trainer.state
      const own = ms.get(module)
      const gflops = engines[module].flopsPerSecond(stepFlops, own) / 1e9
      const best = engines[module].flopsPerSecond(peak.flops, ms.get(`${module} peak`)) / 1e9
      const common = {
        module,
        group: 'train',
        size: '0.37 M, 16×64',
        ms: own,
        gflops,
        peak: best,
        peakShare: gflops / best,
      }
      const beside = [...ms.keys(), ...others.keys()].filter((name) => !(name.split(' ')[0] in engines))
      if (beside.length === 0) add(common)
      for (const name of beside) {
        const peerMs = ms.get(name) ?? others.get(name)
        add({ ...common, peer: name, peerMs, ratio: peerMs / own })
      }
      trainer.free()
      peak.free()
    }
  }

  /** The register peak of each module, on its own. */
  async function peaks() {
    const works = Object.entries(engines).map(([module, engine]) => [module, engine.workload('peak')])
    const ms = await race(
      works.map(([name, work]) => ({ name, run: (times) => work.run(times) })),
      options,
    )
    for (const [module, work] of works) {
      const { flopsPerSecond, peakShare } = work.speed(ms.get(module), ms.get(module))
      add({
        module,
        group: 'peak',
        size: 'registers',
        ms: ms.get(module),
        gflops: flopsPerSecond / 1e9,
        peakShare,
      })
      work.free()
    }
  }

  async function oneCase(wanted) {
    const { contestants, works, free } = ownContestants(engines, wanted)
    const first = works.get(Object.keys(engines)[0])
    const { flops } = first
    const inputs = first.matrices().slice(0, -1)
    const huge = flops >= 2 ** 35 // seconds for one run, and no second opinion: the tests check that size
    let expected
    for (const [name, work] of works) {
      if (name.endsWith('peak') || huge) continue
      work.run(1)
      const output = work.matrices().at(-1).data
      expected ??= output
      checkEqual(name, wanted.size, output, expected)
    }
    const prepared = []
    for (const { name, prepare } of huge ? [] : peers) {
      let work
      try {
        work = await prepare({ ...wanted, flops }, inputs)
        await work?.run(1)
      } catch (error) {
        // Its own limit, not ours: onnxruntime's fused attention, say, overflows at 4,096 tokens.
        console.error(`${name} gives up at ${wanted.group} ${wanted.size}: ${String(error).slice(0, 120)}`)
        continue
      }
      if (!work) continue
      checkEqual(name, wanted.size, work.output(), expected)
      prepared.push(work)
      contestants.push({ name, run: work.run })
    }
    const rounds = Math.min(wanted.rounds ?? 30, quick ? 15 : 30)
    const ms = await race(contestants, { ...options, rounds, ...(huge ? { warmMs: 1 } : {}) })
    for (const module of Object.keys(engines)) {
      const own = ms.get(module)
      const speed = works.get(module).speed(own, ms.get(`${module} peak`))
      const counted = flops > 0
      const common = { module, group: wanted.group, size: wanted.size, ms: own, peak: speed.peak / 1e9 }
      common.gflops = counted ? speed.flopsPerSecond / 1e9 : undefined
      common.peakShare = counted ? speed.peakShare : undefined
      if (wanted.kind === 'softmax') common.nsPerElement = speed.nsPerNumber
      if (wanted.kind === 'tiled') {
        common.scratchBytes = works.get(module).scratchBytes
        const naive = ms.get(`${module} naive`)
        if (naive) {
          common.naiveMs = naive
          common.naiveScratchBytes = works.get(`${module} naive`).scratchBytes
        }
      }
      const others = contestants.filter(({ name }) => peers.some((peer) => peer.name === name))
      if (others.length === 0) add(common)
      for (const { name } of others)
        add({ ...common, peer: name, peerMs: ms.get(name), ratio: ms.get(name) / own })
    }
    for (const work of prepared) await work.free()
    free()
  }

  async function decode(file) {
    const model = readLlama(file)
    const prompt = Array.from({ length: 64 }, (_, i) => (i === 0 ? 1 : 259 + ((i * 37) % 250)))
    const makers = []
    const owned = []
    for (const [name, engine] of Object.entries(engines)) {
      const loaded = engine.loadModel({ weights: file, format: 'llama2c' })
      owned.push(loaded)
      makers.push([
        name,
        () => {
          const session = loaded.session()
          return Object.assign((ids) => session.feed(ids).data, { free: () => session.free() })
        },
      ])
    }
    for (const peer of peers) if (peer.decoder) makers.push([peer.name, await peer.decoder(model)])
    const expected = []
    for (const [name, start] of makers) {
      const read = start()
      for (const [i, ids] of [prompt, [300], [17], [441]].entries()) {
        const logits = await read(ids)
        expected[i] ??= logits.slice()
        checkEqual(name, `decode ${i}`, logits, expected[i])
      }
      read.free?.()
    }
    for (const [size, contestant] of [
      [
        'prompt of 64',
        ([, start]) =>
          async (times) => {
            for (let i = 0; i < times; i++) {
              const read = start()
              await read(prompt)
              read.free?.()
            }
          },
      ],
      [
        'one token',
        ([, start]) => {
          let read
          let count = 256
          let id = 1
          return async (times) => {
            for (let i = 0; i < times; i++, count++) {
              if (count >= 256) {
                read?.free?.()
                read = start()
                count = 0
                id = 1
              }
              const logits = await read([id])
              id = 0
              for (let j = 1; j < logits.length; j++) if (logits[j] > logits[id]) id = j
            }
          }
        },
      ],
    ]) {
      const contestants = makers.map((maker) => ({ name: maker[0], run: contestant(maker) }))
      const ms = await race(contestants, options)
      for (const module of Object.keys(engines)) {
        const own = ms.get(module)
        const tokens = size === 'one token' ? 1 : 64
        const common = { module, group: 'decode', size, ms: own, tokensPerSecond: (tokens * 1000) / own }
        const others = makers.filter(([name]) => !(name in engines))
        if (others.length === 0) add(common)
        for (const [name] of others)
          add({ ...common, peer: name, peerMs: ms.get(name), ratio: ms.get(name) / own })
      }
    }
    for (const loaded of owned) loaded.free()
  }
}

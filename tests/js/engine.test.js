// The public API of build/lib/engine.js, in Node, in all modules.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { assertClose, golden, noRealModels, realModels, root } from './golden.js'
import { configJson, safetensors } from './safetensors.js'
import { wasmFile } from '../../web/build/sources.js'

setFlagsFromString('--experimental-wasm-relaxed-simd') // Node 20 has it, but not switched on

/** @type {typeof import('../../web/package/engine.js')} */
const { loadEngine, QkvError } = await import(join(root, 'build/lib/engine.js'))

const row = (/** @type {any} */ { cols, data }, /** @type {number} */ i) =>
  Array.from(data.slice(i * cols, (i + 1) * cols))
const rounded = (/** @type {number[]} */ list) => list.map((v) => Number(v.toFixed(3)))
const matrix = (
  /** @type {number} */ rows,
  /** @type {number} */ cols,
  /** @type {ArrayLike<number>} */ data,
) => ({
  rows,
  cols,
  data: new Float32Array(data),
})

const MODULES = /** @type {const} */ (['relaxed', 'simd', 'scalar'])

for (const module of MODULES) {
  const engine = await loadEngine({ module })
  const lab = await loadEngine({ module, full: true })
  const hand = golden('annual_leave')
  const inputs = { x: hand.x, wQ: hand.w_q, wK: hand.w_k, wV: hand.w_v }

  test(`${module}: the hand calculation, step by step`, () => {
    assert.equal(engine.module, module)
    const steps = engine.attention({ ...inputs, mask: 'causal' })
    assert.deepEqual(rounded(row(steps.weights, 3)), [0.179, 0.735, 0.043, 0.043])
    assert.deepEqual(rounded(row(steps.output, 3)), [1.648, 0.087])
    assert.deepEqual(rounded(row(steps.weights, 2)), [0.284, 0.576, 0.14, 0])
    assert.deepEqual(rounded(row(steps.weights, 1)), [0.5, 0.5, 0, 0])
    assert.equal(row(engine.attention({ ...inputs, mask: 'none' }).weights, 1)[2].toFixed(3), '0.578')
    assert.equal(
      row(engine.attention({ ...inputs, mask: 'causal', scale: false }).weights, 3)[1].toFixed(3),
      '0.853',
    )
    const names = {
      scores: 'scores',
      scaled: 'scaled',
      masked: 'masked',
      rowMax: 'row_max',
      exps: 'exps',
      rowSum: 'row_sum',
      weights: 'weights',
      output: 'output',
    }
    for (const [js, cpp] of Object.entries(names))
      assertClose(steps[/** @type {'q'} */ (js)], hand[cpp], 1e-6, js)
  })

  test(`${module}: softmax of 1.1, 4.8, 0.7, -0.2`, () => {
    const { weights } = engine.softmax(matrix(1, 4, [1.1, 4.8, 0.7, -0.2]))
    assert.deepEqual(
      Array.from(weights.data, (w) => w.toFixed(4)),
      ['0.0236', '0.9542', '0.0158', '0.0064'],
    )
  })

  for (const family of ['gpt2', 'llama'])
    test(`${module}: a ${family} model read from safetensors gives the golden numbers at every stage`, () => {
      const tensors = golden(family)
      const parameters = Object.fromEntries(
        Object.entries(tensors).filter(([name]) => /embedding|\.gain|\.bias|\.w_|\.b_/.test(name)),
      )
      const config =
        family === 'gpt2'
          ? { d_model: 12, d_head: 4, n_heads: 3, d_ff: 20, n_vocab: 11, max_tokens: 9, n_layers: 2 }
          : {
              d_model: 12,
              d_head: 4,
              n_heads: 4,
              n_kv_heads: 2,
              d_ff: 18,
              n_vocab: 13,
              max_tokens: 16,
              n_layers: 2,
              norm: 'rms',
              position: 'rope',
              rope_layout: 'half_split',
              rope_theta: 50,
              activation: 'silu',
              gated: true,
              biases: false,
              tied: false,
            }
      const model = engine.loadModel({ weights: safetensors(parameters, { config: configJson(config) }) })
      const out = model.forward(tensors.ids.data, { trace: 'all' })
      assertClose(/** @type {any} */ (out.embedded), tensors.embedded, 1e-6, 'embedded')
      out.layers.forEach((layer, l) => {
        const b = `blocks.${l}.`
        layer.heads.forEach((head, h) =>
          assertClose(head.weights, tensors[`${b}heads.${h}.weights`], 1e-5, `${b}${h}`),
        )
        for (const [js, cpp] of Object.entries({
          norm1: 'norm_1',
          concat: 'concat',
          residual: 'residual',
          hidden: 'hidden',
          output: 'output',
        }))
          assertClose(/** @type {any} */ (layer)[js], tensors[b + cpp], 2e-5, b + cpp)
      })
      assertClose(out.logits, tensors.logits, 5e-5, 'logits')
      assertClose(/** @type {any} */ (out.probabilities), tensors.probabilities, 2e-5, 'probabilities')
      assert.equal(model.forward(tensors.ids.data).layers.length, 0)
      assert.equal(model.forward(tensors.ids.data, { trace: 'attention' }).layers[0].input, undefined)
      model.free()
    })

  test(`${module}: stories260K, as its float64 reference`, { skip: noRealModels }, () => {
    const folder = /** @type {string} */ (realModels())
    const read = (/** @type {string} */ name) => readFileSync(join(folder, name))
    const expected = JSON.parse(read('stories260K.expected.json').toString())
    const model = engine.loadModel({ weights: read('stories260K.bin'), tokenizer: read('tok512.bin') })
    assert.equal(model.config.nKvHeads, 4)
    for (const one of expected.cases) {
      const ids = model.encode(one.prompt)
      assert.deepEqual(Array.from(ids), one.ids)
      const { logits, layers, probabilities } = model.forward(ids, { trace: 'all' })
      const last = ids.length - 1
      let loss = 0
      for (let i = 0; i < last; ++i) loss -= Math.log(row(probabilities, i)[ids[i + 1]])
      assert.ok(Math.abs(loss / last - one.mean_nll) < 1e-4, `mean loss ${loss / last}`)
      row(logits, last).forEach((value, id) =>
        assert.ok(Math.abs(value - one.last_logits[id]) < 1e-3, `logit ${id}`),
      )
      one.attention_last_row.forEach((/** @type {number[][]} */ heads, /** @type {number} */ l) =>
        heads.forEach((weights, h) =>
          row(layers[l].heads[h].weights, last).forEach((value, j) =>
            assert.ok(Math.abs(value - weights[j]) < 1e-4, `attention ${l} ${h} ${j}`),
          ),
        ),
      )
    }
    // Really generated, one token at a time, from a cache and, for the first fifty, by reading all again.
    const ids = [...expected.greedy.prompt_ids]
    const session = model.session()
    let next = session.feed(ids)
    while (ids.length < expected.greedy.ids.length) {
      const last = row(next, next.rows - 1)
      const [{ id }] = engine.likeliest(matrix(1, next.cols, last), 1)
      if (ids.length < 50) {
        const { logits } = model.forward(ids)
        assertClose(
          matrix(1, next.cols, last),
          matrix(1, next.cols, row(logits, ids.length - 1)),
          1e-4,
          `logits ${ids.length}`,
        )
      }
      ids.push(id)
      next = session.feed([id])
    }
    assert.equal(session.length, ids.length)
    assert.equal(session.cacheBytes, 2 * 5 * 512 * 32 * 4)
    assert.deepEqual(ids, expected.greedy.ids)
    assert.equal(model.decode(ids), expected.greedy.text)
    model.free()
    assert.equal(session.feed([1]).rows, 1, 'a session outlives its model')
    session.free()
    assert.throws(() => session.feed([1]), /this session has been freed/)
  })

  test(`${module}: a session says what it cannot do, and stays usable`, () => {
    const model = engine.loadModel({ weights: readFileSync(join(root, 'web/models/pronoun.safetensors')) })
    const session = model.session({ maxTokens: 3 })
    session.feed([1, 2])
    assert.throws(() => session.feed([1, 2]), /the cache holds 3 tokens, got 4/)
    assert.throws(() => session.feed([]), /at least one token/)
    assert.throws(() => session.feed([-1]), /token ids must be between/)
    assert.equal(session.length, 2)
    assert.equal(session.feed([3]).rows, 1)
    session.free()
    session.free()
    model.free()
  })

  test(`${module}: sessions and workloads that are freed take no more memory`, () => {
    const model = engine.loadModel({ weights: readFileSync(join(root, 'web/models/pronoun.safetensors')) })
    const use = () => {
      const session = model.session()
      session.feed([1, 2, 3])
      session.free()
      const work = lab.workload('tiled', [2, 300, 16, 1])
      work.run(2)
      work.free()
    }
    for (let i = 0; i < 3; ++i) use()
    const before = [engine.memoryBytes, lab.memoryBytes]
    for (let i = 0; i < 300; ++i) use()
    assert.deepEqual([engine.memoryBytes, lab.memoryBytes], before)
    model.free()
  })

  test(`${module}: workloads are what they say, whatever tile is used`, () => {
    const gemm = lab.workload('gemm', [5, 7, 3])
    gemm.run()
    const [a, b, out] = gemm.matrices()
    for (let i = 0; i < 5; ++i)
      for (let j = 0; j < 3; ++j) {
        let sum = 0
        for (let c = 0; c < 7; ++c) sum += a.data[i * 7 + c] * b.data[c * 3 + j]
        assert.ok(Math.abs(sum - out.data[i * 3 + j]) < 1e-5)
      }
    assert.equal(gemm.flops, 210)
    assert.equal(gemm.bytes, 4 * 71)
    const before = lab.tile
    lab.chooseTile(0.1)
    engine.chooseTile(0.1)
    assert.match(engine.tile, module === 'scalar' ? /^2 × 4$/ : /^(3 × 12|4 × 8|6 × 8)$/)
    assert.match(lab.tile, module === 'scalar' ? /^2 × 4$/ : /^(3 × 12|4 × 8|6 × 8)$/)
    gemm.run()
    assert.deepEqual(gemm.matrices()[2].data, out.data, `${before} and ${lab.tile} give the same bits`)
    gemm.free()
    assert.throws(() => gemm.run(), /this workload has been freed/)
    assert.throws(() => lab.workload(/** @type {any} */ ('fft')), /unknown kind 'fft'/)
    assert.throws(() => lab.workload('gemm', [1]), /gemm needs 3 sizes, got 1/)
  })

  test(`${module}: 16,384 tokens, causal, in less than a megabyte`, { skip: module === 'scalar' }, () => {
    const work = lab.workload('tiled', [1, 16384, 64, 1])
    work.run()
    assert.ok(work.matrices()[3].data.every(Number.isFinite))
    assert.ok(work.scratchBytes < 1e6, `${work.scratchBytes} bytes`)
    work.free()
  })

  test(`${module}: greedy reading of everything again gives the same text`, { skip: noRealModels }, () => {
    const folder = /** @type {string} */ (realModels())
    const read = (/** @type {string} */ name) => readFileSync(join(folder, name))
    const expected = JSON.parse(read('stories260K.expected.json').toString())
    const model = engine.loadModel({ weights: read('stories260K.bin'), tokenizer: read('tok512.bin') })
    const ids = [...expected.greedy.prompt_ids]
    while (ids.length < expected.greedy.ids.length) {
      const { logits } = model.forward(ids)
      ids.push(engine.likeliest(matrix(1, logits.cols, row(logits, ids.length - 1)), 1)[0].id)
    }
    assert.deepEqual(ids, expected.greedy.ids)
    assert.equal(model.decode(ids), expected.greedy.text)
    model.free()
  })

  test(`${module}: the minGPT sorter, every published stage`, { skip: noRealModels }, () => {
    const folder = /** @type {string} */ (realModels())
    const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const tensor = (/** @type {any} */ { shape, dtype, data }) => {
      const bytes = Buffer.from(data, 'base64')
      const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
      return {
        shape,
        data:
          dtype === 'torch.int64'
            ? Float32Array.from(new BigInt64Array(copy), Number)
            : new Float32Array(copy),
      }
    }
    const file = read('llmviz_gpt-nano-sort-model.json')
    const get = (/** @type {string} */ name) => tensor(file[name])
    const plain = (/** @type {string} */ name) => {
      const { shape, data } = get(name)
      return shape.length === 2 ? matrix(shape[0], shape[1], data) : matrix(1, shape[0], data)
    }
    // nn.Linear stores (out, in); rows from … to of it, turned.
    const turned = (/** @type {string} */ name, from = 0, to = Infinity) => {
      const { shape, data } = get(name)
      const [out, inner] = [Math.min(to, shape[0]) - from, shape[1]]
      return matrix(
        inner,
        out,
        Array.from(
          { length: inner * out },
          (_, at) => data[(from + (at % out)) * inner + Math.floor(at / out)],
        ),
      )
    }
    const slice = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) =>
      matrix(1, to - from, Array.from(get(name).data.slice(from, to)))
    const d = 48
    /** @type {Record<string, any>} */
    const tensors = {
      token_embedding: plain('transformer.wte.weight'),
      position_embedding: plain('transformer.wpe.weight'),
    }
    for (let l = 0; l < 3; ++l) {
      const [from, to] = [`transformer.h.${l}.`, `blocks.${l}.`]
      for (const [theirs, ours] of [
        ['ln_1', 'norm_1'],
        ['ln_2', 'norm_2'],
      ]) {
        tensors[`${to}${ours}.gain`] = plain(`${from}${theirs}.weight`)
        tensors[`${to}${ours}.bias`] = plain(`${from}${theirs}.bias`)
      }
      ;['q', 'k', 'v'].forEach((name, i) => {
        tensors[`${to}attention.w_${name}`] = turned(`${from}attn.c_attn.weight`, i * d, (i + 1) * d)
        tensors[`${to}attention.b_${name}`] = slice(`${from}attn.c_attn.bias`, i * d, (i + 1) * d)
      })
      tensors[`${to}attention.w_o`] = turned(`${from}attn.c_proj.weight`)
      tensors[`${to}attention.b_o`] = plain(`${from}attn.c_proj.bias`)
      tensors[`${to}feed_forward.w_in`] = turned(`${from}mlp.c_fc.weight`)
      tensors[`${to}feed_forward.b_in`] = plain(`${from}mlp.c_fc.bias`)
      tensors[`${to}feed_forward.w_out`] = turned(`${from}mlp.c_proj.weight`)
      tensors[`${to}feed_forward.b_out`] = plain(`${from}mlp.c_proj.bias`)
    }
    tensors['final_norm.gain'] = plain('transformer.ln_f.weight')
    tensors['final_norm.bias'] = plain('transformer.ln_f.bias')
    tensors.unembedding = turned('lm_head.weight')
    const config = configJson({
      d_model: d,
      d_head: 16,
      n_heads: 3,
      d_ff: 4 * d,
      n_vocab: 3,
      max_tokens: 11,
      n_layers: 3,
      tied: false,
    })
    const model = engine.loadModel({ weights: safetensors(tensors, { config }) })

    const partials = read('llmviz_gpt-nano-sort-t0-partials.json')
    const stage = (/** @type {string} */ name) => tensor(partials[name])
    const idx = stage('idx')
    const [batch, n] = idx.shape
    for (let b = 0; b < batch; ++b) {
      const out = model.forward(idx.data.slice(b * n, (b + 1) * n), { trace: 'all' })
      const [first] = out.layers
      /** @type {[string, any][]} */
      const compared = [
        ['x', out.embedded],
        ['ln1', first.norm1],
        ['y', first.concat],
        ['yProj', first.projected],
        ['attnResid', first.residual],
        ['ln2', first.norm2],
        ['fc', first.preActivation],
        ['gelu', first.hidden],
        ['mlp', first.feedForward],
        ['mlpResid', first.output],
        ['block0', first.output],
        ['block1', out.layers[1].output],
        ['block2', out.layers[2].output],
        ['ln_f', out.finalNorm],
        ['lm_head', out.logits],
        ['probs', out.probabilities],
      ]
      for (const [name, actual] of compared) {
        const { shape, data } = stage(name)
        const [rows, cols] = shape.slice(-2)
        assertClose(
          actual,
          matrix(rows, cols, Array.from(data.slice(b * rows * cols, (b + 1) * rows * cols))),
          1e-5,
          `${name} of sequence ${b}`,
        )
      }
      for (const [name, step] of /** @type {[string, 'q'][]} */ ([
        ['q', 'q'],
        ['k', 'k'],
        ['v', 'v'],
        ['att', 'masked'],
        ['attSm', 'weights'],
      ])) {
        const { shape, data } = stage(name)
        const [, heads, rows, cols] = shape
        for (let h = 0; h < heads; ++h) {
          const at = (b * heads + h) * rows * cols
          assertClose(
            first.heads[h][step],
            matrix(rows, cols, Array.from(data.slice(at, at + rows * cols))),
            1e-5,
            `${name} of head ${h}`,
          )
        }
      }
    }
    model.free()
  })

  test(`${module}: bad input gets the core's sentence, as a QkvError, and the engine goes on`, () => {
    const throws = (/** @type {() => void} */ call, /** @type {RegExp} */ expected) =>
      assert.throws(call, (/** @type {any} */ e) => e instanceof QkvError && expected.test(e.message))
    throws(
      () => engine.attention({ ...inputs, wK: matrix(4, 3, new Array(12).fill(0)) }),
      /k must have d_head = 2 columns like q, got 3/,
    )
    throws(
      () => engine.attention({ ...inputs, wQ: matrix(3, 2, [1, 2, 3, 4, 5, 6]) }),
      /w_q must have d_model = 4 rows/,
    )
    throws(
      () => engine.attention({ ...inputs, x: { rows: 2, cols: 2, data: new Float32Array(3) } }),
      /x: must be { rows, cols, data }/,
    )
    throws(() => engine.attention(/** @type {any} */ ({ wQ: hand.w_q })), /x: is missing/)
    throws(
      () => engine.attention({ ...inputs, mask: matrix(4, 4, new Array(16).fill(1)) }),
      /0 \(allowed\) or -infinity/,
    )
    throws(() => engine.attention({ ...inputs, temperature: -1 }), /temperature must be 0 or more, got -1/)
    throws(() => engine.mask(/** @type {any} */ ('diagonal'), 3), /unknown kind 'diagonal'/)
    throws(() => engine.mask('causal', 1e6), /n must be between 0 and 16384/)
    throws(() => engine.loadModel({ weights: new Uint8Array(40) }), /not a model or a tokenizer/)
    throws(() => engine.loadModel({ weights: new Uint8Array(0) }), /this file is empty/)
    throws(() => engine.softmax(matrix(1, 2, [1, 2]), NaN), /temperature must be 0 or more, got nan/)
    throws(
      () => engine.attention({ ...inputs, temperature: /** @type {any} */ ('0.1') }),
      /temperature: must be a number/,
    )
    throws(
      () => engine.attention({ ...inputs, scale: /** @type {any} */ ('8') }),
      /scale: must be true, false or a number/,
    )
    for (const seed of [-1, 0.5, NaN, 2 ** 54])
      throws(() => engine.randomNormal(seed, 1, 1), /whole number from 0 to 2\^53/)
    throws(
      () => engine.mask('causal', 2 ** 32 + 1),
      /n: must be a whole number from -2147483648 to 2147483647, got 42949673/,
    )
    const steps = engine.attention(inputs)
    throws(
      () => engine.cellArithmetic(inputs, { ...steps, rowSum: matrix(1, 1, [1]) }, 'weights', 3, 0),
      /row_sum must be 4 x 1/,
    )
    throws(
      () => engine.differenceFromFloat64({ ...inputs, mask: matrix(1, 1, [0]) }, steps),
      /mask must be 4 x 4/,
    )
    const model = engine.loadModel({ weights: readFileSync(join(root, 'web/models/pronoun.safetensors')) })
    throws(() => model.encode('the cat'), /never seen 'cat'/)
    throws(() => model.forward([]), /at least one token/)
    throws(
      () => model.forward([1], { trace: /** @type {any} */ ('heads') }),
      /trace: unknown kind 'heads'; known are none, attention and all/,
    )
    model.free()
    model.free()
    throws(() => model.encode('it'), /this model has been freed/)
    assert.deepEqual(
      rounded(row(engine.attention({ ...inputs, mask: 'causal' }).weights, 1)),
      [0.5, 0.5, 0, 0],
    )
  })

  test(`${module}: results belong to the caller and survive growing memory`, () => {
    const steps = engine.attention(inputs)
    const before = Array.from(steps.weights.data)
    engine.attentionOutput(
      engine.randomNormal(1, 2000, 8),
      engine.randomNormal(2, 2000, 8),
      engine.randomNormal(3, 2000, 8),
    ) // 16 MB table
    steps.q.data[0] = 99
    assert.deepEqual(Array.from(steps.weights.data), before)
    assert.deepEqual(Array.from(engine.attention(inputs).weights.data), before)
  })

  test(`${module}: two thousand models loaded and freed take no more memory than two`, () => {
    const weights = readFileSync(join(root, 'web/models/pronoun.safetensors'))
    const use = () => {
      const model = engine.loadModel({ weights })
      model.forward(model.encode('it'), { trace: 'all' })
      assert.throws(() => model.forward([-1]))
      model.free()
    }
    for (let i = 0; i < 2; ++i) use()
    const before = engine.memoryBytes
    for (let i = 0; i < 2000; ++i) use()
    // Kept, 2000 models of 35 kB would be 70 MB.
    assert.equal(engine.memoryBytes, before)
  })

  test(`${module}: a hundred thousand refused calls of every kind, and the engine still works`, () => {
    const model = engine.loadModel({ weights: readFileSync(join(root, 'web/models/pronoun.safetensors')) })
    const bad = matrix(1, 1, [1])
    /** @type {(() => unknown)[]} */
    const refused = [
      () => engine.mask(/** @type {any} */ ('bogus'), 4),
      () => engine.attentionOutput(bad, matrix(1, 2, [1, 1]), bad),
      () => engine.attention({ ...inputs, wQ: bad }),
      () => engine.attention(/** @type {any} */ ({})),
      () => engine.softmax(bad, -1),
      () => engine.loadModel({ weights: new Uint8Array(40) }),
      () => lab.workload('gemm', [1]),
      () => lab.workload('tiled', [0, 4, 8, 0]),
      () => engine.randomNormal(1, 2 ** 32, 1),
      () => model.forward([-1]),
      () => model.encode('?'),
      () => model.session({ maxTokens: NaN }),
    ]
    for (let i = 0; i < 100_000 / refused.length; ++i)
      for (const call of refused) assert.throws(call, { name: 'QkvError' })
    assert.deepEqual(
      rounded(row(engine.attention({ ...inputs, mask: 'causal' }).weights, 3)),
      [0.179, 0.735, 0.043, 0.043],
    )
    model.free()
  })

  test(`${module}: calls that throw keep nothing, whatever was given to them`, () => {
    const model = engine.loadModel({ weights: readFileSync(join(root, 'web/models/pronoun.safetensors')) })
    const long = 'qqq '.repeat(250_000) // 1 MB
    assert.throws(() => model.encode(long))
    const before = engine.memoryBytes
    for (let i = 0; i < 100; ++i) {
      assert.throws(() => model.encode(long))
      assert.throws(() => engine.mask(/** @type {any} */ (long), 3))
    }
    assert.equal(engine.memoryBytes, before)
    const tensors = golden('gpt2')
    const parameters = Object.fromEntries(
      Object.entries(tensors).filter(([name]) => /embedding|\.gain|\.bias|\.w_|\.b_/.test(name)),
    )
    const config = configJson({
      d_model: 12,
      d_head: 4,
      n_heads: 3,
      d_ff: 20,
      n_vocab: 11,
      max_tokens: 9,
      n_layers: 2,
    }).replace('"rope_theta":10000', '"rope_theta":1e999')
    assert.throws(() => engine.loadModel({ weights: safetensors(parameters, { config }) }), QkvError)
    model.free()
  })

  test(`${module}: seeded numbers are the same everywhere`, () => {
    assert.deepEqual(
      Array.from(engine.randomNormal(7, 1, 3).data),
      Array.from(engine.randomNormal(7, 1, 3).data),
    )
    assert.notDeepEqual(
      Array.from(engine.randomNormal(7, 1, 3).data),
      Array.from(engine.randomNormal(8, 1, 3).data),
    )
    const drawn = (/** @type {number} */ seed) =>
      Object.values(engine.workedExample(seed)).flatMap(({ data }) => Array.from(data))
    assert.deepEqual(drawn(7), drawn(7))
    assert.notDeepEqual(drawn(7), drawn(8))
    // The same in all modules: x, then w_q, w_k and w_v.
    assert.equal(drawn(7).join(' '), '1 1 1 0 1 0 1 0 1 1 0 0 0 -1 2 1 1 -1 1 -1 1 0 0 2 1 0 -1 1 0 -1')
  })
}

test('all modules agree to float32 rounding', async () => {
  const [relaxed, simd, scalar] = await Promise.all(MODULES.map((module) => loadEngine({ module })))
  const [q, k, v] = [1, 2, 3].map((seed) => simd.randomNormal(seed, 33, 17))
  const expected = scalar.attentionOutput(q, k, v)
  assertClose(simd.attentionOutput(q, k, v), expected, 1e-5, 'simd')
  assertClose(relaxed.attentionOutput(q, k, v), expected, 1e-5, 'relaxed')
})

test('loadEngine: an unknown module is refused by name; auto takes the fastest that runs', async () => {
  await assert.rejects(loadEngine({ module: /** @type {any} */ ('gpu') }), /unknown module 'gpu'/)
  assert.equal((await loadEngine()).module, 'relaxed')
  const { validate } = WebAssembly
  try {
    // An engine that does not know the newest instructions, then one without SIMD.
    for (const [refused, falls] of /** @type {const} */ ([
      [1, 'simd'],
      [2, 'scalar'],
    ])) {
      let asked = 0
      WebAssembly.validate = (bytes) => ++asked > refused && validate(bytes)
      assert.equal((await loadEngine()).module, falls)
    }
  } finally {
    WebAssembly.validate = validate
  }
  // Each cause is named, because each has its own cure.
  const bytes = readFileSync(wasmFile('head', 'simd'))
  const page = new TextEncoder().encode('<!doctype html><title>app</title>')
  for (const [wasm, code, message] of /** @type {[Uint8Array, string, RegExp][]} */ ([
    [page, 'not_wasm', /begins with '<!doctype html><title>/],
    [bytes.subarray(0, bytes.length / 2), 'damaged_wasm', /cut off or damaged \(it has \d+ bytes\)/],
    [new Uint8Array([1, 2, 3]), 'not_wasm', /no WebAssembly/],
    [new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), 'stale_wasm', /another version of this script/],
  ]))
    await assert.rejects(loadEngine({ module: 'simd', needs: 'head', wasm }), (/** @type {any} */ error) => {
      assert.match(error.message, message)
      assert.equal(error.code, code)
      return true
    })
})

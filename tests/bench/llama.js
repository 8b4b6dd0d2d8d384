// stories260K for the peers: its file (llama2.c version 0), and a decoder step in each of their languages.
import { Graph } from './onnx.js'
import * as plain from './plain.js'

/** The tensors of a llama2.c file, matrices turned to (in, out). @param {ArrayBuffer} file */
export function readLlama(file) {
  const [d, ff, layers, heads, kvHeads, vocab, maxTokens] = new Int32Array(file, 0, 7)
  let at = 28
  const take = (...shape) => {
    const size = shape.reduce((a, b) => a * b)
    const data = new Float32Array(file.slice(at, at + 4 * size))
    at += 4 * size
    return data
  }
  const turned = (rows, cols) => {
    const from = take(rows, cols)
    return from.map((_, i) => from[(i % rows) * cols + Math.floor(i / rows)])
  }
  const head = d / heads
  const each = (read) => Array.from({ length: layers }, read)
  const model = { d, ff, layers, heads, kvHeads, head, vocab, maxTokens }
  model.embedding = take(vocab, d)
  model.norm1 = each(() => take(d))
  model.wq = each(() => turned(d, d))
  model.wk = each(() => turned(kvHeads * head, d))
  model.wv = each(() => turned(kvHeads * head, d))
  model.wo = each(() => turned(d, d))
  model.norm2 = each(() => take(d))
  model.w1 = each(() => turned(ff, d))
  model.w2 = each(() => turned(d, ff))
  model.w3 = each(() => turned(ff, d))
  model.normF = take(d)
  return model
}

/** The columns of each head with the first of every RoPE pair before the second, so that turning takes halves. */
const halves = ({ head }, w, rows) => {
  const cols = w.length / rows
  return w.map((_, i) => {
    const column = i % cols
    const within = column % head
    const source = within < head / 2 ? 2 * within : 2 * (within - head / 2) + 1
    return w[i - column + (column - within) + source]
  })
}

/** cos and sin (n, head / 2) for positions start … */
function angles({ head }, start, n) {
  const half = head / 2
  const all = Array.from({ length: n * half }, (_, i) => {
    const position = start + Math.floor(i / half)
    return position * 10000 ** (-(2 * (i % half)) / head)
  })
  return [Float32Array.from(all, Math.cos), Float32Array.from(all, Math.sin)]
}

const causal = (start, n) =>
  Float32Array.from({ length: n * (start + n) }, (_, i) =>
    i % (start + n) <= start + Math.floor(i / (start + n)) ? 0 : -Infinity,
  )

/** onnxruntime-web: one graph with the keys and values as inputs and outputs. */
export async function onnxDecoder(ort, model) {
  const { d, ff, layers, heads, kvHeads, head, vocab } = model
  const g = new Graph()
  const half = head / 2
  let x = g.node('Gather', [g.constant([vocab, d], model.embedding), g.ids('ids', ['n'])])
  ;(g.input('cos', ['n', half]), g.input('sin', ['n', half]), g.input('mask', ['n', 'm']))
  const norm = (gain) => {
    const mean = g.node('ReduceMean', [g.node('Mul', [x, x])], { axes: [-1], keepdims: 1 })
    const root = g.node('Sqrt', [g.node('Add', [mean, g.number(1e-5)])])
    return g.node('Mul', [g.node('Div', [x, root]), g.constant([d], gain)])
  }
  const product = (left, w, rows, cols) => g.node('MatMul', [left, g.constant([rows, cols], w)])
  const split = (w, count) =>
    g.node('Transpose', [g.node('Reshape', [w, g.shape(-1, count, head)])], { perm: [1, 0, 2] })
  const turn = (w) => {
    const [a, b] = g.node('Split', [w, g.shape(half, half)], { outputs: 2, axis: -1 })
    const times = (left, right) => g.node('Mul', [left, right])
    return g.node(
      'Concat',
      [g.node('Sub', [times(a, 'cos'), times(b, 'sin')]), g.node('Add', [times(a, 'sin'), times(b, 'cos')])],
      { axis: -1 },
    )
  }
  for (let l = 0; l < layers; l++) {
    const h = norm(model.norm1[l])
    const kv = kvHeads * head
    const q = turn(split(product(h, halves(model, model.wq[l], d), d, d), heads))
    const k = turn(split(product(h, halves(model, model.wk[l], d), d, kv), kvHeads))
    const v = split(product(h, model.wv[l], d, kv), kvHeads)
    const shape = [kvHeads, 'p', head]
    const keys = g.node('Concat', [g.input(`k${l}`, shape), k], { axis: 1, outputs: [`newK${l}`] })
    const values = g.node('Concat', [g.input(`v${l}`, shape), v], { axis: 1, outputs: [`newV${l}`] })
    ;(g.output(`newK${l}`, [kvHeads, 'm', head]), g.output(`newV${l}`, [kvHeads, 'm', head]))
    // Heads that share keys and values are a dimension of their own, so that nothing is copied.
    const grouped = g.node('Reshape', [q, g.shape(kvHeads, heads / kvHeads, -1, head)])
    const one = (w) => g.node('Unsqueeze', [w, g.shape(1)])
    const scores = g.node('MatMul', [grouped, g.node('Transpose', [one(keys)], { perm: [0, 1, 3, 2] })])
    const scaled = g.node('Mul', [scores, g.number(1 / Math.sqrt(head))])
    const weights = g.node('Softmax', [g.node('Add', [scaled, 'mask'])], { axis: -1 })
    const out = g.node('Reshape', [g.node('MatMul', [weights, one(values)]), g.shape(heads, -1, head)])
    const concat = g.node('Reshape', [g.node('Transpose', [out], { perm: [1, 0, 2] }), g.shape(-1, d)])
    x = g.node('Add', [x, product(concat, model.wo[l], d, d)])
    const f = norm(model.norm2[l])
    const gate = product(f, model.w1[l], d, ff)
    const silu = g.node('Mul', [gate, g.node('Sigmoid', [gate])])
    x = g.node('Add', [x, product(g.node('Mul', [silu, product(f, model.w3[l], d, ff)]), model.w2[l], ff, d)])
  }
  const turnedEmbedding = model.embedding.map(
    (_, i) => model.embedding[(i % vocab) * d + Math.floor(i / vocab)],
  )
  g.node('MatMul', [norm(model.normF), g.constant([d, vocab], turnedEmbedding)], { outputs: ['logits'] })
  g.output('logits', ['n', vocab])
  const session = await ort.InferenceSession.create(g.bytes(), { executionProviders: ['wasm'] })

  return () => {
    let start = 0
    const cache = {}
    for (let l = 0; l < layers; l++)
      for (const name of [`k${l}`, `v${l}`])
        cache[name] = new ort.Tensor('float32', new Float32Array(0), [kvHeads, 0, head])
    return async (ids) => {
      const n = ids.length
      const [cos, sin] = angles(model, start, n)
      const out = await session.run({
        ids: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [n]),
        cos: new ort.Tensor('float32', cos, [n, half]),
        sin: new ort.Tensor('float32', sin, [n, half]),
        mask: new ort.Tensor('float32', causal(start, n), [n, start + n]),
        ...cache,
      })
      for (let l = 0; l < layers; l++) {
        cache[`k${l}`] = out[`newK${l}`]
        cache[`v${l}`] = out[`newV${l}`]
      }
      start += n
      return out.logits.data
    }
  }
}

/** TensorFlow.js, operation by operation. */
export function tfjsDecoder(tf, model) {
  const { d, ff, layers, heads, kvHeads, head, vocab } = model
  const half = head / 2
  const kv = kvHeads * head
  const matrices = (list, rows, cols) => list.map((w) => tf.tensor2d(w, [rows, cols]))
  const embedding = tf.tensor2d(model.embedding, [vocab, d])
  const [norm1, norm2] = [model.norm1, model.norm2].map((list) => list.map((g) => tf.tensor1d(g)))
  const normF = tf.tensor1d(model.normF)
  const half1 = (list) => list.map((w) => halves(model, w, d))
  const wq = matrices(half1(model.wq), d, d)
  const wk = matrices(half1(model.wk), d, kv)
  const wv = matrices(model.wv, d, kv)
  const wo = matrices(model.wo, d, d)
  const w1 = matrices(model.w1, d, ff)
  const w2 = matrices(model.w2, ff, d)
  const w3 = matrices(model.w3, d, ff)
  const norm = (x, gain) => x.div(x.square().mean(-1, true).add(1e-5).sqrt()).mul(gain)
  return () => {
    let start = 0
    let cache = []
    const read = (ids) => {
      const n = ids.length
      const [logits, fresh] = tf.tidy(() => {
        const [cos, sin] = angles(model, start, n).map((data) => tf.tensor2d(data, [n, half]))
        const mask = tf.tensor2d(causal(start, n), [n, start + n])
        const split = (w, count) => w.reshape([n, count, head]).transpose([1, 0, 2])
        const turn = (w) => {
          const [a, b] = tf.split(w, 2, -1)
          return tf.concat([a.mul(cos).sub(b.mul(sin)), a.mul(sin).add(b.mul(cos))], -1)
        }
        const next = []
        let x = tf.gather(embedding, tf.tensor1d(ids, 'int32'))
        for (let l = 0; l < layers; l++) {
          const h = norm(x, norm1[l])
          const q = turn(split(h.matMul(wq[l]), heads))
          let k = turn(split(h.matMul(wk[l]), kvHeads))
          let v = split(h.matMul(wv[l]), kvHeads)
          if (start > 0) {
            k = tf.concat([cache[l][0], k], 1)
            v = tf.concat([cache[l][1], v], 1)
          }
          next.push([k, v])
          const grouped = q.reshape([kvHeads, (heads / kvHeads) * n, head])
          const scores = tf.matMul(grouped, k, false, true).mul(1 / Math.sqrt(head))
          const masked = scores.reshape([kvHeads, heads / kvHeads, n, start + n]).add(mask)
          const weights = tf.softmax(masked, -1).reshape([kvHeads, (heads / kvHeads) * n, start + n])
          const out = weights.matMul(v).reshape([heads, n, head]).transpose([1, 0, 2]).reshape([n, d])
          x = x.add(out.matMul(wo[l]))
          const f = norm(x, norm2[l])
          const gate = f.matMul(w1[l])
          x = x.add(gate.mul(gate.sigmoid()).mul(f.matMul(w3[l])).matMul(w2[l]))
        }
        return [tf.matMul(norm(x, normF), embedding, false, true), next]
      })
      tf.dispose(cache)
      cache = fresh
      start += n
      const data = logits.dataSync()
      logits.dispose()
      return data
    }
    return Object.assign(read, { free: () => tf.dispose(cache) })
  }
}

/** Plain loops. */
export function plainDecoder(model) {
  const { d, ff, layers, heads, kvHeads, head, vocab, maxTokens } = model
  const kv = kvHeads * head
  const product = (n, k, m, a, b) => {
    const out = new Float32Array(n * m)
    plain.gemm(n, k, m, a, b, out)
    return out
  }
  const norm = (x, gain) =>
    x.map((value, i) => {
      const row = i - (i % d)
      let sum = 0
      for (let c = 0; c < d; c++) sum += x[row + c] ** 2
      return (value / Math.sqrt(sum / d + 1e-5)) * gain[i % d]
    })
  const turn = (x, width, [cos, sin]) => {
    for (let i = 0; i < x.length; i += 2) {
      const at = Math.floor(i / width) * (head / 2) + (i % head) / 2
      const [a, b] = [x[i], x[i + 1]]
      x[i] = a * cos[at] - b * sin[at]
      x[i + 1] = a * sin[at] + b * cos[at]
    }
  }
  const turnedEmbedding = model.embedding.map(
    (_, i) => model.embedding[(i % vocab) * d + Math.floor(i / vocab)],
  )
  return () => {
    let start = 0
    const keys = Array.from({ length: layers }, () => new Float32Array(maxTokens * kv))
    const values = Array.from({ length: layers }, () => new Float32Array(maxTokens * kv))
    return (ids) => {
      const n = ids.length
      const table = angles(model, start, n)
      let x = Float32Array.from(
        { length: n * d },
        (_, i) => model.embedding[ids[Math.floor(i / d)] * d + (i % d)],
      )
      for (let l = 0; l < layers; l++) {
        const h = norm(x, model.norm1[l])
        const q = product(n, d, d, h, model.wq[l])
        const k = product(n, d, kv, h, model.wk[l])
        ;(turn(q, d, table), turn(k, kv, table))
        ;(keys[l].set(k, start * kv), values[l].set(product(n, d, kv, h, model.wv[l]), start * kv))
        const out = new Float32Array(n * d)
        plain.attention(heads, n, start + n, head, true, q, keys[l], values[l], out, kvHeads)
        const projected = product(n, d, d, out, model.wo[l])
        x = x.map((value, i) => value + projected[i])
        const f = norm(x, model.norm2[l])
        const gate = product(n, d, ff, f, model.w1[l])
        const up = product(n, d, ff, f, model.w3[l])
        const hidden = gate.map((value, i) => (value / (1 + Math.exp(-value))) * up[i])
        const down = product(n, ff, d, hidden, model.w2[l])
        x = x.map((value, i) => value + down[i])
      }
      start += n
      return product(n, d, vocab, norm(x, model.normF), turnedEmbedding)
    }
  }
}

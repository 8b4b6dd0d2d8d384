// Who the engine is measured against. Each peer prepares a case and says how to run it and what came out.
import * as ort from 'onnxruntime-web/wasm'
import * as tf from '@tensorflow/tfjs-core'
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js'
import '@tensorflow/tfjs-core/dist/register_all_gradients.js'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { Graph } from './onnx.js'
import { onnxDecoder, plainDecoder, tfjsDecoder } from './llama.js'
import '@tensorflow/tfjs-backend-cpu/dist/index.js'
import * as plain from './plain.js'
import { tfjsTrainer } from './training.js'

/** @param {(name: string) => string} url where a wasm file is @param {(name: string) => Promise<Uint8Array>} bytes */
export async function loadPeers(url, bytes) {
  ort.env.wasm.numThreads = 1
  ort.env.wasm.wasmBinary = (await bytes('ort-wasm-simd-threaded.wasm')).slice().buffer
  ort.env.logLevel = 'error'
  // Only the SIMD binary is there: were another asked for, loading would fail.
  setWasmPaths({
    'tfjs-backend-wasm-simd.wasm': url('tfjs-backend-wasm-simd.wasm'),
    'tfjs-backend-wasm.wasm': url('not-this-one.wasm'),
    'tfjs-backend-wasm-threaded-simd.wasm': url('not-this-one.wasm'),
  })
  await tf.setBackend('wasm')
  await tf.ready()
  if (tf.getBackend() !== 'wasm' || !(await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT')))
    throw new Error('bench: tfjs does not run its SIMD binary')
  return [
    ortPeer(),
    ...(await ortFused()),
    tfjsPeer(),
    await eigenPeer(await bytes('eigen.wasm')),
    plainPeer(),
  ]
}

export const versions = () => ({ 'onnxruntime-web': ort.env.versions.common, tfjs: tf.version_core })

const LIMIT = { plain: 2 ** 25, eigen: 2 ** 31 } // multiply-adds beyond which waiting is not worth it

function ortPeer() {
  const prepare = async ({ group, sizes }, inputs) => {
    const g = new Graph()
    const shapes = inputs.map(({ rows, cols }) => [rows, cols])
    const [heads, n, d, causal] = sizes
    if (group === 'gemm')
      g.node('MatMul', [g.input('a', shapes[0]), g.input('b', shapes[1])], { outputs: ['out'] })
    if (group === 'softmax') g.node('Softmax', [g.input('a', shapes[0])], { axis: -1, outputs: ['out'] })
    if (group === 'attention') {
      if (heads * n * n > 2 ** 25) return
      const split = (name, perm) =>
        g.node('Transpose', [g.node('Reshape', [name, g.shape(n, heads, d)])], { perm })
      const q = split(g.input('a', shapes[0]), [1, 0, 2])
      const k = split(g.input('b', shapes[1]), [1, 2, 0])
      const v = split(g.input('c', shapes[2]), [1, 0, 2])
      let scores = g.node('Mul', [g.node('MatMul', [q, k]), g.number(1 / Math.sqrt(d))])
      if (causal) {
        const mask = Float32Array.from({ length: n * n }, (_, i) =>
          i % n <= Math.floor(i / n) ? 0 : -Infinity,
        )
        scores = g.node('Add', [scores, g.constant([n, n], mask)])
      }
      const out = g.node('MatMul', [g.node('Softmax', [scores], { axis: -1 }), v])
      g.node('Reshape', [g.node('Transpose', [out], { perm: [1, 0, 2] }), g.shape(n, heads * d)], {
        outputs: ['out'],
      })
    }
    return ortRun(g, shapes, inputs, group === 'gemm' ? [shapes[0][0], shapes[1][1]] : shapes[0])
  }
  return { name: 'onnxruntime-web', prepare, decoder: (model) => onnxDecoder(ort, model) }
}

async function ortRun(g, shapes, inputs, outShape) {
  g.output('out', outShape)
  const session = await ort.InferenceSession.create(g.bytes(), { executionProviders: ['wasm'] })
  const feeds = Object.fromEntries(
    inputs.map(({ data }, i) => ['abc'[i], new ort.Tensor('float32', data, shapes[i])]),
  )
  let last
  return {
    run: async (times) => {
      for (let i = 0; i < times; i++) last = await session.run(feeds)
    },
    output: () => last.out.data,
    free: () => session.release(),
  }
}

/** Its own fused attention, where this build has it. */
async function ortFused() {
  const prepare = async ({ group, sizes }, inputs) => {
    const [heads, n, d, causal] = sizes
    if (group !== 'attention' || heads * n * n > 2 ** 25) return
    const g = new Graph()
    const shape = [1, n, heads * d]
    const names = ['a', 'b', 'c'].map((name) => g.input(name, shape))
    g.node('MultiHeadAttention', names, {
      outputs: ['out'],
      domain: 'com.microsoft',
      num_heads: heads,
      unidirectional: causal,
    })
    return ortRun(g, [shape, shape, shape], inputs, shape)
  }
  const peer = { name: 'onnxruntime-web fused', prepare }
  try {
    const one = { rows: 1, cols: 4, data: new Float32Array(4) }
    await (await prepare({ group: 'attention', sizes: [1, 1, 4, 0] }, [one, one, one])).run(1)
    return [peer]
  } catch {
    return []
  }
}

function tfjsPeer() {
  const prepare = ({ group, sizes }, inputs) => {
    const tensors = inputs.map(({ data, rows, cols }) => tf.tensor2d(data, [rows, cols]))
    const [heads, n, d, causal] = sizes
    if (group === 'attention' && heads * n * n > 2 ** 25) return
    const mask =
      group === 'attention' && causal
        ? tf.tensor2d(
            Float32Array.from({ length: n * n }, (_, i) => (i % n <= Math.floor(i / n) ? 0 : -Infinity)),
            [n, n],
          )
        : undefined
    const work = {
      gemm: () => tf.matMul(tensors[0], tensors[1]),
      softmax: () => tf.softmax(tensors[0], -1),
      attention: () =>
        tf.tidy(() => {
          const [q, k, v] = tensors.map((x) => tf.transpose(tf.reshape(x, [n, heads, d]), [1, 0, 2]))
          const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(d))
          const weights = tf.softmax(mask ? tf.add(scores, mask) : scores, -1)
          return tf.reshape(tf.transpose(tf.matMul(weights, v), [1, 0, 2]), [n, heads * d])
        }),
    }[group]
    return {
      run: (times) => {
        for (let i = 0; i < times; i++) work().dispose()
      },
      output: () => {
        const out = work()
        const data = out.dataSync()
        out.dispose()
        return data
      },
      free: () => tf.dispose([tensors, mask]),
    }
  }
  return { name: 'tfjs-wasm', prepare, decoder: (model) => tfjsDecoder(tf, model), trainers: tfjsTrainers() }
}

/** Its training step, in each backend that can do it. */
function tfjsTrainers() {
  const on = (backend) => async () => {
    await tf.setBackend(backend)
    const step = tfjsTrainer(tf)
    return async () => {
      if (tf.getBackend() !== backend) await tf.setBackend(backend)
      return step()
    }
  }
  return { 'tfjs-wasm': on('wasm'), 'tfjs-cpu': on('cpu') }
}

async function eigenPeer(wasm) {
  const { instance } = await WebAssembly.instantiate(wasm, {
    env: { emscripten_notify_memory_growth: () => {} },
    wasi_snapshot_preview1: { proc_exit: () => {}, fd_close: () => 0, fd_write: () => 0, fd_seek: () => 0 },
  })
  const { exports } = instance
  exports._initialize?.()
  const view = (pointer, length) => new Float32Array(exports.memory.buffer, pointer, length)
  const prepare = ({ group, sizes, flops }, inputs) => {
    if (flops / 2 > LIMIT.eigen || (group === 'attention' && sizes[1] > 4096)) return
    const [rows, cols] = group === 'gemm' ? [sizes[0], sizes[2]] : [inputs[0].rows, inputs[0].cols]
    const fill = () => {
      for (const [i, { data, rows: r, cols: c }] of inputs.entries())
        view(exports.resize(i, r, c), data.length).set(data)
      const out = exports.resize(3, rows, cols)
      if (group === 'softmax') view(out, rows * cols).set(inputs[0].data)
      return out
    }
    fill()
    return {
      run: (times) => {
        if (group === 'gemm') exports.gemm(times)
        if (group === 'softmax') exports.softmaxRows(times)
        if (group === 'attention') exports.attention(times, sizes[0], sizes[3])
      },
      output: () => view(exports.resize(3, rows, cols), rows * cols).slice(),
      free: () => {},
    }
  }
  return { name: 'eigen', prepare }
}

function plainPeer() {
  const prepare = ({ group, sizes, flops }, inputs) => {
    if (flops / 2 > LIMIT.plain) return
    const [a, b, c] = inputs.map(({ data }) => data)
    const out = new Float32Array(group === 'gemm' ? sizes[0] * sizes[2] : a.length)
    if (group === 'softmax') out.set(a)
    const work = {
      gemm: () => plain.gemm(...sizes, a, b, out),
      softmax: () => plain.softmax(...sizes, out),
      attention: () => plain.attention(sizes[0], sizes[1], sizes[1], sizes[2], sizes[3], a, b, c, out),
    }[group]
    return {
      run: (times) => {
        for (let i = 0; i < times; i++) work()
      },
      output: () => out,
      free: () => {},
    }
  }
  return { name: 'plain JavaScript', prepare, decoder: (model) => plainDecoder(model) }
}

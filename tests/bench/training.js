// One training step of a small transformer (TinyGPT's small size): 0.37 M parameters, 16 sequences of 64 tokens; the
// engine beside the same step in TensorFlow.js.

export const SIZE = { vocab: 128, tokens: 64, batch: 16, width: 96, layers: 3, heads: 4, hidden: 384 }

/** A text with as many different characters as the vocabulary, without pattern (a linear congruential generator). */
const TEXT = (() => {
  let state = 1
  const characters = Array.from({ length: SIZE.vocab }, (_, i) => i)
  for (let i = 0; i < 4000; i++) {
    state = (state * 1103515245 + 12345) % 2147483648
    characters.push((state >> 8) % SIZE.vocab)
  }
  return characters.map((i) => String.fromCharCode(0x100 + i)).join('')
})()

/** @param {import('../../web/engine/engine.js').Engine} engine that can train */
export function ownTrainer(engine) {
  const usual = engine.task('text', { text: TEXT }).recipe
  const { width, layers, heads, hidden, batch } = SIZE
  const config = {
    ...usual.config,
    dModel: width,
    nLayers: layers,
    nHeads: heads,
    nKvHeads: heads,
    dHead: width / heads,
    dFf: hidden,
    position: 'learned',
  }
  return engine.trainer({ task: 'text', text: TEXT, recipe: { ...usual, batch, config } })
}

/** The same step in TensorFlow.js, AdamW without the decay. Returns a step that gives its loss. */
export function tfjsTrainer(tf) {
  const { vocab, tokens, batch, width, layers, heads, hidden } = SIZE
  const depth = width / heads
  const normal = (...shape) => tf.variable(tf.randomNormal(shape, 0, 1 / Math.sqrt(width)))
  const ones = () => tf.variable(tf.ones([width]))
  const zeros = (n) => tf.variable(tf.zeros([n]))
  const embedding = normal(vocab, width)
  const position = normal(tokens, width)
  const head = normal(width, vocab)
  const last = [ones(), zeros(width)]
  const blocks = Array.from({ length: layers }, () => ({
    norms: [ones(), zeros(width), ones(), zeros(width)],
    attention: ['q', 'k', 'v', 'o'].map(() => [normal(width, width), zeros(width)]),
    inner: [normal(width, hidden), zeros(hidden)],
    outer: [normal(hidden, width), zeros(width)],
  }))
  const mask = tf.tensor2d(
    Float32Array.from({ length: tokens * tokens }, (_, i) =>
      i % tokens <= Math.floor(i / tokens) ? 0 : -1e9,
    ),
    [tokens, tokens],
  )
  const norm = (x, gain, bias) => {
    const centred = x.sub(x.mean(-1, true))
    return centred.div(centred.square().mean(-1, true).add(1e-5).sqrt()).mul(gain).add(bias)
  }
  const affine = (x, [w, b]) => x.matMul(w).add(b)
  const gelu = (x) =>
    x.mul(x.mul(0.7978845608).add(x.square().mul(x).mul(0.0356774081)).tanh().add(1)).mul(0.5)
  const split = (x) =>
    x
      .reshape([batch, tokens, heads, depth])
      .transpose([0, 2, 1, 3])
      .reshape([batch * heads, tokens, depth])
  const lossOf = (input, target) => {
    // The embedding as a product with one-hot rows: its gradient needs no scatter, which the wasm backend lacks.
    let x = input.matMul(embedding).add(tf.tile(position, [batch, 1]))
    for (const { norms, attention, inner, outer } of blocks) {
      const h = norm(x, norms[0], norms[1])
      const [q, k, v] = attention.slice(0, 3).map((one) => split(affine(h, one)))
      const weights = tf.softmax(
        q
          .matMul(k, false, true)
          .mul(1 / Math.sqrt(depth))
          .add(mask),
        -1,
      )
      const mixed = weights
        .matMul(v)
        .reshape([batch, heads, tokens, depth])
        .transpose([0, 2, 1, 3])
        .reshape([batch * tokens, width])
      x = x.add(affine(mixed, attention[3]))
      x = x.add(affine(gelu(affine(norm(x, norms[2], norms[3]), inner)), outer))
    }
    const logits = norm(x, ...last).matMul(head)
    return tf.losses.softmaxCrossEntropy(target, logits)
  }
  const optimizer = tf.train.adam(2e-3, 0.9, 0.98)
  return () =>
    tf.tidy(() => {
      const ids = Int32Array.from({ length: batch * tokens + 1 }, () => Math.floor(Math.random() * vocab))
      const oneHot = (list) => tf.oneHot(tf.tensor1d(list, 'int32'), vocab).toFloat()
      const loss = optimizer.minimize(() => lossOf(oneHot(ids.slice(0, -1)), oneHot(ids.slice(1))), true)
      return loss.dataSync()[0]
    })
}

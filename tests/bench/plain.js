// The same work as plain JavaScript loops over Float32Array: what one would write first.

export function gemm(m, k, n, a, b, out) {
  out.fill(0)
  for (let i = 0; i < m; i++)
    for (let c = 0; c < k; c++) {
      const x = a[i * k + c]
      for (let j = 0; j < n; j++) out[i * n + j] += x * b[c * n + j]
    }
}

export function softmax(n, m, x) {
  for (let i = 0; i < n; i++) {
    let largest = -Infinity
    for (let j = 0; j < m; j++) largest = Math.max(largest, x[i * m + j])
    let sum = 0
    for (let j = 0; j < m; j++) sum += x[i * m + j] = Math.exp(x[i * m + j] - largest)
    for (let j = 0; j < m; j++) x[i * m + j] /= sum
  }
}

/** Heads of width d side by side; query i of n sees keys j ≤ i + m - n if causal. */
export function attention(heads, n, m, d, causal, q, k, v, out, kvHeads = heads) {
  const scores = new Float32Array(m)
  const width = heads * d
  const kvWidth = kvHeads * d
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < n; i++) {
      const seen = causal ? m - n + i + 1 : m
      const kv = Math.floor((h * kvHeads) / heads) * d
      for (let j = 0; j < seen; j++) {
        let sum = 0
        for (let c = 0; c < d; c++) sum += q[i * width + h * d + c] * k[j * kvWidth + kv + c]
        scores[j] = sum / Math.sqrt(d)
      }
      softmax(1, seen, scores)
      const to = i * width + h * d
      out.fill(0, to, to + d)
      for (let j = 0; j < seen; j++)
        for (let c = 0; c < d; c++) out[to + c] += scores[j] * v[j * kvWidth + kv + c]
    }
}

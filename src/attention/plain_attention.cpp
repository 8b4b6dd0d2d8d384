#include "attention/plain_attention.h"

#include <algorithm>
#include <cmath>

namespace qkv {

SoftmaxSteps plain_softmax(const MatrixRef& scores, float temperature) {
  const Index n = scores.rows(), m = scores.cols();
  SoftmaxSteps s{Matrix(n, 1), Matrix(n, m), Matrix(n, 1), Matrix(n, m)};
  for (Index i = 0; i < n; ++i) {
    // The largest score of the row. It is subtracted from all of them: no quotient changes, and no
    // exponential overflows.
    float row_max = -kInfinity;
    for (Index j = 0; j < m; ++j) row_max = std::max(row_max, scores(i, j));

    // e to the power of each score, and their sum. What is forbidden is -∞ and gives 0.
    double row_sum = 0;
    for (Index j = 0; j < m; ++j) {
      const float below = scores(i, j) - row_max;
      const bool forbidden = scores(i, j) == -kInfinity;
      s.exps(i, j) = forbidden ? 0.0f : below == 0.0f ? 1.0f : std::exp(below / temperature);
      row_sum += s.exps(i, j);
    }

    // The share of each. A row that may look nowhere has no shares.
    for (Index j = 0; j < m; ++j)
      s.weights(i, j) = row_sum == 0 ? 0.0f : static_cast<float>(s.exps(i, j) / row_sum);
    s.row_max(i, 0) = row_max;
    s.row_sum(i, 0) = static_cast<float>(row_sum);
  }
  return s;
}

AttentionSteps plain_attention(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                               const MatrixRef& mask, const AttentionOptions& options) {
  const Index n = q.rows(), m = k.rows(), d_head = q.cols(), d_v = v.cols();
  AttentionSteps s{q, k, v, Matrix(n, m), Matrix(n, m), Matrix(n, m), {}, {}, {}, {}, Matrix(n, d_v)};
  const float scale = attention_scale(options.scale, d_head);

  // How well each query fits each key: a dot product, scaled, or -∞ where it may not look.
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      double score = 0;
      for (Index c = 0; c < d_head; ++c) score += static_cast<double>(q(i, c)) * static_cast<double>(k(j, c));
      s.scores(i, j) = static_cast<float>(score);
      s.scaled(i, j) = s.scores(i, j) * scale;
      const bool allowed = mask.size() == 0 || mask(i, j) == 0.0f;
      s.masked(i, j) = allowed ? s.scaled(i, j) : -kInfinity;
    }

  SoftmaxSteps softmax = plain_softmax(s.masked, options.temperature);
  s.row_max = softmax.row_max, s.exps = softmax.exps, s.row_sum = softmax.row_sum,
  s.weights = softmax.weights;

  // What each query fetches: the values that it may see, each times its weight.
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < d_v; ++c) {
      double sum = 0;
      for (Index j = 0; j < m; ++j)
        if (s.masked(i, j) != -kInfinity)
          sum += static_cast<double>(s.weights(i, j)) * static_cast<double>(v(j, c));
      s.output(i, c) = static_cast<float>(sum);
    }
  return s;
}

}  // namespace qkv

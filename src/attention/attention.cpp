#include "attention/attention.h"

#include <cmath>
#include <utility>

#include "attention/mask.h"
#include "numeric/gemm.h"
#include "numeric/softmax.h"

namespace qkv {

namespace {

constexpr const char* kName = "scaled_dot_product_attention";

void check_inputs(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v, const MatrixRef& mask) {
  check(q.cols() > 0, kName, "q must have at least one column");
  check(k.cols() == q.cols(), kName, "k must have d_head = % columns like q, got %", {q.cols(), k.cols()});
  check(v.rows() == k.rows(), kName, "v must have % rows like k, got %", {k.rows(), v.rows()});
  if (mask.size() > 0) check_mask(mask, q.rows(), k.rows());
}

// Not a sum: a forbidden cell is -∞ even where the score is +∞ or NaN.
Matrix apply_mask(const Matrix& scaled, const MatrixRef& mask) {
  if (mask.size() == 0) return scaled;
  return (mask.array() == -kInfinity).select(mask, scaled);
}

// The values, each times its weight. What a query may not see does not count, whatever it is: 0 × NaN would be
// NaN. Only where there is such a value the product takes the slow way.
Matrix mix(const Matrix& weights, const MatrixRef& v, const Matrix& masked) {
  Matrix out = matmul(weights, v);
  if (v.allFinite()) return out;
  out.setZero();
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < weights.cols(); ++j)
      if (masked(i, j) != -kInfinity) out.row(i) += weights(i, j) * v.row(j);
  return out;
}

}  // namespace

float attention_scale(std::optional<float> scale, Index d_head) {
  return scale.value_or(1.0f / std::sqrt(static_cast<float>(d_head)));
}

AttentionSteps attention_steps(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                               const MatrixRef& mask, const AttentionOptions& options) {
  check_inputs(q, k, v, mask);
  AttentionSteps steps;
  steps.q = q;
  steps.k = k;
  steps.v = v;
  steps.scores = matmul_transposed(q, k);
  steps.scaled = steps.scores * attention_scale(options.scale, q.cols());
  steps.masked = apply_mask(steps.scaled, mask);
  SoftmaxSteps softmax = softmax_rows(steps.masked, options.temperature);
  steps.row_max = std::move(softmax.row_max);
  steps.exps = std::move(softmax.exps);
  steps.row_sum = std::move(softmax.row_sum);
  steps.weights = std::move(softmax.weights);
  steps.output = mix(steps.weights, v, steps.masked);
  return steps;
}

Matrix attention_output(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v, const MatrixRef& mask,
                        const AttentionOptions& options) {
  check_inputs(q, k, v, mask);
  if (!v.allFinite()) return attention_steps(q, k, v, mask, options).output;
  Matrix table = matmul_transposed(q, k);
  table *= attention_scale(options.scale, q.cols());
  if (mask.size() > 0) table = (mask.array() == -kInfinity).select(mask, table);
  softmax_in_place(table, options.temperature);
  return matmul(table, v);
}

AttentionSteps self_attention(const MatrixRef& x, const MatrixRef& w_q, const MatrixRef& w_k,
                              const MatrixRef& w_v, const MatrixRef& mask, const AttentionOptions& options) {
  const auto project = [&x](const char* name, const MatrixRef& w) {
    check(w.rows() == x.cols(), "self_attention", "% must have d_model = % rows like x has columns, got %",
          {name, x.cols(), w.rows()});
    return matmul(x, w);
  };
  return attention_steps(project("w_q", w_q), project("w_k", w_k), project("w_v", w_v), mask, options);
}

}  // namespace qkv

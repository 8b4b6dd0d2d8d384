#include "attention/linear_attention.h"

#include <cmath>

#include "numeric/gemm.h"

namespace qkv {
namespace {

constexpr const char* kName = "linear_attention";

void check_inputs(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v) {
  check_shape(kName, "k", k, q.rows(), q.cols());
  check_shape(kName, "v", v, q.rows(), v.cols());
}

float elu_feature(float x) { return x > 0 ? x + 1 : std::exp(x); }
float elu_slope(float x) { return x > 0 ? 1 : std::exp(x); }

}  // namespace

Matrix elu_features(const MatrixRef& x) { return x.unaryExpr(&elu_feature); }

LinearAttention::LinearAttention(Index d_head, Index d_v) {
  check(d_head >= 0 && d_v >= 0, kName, "sizes must not be negative, got % and %", {d_head, d_v});
  state_ = Matrix::Zero(d_head, d_v);
  features_ = Matrix::Zero(1, d_head);
}

Matrix LinearAttention::take(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v) {
  const Index n = q.rows();
  check_shape(kName, "q", q, n, state_.rows());
  check_shape(kName, "k", k, n, state_.rows());
  check_shape(kName, "v", v, n, state_.cols());
  Matrix out(n, state_.cols());
  for (Index i = 0; i < n; ++i) {
    const Matrix asks = elu_features(q.row(i)), stores = elu_features(k.row(i));
    gemm(stores, v.row(i), state_, {.transpose_a = true, .accumulate = true});
    features_ += stores;
    const float sum = asks.row(0).dot(features_.row(0));
    out.row(i) = matmul(asks, state_) / sum;
  }
  return out;
}

LinearSteps linear_attention_steps(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v) {
  check_inputs(q, k, v);
  const Index n = q.rows();
  LinearSteps s{elu_features(q), elu_features(k), Matrix(), Matrix(n, 1), Matrix(n, n), Matrix()};
  s.similarity = matmul_transposed(s.q_features, s.k_features);
  for (Index i = 0; i < n; ++i) {
    s.similarity.row(i).tail(n - 1 - i).setZero();
    s.row_sum(i, 0) = s.similarity.row(i).sum();
    s.weights.row(i) = s.similarity.row(i) / s.row_sum(i, 0);
  }
  s.output = matmul(s.weights, v);
  return s;
}

LinearGradients linear_attention_backward(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                                          const LinearSteps& steps, const MatrixRef& d_output) {
  check_inputs(q, k, v);
  const Index n = q.rows();
  check_shape(kName, "d_output", d_output, n, v.cols());
  // output = weights v, weights = similarity / its row's sum: d_similarity = (d_weights - d_weights · weights) / sum.
  const Matrix d_weights = matmul_transposed(d_output, v);
  Matrix d_similarity = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    const float mean = d_weights.row(i).head(i + 1).dot(steps.weights.row(i).head(i + 1));
    for (Index j = 0; j <= i; ++j) d_similarity(i, j) = (d_weights(i, j) - mean) / steps.row_sum(i, 0);
  }
  const Matrix q_slopes = q.unaryExpr(&elu_slope), k_slopes = k.unaryExpr(&elu_slope);
  Matrix d_k(n, k.cols()), d_v(n, v.cols());
  gemm(d_similarity, steps.q_features, d_k, {.transpose_a = true});
  gemm(steps.weights, d_output, d_v, {.transpose_a = true});
  return {matmul(d_similarity, steps.k_features).cwiseProduct(q_slopes), d_k.cwiseProduct(k_slopes), d_v};
}

}  // namespace qkv

// Slow and obvious twins of the core's operations: plain loops in double precision. They are the explanation
// of the fast ones, and what those are checked against.
#pragma once

#include <cmath>

#include "numeric/matrix.h"

namespace qkv::reference {

using Exact = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// out(i, j) = Σ_k a(i, k) b(k, j)
inline Matrix matmul(const Matrix& a, const Matrix& b) {
  Matrix out(a.rows(), b.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.cols(); ++j) {
      double sum = 0;
      for (Index k = 0; k < a.cols(); ++k) sum += static_cast<double>(a(i, k)) * static_cast<double>(b(k, j));
      out(i, j) = static_cast<float>(sum);
    }
  return out;
}

/// Without subtracting the maximum: only for scores that are not large.
inline Matrix softmax(const Matrix& scores) {
  Matrix out(scores.rows(), scores.cols());
  for (Index i = 0; i < scores.rows(); ++i) {
    double sum = 0;
    for (Index j = 0; j < scores.cols(); ++j) sum += std::exp(static_cast<double>(scores(i, j)));
    for (Index j = 0; j < scores.cols(); ++j)
      out(i, j) = static_cast<float>(std::exp(static_cast<double>(scores(i, j))) / sum);
  }
  return out;
}

/// softmax(q kᵀ / √d_head + mask) v
inline Matrix attention(const Matrix& q, const Matrix& k, const Matrix& v, const Matrix& mask) {
  Matrix scores = matmul(q, k.transpose());
  for (Index i = 0; i < scores.rows(); ++i)
    for (Index j = 0; j < scores.cols(); ++j)
      scores(i, j) = scores(i, j) / std::sqrt(static_cast<float>(q.cols())) + mask(i, j);
  return matmul(softmax(scores), v);
}

}  // namespace qkv::reference

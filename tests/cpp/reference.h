// The slow and obvious twin of the matrix product; that of softmax and attention is attention/plain_attention.h.
#pragma once

#include "numeric/matrix.h"

namespace qkv::reference {

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

}  // namespace qkv::reference

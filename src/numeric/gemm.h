// Matrix products. Every product of the project goes through these two functions: they are the place to make
// faster.
#pragma once

#include "numeric/matrix.h"

namespace qkv {

/// a b: (m, k) (k, n) -> (m, n). Throws std::invalid_argument if the inner dimensions differ.
Matrix matmul(const MatrixRef& a, const MatrixRef& b);

/// a bᵀ: (m, k) (n, k) -> (m, n), the form of q kᵀ: both factors are read along their rows.
/// Throws std::invalid_argument if the inner dimensions differ.
Matrix matmul_transposed(const MatrixRef& a, const MatrixRef& b);

/// x w + b, with b (1, n) added to every row, or not at all if b is empty.
Matrix affine(const MatrixRef& x, const MatrixRef& w, const MatrixRef& b);

}  // namespace qkv

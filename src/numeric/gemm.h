// Matrix products. Every product of the project goes through here.
#pragma once

#include "numeric/matrix.h"

namespace qkv {

struct GemmOptions {
  bool transpose_a = false, transpose_b = false;  // read that factor turned
  bool accumulate = false;                        // add to `out` instead of overwriting it
};

/// out (m, n) (+)= a (m, k) b (k, n). With transpose_a, a is given as (k, m); with transpose_b, b as (n, k).
/// `out` must not overlap a factor. Throws std::invalid_argument if the shapes do not fit together.
void gemm(const MatrixRef& a, const MatrixRef& b, MatrixOut out, GemmOptions options = {});

/// a b: (m, k) (k, n) -> (m, n). Throws std::invalid_argument if the inner dimensions differ.
Matrix matmul(const MatrixRef& a, const MatrixRef& b);

/// a bᵀ: (m, k) (n, k) -> (m, n), the form of q kᵀ: both factors are read along their rows.
/// Throws std::invalid_argument if the inner dimensions differ.
Matrix matmul_transposed(const MatrixRef& a, const MatrixRef& b);

/// x w + b, with b (1, n) added to every row, or not at all if b is empty.
Matrix affine(const MatrixRef& x, const MatrixRef& w, const MatrixRef& b);

}  // namespace qkv

// One row times a matrix: what a decoder does for every token once the prompt is read.
//
// With a single row every number of the matrix is used once, so packing it (panels.h) would cost as much as
// the product. These read it where it lies.
#pragma once

#include "numeric/matrix.h"

namespace qkv {

/// out (1, n) (+)= x (1, k) b (k, n).
void multiply_row(const float* x, Index k, const float* b, Index b_stride, Index n, float* out,
                  bool accumulate);

/// out (1, n) (+)= x (1, k) bᵀ with b (n, k): n dot products.
void multiply_row_transposed(const float* x, Index k, const float* b, Index b_stride, Index n, float* out,
                             bool accumulate);

}  // namespace qkv

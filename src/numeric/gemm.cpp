#include "numeric/gemm.h"

namespace qkv {
namespace {

// out (m, n) = a (m, k) b (k, n), rows `stride` floats apart in each. The innermost loop runs along rows of b
// and out, which are contiguous, so the compiler turns it into SIMD; four rows of b at a time, so that out is
// loaded and stored once for four multiply-adds.
[[gnu::noinline]] void multiply(const float* a, Index a_stride, const float* b, Index b_stride, float* out,
                                Index m, Index k, Index n) {
  for (Index i = 0; i < m; ++i) {
    const float* a_row = a + i * a_stride;
    float* out_row = out + i * n;
    for (Index j = 0; j < n; ++j) out_row[j] = 0.0f;
    Index c = 0;
    for (; c + 4 <= k; c += 4) {
      const float *b0 = b + c * b_stride, *b1 = b0 + b_stride, *b2 = b1 + b_stride, *b3 = b2 + b_stride;
      const float a0 = a_row[c], a1 = a_row[c + 1], a2 = a_row[c + 2], a3 = a_row[c + 3];
      for (Index j = 0; j < n; ++j) out_row[j] += a0 * b0[j] + a1 * b1[j] + a2 * b2[j] + a3 * b3[j];
    }
    for (; c < k; ++c)
      for (Index j = 0; j < n; ++j) out_row[j] += a_row[c] * b[c * b_stride + j];
  }
}

}  // namespace

Matrix matmul(const MatrixRef& a, const MatrixRef& b) {
  check(a.cols() == b.rows(), "matmul",
        {"the left factor's columns must equal the right factor's rows, got ", shape_of(a), " times ",
         shape_of(b)});
  Matrix product(a.rows(), b.cols());
  multiply(a.data(), a.outerStride(), b.data(), b.outerStride(), product.data(), a.rows(), a.cols(),
           b.cols());
  return product;
}

Matrix matmul_transposed(const MatrixRef& a, const MatrixRef& b) {
  check(a.cols() == b.cols(), "matmul_transposed",
        {"both factors must have as many columns, got ", shape_of(a), " and ", shape_of(b)});
  // Turning b costs n k copies, the product m n k multiply-adds: cheap, and the loops above stay the only
  // ones.
  const Matrix turned = b.transpose();
  return matmul(a, turned);
}

Matrix affine(const MatrixRef& x, const MatrixRef& w, const MatrixRef& b) {
  Matrix result = matmul(x, w);
  if (b.size() == 0) return result;
  check_shape("affine", "b", b, 1, w.cols());
  result.rowwise() += b.row(0);
  return result;
}

}  // namespace qkv

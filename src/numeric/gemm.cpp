// The product cut into blocks that fit the caches, after Goto and van de Geijn, "Anatomy of High-Performance
// Matrix Multiplication", 2008:
//
//   - k is cut into blocks of kDepth, n into blocks of kColumns: that part of the right factor is packed once
//     (panels.h, at most 480 kB: second-level cache) and used for all rows.
//   - m is cut into blocks of kRows: that part of the left factor (96 kB) stays in the second-level cache
//     while every panel (12 kB: first-level cache) passes over it.
//   - The rest is the tile kernel's (tile.h).
#include "numeric/gemm.h"

#include <algorithm>
#include <cstring>

#include "numeric/panels.h"
#include "numeric/single_row.h"

namespace qkv {
namespace {

constexpr Index kDepth = 256, kRows = 96, kColumns = 480;

// With so few rows, packing the right factor costs more than it saves.
constexpr Index kFewRows = 3;

void multiply_few_rows(const MatrixRef& a, const MatrixRef& b, MatrixOut& out, GemmOptions options) {
  for (Index i = 0; i < a.rows(); ++i) {
    const float* x = a.data() + i * a.outerStride();
    float* to = out.data() + i * out.outerStride();
    if (options.transpose_b)
      multiply_row_transposed(x, a.cols(), b.data(), b.outerStride(), out.cols(), to, options.accumulate);
    else
      multiply_row(x, a.cols(), b.data(), b.outerStride(), out.cols(), to, options.accumulate);
  }
}

}  // namespace

void gemm(const MatrixRef& a, const MatrixRef& b, MatrixOut out, GemmOptions options) {
  const bool turn_a = options.transpose_a, turn_b = options.transpose_b;
  const Index m = turn_a ? a.cols() : a.rows(), k = turn_a ? a.rows() : a.cols();
  const Index inner = turn_b ? b.cols() : b.rows(), n = turn_b ? b.rows() : b.cols();
  check(k == inner, "gemm", "the inner dimensions must be equal, got % and %", {k, inner});
  check(out.rows() == m && out.cols() == n, "gemm", "out must be %, got %",
        {Shape{m, n}, Shape{out.rows(), out.cols()}});
  if (k == 0 && !options.accumulate) out.setZero();
  if (m <= kFewRows && !turn_a) return multiply_few_rows(a, b, out, options);

  // Kept from call to call, and never taken down: the core runs on one thread.
  static Panels& panels = *new Panels;
  static Buffer& turned = *new Buffer;  // a block of a, if it comes transposed
  for (Index j = 0; j < n; j += kColumns) {
    const Index columns = std::min(kColumns, n - j);
    for (Index c = 0; c < k; c += kDepth) {
      const Index depth = std::min(kDepth, k - c);
      const float* from = turn_b ? b.data() + j * b.outerStride() + c : b.data() + c * b.outerStride() + j;
      panels.pack(from, b.outerStride(), depth, columns, turn_b);
      for (Index i = 0; i < m; i += kRows) {
        const Index rows = std::min(kRows, m - i);
        const float* left = a.data() + i * a.outerStride() + c;
        Index left_stride = a.outerStride();
        if (turn_a) {
          float* block = turned.room_for(kRows * kDepth);
          copy_transposed(a.data() + c * a.outerStride() + i, a.outerStride(), depth, rows, block, kDepth);
          left = block, left_stride = kDepth;
        }
        panels.multiply(left, left_stride, rows, depth, columns, out.data() + i * out.outerStride() + j,
                        out.outerStride(), c > 0 || options.accumulate);
      }
    }
  }
}

Matrix matmul(const MatrixRef& a, const MatrixRef& b) {
  check(a.cols() == b.rows(), "matmul",
        "the left factor's columns must equal the right factor's rows, got % times %",
        {shape_of(a), shape_of(b)});
  Matrix product(a.rows(), b.cols());
  gemm(a, b, product);
  return product;
}

Matrix matmul_transposed(const MatrixRef& a, const MatrixRef& b) {
  check(a.cols() == b.cols(), "matmul_transposed", "both factors must have as many columns, got % and %",
        {shape_of(a), shape_of(b)});
  Matrix product(a.rows(), b.rows());
  gemm(a, b, product, {.transpose_b = true});
  return product;
}

Matrix affine(const MatrixRef& x, const MatrixRef& w, const MatrixRef& b) {
  if (b.size() == 0) return matmul(x, w);
  check_shape("affine", "b", b, 1, w.cols());
  check(x.cols() == w.rows(), "affine", "x must have as many columns as w has rows, got % times %",
        {shape_of(x), shape_of(w)});
  Matrix result(x.rows(), w.cols());
  for (Index i = 0; i < result.rows(); ++i)
    std::memcpy(&result(i, 0), b.data(), static_cast<size_t>(b.cols()) * sizeof(float));
  gemm(x, w, result, {.accumulate = true});
  return result;
}

}  // namespace qkv

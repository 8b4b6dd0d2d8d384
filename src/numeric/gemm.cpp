// The product in tiles, after Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication",
// 2008:
//
//   - The result is computed in tiles of kRows × kWidth numbers that stay in registers while k runs: each
//   step loads
//     one row of the panel, four numbers at a time, and multiplies it with one number from each row of a. A
//     tile of 4 × 8 takes 8 registers for sums and does 8 multiply-adds for 6 loads; larger ones run out of
//     the 15 registers that V8 leaves to WebAssembly on x86.
//   - The panel, kWidth columns of b, is copied ("packed") so that its rows lie one after the other: the tile
//   then
//     reads memory straight ahead, whatever the width of b, and the copy is used for every row of a.
//   - k is cut into blocks, so that a panel stays in the first-level cache.
#include "numeric/gemm.h"

#include <algorithm>
#include <vector>

#include "numeric/simd.h"

namespace qkv {
namespace {

#if defined(__wasm__) && !defined(__wasm_simd128__)
constexpr int kRows = 2, kVectors = 1;  // plain numbers: eight sums are all that stay in registers
#else
constexpr int kRows = 4, kVectors = 2;
#endif
constexpr int kWidth = kVectors * kLanes;
constexpr Index kBlock = 512;  // rows of a packed panel: 16 kB

/// Where a kernel reads and writes: k steps, rows `stride` floats apart.
struct Strip {
  const float* a;
  Index a_stride;
  const float* panel;  // (k, kWidth), packed
  float* out;
  Index out_stride;
  Index k;
};

/// out (Rows, kWidth) += a (Rows, k) panel (k, kWidth)
template <int Rows>
inline void tile(const Strip& s, Index row) {
  f32x4 sums[Rows][kVectors];
  float* out = s.out + row * s.out_stride;
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < kVectors; ++v) sums[r][v] = load(out + r * s.out_stride + v * kLanes);
  const float* a = s.a + row * s.a_stride;
  const float* panel = s.panel;
  for (Index c = 0; c < s.k; ++c, panel += kWidth) {
    f32x4 b[kVectors];
    for (int v = 0; v < kVectors; ++v) b[v] = load(panel + v * kLanes);
    for (int r = 0; r < Rows; ++r) {
      const f32x4 left = splat(a[r * s.a_stride + c]);
      for (int v = 0; v < kVectors; ++v) sums[r][v] = multiply_add(left, b[v], sums[r][v]);
    }
  }
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < kVectors; ++v) store(out + r * s.out_stride + v * kLanes, sums[r][v]);
}

/// All rows of one strip. Not inlined: engines compile a function well only once it has been called often,
/// and a loop inside one long call would stay in their quick first version, four times slower.
[[gnu::noinline]] void multiply_strip(const Strip& s, Index rows) {
  Index row = 0;
  for (; row + kRows <= rows; row += kRows) tile<kRows>(s, row);
  for (; row < rows; ++row) tile<1>(s, row);
}

/// Copies k rows of `columns` ≤ kWidth numbers of b, padded with zeros to kWidth.
void pack(const float* b, Index b_stride, Index k, Index columns, float* panel) {
  for (Index c = 0; c < k; ++c, b += b_stride, panel += kWidth) {
    std::copy(b, b + columns, panel);
    std::fill(panel + columns, panel + kWidth, 0.0f);
  }
}

/// out (m, n) = a (m, k) b (k, n)
void multiply(const MatrixRef& a, const MatrixRef& b, Matrix& out) {
  const Index m = a.rows(), k = a.cols(), n = b.cols();
  out.setZero();
  std::vector<float> panel(static_cast<size_t>(std::min(k, kBlock) * kWidth));
  // The last columns, where they do not fill a tile, are computed beside the result and copied.
  std::vector<float> edge(n % kWidth == 0 ? 0 : static_cast<size_t>(m * kWidth));
  for (Index j = 0; j < n; j += kWidth) {
    const Index columns = std::min<Index>(kWidth, n - j);
    const bool whole = columns == kWidth;
    float* to = whole ? out.data() + j : edge.data();
    const Index to_stride = whole ? n : kWidth;
    for (Index c = 0; c < k; c += kBlock) {
      const Index depth = std::min(kBlock, k - c);
      pack(b.data() + c * b.outerStride() + j, b.outerStride(), depth, columns, panel.data());
      multiply_strip({a.data() + c, a.outerStride(), panel.data(), to, to_stride, depth}, m);
    }
    if (whole) continue;
    for (Index i = 0; i < m; ++i) std::copy_n(edge.data() + i * kWidth, columns, out.data() + i * n + j);
  }
}

}  // namespace

Matrix matmul(const MatrixRef& a, const MatrixRef& b) {
  check(a.cols() == b.rows(), "matmul",
        {"the left factor's columns must equal the right factor's rows, got ", shape_of(a), " times ",
         shape_of(b)});
  Matrix product(a.rows(), b.cols());
  multiply(a, b, product);
  return product;
}

Matrix matmul_transposed(const MatrixRef& a, const MatrixRef& b) {
  check(a.cols() == b.cols(), "matmul_transposed",
        {"both factors must have as many columns, got ", shape_of(a), " and ", shape_of(b)});
  // Turning b costs n k copies, the product m n k multiply-adds: cheap, and the kernel above stays the only
  // one.
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

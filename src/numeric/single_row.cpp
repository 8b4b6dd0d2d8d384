#include "numeric/single_row.h"

#include "numeric/kernel.h"
#include "numeric/simd.h"

namespace qkv {
namespace {

struct Row {
  const float* x;
  Index k;
  const float* b;
  Index b_stride, n;
  float* out;
  bool accumulate;
};

/// Vectors · 4 columns from column j on: as many independent sums, each the length of k.
template <int Vectors>
inline void multiply_columns(const Row& r, Index j) {
  f32x4 sums[Vectors];
  for (int v = 0; v < Vectors; ++v) sums[v] = r.accumulate ? load(r.out + j + v * kLanes) : splat(0.0f);
  const float* b = r.b + j;
  for (Index c = 0; c < r.k; ++c, b += r.b_stride) {
    const f32x4 x = splat(r.x[c]);
    for (int v = 0; v < Vectors; ++v) sums[v] = multiply_add(x, load(b + v * kLanes), sums[v]);
  }
  for (int v = 0; v < Vectors; ++v) store(r.out + j + v * kLanes, sums[v]);
}

// Thirty-two columns: eight sums keep a multiply-add unit busy that takes four cycles and starts two in each.
void multiply_all_columns(const Row& r) {
  Index j = 0;
  for (; j + 32 <= r.n; j += 32) multiply_columns<8>(r, j);
  for (; j + 8 <= r.n; j += 8) multiply_columns<2>(r, j);
  for (; j < r.n; ++j) {
    float sum = r.accumulate ? r.out[j] : 0.0f;
    for (Index c = 0; c < r.k; ++c) sum += r.x[c] * r.b[c * r.b_stride + j];
    r.out[j] = sum;
  }
}

// Four dot products at a time. Each gathers four partial sums in its lanes; turning the 4 × 4 block of them
// and adding its rows gives the four results in one register.
void multiply_all_dots(const Row& r) {
  const Index whole = r.k - r.k % kLanes;
  Index j = 0;
  for (; j + kLanes <= r.n; j += kLanes) {
    const float* b = r.b + j * r.b_stride;
    f32x4 s0 = splat(0.0f), s1 = s0, s2 = s0, s3 = s0;
    for (Index c = 0; c < whole; c += kLanes) {
      const f32x4 x = load(r.x + c);
      s0 = multiply_add(x, load(b + c), s0);
      s1 = multiply_add(x, load(b + r.b_stride + c), s1);
      s2 = multiply_add(x, load(b + 2 * r.b_stride + c), s2);
      s3 = multiply_add(x, load(b + 3 * r.b_stride + c), s3);
    }
    transpose(s0, s1, s2, s3);
    f32x4 sums = (s0 + s2) + (s1 + s3);
    for (Index c = whole; c < r.k; ++c) {
      const f32x4 column = {b[c], b[r.b_stride + c], b[2 * r.b_stride + c], b[3 * r.b_stride + c]};
      sums = multiply_add(splat(r.x[c]), column, sums);
    }
    store(r.out + j, r.accumulate ? load(r.out + j) + sums : sums);
  }
  for (; j < r.n; ++j) {
    const float* b = r.b + j * r.b_stride;
    float sum = r.accumulate ? r.out[j] : 0.0f;
    for (Index c = 0; c < r.k; ++c) sum += r.x[c] * b[c];
    r.out[j] = sum;
  }
}

}  // namespace

void multiply_row(const float* x, Index k, const float* b, Index b_stride, Index n, float* out,
                  bool accumulate) {
  run_kernel<multiply_all_columns>(Row{x, k, b, b_stride, n, out, accumulate});
}

void multiply_row_transposed(const float* x, Index k, const float* b, Index b_stride, Index n, float* out,
                             bool accumulate) {
  run_kernel<multiply_all_dots>(Row{x, k, b, b_stride, n, out, accumulate});
}

}  // namespace qkv

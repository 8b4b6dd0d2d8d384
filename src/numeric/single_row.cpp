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

/// Vectors · 4 columns from column j on. Where these are few, their sums are gathered in `Chains` parts that
/// take turns along k, because a multiply-add takes four cycles or more and two can start in each: eight sums
/// at a time keep the unit busy.
template <int Vectors, int Chains>
inline void multiply_columns(const Row& r, Index j) {
  f32x4 sums[Chains][Vectors];
  for (int chain = 0; chain < Chains; ++chain)
    for (int v = 0; v < Vectors; ++v)
      sums[chain][v] = r.accumulate && chain == 0 ? load(r.out + j + v * kLanes) : splat(0.0f);
  const float* b = r.b + j;
  const auto step = [&](Index c, int chain) {
    const f32x4 x = splat(r.x[c]);
    for (int v = 0; v < Vectors; ++v) sums[chain][v] = multiply_add(x, load(b + v * kLanes), sums[chain][v]);
    b += r.b_stride;
  };
  Index c = 0;
  for (; c + Chains <= r.k; c += Chains)
    for (int chain = 0; chain < Chains; ++chain) step(c + chain, chain);
  if constexpr (Chains > 1)
    for (; c < r.k; ++c) step(c, 0);
  for (int v = 0; v < Vectors; ++v) {
    for (int chain = 1; chain < Chains; ++chain) sums[0][v] += sums[chain][v];
    store(r.out + j + v * kLanes, sums[0][v]);
  }
}

void multiply_all_columns(const Row& r) {
  Index j = 0;
  for (; j + 32 <= r.n; j += 32) multiply_columns<8, 1>(r, j);
  for (; j + 8 <= r.n; j += 8) multiply_columns<2, 4>(r, j);
  for (; j + 4 <= r.n; j += 4) multiply_columns<1, 4>(r, j);
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

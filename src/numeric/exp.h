// e^x for four numbers at once, x ≤ 0: what softmax needs, to within one unit in the last place.
#pragma once

#include "numeric/simd.h"

namespace qkv {

/// e^x in every lane, for x ≤ 0 or NaN. Below -87.68, where the result is not a normal float32 any more,
/// it is 0; so e^-∞ = 0. NaN stays NaN. Other x are not for this function.
///
/// x = n ln 2 + r with |r| ≤ ½ ln 2: e^x = 2^n e^r. The polynomial for e^r and the split of ln 2 into a part
/// whose product with n is exact and a small rest are those of Cephes (Moshier 1989, expf.c).
inline f32x4 exp_not_positive(f32x4 x) {
  // At -88 n is -127, whose power of two is written as the bits of 0: that makes the result 0 without a
  // question.
  constexpr float kLowest = -88.0f, kLog2E = 1.44269504f;
  // Adding and taking away 1.5 · 2^23 rounds to a whole number, which then also stands in the lowest bits.
  constexpr float kRound = 12582912.0f;
  x = maximum(x, splat(kLowest));
  const f32x4 shifted = multiply_add(x, splat(kLog2E), splat(kRound));
  const f32x4 n = shifted - splat(kRound);
  f32x4 r = multiply_add(n, splat(-0.693359375f), x);
  r = multiply_add(n, splat(2.12194440e-4f), r);
  // Six coefficients in three pairs that do not wait for each other (Estrin's scheme): Horner's rule would be
  // a chain of five, and waiting is what this function does most.
  const f32x4 r2 = r * r;
  const f32x4 high = multiply_add(splat(1.9875691500e-4f), r, splat(1.3981999507e-3f));
  const f32x4 middle = multiply_add(splat(8.3334519073e-3f), r, splat(4.1665795894e-2f));
  const f32x4 low = multiply_add(splat(1.6666665459e-1f), r, splat(5.0000001201e-1f));
  const f32x4 p = multiply_add(multiply_add(high, r2, middle), r2, low);
  const f32x4 e_r = multiply_add(p, r2, r) + splat(1.0f);
  // 2^n: n + 127 in the exponent's place. What the constant 2^23 leaves in the upper bits is shifted out.
  return e_r * (f32x4)(((u32x4)shifted + 127u) << 23);
}

// What the softmax kernels take at a time: two registers that do not wait for each other.
inline constexpr std::ptrdiff_t kGroup = 2 * kLanes;

/// Writes e^(score - shift) to `exps`, which may be `scores` itself, for `count` scores in whole groups: up
/// to kGroup - 1 more are read and written. Returns the sum. A score of -∞ becomes 0 and adds nothing.
inline float exponentiate_groups(const float* scores, float* exps, std::ptrdiff_t count, float shift) {
  f32x4 first_sum = splat(0.0f), second_sum = first_sum;
  for (std::ptrdiff_t j = 0; j < count; j += kGroup) {
    const f32x4 first = exp_not_positive(load(scores + j) - splat(shift));
    store(exps + j, first);
    first_sum += first;
    const f32x4 second = exp_not_positive(load(scores + j + kLanes) - splat(shift));
    store(exps + j + kLanes, second);
    second_sum += second;
  }
  return sum_of_lanes(first_sum + second_sum);
}

}  // namespace qkv

#include "numeric/peak.h"

#include "numeric/kernel.h"
#include "numeric/simd.h"

namespace qkv {
namespace {

// x ← 0.9 x + 0.1 tends to 1: no overflow, no denormal number.
float iterate(int64_t steps) {
  f32x4 x[kPeakRegisters];
  for (int r = 0; r < kPeakRegisters; ++r) x[r] = splat(static_cast<float>(r));
  const f32x4 factor = splat(0.9f), summand = splat(0.1f);
  for (int64_t i = 0; i < steps; ++i)
    for (int r = 0; r < kPeakRegisters; ++r) x[r] = multiply_add(x[r], factor, summand);
  f32x4 sum = x[0];
  for (int r = 1; r < kPeakRegisters; ++r) sum += x[r];
  return sum_of_lanes(sum);
}

}  // namespace

float multiply_add_in_registers(int64_t steps) { return run_kernel<iterate>(steps); }

}  // namespace qkv

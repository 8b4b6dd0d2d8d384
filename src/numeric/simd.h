// Four float32 numbers at a time: the vocabulary in which the kernels are written.
//
// A lane is one of the four places of a 128-bit register; an operation does the same to all four. The type is
// the compilers' own vector type, so that one source becomes WebAssembly SIMD128, SSE where the tests run
// natively, and plain numbers in the scalar module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace qkv {

using f32x4 = float __attribute__((vector_size(16)));
using i32x4 =
    int32_t __attribute__((vector_size(16)));  // also what a comparison gives: all ones or all zeros
using u32x4 = uint32_t __attribute__((vector_size(16)));

inline constexpr int kLanes = 4;

/// Loads and stores at any address: float arrays are aligned to four bytes only.
inline f32x4 load(const float* from) {
  f32x4 lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
inline void store(float* to, f32x4 lanes) { std::memcpy(to, &lanes, sizeof lanes); }

/// The same number in every lane.
inline f32x4 splat(float x) { return f32x4{x, x, x, x}; }

/// The next four of the `count` numbers that are left, or, at the end of a row, fewer: then the other lanes
/// hold `rest`. And the way back.
inline f32x4 load_upto(const float* from, std::ptrdiff_t count, float rest) {
  if (count >= kLanes) return load(from);
  float few[kLanes] = {rest, rest, rest, rest};
  if (count > 0) std::memcpy(few, from, static_cast<size_t>(count) * sizeof(float));
  return load(few);
}
inline void store_upto(float* to, f32x4 lanes, std::ptrdiff_t count) {
  if (count >= kLanes) return store(to, lanes);
  float few[kLanes];
  store(few, lanes);
  if (count > 0) std::memcpy(to, few, static_cast<size_t>(count) * sizeof(float));
}

/// b where a < b, else a: the larger. A plain comparison (one instruction on x86, `pmax` in WebAssembly);
/// f32x4.max spends nine instructions on zeros and NaN. A NaN in b is passed over.
inline f32x4 maximum(f32x4 a, f32x4 b) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_pmax_f32x4(a, b);
#else
  return a < b ? b : a;
#endif
}

/// a b + c. One instruction with one rounding where the module has it (relaxed SIMD), else a product and a
/// sum: the last bit may differ between modules, never between two runs of one.
inline f32x4 multiply_add(f32x4 a, f32x4 b, f32x4 c) {
#if defined(__wasm_relaxed_simd__)
  return __builtin_wasm_relaxed_madd_f32x4(a, b, c);
#else
  return a * b + c;
#endif
}

/// The four lanes together, in an order that is the same everywhere.
inline float sum_of_lanes(f32x4 x) { return (x[0] + x[2]) + (x[1] + x[3]); }
inline float largest_lane(f32x4 x) {
  const float even = x[0] < x[2] ? x[2] : x[0], odd = x[1] < x[3] ? x[3] : x[1];
  return even < odd ? odd : even;
}

/// Turns a 4 × 4 block: lane j of row i becomes lane i of row j.
inline void transpose(f32x4& r0, f32x4& r1, f32x4& r2, f32x4& r3) {
  const f32x4 low01 = __builtin_shufflevector(r0, r1, 0, 4, 1, 5);   // r0[0] r1[0] r0[1] r1[1]
  const f32x4 high01 = __builtin_shufflevector(r0, r1, 2, 6, 3, 7);  // r0[2] r1[2] r0[3] r1[3]
  const f32x4 low23 = __builtin_shufflevector(r2, r3, 0, 4, 1, 5);
  const f32x4 high23 = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
  r0 = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  r1 = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  r2 = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  r3 = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}

/// Neighbours exchanged: x1 x0 x3 x2.
inline f32x4 swap_pairs(f32x4 x) { return __builtin_shufflevector(x, x, 1, 0, 3, 2); }

}  // namespace qkv

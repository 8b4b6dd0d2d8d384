// Four float32 numbers at a time: the vocabulary in which the kernels are written.
//
// A lane is one of the four places of a 128-bit register; an operation does the same to all four. The type is
// the compilers' own vector type, so that one source becomes WebAssembly SIMD128, SSE where the tests run
// natively, and plain numbers in the scalar module.
#pragma once

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

/// b where a < b, else a: the larger. A plain comparison; f32x4.max spends nine instructions on zeros and
/// NaN.
inline f32x4 maximum(f32x4 a, f32x4 b) { return a < b ? b : a; }

/// a b + c
inline f32x4 multiply_add(f32x4 a, f32x4 b, f32x4 c) { return a * b + c; }

}  // namespace qkv

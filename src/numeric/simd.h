// Four float32 numbers at a time: the one vocabulary in which the kernels are written.
//
// A lane is one of the four places of a 128-bit register; an operation here does the same to all four lanes. The type
// is the compilers' own vector type, so that one source becomes WebAssembly SIMD128, SSE on the machine the tests run
// on, and plain numbers in the scalar module. Only two operations need to know where they are:
//   multiply_add  one instruction with one rounding in the relaxed module (fused), two elsewhere
//   maximum       pmax: a plain comparison; f32x4.max would spend nine instructions on the signs of zero and on NaN
#pragma once

#include <cstdint>
#include <cstring>

#ifdef __wasm_relaxed_simd__
#include <wasm_simd128.h>
#endif

namespace qkv {

using f32x4 = float __attribute__((vector_size(16)));
using i32x4 = int32_t __attribute__((vector_size(16)));

inline constexpr int kLanes = 4;

// Loads and stores at any address: float arrays are aligned to four bytes only.
inline f32x4 load(const float* from) {
  f32x4 v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
inline void store(float* to, f32x4 v) { std::memcpy(to, &v, sizeof v); }

/// The same number in every lane.
inline f32x4 splat(float x) { return f32x4{x, x, x, x}; }

/// a b + c
inline f32x4 multiply_add(f32x4 a, f32x4 b, f32x4 c) {
#ifdef __wasm_relaxed_simd__
  return (f32x4)wasm_f32x4_relaxed_madd((v128_t)a, (v128_t)b, (v128_t)c);
#else
  return a * b + c;
#endif
}

/// b where a < b, else a: the larger; a if either is NaN.
inline f32x4 maximum(f32x4 a, f32x4 b) { return a < b ? b : a; }

/// Lane by lane: `yes` where the mask is all ones, `no` where it is zero.
inline f32x4 select(i32x4 mask, f32x4 yes, f32x4 no) { return mask ? yes : no; }

inline i32x4 bits_of(f32x4 v) { return (i32x4)v; }
inline f32x4 from_bits(i32x4 v) { return (f32x4)v; }

/// The sum of the lanes, pairwise.
inline float sum_of(f32x4 v) { return (v[0] + v[2]) + (v[1] + v[3]); }
/// The largest lane.
inline float largest_of(f32x4 v) {
  const float a = v[0] < v[2] ? v[2] : v[0], b = v[1] < v[3] ? v[3] : v[1];
  return a < b ? b : a;
}

}  // namespace qkv

// How fast this processor can multiply and add, when nothing has to be loaded: the roof under which every
// kernel of this module works.
#pragma once

#include <cstdint>

namespace qkv {

/// How many registers work side by side. Twelve, because a multiplication and an addition one after the other
/// take eight cycles and one can start in each. Without SIMD a register is four plain numbers, and eight are
/// all that fit.
#if defined(__wasm__) && !defined(__wasm_simd128__)
inline constexpr int kPeakRegisters = 2;
#else
inline constexpr int kPeakRegisters = 12;
#endif
inline constexpr double kPeakFlopsPerStep = 2 * 4 * kPeakRegisters;

/// Does `steps` multiply-adds in each of the registers and returns their sum.
float multiply_add_in_registers(int64_t steps);

}  // namespace qkv

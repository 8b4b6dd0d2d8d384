// How fast this processor can multiply and add, when nothing has to be loaded: the roof under which every
// kernel of this module works.
#pragma once

#include <cstdint>

namespace qkv {

/// Does `steps` multiply-adds in each of 12 independent registers, 96 operations a step, and returns their
/// sum. Twelve, because a multiplication and an addition one after the other take eight cycles and one can
/// start in each.
float multiply_add_in_registers(int64_t steps);

inline constexpr double kPeakFlopsPerStep = 96;

}  // namespace qkv

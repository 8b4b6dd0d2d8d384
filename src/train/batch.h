// What a model learns from in one step: several sequences of the same length.
#pragma once

#include <cstdint>
#include <vector>

#include "numeric/matrix.h"

namespace qkv {

inline constexpr int32_t kIgnored = -1;  // a target that is not asked for

struct Batch {
  Index sequences = 0;           // B
  Index tokens = 0;              // T, of each
  std::vector<int32_t> ids;      // (B × T), sequence after sequence
  std::vector<int32_t> targets;  // (B × T)  the token that should follow each position, or kIgnored
};

}  // namespace qkv

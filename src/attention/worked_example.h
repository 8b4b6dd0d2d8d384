// Numbers for exercises: one head, small enough to be worked out with a pen.
#pragma once

#include <cstdint>

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

/// The inputs of self_attention, four tokens and two dimensions, all whole numbers.
struct WorkedExample {
  Matrix x;              // (4, 3)  0 or 1
  Matrix w_q, w_k, w_v;  // (3, 2)  -1, 0, 1 or 2
};
void fields(const WorkedExample& e, auto visit) {
  visit("x", e.x), visit("w_q", e.w_q), visit("w_k", e.w_k), visit("w_v", e.w_v);
}

/// Drawn until it is worth the work: q, k and v between -3 and 3, scores between -6 and 6; in every row but
/// the first, with a causal mask and without, one token has the largest weight, at least 0.05 more than the
/// next and at most 0.9; hiding the last token from the third moves a share of 0.1 or more. What a seed
/// draws never changes: seeds stand in textbooks.
WorkedExample draw_worked_example(uint64_t seed);

}  // namespace qkv

// From logits to the next token.
#pragma once

#include <cstdint>
#include <vector>

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

struct Candidate {
  int32_t id;
  float probability;
};
void fields(const Candidate& c, auto visit) { visit("id", c.id), visit("probability", c.probability); }

/// The `count` likeliest next tokens after softmax(logits / temperature), likeliest first, ties by smaller
/// id. `logits` is one row (1, n_vocab). Throws if it is not one row or the temperature is negative.
std::vector<Candidate> likeliest(const MatrixRef& logits, Index count, float temperature = 1.0f);

/// The likeliest next token; of equals the one with the smallest id.
int32_t greedy(const MatrixRef& logits);

}  // namespace qkv

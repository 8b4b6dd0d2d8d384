// What can be counted in a table of weights: where it falls, on average. Not what a head is for.
#pragma once

#include <cstdint>
#include <span>

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

/// Mean weight of the rows that have such a place; NaN if none has.
struct HeadPattern {
  double previous;  // on the position before; rows 1 … n - 1
  double own;       // on the position itself
  double first;     // on position 0; rows 1 … n - 1
  double same;      // on earlier positions with the same token
  double answer;    // on positions with the token that the model answers there
};
void fields(const HeadPattern& p, auto visit) {
  visit("previous", p.previous), visit("own", p.own), visit("first", p.first), visit("same", p.same);
  visit("answer", p.answer);
}

/// `weights` (n, n) over the tokens `ids`; `answers` are what the model answers at each position, -1 where it
/// is not asked, or nothing at all. Throws std::invalid_argument if the shapes disagree.
HeadPattern head_pattern(const MatrixRef& weights, std::span<const int32_t> ids,
                         std::span<const int32_t> answers = {});

}  // namespace qkv

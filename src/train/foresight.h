// What a model that could see the future is worth when there is none.
#pragma once

#include "model/transformer.h"
#include "train/tasks.h"

namespace qkv {

/// The mean probability of the right next token.
struct Foresight {
  double seen = 0;     // with the whole example in sight, as in training
  double writing = 0;  // with nothing behind the place, as in writing
};
void fields(const Foresight& f, auto visit) { visit("seen", f.seen), visit("writing", f.writing); }

/// After the first `prefix` tokens of `examples` fresh examples. Throws std::invalid_argument if the prefix
/// is empty, longer than the task, or ends where nothing is asked.
Foresight foresight(const Transformer& model, const Task& task, uint64_t seed, Index examples, Index prefix);

}  // namespace qkv

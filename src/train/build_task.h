// What the generators of tasks share.
#pragma once

#include <utility>

#include "train/tasks.h"

namespace qkv {

/// A whole number from 0 to bound - 1.
inline int32_t below(Random& random, size_t bound) {
  return static_cast<int32_t>(random.below(static_cast<uint32_t>(bound)));
}

/// `count` different numbers below `bound`, in random order (Fisher and Yates).
std::vector<int32_t> different(Random& random, int32_t bound, int32_t count);

/// A small decoder without feed-forward layers, from which the recipes start.
Config attention_only(Index n_layers, Index d_model, Index n_heads = 1);
Config with_rope(Config c);
Config with_feed_forward(Config c, Index times);

/// Targets for "the next token" of all but the last token, asked from position `first` on.
Example next_tokens(std::vector<int32_t> sequence, size_t first);

/// The recipe's vocabulary and length are the task's.
Task finished(Task task);

}  // namespace qkv

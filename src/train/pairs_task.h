// Pairs to be remembered: how many fit into what is stored.
#pragma once

#include "train/tasks.h"

namespace qkv {

/// A key and its value in one token, "k3=v7"; so many of them with different keys, then four keys that are asked for, "k3?",
/// whose values are to be named. Before the pairs "·" fills up, so that all examples are equally long. `pairs` is how
/// many there are, 0 for 1, 2, 4, 8, 12, 16, 24 or 32, as it comes. One token a pair, because with keys and values apart
/// linear attention does not learn which belong together. Throws std::invalid_argument unless 0 ≤ pairs ≤ 32.
Task pairs_task(Index pairs = 0);

}  // namespace qkv

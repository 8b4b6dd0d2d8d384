// How wrong the logits are.
#pragma once

#include <cstdint>
#include <span>

#include "numeric/matrix.h"

namespace qkv {

/// The mean over the rows i of -ln softmax(logits_i)[target_i], in nats; `logits` (n, n_vocab) are replaced
/// by the gradient of that mean, (softmax(logits_i) - onehot(target_i)) / n. Throws std::invalid_argument if
/// there are no rows, not as many targets as rows, or a target outside the vocabulary.
double cross_entropy(MatrixOut logits, std::span<const int32_t> targets);

}  // namespace qkv

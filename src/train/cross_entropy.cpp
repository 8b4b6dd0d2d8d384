#include "train/cross_entropy.h"

#include <cmath>

#include "numeric/real.h"
#include "numeric/softmax.h"

namespace qkv {

double cross_entropy(MatrixOut logits, std::span<const int32_t> targets) {
  constexpr const char* who = "cross_entropy";
  const Index n = logits.rows();
  check(n >= 1, who, "at least one target is needed");
  check(static_cast<size_t>(n) == targets.size(), who, "there must be a target for each of % rows, got %",
        {n, targets.size()});
  softmax_in_place(logits);
  double loss = 0;
  for (Index i = 0; i < n; ++i) {
    const int32_t target = targets[static_cast<size_t>(i)];
    check(0 <= target && target < logits.cols(), who, "targets must be between 0 and %, got %",
          {logits.cols() - 1, target});
    // The smallest float32 stands in for a probability that has become 0: the loss stays finite, NaN stays
    // NaN.
    const double probability = static_cast<double>(logits(i, target));
    loss -= std::isnan(probability) ? probability : natural_log(std::max(probability, 1e-45));
    logits(i, target) -= 1.0f;
  }
  logits /= static_cast<float>(n);
  return loss / static_cast<double>(n);
}

}  // namespace qkv

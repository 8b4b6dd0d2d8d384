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
  for (const int32_t target : targets)
    check(0 <= target && target < logits.cols(), who, "targets must be between 0 and %, got %",
          {logits.cols() - 1, target});
  double loss = 0;
  for (Index i = 0; i < n; ++i) {
    // ln Σ e^(logit - largest) + largest - the target's logit: right also where the target's share is too
    // small for float32.
    const Index target = targets[static_cast<size_t>(i)];
    const SoftmaxSteps steps = softmax_rows(logits.row(i));
    const double row_sum = static_cast<double>(steps.row_sum(0, 0));
    loss += natural_log(row_sum) + static_cast<double>(steps.row_max(0, 0)) -
            static_cast<double>(logits(i, target));
    logits.row(i) = steps.weights;
    logits(i, target) -= 1.0f;
  }
  logits /= static_cast<float>(n);
  return loss / static_cast<double>(n);
}

}  // namespace qkv

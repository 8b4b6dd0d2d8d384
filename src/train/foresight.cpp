#include "train/foresight.h"

#include "numeric/softmax.h"
#include "train/trainer.h"

namespace qkv {
namespace {

/// Softmax of one row of logits, at `id`.
double probability_of(const Matrix& logits, Index row, int32_t id) {
  return static_cast<double>(softmax_rows(logits.row(row)).weights(0, id));
}

}  // namespace

Foresight foresight(const Transformer& model, const Task& task, uint64_t seed, Index examples, Index prefix) {
  constexpr const char* who = "foresight";
  check(examples >= 1, who, "needs at least one example, got %", {examples});
  check(1 <= prefix && prefix <= task.tokens, who, "the prefix must have 1 to % tokens, got %",
        {task.tokens, prefix});
  Random random = measuring_stream(seed);
  Foresight mean;
  for (Index s = 0; s < examples; ++s) {
    const Example e = task.example(random, true);
    const int32_t target = e.targets[static_cast<size_t>(prefix - 1)];
    check(target != kIgnored, who, "nothing is asked after % tokens", {prefix});
    const std::span<const int32_t> ids(e.ids);
    mean.seen += probability_of(forward(model, ids).logits, prefix - 1, target);
    mean.writing +=
        probability_of(forward(model, ids.first(static_cast<size_t>(prefix))).logits, prefix - 1, target);
  }
  mean.seen /= static_cast<double>(examples);
  mean.writing /= static_cast<double>(examples);
  return mean;
}

}  // namespace qkv

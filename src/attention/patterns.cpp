#include "attention/patterns.h"

namespace qkv {
namespace {

struct Mean {
  double sum = 0, count = 0;
  void add(float value) { sum += static_cast<double>(value), count += 1; }
  double value() const { return sum / count; }  // 0 / 0: there is no such place
};

}  // namespace

HeadPattern head_pattern(const MatrixRef& weights, std::span<const int32_t> ids,
                         std::span<const int32_t> answers) {
  const Index n = weights.rows();
  check(weights.cols() == n && ids.size() == static_cast<size_t>(n), "head_pattern",
        "the weights must be % like the tokens, got %",
        {Shape{static_cast<Index>(ids.size()), static_cast<Index>(ids.size())}, shape_of(weights)});
  check(answers.empty() || answers.size() == ids.size(), "head_pattern",
        "there must be as many answers as tokens, %, or none, got %",
        {static_cast<Index>(ids.size()), static_cast<Index>(answers.size())});
  Mean previous, own, first, same, answer;
  // The weight of row i on the first `end` positions with this token, if there are any.
  const auto add_if_any = [&](Mean& mean, Index i, int32_t token, Index end) {
    float sum = 0;
    bool any = false;
    for (Index j = 0; j < end; ++j)
      if (ids[static_cast<size_t>(j)] == token) sum += weights(i, j), any = true;
    if (any) mean.add(sum);
  };
  for (Index i = 0; i < n; ++i) {
    own.add(weights(i, i));
    if (!answers.empty()) add_if_any(answer, i, answers[static_cast<size_t>(i)], n);
    if (i == 0) continue;
    previous.add(weights(i, i - 1));
    first.add(weights(i, 0));
    add_if_any(same, i, ids[static_cast<size_t>(i)], i);
  }
  return {previous.value(), own.value(), first.value(), same.value(), answer.value()};
}

}  // namespace qkv

#include "attention/patterns.h"

namespace qkv {
namespace {

struct Mean {
  double sum = 0, count = 0;
  void add(float value) { sum += static_cast<double>(value), count += 1; }
  double value() const { return sum / count; }  // 0 / 0: there is no such place
};

}  // namespace

HeadPattern head_pattern(const MatrixRef& weights, std::span<const int32_t> ids) {
  const Index n = weights.rows();
  check(weights.cols() == n && ids.size() == static_cast<size_t>(n), "head_pattern",
        "the weights must be % like the tokens, got %",
        {Shape{static_cast<Index>(ids.size()), static_cast<Index>(ids.size())}, shape_of(weights)});
  Mean previous, own, first, same;
  for (Index i = 0; i < n; ++i) {
    own.add(weights(i, i));
    if (i == 0) continue;
    previous.add(weights(i, i - 1));
    first.add(weights(i, 0));
    float sum = 0;
    bool any = false;
    for (Index j = 0; j < i; ++j)
      if (ids[static_cast<size_t>(j)] == ids[static_cast<size_t>(i)]) sum += weights(i, j), any = true;
    if (any) same.add(sum);
  }
  return {previous.value(), own.value(), first.value(), same.value()};
}

}  // namespace qkv

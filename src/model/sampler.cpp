#include "model/sampler.h"

#include <algorithm>
#include <numeric>

#include "numeric/softmax.h"

namespace qkv {

std::vector<Candidate> likeliest(const MatrixRef& logits, Index count, float temperature) {
  check(logits.rows() == 1, "likeliest", {"logits must be one row, got ", shape_of(logits)});
  const Matrix odds = softmax_rows(logits, temperature).weights;
  std::vector<int32_t> ids(static_cast<size_t>(logits.cols()));
  std::iota(ids.begin(), ids.end(), 0);
  const auto top = ids.begin() + std::clamp<Index>(count, 0, logits.cols());
  // NaN compares false with everything: such logits keep their order by id instead of confusing the sort.
  const auto key = [&](int32_t id) { return logits(0, id) == logits(0, id) ? logits(0, id) : -kInfinity; };
  std::partial_sort(ids.begin(), top, ids.end(),
                    [&](int32_t a, int32_t b) { return key(a) != key(b) ? key(a) > key(b) : a < b; });
  std::vector<Candidate> result;
  for (auto it = ids.begin(); it != top; ++it) result.push_back({*it, odds(0, *it)});
  return result;
}

int32_t greedy(const MatrixRef& logits) { return likeliest(logits, 1).at(0).id; }

}  // namespace qkv

#include "model/sampler.h"

#include <algorithm>
#include <cmath>

#include "numeric/softmax.h"

namespace qkv {

std::vector<Candidate> likeliest(const MatrixRef& logits, Index count, float temperature) {
  check(logits.rows() == 1, "likeliest", "logits must be one row, got %", {shape_of(logits)});
  const Matrix odds = softmax_rows(logits, temperature).weights;
  const Index n_vocab = logits.cols();
  std::vector<bool> taken(static_cast<size_t>(n_vocab));
  std::vector<Candidate> result;
  // One walk for each: only a few are ever asked for, and sorting would be more code than the rest of this
  // file.
  for (Index rank = 0; rank < std::min(count, n_vocab); ++rank) {
    Index best = -1;
    for (Index id = 0; id < n_vocab; ++id) {
      if (taken[static_cast<size_t>(id)]) continue;
      // NaN is larger than nothing, so that such logits come last, by id.
      if (best < 0 || logits(0, id) > logits(0, best) ||
          (std::isnan(logits(0, best)) && !std::isnan(logits(0, id))))
        best = id;
    }
    taken[static_cast<size_t>(best)] = true;
    result.push_back({static_cast<int32_t>(best), odds(0, best)});
  }
  return result;
}

int32_t greedy(const MatrixRef& logits) { return likeliest(logits, 1).at(0).id; }

}  // namespace qkv

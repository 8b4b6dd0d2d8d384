#include "attention/worked_example.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention/attention.h"
#include "attention/mask.h"
#include "numeric/random.h"

namespace qkv {
namespace {

constexpr Index kTokens = 4, kModel = 3, kHead = 2;

Matrix whole_numbers(Random& random, Index rows, Index cols, int least, uint32_t count) {
  Matrix result(rows, cols);
  for (Index i = 0; i < result.size(); ++i)
    result.data()[i] = static_cast<float>(least + static_cast<int>(random.below(count)));
  return result;
}

/// One weight stands out, and does not take everything.
bool has_a_winner(const Matrix& weights) {
  for (Index i = 1; i < weights.rows(); ++i) {
    float first = 0, second = 0;
    for (Index j = 0; j < weights.cols(); ++j) {
      const float w = weights(i, j);
      if (w > first)
        second = std::exchange(first, w);
      else
        second = std::max(second, w);
    }
    if (first > 0.9f || first - second < 0.05f) return false;
  }
  return true;
}

bool within(const Matrix& m, float most) {
  for (Index i = 0; i < m.size(); ++i)
    if (std::abs(m.data()[i]) > most) return false;
  return true;
}

bool worth_the_work(const WorkedExample& e) {
  const AttentionSteps all = self_attention(e.x, e.w_q, e.w_k, e.w_v, Matrix());
  return within(all.q, 3) && within(all.k, 3) && within(all.v, 3) && within(all.scores, 6) &&
         all.weights(2, 3) >= 0.1f && has_a_winner(all.weights) &&
         has_a_winner(attention_steps(all.q, all.k, all.v, causal_mask(kTokens)).weights);
}

}  // namespace

WorkedExample draw_worked_example(uint64_t seed) {
  Random random(seed);
  for (;;) {
    WorkedExample e{whole_numbers(random, kTokens, kModel, 0, 2), whole_numbers(random, kModel, kHead, -1, 4),
                    whole_numbers(random, kModel, kHead, -1, 4), whole_numbers(random, kModel, kHead, -1, 4)};
    if (worth_the_work(e)) return e;
  }
}

}  // namespace qkv

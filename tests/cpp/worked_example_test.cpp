#include "attention/worked_example.h"

#include <set>
#include <string>

#include "attention/attention.h"
#include "attention/mask.h"
#include "expect.h"

using namespace qkv;
using namespace qkv::test;

namespace {

std::string text_of(const WorkedExample& e) {
  std::string text;
  for (const Matrix* m : {&e.x, &e.w_q, &e.w_k, &e.w_v})
    for (Index i = 0; i < m->size(); ++i) text += std::to_string(static_cast<int>(m->data()[i])) + " ";
  return text;
}

}  // namespace

TEST_CASE("draw_worked_example: the same seed draws the same numbers, other seeds others") {
  std::set<std::string> seen;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const std::string text = text_of(draw_worked_example(seed));
    CHECK(text == text_of(draw_worked_example(seed)));
    seen.insert(text);
  }
  CHECK(seen.size() == 300);
}

TEST_CASE("draw_worked_example: what a seed drew once it draws for ever, for it stands in textbooks") {
  CHECK(text_of(draw_worked_example(7)) ==
        "1 1 1 0 1 0 1 0 1 1 0 0 0 -1 2 1 1 -1 1 -1 1 0 0 2 1 0 -1 1 0 -1 ");
  CHECK(text_of(draw_worked_example(999999)) ==
        "1 0 1 0 0 1 0 0 1 0 0 1 1 -1 -1 -1 1 0 2 -1 1 1 0 -1 -1 2 -1 -1 2 -1 ");
}

TEST_CASE("draw_worked_example: whole and small numbers, and a question with an answer in every row") {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const WorkedExample e = draw_worked_example(seed);
    const auto whole = [](const Matrix& m, float least, float most) {
      for (Index i = 0; i < m.size(); ++i) {
        const float value = m.data()[i];
        CHECK((value == std::floor(value) && value >= least && value <= most));
      }
    };
    whole(e.x, 0, 1);
    for (const Matrix* w : {&e.w_q, &e.w_k, &e.w_v}) whole(*w, -1, 2);
    for (const Matrix& mask : {Matrix(), causal_mask(4)}) {
      const AttentionSteps s = self_attention(e.x, e.w_q, e.w_k, e.w_v, mask);
      for (const Matrix* m : {&s.q, &s.k, &s.v}) whole(*m, -3, 3);
      whole(s.scores, -6, 6);
      for (Index i = 1; i < 4; ++i) {
        std::vector<float> row(s.weights.row(i).begin(), s.weights.row(i).end());
        std::sort(row.rbegin(), row.rend());
        CHECK(row[0] <= 0.9f);
        CHECK(row[0] - row[1] >= 0.05f);
      }
    }
    CHECK(self_attention(e.x, e.w_q, e.w_k, e.w_v, Matrix()).weights(2, 3) >= 0.1f);
  }
}

#include "attention/arithmetic.h"

#include <numeric>

#include "attention/mask.h"
#include "expect.h"

using namespace qkv;
using namespace qkv::test;

namespace {

struct Head {
  HeadInputs inputs;
  AttentionSteps steps;
};

Head make_head(AttentionOptions options = {}) {
  const Golden golden("annual_leave");
  Head head{{golden["x"], golden["w_q"], golden["w_k"], golden["w_v"], causal_mask(4), options}, {}};
  const HeadInputs& in = head.inputs;
  head.steps = self_attention(in.x, in.w_q, in.w_k, in.w_v, in.mask, options);
  return head;
}

}  // namespace

TEST_CASE("cell_arithmetic: every step of one cell of the hand calculation") {
  const auto [in, steps] = make_head();
  const CellArithmetic q = cell_arithmetic(in, steps, "q", 3, 0);  // 申请: 0·0 + 0·1 + 0·1 + 1·2
  CHECK(q.operation == "dot");
  CHECK(q.left == std::vector<float>{0, 0, 0, 1});
  CHECK(q.right == std::vector<float>{0, 1, 1, 2});
  CHECK(q.terms == std::vector<float>{0, 0, 0, 2});
  const CellArithmetic score = cell_arithmetic(in, steps, "scores", 3, 1);  // 2·2 + 0·0
  CHECK(score.terms == std::vector<float>{4, 0});
  CHECK(score.result == 4.0f);
  const CellArithmetic scaled = cell_arithmetic(in, steps, "scaled", 3, 1);
  CHECK(scaled.right[0] == doctest::Approx(0.70711));
  CHECK(cell_arithmetic(in, steps, "masked", 1, 2).right[0] == -kInfinity);
  CHECK(cell_arithmetic(in, steps, "masked", 1, 2).result == -kInfinity);
  CHECK(cell_arithmetic(in, steps, "row_max", 3, 0).left.size() == 4);
  const CellArithmetic exps = cell_arithmetic(in, steps, "exps", 3, 0);
  CHECK(exps.terms[0] == doctest::Approx(-1.41421));
  CHECK(exps.result == doctest::Approx(0.24312));
  CHECK(cell_arithmetic(in, steps, "row_sum", 3, 0).result == doctest::Approx(1.36135));
  CHECK(cell_arithmetic(in, steps, "weights", 3, 1).result == doctest::Approx(0.73457));
  CHECK(cell_arithmetic(in, steps, "output", 3, 0).terms[1] == doctest::Approx(1.46914));
}

TEST_CASE("cell_arithmetic: in every cell of every step the terms give the result") {
  for (const AttentionOptions& options :
       {AttentionOptions{}, AttentionOptions{.scale = 2.0f, .temperature = 0.5f}}) {
    const auto [in, steps] = make_head(options);
    for (const char* name :
         {"q", "k", "v", "scores", "output", "row_sum", "weights", "scaled", "exps", "row_max"})
      for (Index i = 0; i < 4; ++i) {
        const CellArithmetic cell = cell_arithmetic(in, steps, name, i, 0);
        CAPTURE(name);
        float result = 0;
        if (cell.operation == "dot") result = std::accumulate(cell.terms.begin(), cell.terms.end(), 0.0f);
        if (cell.operation == "sum") result = std::accumulate(cell.left.begin(), cell.left.end(), 0.0f);
        if (cell.operation == "divide") result = cell.left[0] / cell.right[0];
        if (cell.operation == "scale") result = cell.left[0] * cell.right[0];
        if (cell.operation == "exp") result = std::exp(cell.terms[0]);
        if (cell.operation == "max") result = *std::max_element(cell.left.begin(), cell.left.end());
        CHECK(result == doctest::Approx(cell.result).epsilon(1e-6));
      }
  }
}

TEST_CASE("cell_arithmetic refuses unknown steps and cells outside") {
  const auto [in, steps] = make_head();
  expect_error([&] { cell_arithmetic(in, steps, "att", 0, 0); }, "there is no step named 'att'");
  expect_error([&] { cell_arithmetic(in, steps, "weights", 4, 0); }, "weights is 4 x 4, there is no row 4");
  expect_error([&] { cell_arithmetic(in, steps, "q", 0, -1); }, "column -1");
}

TEST_CASE("weighted_values: the rows add up to the output") {
  const auto [in, steps] = make_head();
  for (Index i = 0; i < 4; ++i)
    expect_near(weighted_values(steps, i).colwise().sum(), steps.output.row(i), 1e-6);
  expect_error([&, &s = steps] { weighted_values(s, 4); }, "no row 4");
}

TEST_CASE("difference_from_float64: rounding only, and it notices a wrong number") {
  auto [in, steps] = make_head();
  CHECK(difference_from_float64(in, steps) < 2e-7);
  steps.weights(3, 1) += 0.01f;  // the output, twice as much of v, is off as well
  CHECK(difference_from_float64(in, steps) == doctest::Approx(0.02).epsilon(1e-3));
  steps.weights(3, 1) = NAN;
  CHECK(std::isinf(difference_from_float64(in, steps)));
}

TEST_CASE("arithmetic refuses steps and inputs whose shapes do not belong together") {
  const Head head = make_head();
  const auto refused = [&](auto change, const std::string& why) {
    Head broken = head;
    change(broken);
    expect_error([&] { difference_from_float64(broken.inputs, broken.steps); }, why);
  };
  refused([](Head& h) { h.steps.row_sum = Matrix(3, 1); }, "steps: row_sum must be 4 x 1, got 3 x 1");
  refused([](Head& h) { h.steps.v = Matrix(5, 2); }, "steps: v must be 4 x 2, got 5 x 2");
  refused([](Head& h) { h.inputs.w_q = Matrix(3, 2); }, "inputs: w_q must be 4 x 2, got 3 x 2");
  refused([](Head& h) { h.inputs.x = Matrix(3, 4); }, "inputs: x must be 4 x 4, got 3 x 4");
  refused([](Head& h) { h.inputs.mask = Matrix(1, 1); }, "inputs: mask must be 4 x 4, got 1 x 1");
  Head broken = head;
  broken.steps.weights = Matrix(6, 4);
  expect_error([&] { cell_arithmetic(broken.inputs, broken.steps, "weights", 5, 0); },
               "weights must be 4 x 4");
  expect_error([&] { weighted_values(broken.steps, 5); }, "weights must be 4 x 4");
}

TEST_CASE("difference_from_float64: a float32 tie at temperature 0 is no difference") {
  Head head = make_head({.temperature = 0.0f});
  head.inputs.x = matrix({{0.3f, 0.1f}, {0.2f, 0.2f}, {0.3f, 0.0f}});
  head.inputs.w_q = head.inputs.w_k = head.inputs.w_v = Matrix::Identity(2, 2);
  head.inputs.mask = Matrix();
  const HeadInputs& in = head.inputs;
  head.steps = self_attention(in.x, in.w_q, in.w_k, in.w_v, in.mask, in.options);
  CHECK(difference_from_float64(in, head.steps) < 2e-7);
}

TEST_CASE("difference_from_float64: agrees at temperature 0, with masked rows and with NaN") {
  Head head = make_head({.temperature = 0.0f});
  CHECK(difference_from_float64(head.inputs, head.steps) < 2e-7);
  HeadInputs& in = head.inputs;
  in.mask.row(2).setConstant(-kInfinity);
  in.x(0, 0) = NAN;
  head.steps = self_attention(in.x, in.w_q, in.w_k, in.w_v, in.mask, in.options);
  CHECK(difference_from_float64(in, head.steps) < 2e-7);
}

TEST_CASE(
    "cell_arithmetic, weighted_values: the term of a masked value is 0, be it NaN, and the terms add up") {
  Head head = make_head({});
  HeadInputs& in = head.inputs;
  const Index n = in.x.rows();
  in.mask = causal_mask(n);
  in.x.row(n - 1).setConstant(NAN);
  head.steps = self_attention(in.x, in.w_q, in.w_k, in.w_v, in.mask, in.options);
  const CellArithmetic cell = cell_arithmetic(in, head.steps, "output", 0, 0);
  CHECK(std::isnan(cell.right.back()));
  CHECK(cell.terms.back() == 0.0f);
  CHECK(cell.result == cell.terms.front());
  CHECK(weighted_values(head.steps, 0).allFinite());
  CHECK(difference_from_float64(in, head.steps) < 2e-7);
}

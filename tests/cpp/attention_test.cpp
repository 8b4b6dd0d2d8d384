#include "attention/attention.h"

#include "attention/mask.h"
#include "attention/plain_attention.h"
#include "expect.h"

using namespace qkv;
using namespace qkv::test;

namespace {

void expect_steps(const Golden& golden, const std::string& prefix, const AttentionSteps& steps) {
  golden.expect(prefix + "scores", steps.scores);
  golden.expect(prefix + "scaled", steps.scaled);
  golden.expect(prefix + "masked", steps.masked);
  golden.expect(prefix + "row_max", steps.row_max);
  golden.expect(prefix + "exps", steps.exps);
  golden.expect(prefix + "row_sum", steps.row_sum);
  golden.expect(prefix + "weights", steps.weights, 1e-6);
  golden.expect(prefix + "output", steps.output);
}

}  // namespace

TEST_CASE("self_attention: the hand calculation of four tokens") {
  const Golden golden("annual_leave");
  const auto run = [&](const Matrix& mask, AttentionOptions options = {}) {
    return self_attention(golden["x"], golden["w_q"], golden["w_k"], golden["w_v"], mask, options);
  };
  const AttentionSteps steps = run(causal_mask(4));
  // By hand, last token: scores 2·1, 2·2, 0, 0; divided by √2: 1.414, 2.828, 0, 0;
  // minus the largest and e^: 0.243, 1, 0.0591, 0.0591; together 1.361.
  expect_near(steps.weights.row(3), matrix({{0.179f, 0.735f, 0.043f, 0.043f}}), 5e-4);
  expect_near(steps.output.row(3), matrix({{1.648f, 0.087f}}), 5e-4);
  expect_near(steps.weights.row(2), matrix({{0.284f, 0.576f, 0.140f, 0}}), 5e-4);
  expect_near(steps.weights.row(1), matrix({{0.5f, 0.5f, 0, 0}}), 0);
  golden.expect("q", steps.q, 0);
  golden.expect("k", steps.k, 0);
  golden.expect("v", steps.v, 0);
  expect_steps(golden, "", steps);

  const AttentionSteps unmasked = run(Matrix());
  CHECK(unmasked.weights(1, 2) == doctest::Approx(0.578).epsilon(1e-3));
  expect_steps(golden, "unmasked.", unmasked);
  const AttentionSteps unscaled = run(causal_mask(4), {.scale = 1.0f});
  CHECK(unscaled.weights(3, 1) == doctest::Approx(0.853).epsilon(1e-3));
  expect_steps(golden, "unscaled.", unscaled);
}

TEST_CASE("attention_steps: golden data under every mask, between sequences, with scale and temperature") {
  const Golden golden("attention");
  const Matrix q = golden["q"], k = golden["k"], v = golden["v"];
  expect_steps(golden, "none.", attention_steps(q, k, v, no_mask(5)));
  expect_steps(golden, "none.", attention_steps(q, k, v, Matrix()));
  expect_steps(golden, "causal.", attention_steps(q, k, v, causal_mask(5)));
  expect_steps(golden, "padding.", attention_steps(q, k, v, padding_mask(5, 3)));
  expect_steps(golden, "window.", attention_steps(q, k, v, window_mask(5, 2)));
  expect_steps(golden, "prefix.", attention_steps(q, k, v, prefix_mask(5, 3)));
  expect_steps(golden, "blocked.", attention_steps(q, k, v, golden["blocked.mask"], {.scale = 0.75f}));
  expect_steps(golden, "cross.",
               attention_steps(golden["cross.q"], golden["cross.k"], golden["cross.v"], Matrix(),
                               {.temperature = 0.5f}));
}

TEST_CASE("attention_steps and attention_output equal the loops") {
  for (const Index n : {1, 2, 13})
    for (const Matrix& mask : {Matrix(), causal_mask(n), padding_mask(n, 0)}) {
      const Matrix q = random_matrix(n, 8, 1), k = random_matrix(n, 8, 2), v = random_matrix(n, 5, 3);
      const AttentionSteps steps = attention_steps(q, k, v, mask), plain = plain_attention(q, k, v, mask);
      for (const Step& step : kSteps) {
        CAPTURE(step.name);
        expect_near(steps.*step.matrix, plain.*step.matrix, 1e-5);
      }
      expect_near(attention_output(q, k, v, mask), steps.output, 1e-6);
    }
}

TEST_CASE("plain_attention: golden data") {
  const Golden golden("attention");
  const Matrix q = golden["q"], k = golden["k"], v = golden["v"];
  expect_steps(golden, "causal.", plain_attention(q, k, v, causal_mask(5)));
  expect_steps(golden, "blocked.", plain_attention(q, k, v, golden["blocked.mask"], {.scale = 0.75f}));
}

TEST_CASE("for_each_step: every step once, in the order in which it is computed") {
  std::string order;
  const AttentionSteps steps;
  for_each_step(steps, [&](const char* name, const Matrix&) { (order += name) += ' '; });
  CHECK(order == "q k v scores scaled masked row_max exps row_sum weights output ");
}

TEST_CASE(
    "self_attention: without positions and mask, shuffling the tokens shuffles the output and nothing else") {
  const Matrix x = random_matrix(5, 6, 1), w_q = random_matrix(6, 4, 2), w_k = random_matrix(6, 4, 3),
               w_v = random_matrix(6, 4, 4);
  const Index order[] = {3, 0, 4, 2, 1};
  Matrix shuffled(5, 6), expected(5, 4);
  const Matrix output = self_attention(x, w_q, w_k, w_v, Matrix()).output;
  for (Index i = 0; i < 5; ++i) shuffled.row(i) = x.row(order[i]), expected.row(i) = output.row(order[i]);
  expect_near(self_attention(shuffled, w_q, w_k, w_v, Matrix()).output, expected, 1e-5);
}

TEST_CASE("self_attention: under the causal mask a later token changes nothing earlier, bit for bit") {
  Matrix x = random_matrix(6, 4, 1);
  const Matrix w = random_matrix(4, 4, 2);
  const Matrix before = self_attention(x, w, w, w, causal_mask(6)).output;
  x.row(5).setConstant(100.0f);
  const Matrix after = self_attention(x, w, w, w, causal_mask(6)).output;
  expect_near(after.topRows(5), before.topRows(5), 0);
  CHECK(after.row(5) != before.row(5));
}

TEST_CASE(
    "attention_steps: weights are shares, so the output stays between the smallest and the largest value") {
  const Matrix q = random_matrix(9, 4, 1), k = random_matrix(9, 4, 2), v = random_matrix(9, 3, 3);
  const AttentionSteps steps = attention_steps(q, k, v, Matrix());
  for (Index i = 0; i < 9; ++i) {
    CHECK(steps.weights.row(i).sum() == doctest::Approx(1.0).epsilon(1e-6));
    for (Index c = 0; c < 3; ++c) {
      CHECK(steps.output(i, c) <= v.col(c).maxCoeff() + 1e-6f);
      CHECK(steps.output(i, c) >= v.col(c).minCoeff() - 1e-6f);
    }
  }
}

TEST_CASE(
    "attention_steps: a fully masked row has weights and output of zeros; a forbidden NaN is not seen") {
  Matrix mask = no_mask(2);
  mask.row(0).setConstant(-kInfinity);
  Matrix k = Matrix::Ones(2, 2);
  const AttentionSteps steps = attention_steps(Matrix::Ones(2, 2), k, Matrix::Ones(2, 2), mask);
  expect_near(steps.weights.row(0), Matrix::Zero(1, 2), 0);
  expect_near(steps.output.row(0), Matrix::Zero(1, 2), 0);
  k(1, 0) = NAN;
  const AttentionSteps causal = attention_steps(Matrix::Ones(2, 2), k, Matrix::Ones(2, 2), causal_mask(2));
  CHECK(causal.weights(0, 0) == 1.0f);
  CHECK(std::isnan(causal.weights(1, 0)));
}

TEST_CASE("attention: a value that a query may not see does not count in its output, be it NaN or infinite") {
  const Matrix q = random_matrix(9, 4, 1), k = random_matrix(9, 4, 2), good = random_matrix(9, 3, 3);
  const Matrix mask = window_mask(9, 3);
  const AttentionSteps expected = attention_steps(q, k, good, mask);
  for (const float bad : {static_cast<float>(NAN), kInfinity, -kInfinity})
    for (const Index where : {0, 4, 8}) {
      Matrix v = good;
      v.row(where).setConstant(bad);
      const AttentionSteps steps = attention_steps(q, k, v, mask), twin = plain_attention(q, k, v, mask);
      const Matrix alone = attention_output(q, k, v, mask);
      for (Index i = 0; i < 9; ++i) {
        const bool seen = mask(i, where) == 0.0f;
        CHECK(steps.output.row(i).allFinite() == !seen);
        CHECK(twin.output.row(i).allFinite() == !seen);
        CHECK(alone.row(i).allFinite() == !seen);
        if (!seen) expect_near(steps.output.row(i), expected.output.row(i), 1e-6);
      }
    }
}

TEST_CASE("attention_steps: one token looks at itself; huge scores stay finite") {
  const AttentionSteps one =
      attention_steps(matrix({{3, 4}}), matrix({{1, 2}}), matrix({{7, 8}}), causal_mask(1));
  expect_near(one.output, matrix({{7, 8}}), 0);
  const AttentionSteps huge =
      attention_steps(matrix({{1e18f}}), matrix({{1e18f}, {-1e18f}}), matrix({{1}, {2}}), Matrix());
  expect_near(huge.output, matrix({{1}}), 0);
}

TEST_CASE("attention refuses what does not fit, by name and number") {
  const Matrix x(3, 4), w(4, 2);
  expect_error([&] { attention_steps(Matrix(2, 4), Matrix(2, 3), Matrix(2, 3), Matrix()); },
               "scaled_dot_product_attention: k must have d_head = 4 columns like q, got 3");
  expect_error([&] { attention_steps(Matrix(2, 4), Matrix(3, 4), Matrix(2, 3), Matrix()); },
               "v must have 3 rows like k");
  expect_error([&] { attention_steps(Matrix(2, 4), Matrix(2, 4), Matrix(2, 3), Matrix::Zero(2, 3)); },
               "mask must be 2 x 2, got 2 x 3");
  expect_error([&] { attention_steps(Matrix(2, 0), Matrix(2, 0), Matrix(2, 3), Matrix()); },
               "at least one column");
  expect_error([&] { self_attention(x, Matrix(3, 2), w, w, Matrix()); }, "w_q must have d_model = 4 rows");
}

#include "numeric/softmax.h"

#include "attention/plain_attention.h"
#include "expect.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("softmax_rows: a worked example") {
  // e^1.1 = 3.004, e^4.8 = 121.5, e^0.7 = 2.014, e^-0.2 = 0.8187, together 127.3.
  const Matrix weights = softmax_rows(matrix({{1.1f, 4.8f, 0.7f, -0.2f}})).weights;
  expect_near(weights, matrix({{0.0236f, 0.9542f, 0.0158f, 0.0064f}}), 5e-5);
}

TEST_CASE("softmax_rows: maximum, exponentials and sum are the ones the weights are made of") {
  const SoftmaxSteps steps = softmax_rows(matrix({{1, 3, -kInfinity}}));
  CHECK(steps.row_max(0, 0) == 3.0f);
  expect_near(steps.exps, matrix({{std::exp(-2.0f), 1, 0}}), 1e-7);
  CHECK(steps.row_sum(0, 0) == doctest::Approx(1.0 + std::exp(-2.0)));
  CHECK(steps.weights(0, 0) == steps.exps(0, 0) / steps.row_sum(0, 0));
}

TEST_CASE("softmax_rows: golden data at three temperatures, also for huge scores and masked rows") {
  const Golden golden("softmax");
  golden.expect("weights", softmax_rows(golden["scores"]).weights, 1e-6);
  golden.expect("cold", softmax_rows(golden["scores"], 0.25f).weights, 1e-6);
  golden.expect("hot", softmax_rows(golden["scores"], 8.0f).weights, 1e-6);
}

TEST_CASE("softmax_rows equals the loops, rows sum to one, a shift changes nothing") {
  const Matrix scores = random_matrix(20, 33, 1);
  const Matrix weights = softmax_rows(scores).weights;
  expect_near(weights, plain_softmax(scores).weights, 1e-6);
  for (Index i = 0; i < 20; ++i) CHECK(weights.row(i).sum() == doctest::Approx(1.0).epsilon(1e-6));
  expect_near(softmax_rows(Matrix(scores.array() + 64.0f)).weights, weights, 1e-5);
}

TEST_CASE("softmax_rows: every row length, so that lanes end everywhere; NaN and -infinity in every place") {
  for (Index m = 1; m <= 13; ++m) {
    const Matrix scores = random_matrix(3, m, static_cast<uint64_t>(m));
    expect_near(softmax_rows(scores).weights, plain_softmax(scores).weights, 1e-6);
    for (Index j = 0; j < m; ++j) {
      Matrix spoiled = scores;
      spoiled(1, j) = NAN;
      spoiled(2, j) = -kInfinity;
      const Matrix weights = softmax_rows(spoiled).weights;
      CHECK(weights.row(1).hasNaN());
      CHECK(weights.row(0) == softmax_rows(scores).weights.row(0));
      CHECK(weights(2, j) == 0.0f);
      CHECK(weights.row(2).sum() == doctest::Approx(m == 1 ? 0.0 : 1.0));
    }
  }
}

TEST_CASE("softmax_in_place: the same weights, bit for bit") {
  Matrix scores = random_matrix(7, 9, 2);
  scores(3, 4) = -kInfinity;
  const Matrix expected = softmax_rows(scores, 0.7f).weights;
  softmax_in_place(scores, 0.7f);
  expect_near(scores, expected, 0);
}

TEST_CASE("softmax_rows: one score takes everything, whatever its size") {
  CHECK(softmax_rows(matrix({{-1e30f}})).weights(0, 0) == 1.0f);
  expect_near(softmax_rows(matrix({{3e38f, -3e38f, 3e38f}})).weights, matrix({{0.5f, 0, 0.5f}}), 0);
}

TEST_CASE("softmax_rows: a fully masked row gives zeros") {
  const SoftmaxSteps steps = softmax_rows(matrix({{-kInfinity, -kInfinity}}));
  CHECK(steps.row_max(0, 0) == -kInfinity);
  CHECK(steps.row_sum(0, 0) == 0.0f);
  expect_near(steps.weights, Matrix::Zero(1, 2), 0);
}

TEST_CASE("softmax_rows: temperature 0 is hard look-up, infinity is the plain average") {
  const Matrix scores = matrix({{1, 2, 2, -kInfinity}});
  expect_near(softmax_rows(scores, 0.0f).weights, matrix({{0, 0.5f, 0.5f, 0}}), 0);
  expect_near(softmax_rows(scores, kInfinity).weights, matrix({{1 / 3.f, 1 / 3.f, 1 / 3.f, 0}}), 1e-7);
  expect_near(softmax_rows(matrix({{3e38f, -3e38f}}), kInfinity).weights, matrix({{0.5f, 0.5f}}), 0);
  expect_error([&] { softmax_rows(scores, -1.0f); }, "temperature must be 0 or more");
  expect_error([&] { softmax_rows(scores, NAN); }, "temperature must be 0 or more");
}

TEST_CASE("softmax_rows: NaN and +infinity spoil their own row, no other") {
  const Matrix weights = softmax_rows(matrix({{NAN, 1}, {kInfinity, 1}, {0, 0}, {-kInfinity, NAN}})).weights;
  CHECK(std::isnan(weights(0, 1)));
  CHECK(std::isnan(weights(1, 0)));
  CHECK(std::isnan(weights(3, 0)));
  CHECK(weights(2, 0) == 0.5f);
}

TEST_CASE("causal_softmax_in_place: the masked softmax, without reading the future") {
  for (const auto& [n, m] : {std::pair<Index, Index>{1, 1}, {5, 5}, {9, 9}, {3, 11}}) {
    Matrix scores = random_matrix(n, m, 1), masked = scores;
    for (Index i = 0; i < n; ++i)
      for (Index j = m - n + i + 1; j < m; ++j) scores(i, j) = NAN, masked(i, j) = -kInfinity;
    causal_softmax_in_place(scores);
    expect_near(scores, softmax_rows(masked).weights, 1e-7);
  }
  Matrix wide(3, 2);
  expect_error([&] { causal_softmax_in_place(wide); }, "got 3 x 2");
}

TEST_CASE("softmax_rows: within 2e-7 of exact softmax, for long rows and large scores") {
  Matrix scores = random_matrix(64, 256, 7);
  scores.bottomRows(32) *= 30.0f;
  const Matrix weights = softmax_rows(scores).weights;
  double worst = 0;
  for (Index i = 0; i < scores.rows(); ++i) {
    double sum = 0;
    const double largest = static_cast<double>(scores.row(i).maxCoeff());
    for (Index j = 0; j < 256; ++j) sum += std::exp(static_cast<double>(scores(i, j)) - largest);
    for (Index j = 0; j < 256; ++j)
      worst = std::max(worst, std::abs(std::exp(static_cast<double>(scores(i, j)) - largest) / sum -
                                       static_cast<double>(weights(i, j))));
  }
  CHECK(worst < 2e-7);
}

TEST_CASE("plain_softmax: the loops keep every promise of softmax_rows, step by step") {
  Matrix scores = random_matrix(6, 7, 4);
  scores.row(1) *= 1e30f;
  scores.row(2).setConstant(-kInfinity);
  scores(3, 2) = -kInfinity;
  for (const float temperature : {0.0f, 0.3f, 1.0f, 8.0f, kInfinity}) {
    const SoftmaxSteps fast = softmax_rows(scores, temperature), plain = plain_softmax(scores, temperature);
    expect_near(fast.row_max, plain.row_max, 0);
    expect_near(fast.exps, plain.exps, 1e-6);
    expect_near(fast.row_sum, plain.row_sum, 1e-5);
    expect_near(fast.weights, plain.weights, 1e-6);
  }
  const Matrix spoiled = plain_softmax(matrix({{NAN, 1}, {kInfinity, 1}, {0, 0}})).weights;
  CHECK(spoiled.row(0).hasNaN());
  CHECK(spoiled.row(1).hasNaN());
  CHECK(spoiled(2, 0) == 0.5f);
}

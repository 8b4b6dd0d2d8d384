#include "model/sampler.h"

#include "expect.h"
#include "numeric/softmax.h"

using namespace qkv;
using namespace qkv::test;

namespace {

std::vector<Index> left_after(const std::vector<SamplingStage>& stages) {
  const Matrix& p = stages.back().probabilities;
  std::vector<Index> ids;
  for (Index id = 0; id < p.cols(); ++id)
    if (p(0, id) > 0) ids.push_back(id);
  CHECK(stages.back().kept == static_cast<Index>(ids.size()));
  return ids;
}

}  // namespace

TEST_CASE("sampling: the order is part of the answer") {
  const Matrix logits = matrix({{3, 2, 1}});
  const auto last = sampling_stages(logits, {{Sampling::kTopP, 0.8f}, {Sampling::kTemperature, 0.5f}});
  CHECK(left_after(last) == std::vector<Index>{0, 1});
  expect_near(last[0].probabilities, matrix({{0.665241f, 0.244728f, 0.090031f}}), 1e-6);
  CHECK(last[1].mass == doctest::Approx(0.909969));  // 0.665241 + 0.244728
  CHECK(last[2].probabilities(0, 0) == doctest::Approx(1 / (1 + std::exp(-2.0))));
  const auto first = sampling_stages(logits, {{Sampling::kTemperature, 0.5f}, {Sampling::kTopP, 0.8f}});
  CHECK(left_after(first) == std::vector<Index>{0});  // e^6 alone has 0.8668
  CHECK(first[1].probabilities(0, 0) == doctest::Approx(0.866814).epsilon(1e-5));
}

TEST_CASE("sampling: each step by hand") {
  const Matrix logits = Matrix(matrix({{0.1f, 0.4f, 0.2f, 0.3f}}).array().log());
  CHECK(left_after(sampling_stages(logits, {{Sampling::kTopK, 2}})) == std::vector<Index>{1, 3});
  CHECK(left_after(sampling_stages(logits, {{Sampling::kTopP, 0.65f}})) == std::vector<Index>{1, 3});
  CHECK(left_after(sampling_stages(logits, {{Sampling::kTopP, 0.75f}})) == std::vector<Index>{1, 2, 3});
  CHECK(left_after(sampling_stages(logits, {{Sampling::kMinP, 0.45f}})) == std::vector<Index>{1, 2, 3});
  CHECK(left_after(sampling_stages(logits, {{Sampling::kMinP, 0.7f}})) == std::vector<Index>{1, 3});
  // Renormalised: 0.4 and 0.3 of 0.7.
  const auto stages = sampling_stages(logits, {{Sampling::kTopK, 2}});
  expect_near(stages[1].probabilities, matrix({{0, 4.0f / 7, 0, 3.0f / 7}}), 1e-6);
  CHECK(stages[1].mass == doctest::Approx(0.7));
}

TEST_CASE("sampling: what cuts nothing changes nothing, and what is left always sums to 1") {
  const Matrix logits = random_matrix(1, 50, 7);
  for (const SamplingStep none : {SamplingStep{Sampling::kTemperature, 1},
                                  {Sampling::kTopK, 0},
                                  {Sampling::kTopK, 50},
                                  {Sampling::kTopK, 99},
                                  {Sampling::kTopP, 1},
                                  {Sampling::kMinP, 0}}) {
    const auto stages = sampling_stages(logits, {none});
    expect_near(stages[1].probabilities, stages[0].probabilities, 1e-7);
    CHECK(stages[1].mass == doctest::Approx(1));
  }
  for (const float t : {0.1f, 0.7f, 3.0f}) {  // the slow twin: softmax with a temperature
    const auto stages = sampling_stages(logits, {{Sampling::kTemperature, t}});
    expect_near(stages[1].probabilities, softmax_rows(logits, t).weights, 1e-6);
  }
  const std::vector<SamplingStep> all = {{Sampling::kMinP, 0.05f},
                                         {Sampling::kTopP, 0.9f},
                                         {Sampling::kTopK, 20},
                                         {Sampling::kTemperature, 1.5f}};
  Index before = 50;
  for (const SamplingStage& stage : sampling_stages(logits, all)) {
    CHECK(stage.probabilities.sum() == doctest::Approx(1));
    CHECK(stage.kept <= before);
    before = stage.kept;
  }
}

TEST_CASE("sampling: temperature 0 is the likeliest, and small ones come to it") {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Matrix logits = random_matrix(1, 30, seed);
    const auto zero = sampling_stages(logits, {{Sampling::kTemperature, 0}});
    CHECK(zero[1].kept == 1);
    CHECK(zero[1].probabilities(0, greedy(logits)) == 1.0f);
    Random random(seed);
    CHECK(draw(zero[1].probabilities, random) == greedy(logits));
    CHECK(sampling_stages(logits, {{Sampling::kTemperature, 1e-4f}})[1].probabilities(0, greedy(logits)) >
          0.99f);
  }
  CHECK(left_after(sampling_stages(matrix({{1, 5, 5}}), {{Sampling::kTemperature, 0}})) ==
        std::vector<Index>{1});
  CHECK(left_after(sampling_stages(matrix({{1, 5, 5}}), {{Sampling::kTopP, 0}})) == std::vector<Index>{1});
}

TEST_CASE("sampling: a seed draws the same again, and often as it is likely") {
  const Matrix p = matrix({{0.5f, 0, 0.2f, 0.3f}});
  std::vector<int> counts(4);
  std::vector<int32_t> once, again;
  Random one(3), two(3);
  for (int i = 0; i < 20000; ++i) {
    once.push_back(draw(p, one));
    again.push_back(draw(p, two));
    ++counts[static_cast<size_t>(once.back())];
  }
  CHECK(once == again);
  CHECK(counts[1] == 0);
  for (const Index id : {0, 2, 3})  // five standard errors
    CHECK(counts[static_cast<size_t>(id)] / 20000.0 == doctest::Approx(double{p(0, id)}).epsilon(0.06));
}

TEST_CASE("sampling: edges") {
  CHECK(sampling_stages(matrix({{4}}), {})[0].probabilities(0, 0) == 1.0f);  // one token
  // A forbidden token is never drawn, a huge one always.
  expect_near(sampling_stages(matrix({{0, -kInfinity}}), {})[0].probabilities, matrix({{1, 0}}), 0);
  expect_near(sampling_stages(matrix({{1e30f, -1e30f}}), {})[0].probabilities, matrix({{1, 0}}), 0);
  expect_near(sampling_stages(matrix({{kInfinity, 0}}), {})[0].probabilities, matrix({{1, 0}}), 0);
  CHECK(sampling_stages(Matrix::Constant(1, 4, -kInfinity), {})[0].probabilities.sum() == doctest::Approx(1));
  const float nan = std::nanf("");
  expect_error([&] { sampling_stages(matrix({{1, nan}}), {}); }, "the logit of token 1 is not a number");
  expect_error([] { sampling_stages(Matrix::Zero(2, 3), {}); }, "logits must be one row, got 2 x 3");
  expect_error([] { sampling_stages(Matrix(1, 0), {}); }, "logits must be one row");
  for (const float value : {-1.0f, nan})
    for (const Sampling kind : {Sampling::kTemperature, Sampling::kTopK, Sampling::kTopP, Sampling::kMinP})
      expect_error([&] { sampling_stages(matrix({{1, 2}}), {{kind, value}}); }, "got");
  expect_error([] { sampling_stages(matrix({{1, 2}}), {{Sampling::kTopK, 1.5f}}); }, "whole number");
  expect_error([] { sampling_stages(matrix({{1, 2}}), {{Sampling::kTopP, 1.1f}}); }, "between 0 and 1");
  Random random(1);
  expect_error([&] { draw(Matrix::Zero(2, 2), random); }, "probabilities must be one row");
}

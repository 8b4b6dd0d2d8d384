#include "attention/pitfalls.h"

#include "attention/mask.h"
#include "expect.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("softmax without the maximum: the same for small scores, infinite and then NaN for large ones") {
  const Matrix small{{1.1f, 4.8f, 0.7f, -0.2f}};
  expect_near(softmax_without_max(small).weights, softmax_rows(small).weights, 1e-6);
  const SoftmaxSteps broken = softmax_without_max(Matrix{{100.0f, 1.0f}});
  CHECK(std::isinf(broken.exps(0, 0)));
  CHECK(std::isnan(broken.weights(0, 0)));
  CHECK(broken.weights(0, 1) == 0);
  CHECK(softmax_rows(Matrix{{100.0f, 1.0f}}).weights(0, 0) == 1);
}

TEST_CASE("a mask after softmax leaves rows that do not add up to 1; before it they do") {
  const Matrix scores = Matrix::Zero(3, 3);
  const SoftmaxSteps wrong = mask_after_softmax(scores, causal_mask(3));
  CHECK(wrong.row_sum(0, 0) == doctest::Approx(1.0 / 3));
  CHECK(wrong.row_sum(1, 0) == doctest::Approx(2.0 / 3));
  CHECK(wrong.row_sum(2, 0) == doctest::Approx(1));
  CHECK(wrong.weights(0, 1) == 0);
  expect_error([&] { mask_after_softmax(scores, Matrix::Ones(3, 3)); }, "every cell must be 0");
  expect_error([&] { mask_after_softmax(scores, causal_mask(2)); }, "the mask must be");
}

TEST_CASE("dot products spread as √d, and the factor keeps softmax from choosing one") {
  for (const Index d : {1, 2, 16, 128, 1024}) {
    const DotProducts sampled = sample_dot_products(d, 5, 2000, 1);
    CHECK(sampled.spread == doctest::Approx(std::sqrt(static_cast<double>(d))).epsilon(d < 4 ? 0.06 : 0.03));
    CHECK(sampled.scores.rows() == 2000);
  }
  const DotProducts wide = sample_dot_products(128, 5, 2000, 1);
  CHECK(wide.largest == doctest::Approx(0.93).epsilon(0.02));
  CHECK(wide.largest_scaled == doctest::Approx(0.46).epsilon(0.03));
  // Dividing the scores by √d is what a temperature of √d does.
  CHECK(wide.weights == softmax_rows(wide.scores).weights);
  CHECK(wide.weights_scaled.isApprox(softmax_rows(wide.scores, std::sqrt(128.0f)).weights, 1e-6f));
  CHECK(static_cast<double>(wide.weights.rowwise().maxCoeff().mean()) ==
        doctest::Approx(wide.largest).epsilon(1e-5));
  CHECK(wide.gradient < 0.05);
  CHECK(wide.gradient_scaled > 0.15);
  const DotProducts one = sample_dot_products(4, 1, 10, 1);
  CHECK(one.largest == doctest::Approx(1));
  CHECK(one.gradient == doctest::Approx(0));
  CHECK(sample_dot_products(8, 3, 5, 9).scores == sample_dot_products(8, 3, 5, 9).scores);
  expect_error([] { sample_dot_products(0, 5, 10, 1); }, "d must be between 1 and 4096, got 0");
  expect_error([] { sample_dot_products(4, 65, 10, 1); }, "keys must be between 1 and 64, got 65");
  expect_error([] { sample_dot_products(4, 5, 0, 1); }, "samples must be between 1 and 4096, got 0");
}

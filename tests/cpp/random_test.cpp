#include "numeric/random.h"

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("Random: seed 0 gives the published SplitMix64 sequence") {
  Random random(0);
  CHECK(random.bits() == 0xE220A8397B1DCDAFull);
  CHECK(random.bits() == 0x6E789E6AA1B965F4ull);
}

TEST_CASE("Random: the same seed repeats, another seed differs") {
  expect_near(random_matrix(4, 4, 7), random_matrix(4, 4, 7), 0);
  CHECK(random_matrix(4, 4, 7) != random_matrix(4, 4, 8));
}

TEST_CASE("Random: uniform stays in [0, 1), below stays below") {
  Random random(1);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const float u = random.uniform();
    CHECK_UNARY(u >= 0.0f && u < 1.0f);
    CHECK_UNARY(random.below(3) < 3);
    sum += static_cast<double>(u);
  }
  CHECK(sum / 10000 == doctest::Approx(0.5).epsilon(0.02));
  expect_error([&] { random.below(0); }, "bound must be at least 1");
}

TEST_CASE("random_normal: mean 0 and the deviation asked for") {
  Random random(2);
  const Matrix sample = random_normal(random, 200, 200, 3.0f);
  CHECK(std::abs(sample.mean()) < 0.06f);
  CHECK(std::sqrt(sample.array().square().mean()) == doctest::Approx(3.0).epsilon(0.02));
}

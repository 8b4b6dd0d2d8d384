#include "cost/cost.h"

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("attention_flops and score_table_bytes: by hand, and four times as much for twice the length") {
  CHECK(attention_flops(1024, 64) == 268435456.0);  // 2 products of 1024² · 64 multiply-adds
  CHECK(score_table_bytes(16384) == 1073741824.0);  // 1 GiB
  CHECK(attention_flops(2048, 64) == 4 * attention_flops(1024, 64));
}

TEST_CASE("quadratic_through: the given point, and four times as much at twice the length") {
  CHECK(quadratic_through(64, 3.0, 64) == 3.0);
  CHECK(quadratic_through(64, 3.0, 128) == 12.0);
}

TEST_CASE("flops_per_second: a billion in half a second are two per nanosecond") {
  CHECK(flops_per_second(1e9, 500.0) == 2e9);
}

TEST_CASE("fit_power_law finds the exponent of exact data and of noisy data") {
  const double x[] = {64, 128, 256, 512};
  const double square[] = {3 * 64. * 64, 3 * 128. * 128, 3 * 256. * 256, 3 * 512. * 512};
  const PowerLaw exact = fit_power_law(x, square);
  CHECK(exact.exponent == doctest::Approx(2.0));
  CHECK(exact.factor == doctest::Approx(3.0));
  const double noisy[] = {square[0] * 1.1, square[1] * 0.9, square[2] * 1.1, square[3] * 0.95};
  CHECK(fit_power_law(x, noisy).exponent == doctest::Approx(2.0).epsilon(0.05));
}

TEST_CASE("fit_power_law refuses what has no slope") {
  const double one[] = {1}, twice[] = {2, 2}, zero[] = {0, 1};
  expect_error([&] { fit_power_law(one, one); }, "at least two points");
  expect_error([&] { fit_power_law(twice, twice); }, "x must differ");
  expect_error([&] { fit_power_law(twice, zero); }, "must be positive");
}

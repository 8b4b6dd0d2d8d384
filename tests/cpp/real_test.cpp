// numeric/real.h and the numbers in numeric/error.h
#include "numeric/real.h"

#include "expect.h"
#include "numeric/error.h"

using namespace qkv;
using namespace qkv::test;

namespace {

bool close(double actual, double expected) {
  return std::abs(actual - expected) <= 4e-15 * std::max(std::abs(expected), 1e-300);
}

}  // namespace

TEST_CASE("exponential and natural_log agree with the C library, and with each other") {
  for (double x = -700; x <= 700; x += 0.37) {
    CHECK(close(exponential(x), std::exp(x)));
    CHECK(std::abs(natural_log(exponential(x)) - x) < 1e-12);
  }
  for (double x = 1e-300; x < 1e300; x *= 1.7)
    CHECK(std::abs(natural_log(x) - std::log(x)) <= 4e-16 * std::abs(std::log(x)) + 1e-15);
  CHECK(exponential(0) == 1.0);
  CHECK(natural_log(1) == 0.0);
  CHECK(exponential(-1e9) == 0.0);
  CHECK(exponential(-kInfinity) == 0.0);
  CHECK(std::isinf(exponential(1e9)));
  CHECK(std::isnan(exponential(NAN)));
  CHECK(power(10000.0, -0.5) == doctest::Approx(0.01).epsilon(1e-14));
}

TEST_CASE("sine_cosine agrees with the C library for every angle that a position gives") {
  for (double angle = -20; angle < 20; angle += 0.0173) {
    CHECK(std::abs(sine_cosine(angle).sine - std::sin(angle)) < 1e-14);
    CHECK(std::abs(sine_cosine(angle).cosine - std::cos(angle)) < 1e-14);
  }
  for (double angle = 1; angle < 1e6; angle *= 1.09) {
    CHECK(std::abs(sine_cosine(angle).sine - std::sin(angle)) < 1e-10);
    CHECK(std::abs(sine_cosine(angle).cosine - std::cos(angle)) < 1e-10);
  }
}

TEST_CASE("whole_text writes every whole number") {
  for (const int64_t number :
       {int64_t{0}, int64_t{7}, int64_t{-10}, int64_t{1234567890123}, INT64_MAX, INT64_MIN})
    CHECK(whole_text(number) == std::to_string(number));
}

TEST_CASE("number_text reads back as the same float32") {
  for (float x = 1e-30f; x < 1e30f; x *= 1.37f) CHECK(std::stof(number_text(static_cast<double>(x))) == x);
  for (const double x : {1.0, 10.0, 1000.0, 1e15, 1e-4, 0.5, 999999999.0})
    CHECK(std::stod(number_text(x)) == x);
}

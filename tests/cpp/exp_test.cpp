// exp.h and simd.h
#include "numeric/exp.h"

#include <bit>

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

namespace {

float exp_of(float x) { return exp_not_positive(splat(x))[0]; }

/// How many float32 numbers lie between the result and the exact value.
double ulps(float actual, double exact) {
  const double unit = std::ldexp(1.0, std::max(std::ilogb(exact) - 23, -149));
  return std::abs(static_cast<double>(actual) - exact) / unit;
}

}  // namespace

TEST_CASE("exp_not_positive: within one unit in the last place, over every float32 of a fine stride") {
  double worst = 0.0;
  const auto lowest = std::bit_cast<uint32_t>(-87.68f);
  for (uint32_t bits = 0x80000000u; bits <= lowest; bits += 997) {
    const float x = std::bit_cast<float>(bits);
    worst = std::max(worst, ulps(exp_of(x), std::exp(static_cast<double>(x))));
  }
  CHECK(worst <= 1.0);
}

TEST_CASE("exp_not_positive: the ends, and what is no number") {
  CHECK(exp_of(0.0f) == 1.0f);
  CHECK(exp_of(-0.0f) == 1.0f);
  CHECK(exp_of(-kInfinity) == 0.0f);
  CHECK(exp_of(-88.0f) == 0.0f);
  CHECK(exp_of(-3e38f) == 0.0f);
  CHECK(exp_of(-87.3f) > 0.0f);
  CHECK(std::isnan(exp_of(NAN)));
}

TEST_CASE("exp_not_positive: lanes do not touch each other") {
  const f32x4 lanes = exp_not_positive(f32x4{0.0f, -1.0f, -kInfinity, NAN});
  CHECK(lanes[0] == 1.0f);
  CHECK(lanes[1] == doctest::Approx(0.36787944));
  CHECK(lanes[2] == 0.0f);
  CHECK(std::isnan(lanes[3]));
}

TEST_CASE("load and store work at any address; maximum takes the larger lane by lane") {
  float numbers[6] = {0, 1, 2, 3, 4, 5};
  store(numbers + 1, load(numbers + 2) + splat(10.0f));
  CHECK(numbers[0] == 0.0f);
  CHECK(numbers[1] == 12.0f);
  CHECK(numbers[4] == 15.0f);
  const f32x4 larger = maximum(f32x4{1, 5, -kInfinity, 0}, f32x4{2, 4, -1, -0.0f});
  CHECK(larger[0] == 2.0f);
  CHECK(larger[1] == 5.0f);
  CHECK(larger[2] == -1.0f);
}

TEST_CASE("transpose turns a block, swap_pairs exchanges neighbours, the ends of rows load and store alone") {
  f32x4 r0 = {0, 1, 2, 3}, r1 = {4, 5, 6, 7}, r2 = {8, 9, 10, 11}, r3 = {12, 13, 14, 15};
  transpose(r0, r1, r2, r3);
  for (int lane = 0; lane < 4; ++lane) {
    const float row = static_cast<float>(4 * lane);
    CHECK(float(r0[lane]) == row);
    CHECK(float(r1[lane]) == row + 1);
    CHECK(float(r2[lane]) == row + 2);
    CHECK(float(r3[lane]) == row + 3);
  }
  const f32x4 swapped = swap_pairs(f32x4{1, 2, 3, 4});
  CHECK(swapped[0] == 2.0f);
  CHECK(swapped[3] == 3.0f);
  const float numbers[] = {7, 8, 9};
  const f32x4 some = load_upto(numbers, 3, -1.0f);
  CHECK(some[2] == 9.0f);
  CHECK(some[3] == -1.0f);
  float to[] = {0, 0, 5};
  store_upto(to, some, 2);
  CHECK(to[1] == 8.0f);
  CHECK(to[2] == 5.0f);
  CHECK(load_upto(numbers, -2, 6.0f)[0] == 6.0f);
  CHECK(sum_of_lanes(f32x4{1, 2, 3, 4}) == 10.0f);
  CHECK(largest_lane(f32x4{1, 4, -2, 3}) == 4.0f);
}

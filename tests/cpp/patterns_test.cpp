#include "attention/patterns.h"

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("head_pattern: a worked example, one token, and places that are not there") {
  const Matrix weights = matrix({{1, 0, 0}, {0.25f, 0.75f, 0}, {0.5f, 0.3f, 0.2f}});
  const std::vector<int32_t> ids = {7, 8, 7};
  const HeadPattern p = head_pattern(weights, ids);
  CHECK(p.previous == doctest::Approx((0.25 + 0.3) / 2));
  CHECK(p.own == doctest::Approx((1 + 0.75 + 0.2) / 3));
  CHECK(p.first == doctest::Approx((0.25 + 0.5) / 2));
  CHECK(p.same == doctest::Approx(0.5));
  const std::vector<int32_t> one = {7}, two = {7, 8, 9};
  CHECK(std::isnan(head_pattern(matrix({{1}}), one).previous));
  CHECK(head_pattern(matrix({{1}}), one).own == 1);
  CHECK(std::isnan(head_pattern(weights, two).same));
  expect_error([&] { head_pattern(weights, one); }, "the weights must be 1 x 1 like the tokens, got 3 x 3");
}

TEST_CASE("head_pattern: what it answers, where it is asked and has seen it") {
  const Matrix weights = matrix({{1, 0, 0}, {0.25f, 0.75f, 0}, {0.5f, 0.3f, 0.2f}});
  const std::vector<int32_t> ids = {7, 8, 7}, answers = {-1, 9, 7};
  const HeadPattern p = head_pattern(weights, ids, answers);
  CHECK(p.answer == doctest::Approx(0.5 + 0.2));  // 9 is nowhere, 7 is in two places
  CHECK(p.same == doctest::Approx(0.5));
  CHECK(std::isnan(head_pattern(weights, ids).answer));
  const std::vector<int32_t> never = {-1, -1, -1}, two = {7, 8};
  CHECK(std::isnan(head_pattern(weights, ids, never).answer));
  expect_error([&] { head_pattern(weights, ids, two); }, "as many answers as tokens, 3, or none, got 2");
}

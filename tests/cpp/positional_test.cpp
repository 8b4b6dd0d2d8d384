#include "attention/positional.h"

#include "expect.h"
#include "numeric/gemm.h"

using namespace qkv;
using namespace qkv::test;

namespace {

void turn(Matrix& x, Index d_head, float theta, RopeLayout layout, Index start = 0) {
  apply_rope(x, rope_table(x.rows(), d_head, theta, layout, start));
}

}  // namespace

TEST_CASE("sinusoidal_positions: golden data; position 0 is 0, 1, 0, 1 …") {
  Golden("positional").expect("sinusoidal", sinusoidal_positions(7, 6), 1e-6);
  expect_near(sinusoidal_positions(1, 4), matrix({{0, 1, 0, 1}}), 0);
  expect_error([] { sinusoidal_positions(3, 5); }, "d_model must be even, got 5");
}

TEST_CASE("apply_rope: golden data in both layouts") {
  const Golden golden("positional");
  for (const auto& [name, layout] :
       {std::pair("interleaved", RopeLayout::kInterleaved), std::pair("half_split", RopeLayout::kHalfSplit)})
    for (const float theta : {50.0f, 10000.0f}) {
      Matrix x = golden["x"];
      turn(x, 6, theta, layout);
      golden.expect(std::string(name) + "." + std::to_string(static_cast<int>(theta)), x, 2e-6);
    }
}

TEST_CASE("apply_rope: a quarter turn by hand") {
  // d_head 2 has one pair with frequency 1: position i turns by i radians; (1, 0) becomes (cos i, sin i).
  Matrix x = matrix({{1, 0}, {1, 0}});
  turn(x, 2, 10000.0f, RopeLayout::kInterleaved);
  expect_near(x, matrix({{1, 0}, {std::cos(1.0f), std::sin(1.0f)}}), 1e-7);
}

TEST_CASE("apply_rope: lengths stay, and dot products depend on the distance alone") {
  for (const RopeLayout layout : {RopeLayout::kInterleaved, RopeLayout::kHalfSplit}) {
    const Matrix x = random_matrix(6, 8, 1), y = random_matrix(6, 8, 2);
    Matrix q = x, k = y, q_far = x, k_far = y;
    turn(q, 8, 10000.0f, layout), turn(k, 8, 10000.0f, layout);
    turn(q_far, 8, 10000.0f, layout, 1000), turn(k_far, 8, 10000.0f, layout, 1000);
    expect_near(matmul_transposed(q, k), matmul_transposed(q_far, k_far), 2e-5);
    for (Index i = 0; i < 6; ++i) CHECK(q.row(i).norm() == doctest::Approx(x.row(i).norm()).epsilon(1e-5));
  }
}

TEST_CASE("apply_rope: the layouts are one rotation after reordering the numbers of a head") {
  const Matrix x = random_matrix(5, 6, 3);
  const Index order[] = {0, 2, 4, 1, 3, 5};
  Matrix a = x, b(5, 6), expected(5, 6);
  for (Index c = 0; c < 6; ++c) b.col(c) = x.col(order[c]);
  turn(a, 6, 50.0f, RopeLayout::kInterleaved);
  turn(b, 6, 50.0f, RopeLayout::kHalfSplit);
  for (Index c = 0; c < 6; ++c) expected.col(c) = a.col(order[c]);
  expect_near(b, expected, 0);
}

TEST_CASE("apply_rope refuses odd and broken heads") {
  Matrix x(2, 6);
  expect_error([&] { turn(x, 3, 1e4f, RopeLayout::kHalfSplit); }, "d_head must be even, got 3");
  expect_error([&] { turn(x, 4, 1e4f, RopeLayout::kHalfSplit); }, "whole heads of 4 columns, got 6");
}

TEST_CASE("apply_rope refuses a table for another number of positions") {
  Matrix x(2, 4);
  expect_error([&] { apply_rope(x, rope_table(3, 4, 1e4f, RopeLayout::kHalfSplit)); },
               "a row for each of 2 positions, got 3");
}

TEST_CASE("apply_rope equals the formula for every head width and number of heads") {
  for (const RopeLayout layout : {RopeLayout::kInterleaved, RopeLayout::kHalfSplit})
    for (Index d_head = 2; d_head <= 20; d_head += 2)
      for (const Index heads : {1, 3}) {
        const Matrix x = random_matrix(3, heads * d_head, 4);
        Matrix turned = x;
        turn(turned, d_head, 50.0f, layout, 7);
        for (Index i = 0; i < 3; ++i)
          for (Index column = 0; column < x.cols(); ++column) {
            const Index head = column - column % d_head, within = column % d_head;
            const bool interleaved = layout == RopeLayout::kInterleaved;
            const Index pair = interleaved ? within / 2 : within % (d_head / 2);
            const Index first = head + (interleaved ? 2 * pair : pair);
            const Index second = interleaved ? first + 1 : first + d_head / 2;
            const double angle =
                static_cast<double>(7 + i) *
                std::pow(50.0, -2.0 * static_cast<double>(pair) / static_cast<double>(d_head));
            const double a = static_cast<double>(x(i, first)), b = static_cast<double>(x(i, second));
            const double expected = column == first ? a * std::cos(angle) - b * std::sin(angle)
                                                    : a * std::sin(angle) + b * std::cos(angle);
            CHECK(std::abs(static_cast<double>(turned(i, column)) - expected) < 1e-6);
          }
      }
}

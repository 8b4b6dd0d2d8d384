#include "attention/reach.h"

#include "attention/attention.h"
#include "attention/mask.h"
#include "expect.h"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr float kNone = -kInfinity;

/// The slow twin: layers of attention over a real input, of which one token is changed; whether any number of position i is
/// another one. Residual path as in a transformer.
bool changes(const Matrix& mask, Index layers, Index i, Index j) {
  const Index n = mask.rows();
  Matrix x = 0.3f * random_matrix(n, 4, 1), other = x;  // small, so that no weight is lost in rounding
  other.row(j).array() += 1;
  for (Index layer = 0; layer < layers; ++layer) {
    x += attention_output(x, x, x, mask);
    other += attention_output(other, other, other, mask);
  }
  return x.row(i) != other.row(i);
}

}  // namespace

TEST_CASE("reach: a worked example") {
  // A window of 2: each sees itself and the one before.
  expect_near(layers_to_reach(make_mask(MaskKind::kWindow, 4, 2)),
              matrix({{0, kInfinity, kInfinity, kInfinity},
                      {1, 0, kInfinity, kInfinity},
                      {2, 1, 0, kInfinity},
                      {3, 2, 1, 0}}),
              0);
}

TEST_CASE("reach: a window of w carries L (w - 1) + 1 tokens in L layers") {
  for (const Index w : {1, 2, 4, 7})
    for (const Index layers : {1, 2, 3}) {
      const Index n = 24;
      const Matrix reach = layers_to_reach(make_mask(MaskKind::kWindow, n, w));
      CHECK((reach.row(n - 1).array() <= static_cast<float>(layers)).count() == layers * (w - 1) + 1);
    }
  // With w 4 the fact at distance 9 does not get there in two layers (7 tokens), in three it can (10).
  const Matrix reach = layers_to_reach(make_mask(MaskKind::kWindow, 12, 4));
  CHECK(reach(11, 11 - 9) == 3);
}

TEST_CASE("reach is what attention does: outside the cone not one bit changes, inside it does") {
  Matrix own = make_mask(MaskKind::kWindow, 9, 2);
  own.col(0).setZero();  // a token that all see
  Matrix strided = Matrix::Constant(9, 9, kNone);
  for (Index i = 0; i < 9; ++i)
    for (Index j = i; j >= 0; j -= 3) strided(i, j) = 0;
  for (const Matrix& mask : {make_mask(MaskKind::kWindow, 9, 3), make_mask(MaskKind::kCausal, 9),
                             make_mask(MaskKind::kNone, 9), own, strided}) {
    const Matrix reach = layers_to_reach(mask);
    for (const Index layers : {1, 2, 3})
      for (Index i = 0; i < 9; ++i)
        for (Index j = 0; j < 9; ++j)
          CHECK(changes(mask, layers, i, j) == (reach(i, j) <= static_cast<float>(layers)));
  }
}

TEST_CASE("reach: edges and errors") {
  expect_near(layers_to_reach(matrix({{0}})), matrix({{0}}), 0);
  expect_near(layers_to_reach(matrix({{kNone}})), matrix({{0}}),
              0);  // sees nothing, and is itself all the same
  CHECK(layers_to_reach(Matrix(0, 0)).size() == 0);
  expect_error([] { layers_to_reach(Matrix::Zero(2, 3)); }, "mask must be 2 x 2, got 2 x 3");
  expect_error([] { layers_to_reach(matrix({{0.5f}})); }, "every cell must be 0");
}

#include "attention/online_softmax.h"

#include <algorithm>
#include <cmath>

namespace qkv {
namespace {

constexpr const char* kName = "online_softmax";

/// What was gathered under `before` is multiplied by this to count under `now`.
float factor_of(Rescale rescale, float before, float now) {
  // Nothing was gathered, or nothing is to be: and -∞ - (-∞) is no number.
  if (before == -kInfinity || before == now) return 1.0f;
  switch (rescale) {
    case Rescale::kRight:
      return std::exp(before - now);
    case Rescale::kWrongSign:
      return std::exp(now - before);
    case Rescale::kNone:
    case Rescale::kNoMaximum:
      break;
  }
  return 1.0f;
}

/// NaN counts as the largest, so that it is seen in the row it stands in: std::max would drop it.
float larger(float a, float b) { return std::isnan(a) || a > b ? a : b; }

}  // namespace

OnlineSoftmax::OnlineSoftmax(Index n, Index d_v, Rescale rescale) : rescale_(rescale) {
  check(n >= 0 && d_v >= 0, kName, "the number of queries and the width must not be negative, got % and %",
        {n, d_v});
  row_max_ = Matrix::Constant(n, 1, rescale == Rescale::kNoMaximum ? 0.0f : -kInfinity);
  row_sum_ = Matrix::Zero(n, 1);
  gathered_ = Matrix::Zero(n, d_v);
}

OnlineTile OnlineSoftmax::take(const MatrixRef& scores, const MatrixRef& values, Index first) {
  const Index n = row_max_.rows(), d_v = gathered_.cols(), keys = scores.cols();
  check_shape(kName, "scores", scores, n, keys);
  check_shape(kName, "values", values, keys, d_v);
  OnlineTile tile{first, scores, Matrix(n, keys), Matrix(n, 1), Matrix(n, 1)};
  for (Index i = 0; i < n; ++i) {
    float tile_max = -kInfinity;
    for (Index j = 0; j < keys; ++j) tile_max = larger(scores(i, j), tile_max);
    const float before = row_max_(i, 0);
    const float now = rescale_ == Rescale::kNoMaximum ? before : larger(tile_max, before);
    const float factor = factor_of(rescale_, before, now);
    row_sum_(i, 0) *= factor;
    gathered_.row(i) *= factor;
    for (Index j = 0; j < keys; ++j) {
      const float score = scores(i, j);
      // A hidden key is left out, not weighed with 0: its value may be ∞.
      const float weight = score == -kInfinity ? 0.0f : std::exp(score - now);
      tile.exponentials(i, j) = weight;
      row_sum_(i, 0) += weight;
      if (score != -kInfinity) gathered_.row(i) += weight * values.row(j);
    }
    row_max_(i, 0) = now;
    tile.tile_max(i, 0) = tile_max;
    tile.factor(i, 0) = factor;
  }
  return tile;
}

Matrix OnlineSoftmax::output() const {
  Matrix out = gathered_;
  for (Index i = 0; i < out.rows(); ++i)
    if (row_sum_(i, 0) != 0.0f) out.row(i) /= row_sum_(i, 0);
  return out;
}

}  // namespace qkv

#include "attention/online_softmax.h"

#include <algorithm>
#include <cmath>

#include "numeric/gemm.h"
#include "numeric/softmax.h"

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

Names<Rescale> names(Rescale) {
  static constexpr std::pair<const char*, Rescale> all[] = {{"right", Rescale::kRight},
                                                            {"none", Rescale::kNone},
                                                            {"wrong_sign", Rescale::kWrongSign},
                                                            {"no_maximum", Rescale::kNoMaximum}};
  return all;
}

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

TiledRun take_tiles(const MatrixRef& scores, const MatrixRef& values, Index block,
                    const std::vector<int32_t>& order, Rescale rescale) {
  const Index n = scores.rows();
  check_shape(kName, "scores", scores, n, n);
  check_shape(kName, "values", values, n, values.cols());
  check(block >= 1, kName, "a tile must be at least 1 wide, got %", {block});
  TiledRun run{};
  run.tiles = (n + block - 1) / block;
  const auto begin = [&](Index tile) { return tile * block; };
  const auto width = [&](Index tile) { return std::min(block, n - tile * block); };
  std::vector<OnlineSoftmax> rows;
  for (Index r = 0; r < run.tiles; ++r) {
    rows.emplace_back(width(r), values.cols(), rescale);
    for (Index c = 0; c < run.tiles; ++c)
      run.hidden.push_back(
          (scores.block(begin(r), begin(c), width(r), width(c)).array() == -kInfinity).all());
  }
  std::vector<uint8_t> done = run.hidden;
  std::vector<Index> left(static_cast<size_t>(run.tiles),
                          0);  // tiles of these queries that are still to come
  for (size_t i = 0; i < done.size(); ++i) left[i / static_cast<size_t>(run.tiles)] += !done[i];
  const std::vector<Index> all = left;
  double numbers = 0;
  Index held = -1;  // the queries in fast memory
  for (const int32_t number : order) {
    check(0 <= number && number < run.tiles * run.tiles, kName, "there are % tiles, got number %",
          {run.tiles * run.tiles, number});
    check(!done[static_cast<size_t>(number)], kName, "tile % is hidden or was taken before", {number});
    done[static_cast<size_t>(number)] = 1;
    const Index r = number / run.tiles, c = number % run.tiles;
    OnlineSoftmax& row = rows[static_cast<size_t>(r)];
    const auto line = [&](Index of) { return static_cast<double>(width(of) * values.cols()); };
    const auto kept = [&](Index of) { return line(of) + 2 * static_cast<double>(width(of)); };  // o, m and ℓ
    const auto at = static_cast<size_t>(r);
    if (held != r) {
      if (held >= 0 && left[static_cast<size_t>(held)] > 0) numbers += kept(held);
      numbers += line(r) + (left[at] < all[at] ? kept(r) : 0);
      held = r;
    }
    numbers += 2 * line(c);
    if (--left[at] == 0) numbers += line(r);
    OnlineTile tile = row.take(scores.block(begin(r), begin(c), width(r), width(c)),
                               values.middleRows(begin(c), width(c)), begin(c));
    run.taken.push_back(
        {r, c, begin(r), std::move(tile), row.row_max(), row.row_sum(), row.gathered(), numbers});
  }
  run.complete = std::all_of(done.begin(), done.end(), [](uint8_t taken) { return taken != 0; });
  run.row_max.resize(n, 1), run.row_sum.resize(n, 1);
  run.gathered.resize(n, values.cols()), run.output.resize(n, values.cols());
  for (Index r = 0; r < run.tiles; ++r) {
    const OnlineSoftmax& row = rows[static_cast<size_t>(r)];
    run.row_max.middleRows(begin(r), width(r)) = row.row_max();
    run.row_sum.middleRows(begin(r), width(r)) = row.row_sum();
    run.gathered.middleRows(begin(r), width(r)) = row.gathered();
    run.output.middleRows(begin(r), width(r)) = row.output();
  }
  run.whole = matmul(softmax_rows(scores).weights, values);
  run.difference = n > 0 ? (run.output - run.whole).cwiseAbs().maxCoeff<Eigen::PropagateNaN>() : 0.0f;
  return run;
}

}  // namespace qkv

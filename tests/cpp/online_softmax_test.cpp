#include "attention/online_softmax.h"

#include <algorithm>
#include <numeric>

#include "attention/attention.h"
#include "attention/flash.h"
#include "attention/mask.h"
#include "cost/traffic.h"
#include "expect.h"

using namespace qkv;
using namespace qkv::test;

namespace {

/// Scores 1 3 | 2 5 over values 1 2 3 4, in tiles of two.
OnlineSoftmax worked_example(Rescale rescale) {
  OnlineSoftmax row(1, 1, rescale);
  row.take(matrix({{1, 3}}), matrix({{1}, {2}}), 0);
  row.take(matrix({{2, 5}}), matrix({{3}, {4}}), 2);
  return row;
}

/// All of it in tiles of `block` keys, taken in the order of a shuffle with that seed.
OnlineSoftmax in_tiles(const Matrix& scores, const Matrix& values, Index block, uint64_t seed) {
  std::vector<Index> firsts;
  for (Index j = 0; j < scores.cols(); j += block) firsts.push_back(j);
  Random random(seed);
  for (size_t i = firsts.size(); i > 1; --i)
    std::swap(firsts[i - 1], firsts[random.below(static_cast<uint32_t>(i))]);
  OnlineSoftmax online(scores.rows(), values.cols());
  for (const Index first : firsts) {
    const Index keys = std::min(block, scores.cols() - first);
    online.take(scores.middleCols(first, keys), values.middleRows(first, keys), first);
  }
  return online;
}

}  // namespace

TEST_CASE("online softmax: a worked example, every number by hand") {
  OnlineSoftmax row(1, 1);
  const OnlineTile one = row.take(matrix({{1, 3}}), matrix({{1}, {2}}), 0);
  CHECK(row.row_max()(0, 0) == 3.0f);
  CHECK(one.factor(0, 0) == 1.0f);  // nothing was there to shrink
  expect_near(one.exponentials, matrix({{0.135335f, 1}}), 1e-6);
  expect_near(row.row_sum(), matrix({{1.135335f}}), 1e-6);   // e^-2 + 1
  expect_near(row.gathered(), matrix({{2.135335f}}), 1e-6);  // 1 e^-2 + 2

  const OnlineTile two = row.take(matrix({{2, 5}}), matrix({{3}, {4}}), 2);
  CHECK(two.first == 2);
  CHECK(two.tile_max(0, 0) == 5.0f);
  CHECK(row.row_max()(0, 0) == 5.0f);
  expect_near(two.factor, matrix({{0.135335f}}), 1e-6);      // e^(3 - 5)
  expect_near(row.row_sum(), matrix({{1.203438f}}), 1e-6);   // 1.135335 e^-2 + e^-3 + 1
  expect_near(row.gathered(), matrix({{4.438347f}}), 1e-6);  // 2.135335 e^-2 + 3 e^-3 + 4
  expect_near(row.output(), matrix({{3.688057f}}), 1e-6);
}

TEST_CASE("online softmax: each wrong variant gives its wrong number") {
  expect_near(worked_example(Rescale::kNone).output(), matrix({{2.876130f}}), 1e-6);
  expect_near(worked_example(Rescale::kWrongSign).output(), matrix({{2.111220f}}), 1e-6);
  // Without a maximum the small example is right, which is why it is left out so often; large scores are not.
  expect_near(worked_example(Rescale::kNoMaximum).output(), matrix({{3.688057f}}), 1e-6);
  for (const auto& [rescale, finite] : {std::pair{Rescale::kRight, true}, {Rescale::kNoMaximum, false}}) {
    OnlineSoftmax row(1, 1, rescale);
    row.take(matrix({{100, 101}}), matrix({{1}, {2}}));
    CHECK(std::isfinite(row.output()(0, 0)) == finite);
  }
}

TEST_CASE("online softmax: golden data, tile by tile in any order") {
  const Golden golden("attention");
  for (const std::string kind : {"none", "causal", "padding", "window", "cross"}) {
    const bool cross = kind == "cross";  // at a temperature of 0.5
    const Matrix values = golden[cross ? "cross.v" : "v"],
                 scores = golden[kind + ".masked"] * (cross ? 2 : 1);
    for (const Index block : {1, 2, 3, 7})
      for (const uint64_t seed : {1, 2, 3}) {
        const OnlineSoftmax online = in_tiles(scores, values, block, seed);
        golden.expect(kind + ".output", online.output(), 1e-6);
        if (!cross) golden.expect(kind + ".row_max", online.row_max(), 1e-6);
        golden.expect(kind + ".row_sum", online.row_sum(), 1e-6);
      }
  }
}

TEST_CASE("online softmax equals the whole table and the fast kernel, whatever the tiles") {
  for (const Index n : {1, 5, 16, 33})
    for (const Index block : {1, 4, 16, 64}) {
      const Matrix q = random_matrix(n, 8, 1), k = random_matrix(n, 8, 2), v = random_matrix(n, 6, 3);
      const AttentionSteps steps = attention_steps(q, k, v, causal_mask(n));
      const Matrix output = in_tiles(steps.masked, v, block, 4).output();
      expect_near(output, steps.output, 1e-6);
      FlashOptions causal;
      causal.causal = true;
      expect_near(output, flash_attention(q, k, v, causal), 2e-6);
    }
}

TEST_CASE("online softmax: a tile that is larger shrinks what was there, one that is smaller does not") {
  OnlineSoftmax row(1, 1);
  row.take(matrix({{5}}), matrix({{1}}));
  CHECK(row.take(matrix({{4}}), matrix({{1}})).factor(0, 0) == 1.0f);
  CHECK(row.take(matrix({{5}}), matrix({{1}})).factor(0, 0) == 1.0f);  // as large, not larger
  CHECK(row.take(matrix({{6}}), matrix({{1}})).factor(0, 0) == doctest::Approx(std::exp(-1.0)));
}

TEST_CASE("online softmax: edges") {
  const float none = -kInfinity;
  OnlineSoftmax hidden(2, 1);  // the first query sees nothing at all, the second only the second tile
  hidden.take(matrix({{none, none}, {none, none}}), matrix({{1}, {2}}));
  expect_near(hidden.output(), matrix({{0}, {0}}), 0);
  hidden.take(matrix({{none}, {3}}), matrix({{7}}));
  expect_near(hidden.output(), matrix({{0}, {7}}), 0);
  CHECK(hidden.row_max()(0, 0) == none);

  OnlineSoftmax masked(1, 1);  // a hidden value reaches nothing, not even as 0 × ∞
  masked.take(matrix({{none, 1}}), matrix({{kInfinity}, {2}}));
  expect_near(masked.output(), matrix({{2}}), 0);

  OnlineSoftmax huge(1, 1);
  huge.take(matrix({{-3e38f, 1e30f}}), matrix({{1}, {2}}));
  expect_near(huge.output(), matrix({{2}}), 0);

  for (const bool early : {false, true}) {  // NaN is seen wherever it comes, as in the whole table
    OnlineSoftmax nan(1, 1);
    nan.take(matrix({{early ? std::nanf("") : 1}}), matrix({{1}}));
    nan.take(matrix({{early ? 1 : std::nanf("")}}), matrix({{1}}));
    CHECK(std::isnan(nan.output()(0, 0)));
  }

  OnlineSoftmax nothing(0, 3);
  nothing.take(Matrix(0, 2), Matrix::Zero(2, 3));
  CHECK(nothing.output().rows() == 0);
  OnlineSoftmax empty(1, 1);
  empty.take(Matrix(1, 0), Matrix(0, 1));  // a tile without keys
  expect_near(empty.output(), matrix({{0}}), 0);
}

TEST_CASE("online softmax: what does not fit is said") {
  expect_error([] { OnlineSoftmax(-1, 2); }, "must not be negative, got -1 and 2");
  OnlineSoftmax online(2, 3);
  expect_error([&] { online.take(Matrix::Zero(1, 4), Matrix::Zero(4, 3)); },
               "scores must be 2 x 4, got 1 x 4");
  expect_error([&] { online.take(Matrix::Zero(2, 4), Matrix::Zero(5, 3)); },
               "values must be 4 x 3, got 5 x 3");
}

TEST_CASE(
    "tiles of the whole table, in any order: the same output, and what is held is that of the online "
    "softmax") {
  for (const Index n : {1, 2, 7, 12})
    for (const Index block : {1, 2, 5, 12})
      for (const bool causal : {false, true}) {
        Random random(static_cast<uint64_t>(17 * n + block));
        const Matrix free = random_normal(random, n, n, 3.0f), mask = causal ? causal_mask(n) : no_mask(n);
        const Matrix scores = free + mask;
        const Matrix values = random_normal(random, n, 3);
        std::vector<int32_t> order;
        const TiledRun none = take_tiles(scores, values, block, {});
        for (size_t i = 0; i < none.hidden.size(); ++i)
          if (!none.hidden[i]) order.push_back(static_cast<int32_t>(i));
        for (size_t i = order.size(); i > 1; --i)
          std::swap(order[i - 1], order[random.below(static_cast<uint32_t>(i))]);
        const TiledRun run = take_tiles(scores, values, block, order);
        CHECK(run.complete);
        CHECK(run.difference <= 1e-6f);
        CHECK(run.taken.size() == order.size());
        expect_near(run.whole, attention_output(free, Matrix::Identity(n, n), values, mask, {1.0f}), 1e-6);
        const TileTaken& last = run.taken.back();
        expect_near(last.row_max, run.row_max.middleRows(last.first_query, last.row_max.rows()), 0);
        expect_near(last.gathered, run.gathered.middleRows(last.first_query, last.gathered.rows()), 0);
        if (!causal) expect_near(run.output, in_tiles(scores, values, block, 3).output(), 1e-6);
      }
}

TEST_CASE("tiles row by row move what tiled_traffic says, and another order no less") {
  for (const Index n : {4, 7})
    for (const Index block : {2, 3})
      for (const bool causal : {false, true}) {
        const Matrix scores = causal ? causal_mask(n) : no_mask(n), values = Matrix::Ones(n, 3);
        const TiledRun none = take_tiles(scores, values, block, {});
        std::vector<int32_t> by_rows, by_columns;
        for (Index i = 0; i < none.tiles * none.tiles; ++i) {
          const Index turned = i % none.tiles * none.tiles + i / none.tiles;
          if (!none.hidden[static_cast<size_t>(i)]) by_rows.push_back(static_cast<int32_t>(i));
          if (!none.hidden[static_cast<size_t>(turned)]) by_columns.push_back(static_cast<int32_t>(turned));
        }
        const double numbers = take_tiles(scores, values, block, by_rows).taken.back().numbers;
        CHECK(numbers == tiled_traffic(n, 3, block, causal).numbers);
        CHECK(take_tiles(scores, values, block, by_columns).taken.back().numbers >= numbers);
      }
}

TEST_CASE("tiles that are missing leave the run incomplete, and the wrong variants give another output") {
  const Matrix scores = matrix({{1, 3, 2, 5}, {0, 0, 0, 0}, {5, 2, 3, 1}, {1, 1, 9, 1}});
  const Matrix values = matrix({{1}, {2}, {3}, {4}});
  const TiledRun part = take_tiles(scores, values, 2, {1, 2});
  CHECK_FALSE(part.complete);
  CHECK(part.tiles == 2);
  CHECK(part.difference > 0.1f);
  CHECK(take_tiles(scores, values, 2, {0, 1, 2, 3}).output(0, 0) == doctest::Approx(3.688057));
  CHECK(take_tiles(scores, values, 2, {0, 1, 2, 3}, Rescale::kNone).output(0, 0) ==
        doctest::Approx(2.876130));
  CHECK(take_tiles(scores, values, 2, {0, 1, 2, 3}, Rescale::kWrongSign).output(0, 0) ==
        doctest::Approx(2.111220));
  const Matrix huge = scores * 100.0f;
  CHECK_FALSE(std::isfinite(take_tiles(huge, values, 2, {0, 1, 2, 3}, Rescale::kNoMaximum).difference));
  CHECK(take_tiles(huge, values, 2, {0, 1, 2, 3}).difference == 0.0f);
}

TEST_CASE("tiles that are not there, hidden or taken twice are refused") {
  const Matrix scores = causal_mask(4), values = Matrix::Ones(4, 1);
  CHECK(take_tiles(scores, values, 2, {}).hidden == std::vector<uint8_t>{0, 1, 0, 0});
  CHECK_THROWS_WITH(take_tiles(scores, values, 2, {4}), "online_softmax: there are 4 tiles, got number 4");
  CHECK_THROWS_WITH(take_tiles(scores, values, 2, {1}),
                    "online_softmax: tile 1 is hidden or was taken before");
  CHECK_THROWS_WITH(take_tiles(scores, values, 2, {0, 0}),
                    "online_softmax: tile 0 is hidden or was taken before");
  CHECK_THROWS_WITH(take_tiles(scores, values, 0, {}),
                    "online_softmax: a tile must be at least 1 wide, got 0");
  CHECK_THROWS(take_tiles(Matrix::Zero(2, 3), values, 1, {}));
  CHECK(take_tiles(Matrix(0, 0), Matrix(0, 1), 2, {}).complete);
  CHECK(take_tiles(Matrix::Constant(2, 2, -kInfinity), Matrix::Ones(2, 1), 1, {}).complete);
}

#include "attention/flash.h"

#include "attention/attention.h"
#include "attention/mask.h"
#include "expect.h"

using namespace qkv;
using namespace qkv::test;

namespace {

/// The same by the step-by-step path, head by head.
Matrix by_steps(const Matrix& q, const Matrix& k, const Matrix& v, const FlashOptions& options) {
  const Index n = q.rows(), m = k.rows(), group = options.n_heads / options.n_kv_heads;
  const Index d_head = q.cols() / options.n_heads, d_v = v.cols() / options.n_kv_heads;
  const Matrix mask = options.causal ? Matrix(causal_mask(m).bottomRows(n)) : Matrix();
  AttentionOptions attention;
  attention.scale = options.scale;
  Matrix out(n, options.n_heads * d_v);
  for (Index h = 0; h < options.n_heads; ++h)
    out.middleCols(h * d_v, d_v) =
        attention_steps(q.middleCols(h * d_head, d_head), k.middleCols(h / group * d_head, d_head),
                        v.middleCols(h / group * d_v, d_v), mask, attention)
            .output;
  return out;
}

bool same_or_both_nan(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

TEST_CASE("flash_attention: a worked example") {
  // One query (1) over keys (0, ln 3) with d_head 1: weights 1/4 and 3/4; values 4 and 8: 1 + 6 = 7.
  expect_near(flash_attention(matrix({{1}}), matrix({{0}, {std::log(3.0f)}}), matrix({{4}, {8}})),
              matrix({{7}}), 1e-6);
}

TEST_CASE("flash_attention: golden data") {
  const Golden golden("attention");
  FlashOptions options;
  golden.expect("none.output", flash_attention(golden["q"], golden["k"], golden["v"], options), 1e-5);
  FlashOptions cross;
  cross.scale = 1.0f / std::sqrt(6.0f) / 0.5f;  // a temperature of 0.5 is twice the scale
  golden.expect("cross.output",
                flash_attention(golden["cross.q"], golden["cross.k"], golden["cross.v"], cross), 1e-5);
  options.causal = true;
  golden.expect("causal.output", flash_attention(golden["q"], golden["k"], golden["v"], options), 1e-5);
}

TEST_CASE("flash_attention equals the step-by-step path wherever tiles begin and end") {
  for (const Index n : {1, 2, 3, 47, 48, 49, 97, 191, 192, 193, 400})
    for (const bool causal : {false, true})
      for (const auto& [d_head, d_v] : {std::pair<Index, Index>{1, 1}, {3, 5}, {8, 8}, {13, 4}}) {
        const Matrix q = random_matrix(n, d_head, 1), k = random_matrix(n, d_head, 2),
                     v = random_matrix(n, d_v, 3);
        FlashOptions options;
        options.causal = causal;
        expect_near(flash_attention(q, k, v, options), by_steps(q, k, v, options), 1e-5);
      }
}

TEST_CASE("flash_attention: heads share keys and values in groups, none are copied") {
  for (const Index n_kv_heads : {1, 2, 4}) {
    const Matrix q = random_matrix(60, 4 * 6, 1), k = random_matrix(60, n_kv_heads * 6, 2),
                 v = random_matrix(60, n_kv_heads * 5, 3);
    const FlashOptions options{4, n_kv_heads, true, 0.3f};
    expect_near(flash_attention(q, k, v, options), by_steps(q, k, v, options), 1e-5);
  }
}

TEST_CASE("flash_attention: the last queries of a longer sequence, as with a cache") {
  for (const Index n : {1, 2, 50, 199, 200}) {
    const Matrix q = random_matrix(n, 8, 1), k = random_matrix(200, 8, 2), v = random_matrix(200, 8, 3);
    FlashOptions options;
    options.causal = true;
    expect_near(flash_attention(q, k, v, options), by_steps(q, k, v, options), 1e-5);
  }
}

TEST_CASE("flash_attention: a window, wherever it begins in a tile, at once and behind a cache") {
  for (const Index m : {1, 5, 60, 193, 400})
    for (const Index n : {Index{1}, std::min<Index>(50, m), m})
      for (const Index window : {1, 2, 7, 48, 192, 250, 400}) {
        const Matrix q = random_matrix(n, 2 * 6, 1), k = random_matrix(m, 6, 2), v = random_matrix(m, 5, 3);
        const FlashOptions options{2, 1, true, std::nullopt, window};
        const Matrix mask = window_mask(m, window).bottomRows(n);
        Matrix expected(n, 10);
        for (Index h = 0; h < 2; ++h)
          expected.middleCols(h * 5, 5) = attention_steps(q.middleCols(h * 6, 6), k, v, mask).output;
        expect_near(flash_attention(q, k, v, options), expected, 1e-5);
      }
}

TEST_CASE("flash_attention: a value that is no number reaches the rows whose window it is in") {
  const Index n = 60, window = 4;
  const Matrix q = random_matrix(n, 6, 1), k = random_matrix(n, 6, 2);
  Matrix v = random_matrix(n, 5, 3);
  v(20, 2) = NAN;
  const Matrix out = flash_attention(q, k, v, {1, 1, true, std::nullopt, window});
  for (Index i = 0; i < n; ++i) CHECK(std::isnan(out(i, 2)) == (20 <= i && i < 24));
}

TEST_CASE("flash_attention: weights are an average, so that equal values come out unchanged") {
  const Matrix q = 20.0f * random_matrix(300, 8, 1), k = 20.0f * random_matrix(300, 8, 2);
  expect_near(flash_attention(q, k, Matrix::Constant(300, 3, 2.5f)), Matrix::Constant(300, 3, 2.5f), 1e-5);
}

TEST_CASE("flash_attention: huge scores, rising and falling from block to block") {
  Matrix q = Matrix::Ones(3, 1), k(500, 1), v(500, 1);
  for (const float slope : {1e30f, -1e30f, 3.0f, -3.0f}) {
    for (Index j = 0; j < 500; ++j) k(j, 0) = slope * static_cast<float>(j), v(j, 0) = static_cast<float>(j);
    expect_near(flash_attention(q, k, v), by_steps(q, k, v, {}), 1e-4);
  }
}

TEST_CASE("flash_attention: NaN and infinity reach the rows they reach step by step") {
  for (const float bad : {static_cast<float>(NAN), kInfinity, -kInfinity})
    for (const Index where : {0, 5, 250}) {
      Matrix q = random_matrix(260, 4, 1);
      const Matrix k = random_matrix(260, 4, 2), v = random_matrix(260, 4, 3);
      q(where, 1) = bad;
      const Matrix expected = by_steps(q, k, v, {}), actual = flash_attention(q, k, v);
      for (Index i = 0; i < 260; ++i) CHECK(std::isnan(actual(i, 0)) == std::isnan(expected(i, 0)));
      CHECK(same_or_both_nan(actual(where, 2), expected(where, 2)));
    }
}

TEST_CASE("flash_attention: causal, a NaN among the values reaches no query before it") {
  for (const Index where : {0, 5, 70, 259}) {
    const Matrix q = random_matrix(260, 4, 1), k = random_matrix(260, 4, 2);
    Matrix v = random_matrix(260, 4, 3);
    const Matrix expected = flash_attention(q, k, v, {.causal = true});
    v(where, 1) = NAN;
    const Matrix actual = flash_attention(q, k, v, {.causal = true});
    for (Index i = 0; i < 260; ++i) {
      CHECK(std::isnan(actual(i, 1)) == (i >= where));
      CHECK(actual(i, 0) == doctest::Approx(expected(i, 0)).epsilon(1e-5));
    }
  }
}

TEST_CASE("flash_attention: a query whose scores are all -infinity fetches nothing") {
  const Matrix q = matrix({{1}, {1}, {-1}}), k = Matrix::Constant(4, 1, -kInfinity);
  const Matrix out = flash_attention(q, k, Matrix::Ones(4, 2));
  expect_near(out.topRows(2), Matrix::Zero(2, 2), 0);
  CHECK(std::isnan(out(2, 0)));  // +∞ has no softmax
  expect_near(flash_attention(q.topRows(1), k, Matrix::Ones(4, 2)), Matrix::Zero(1, 2), 0);
}

TEST_CASE("flash_attention: nothing to ask or nothing to see") {
  CHECK(flash_attention(Matrix(0, 2), Matrix(3, 2), Matrix(3, 2)).rows() == 0);
  expect_near(flash_attention(Matrix::Ones(2, 2), Matrix(0, 2), Matrix(0, 3)), Matrix::Zero(2, 3), 0);
}

TEST_CASE("flash_attention: 16,384 tokens need less than a megabyte beside input and output") {
  // Scratch grows with the queries, by two numbers each; a block of keys is the same whatever follows it. So
  // all the queries over one full block, and one query over all keys, show the most there can be.
  const Matrix x = random_matrix(16384, 64, 1);
  CHECK(flash_attention(x, x.topRows(192), x.topRows(192)).allFinite());
  CHECK(flash_attention(x.topRows(1), x, x).allFinite());
  CHECK(flash_scratch_bytes() < 1'000'000);
}

TEST_CASE("flash_attention: what does not fit together is refused") {
  const Matrix q(4, 6), k(4, 6), v(4, 6);
  FlashOptions options;
  options.n_heads = 4, options.n_kv_heads = 3;
  expect_error([&] { flash_attention(q, k, v, options); }, "n_kv_heads must divide n_heads, got 3 and 4");
  options = {4, 2};
  expect_error([&] { flash_attention(q, k, v, options); },
               "q must be n_heads = 4 equal heads, got 6 columns");
  options = {3, 1};
  expect_error([&] { flash_attention(q, k, v, options); }, "k must be 4 x 2");
  options = {1, 1, true};
  expect_error([&] { flash_attention(q, k.topRows(3), v.topRows(3), options); }, "as many keys as queries");
}

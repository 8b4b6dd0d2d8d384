#include "attention/multi_head.h"

#include "attention/attend.h"
#include "attention/mask.h"
#include "expect.h"
#include "numeric/gemm.h"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr Index kModel = 12, kHead = 3;

MultiHeadParameters make_parameters(Index n_heads, Index n_kv_heads) {
  return {random_matrix(kModel, n_heads * kHead, 1),
          random_matrix(kModel, n_kv_heads * kHead, 2),
          random_matrix(kModel, n_kv_heads * kHead, 3),
          random_matrix(n_heads * kHead, kModel, 4),
          {},
          {},
          {},
          {}};
}

struct Kept : MultiHeadSteps {
  std::vector<AttentionSteps> heads;
};

/// The layer with every step of its heads.
Kept in_steps(const Matrix& x, const MultiHeadParameters& p, const Matrix& mask, Index n_heads,
              Index n_kv_heads) {
  const HeadShape shape{n_heads, n_kv_heads, kHead};
  Kept kept;
  static_cast<MultiHeadSteps&>(kept) =
      multi_head_attention(x, p, shape, nullptr, attend_in_steps(shape, mask, {}, kept.heads));
  return kept;
}

}  // namespace

TEST_CASE("multi_head_attention: each head is a head of its own; concat and w_o join them") {
  const Matrix x = random_matrix(5, kModel, 9);
  for (const Index n_kv_heads : {4, 2, 1}) {  // MHA, GQA, MQA
    const MultiHeadParameters p = make_parameters(4, n_kv_heads);
    const Kept steps = in_steps(x, p, causal_mask(5), 4, n_kv_heads);
    REQUIRE(steps.heads.size() == 4);
    for (Index h = 0; h < 4; ++h) {
      const Index kv = h * n_kv_heads / 4;
      const AttentionSteps alone =
          self_attention(x, p.w_q.middleCols(h * kHead, kHead), p.w_k.middleCols(kv * kHead, kHead),
                         p.w_v.middleCols(kv * kHead, kHead), causal_mask(5));
      expect_near(steps.heads[static_cast<size_t>(h)].weights, alone.weights, 1e-6);
      expect_near(steps.concat.middleCols(h * kHead, kHead), alone.output, 1e-5);
    }
    expect_near(steps.projected, matmul(steps.concat, p.w_o), 0);
  }
}

TEST_CASE("multi_head_attention: shared heads equal separate heads that were copied") {
  const Matrix x = random_matrix(6, kModel, 9);
  const MultiHeadParameters shared = make_parameters(4, 2);
  MultiHeadParameters copied = shared;
  for (Matrix* w : {&copied.w_k, &copied.w_v}) {
    const Matrix two = *w;
    w->resize(kModel, 4 * kHead);
    for (Index h = 0; h < 4; ++h) w->middleCols(h * kHead, kHead) = two.middleCols(h / 2 * kHead, kHead);
  }
  expect_near(in_steps(x, shared, Matrix(), 4, 2).projected, in_steps(x, copied, Matrix(), 4, 4).projected,
              1e-5);
}

TEST_CASE("multi_head_attention: biases are added to q, k, v and to the end") {
  const Matrix x = random_matrix(2, kModel, 9);
  MultiHeadParameters p = make_parameters(2, 2);
  p.b_q = random_matrix(1, 6, 5), p.b_o = random_matrix(1, kModel, 6);
  const Kept steps = in_steps(x, p, Matrix(), 2, 2);
  const Matrix q = affine(x, p.w_q, p.b_q);
  expect_near(steps.heads[1].q, q.rightCols(kHead), 0);
  expect_near(steps.projected, affine(steps.concat, p.w_o, p.b_o), 0);
}

TEST_CASE("multi_head_attention refuses head counts and shapes that do not fit") {
  const Matrix x(2, kModel);
  const auto run = [&](const MultiHeadParameters& p, Index n_heads, Index n_kv_heads) {
    in_steps(x, p, Matrix(), n_heads, n_kv_heads);
  };
  expect_error([&] { run(make_parameters(4, 4), 4, 3); }, "n_kv_heads must divide n_heads, got 3 and 4");
  expect_error([&] { run(make_parameters(4, 4), 5, 5); }, "w_q must be 12 x 15, got 12 x 12");
  expect_error([&] { run(make_parameters(4, 4), 4, 2); }, "w_k must be 12 x 6, got 12 x 12");
  MultiHeadParameters p = make_parameters(4, 4);
  p.w_o = Matrix(3, kModel);
  expect_error([&] { run(p, 4, 4); }, "w_o must be 12 x 12, got 3 x 12");
}

TEST_CASE("attend: step by step, fused, over a cache and in a batch give the same numbers") {
  const MultiHeadParameters p = make_parameters(4, 2);
  const HeadShape shape{4, 2, kHead};
  const FlashOptions flash{4, 2, true};
  const Matrix x = random_matrix(7, kModel, 9);
  const Matrix expected = in_steps(x, p, causal_mask(7), 4, 2).projected;
  const auto run = [&](const Matrix& of, const Attend& attend) {
    return multi_head_attention(of, p, shape, nullptr, attend).projected;
  };
  expect_near(run(x, attend_batched(attend_fused(flash), 7)), expected, 1e-5);

  KvCache::Layer cache{Matrix(7, shape.kv_width()), Matrix(7, shape.kv_width()), {}};
  expect_near(run(x.topRows(4), attend_cached(flash, cache, 0)), expected.topRows(4), 1e-5);
  expect_near(run(x.bottomRows(3), attend_cached(flash, cache, 4)), expected.bottomRows(3), 1e-5);
  expect_error([&] { run(x, attend_cached(flash, cache, 1)); }, "the cache holds 7 tokens, got 8");
  expect_error([&] { run(x, attend_cached({4, 2, false}, cache, 0)); }, "a cache needs a causal mask");

  Matrix twice(14, kModel);
  twice << x, x.colwise().reverse();
  const Matrix batch = run(twice, attend_batched(attend_fused(flash), 7));
  expect_near(batch.topRows(7), expected, 1e-5);
  expect_near(batch.bottomRows(7), run(x.colwise().reverse(), attend_batched(attend_fused(flash), 7)), 1e-6);
}

TEST_CASE("attend: whoever wraps it changes what a layer thinks, at one place") {
  const MultiHeadParameters p = make_parameters(2, 2);
  const HeadShape shape{2, 2, kHead};
  const Matrix x = random_matrix(3, kModel, 9);
  const Attend whole = attend_batched(attend_fused({2, 2, true}), 3);
  const Attend without_first_head = [&](Projections& qkv) {
    Matrix concat = whole(qkv);
    concat.leftCols(kHead).setZero();
    return concat;
  };
  const MultiHeadSteps changed = multi_head_attention(x, p, shape, nullptr, without_first_head);
  expect_near(changed.projected, matmul(changed.concat.rightCols(kHead), p.w_o.bottomRows(kHead)), 1e-5);
}

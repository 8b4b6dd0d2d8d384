#include "attention/attend.h"

#include <utility>

#include "numeric/gemm.h"

namespace qkv {

Attend attend_in_steps(const HeadShape& heads, const Matrix& mask, const AttentionOptions& options,
                       std::vector<AttentionSteps>& kept) {
  return [heads, &mask, options, &kept](Projections& p) {
    const Index d = heads.d_head;
    Matrix concat(p.q.rows(), heads.q_width());
    kept.clear();
    for (Index h = 0; h < heads.n_heads; ++h) {
      const Index kv = heads.kv_of(h);
      kept.push_back(attention_steps(p.q.middleCols(h * d, d), p.k.middleCols(kv * d, d),
                                     p.v.middleCols(kv * d, d), mask, options));
      concat.middleCols(h * d, d) = kept.back().output;
    }
    return concat;
  };
}

AttendRows attend_fused(const FlashOptions& options) {
  return [options](const MatrixRef& q, const MatrixRef& k, const MatrixRef& v) {
    return flash_attention(q, k, v, options);
  };
}

Attend attend_cached(const FlashOptions& options, KvCache::Layer& cache, Index start) {
  return [options, &cache, start](Projections& p) {
    const Index n = p.q.rows(), end = start + n;
    check(options.causal, "kv_cache", "a cache needs a causal mask");
    check(end <= cache.k.rows(), "kv_cache", "the cache holds % tokens, got %", {cache.k.rows(), end});
    cache.k.middleRows(start, n) = p.k;
    cache.v.middleRows(start, n) = p.v;
    return flash_attention(p.q, cache.k.topRows(end), cache.v.topRows(end), options);
  };
}

Attend attend_linear_in_steps(const HeadShape& heads, std::vector<AttentionSteps>& kept) {
  return [heads, &kept](Projections& p) {
    const Index d = heads.d_head;
    Matrix concat(p.q.rows(), heads.q_width());
    kept.clear();
    for (Index h = 0; h < heads.n_heads; ++h) {
      const auto of = [&](const Matrix& m, Index head) { return m.middleCols(head * d, d); };
      const Index kv = heads.kv_of(h);
      LinearSteps steps = linear_attention_steps(of(p.q, h), of(p.k, kv), of(p.v, kv));
      concat.middleCols(h * d, d) = steps.output;
      AttentionSteps& all = kept.emplace_back();
      all.q = of(p.q, h), all.k = of(p.k, kv), all.v = of(p.v, kv);
      all.scores = matmul_transposed(steps.q_features, steps.k_features);
      all.exps = std::move(steps.similarity), all.row_sum = std::move(steps.row_sum);
      all.weights = std::move(steps.weights), all.output = std::move(steps.output);
    }
    return concat;
  };
}

std::vector<LinearAttention> linear_states(const HeadShape& heads) {
  return std::vector<LinearAttention>(static_cast<size_t>(heads.n_heads), {heads.d_head, heads.d_head});
}

namespace {

Matrix linear_heads(const HeadShape& heads, const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                    std::vector<LinearAttention>& states) {
  const Index d = heads.d_head;
  Matrix concat(q.rows(), heads.q_width());
  for (Index h = 0; h < heads.n_heads; ++h) {
    const Index kv = heads.kv_of(h);
    concat.middleCols(h * d, d) = states[static_cast<size_t>(h)].take(
        q.middleCols(h * d, d), k.middleCols(kv * d, d), v.middleCols(kv * d, d));
  }
  return concat;
}

}  // namespace

AttendRows attend_linear(const HeadShape& heads) {
  return [heads](const MatrixRef& q, const MatrixRef& k, const MatrixRef& v) {
    std::vector<LinearAttention> states = linear_states(heads);
    return linear_heads(heads, q, k, v, states);
  };
}

Attend attend_linear_cached(const HeadShape& heads, KvCache::Layer& cache) {
  return [heads, &cache](Projections& p) { return linear_heads(heads, p.q, p.k, p.v, cache.states); };
}

Attend attend_batched(const AttendRows& attend, Index tokens) {
  return [attend, tokens](Projections& p) {
    Matrix concat(p.q.rows(), p.q.cols());
    for (Index at = 0; at < concat.rows(); at += tokens) {
      const auto rows = [at, tokens](const Matrix& m) { return m.middleRows(at, tokens); };
      concat.middleRows(at, tokens) = attend(rows(p.q), rows(p.k), rows(p.v));
    }
    return concat;
  };
}

}  // namespace qkv

#include "attention/attend.h"

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

Attend attend_fused(const FlashOptions& options) {
  return [options](Projections& p) { return flash_attention(p.q, p.k, p.v, options); };
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

Attend attend_batched(const FlashOptions& options, Index tokens) {
  return [options, tokens](Projections& p) {
    Matrix concat(p.q.rows(), p.q.cols());
    for (Index at = 0; at < concat.rows(); at += tokens) {
      const auto rows = [at, tokens](const Matrix& m) { return m.middleRows(at, tokens); };
      concat.middleRows(at, tokens) = flash_attention(rows(p.q), rows(p.k), rows(p.v), options);
    }
    return concat;
  };
}

}  // namespace qkv

#include "attention/multi_head.h"

#include <utility>

#include "attention/flash.h"
#include "numeric/gemm.h"

namespace qkv {
Projections project(const MatrixRef& x, const MultiHeadParameters& p, const MultiHeadOptions& options) {
  constexpr const char* who = "multi_head_attention";
  const Index n_heads = options.n_heads, n_kv_heads = options.n_kv_heads;
  check(n_heads >= 1 && n_kv_heads >= 1 && n_heads % n_kv_heads == 0, who,
        "n_kv_heads must divide n_heads, got % and %", {n_kv_heads, n_heads});
  check(p.w_q.cols() % n_heads == 0, who, "w_q must be n_heads = % equal heads, got % columns",
        {n_heads, p.w_q.cols()});
  const Index d_head = p.w_q.cols() / n_heads;
  check_shape(who, "w_q", p.w_q, x.cols(), n_heads * d_head);
  check_shape(who, "w_k", p.w_k, x.cols(), n_kv_heads * d_head);
  check_shape(who, "w_v", p.w_v, x.cols(), n_kv_heads * d_head);
  check_shape(who, "w_o", p.w_o, n_heads * d_head, p.w_o.cols());

  Projections result{affine(x, p.w_q, p.b_q), affine(x, p.w_k, p.b_k), affine(x, p.w_v, p.b_v)};
  if (options.rope) {
    apply_rope(result.q, *options.rope);
    apply_rope(result.k, *options.rope);
  }
  return result;
}

MultiHeadSteps multi_head_attention(const MatrixRef& x, const MultiHeadParameters& p, const MatrixRef& mask,
                                    const MultiHeadOptions& options) {
  const auto [q, k, v] = project(x, p, options);
  const Index d_head = q.cols() / options.n_heads;
  MultiHeadSteps steps;
  steps.concat.resize(x.rows(), q.cols());
  for (Index h = 0; h < options.n_heads; ++h) {
    const Index kv = h / (options.n_heads / options.n_kv_heads);
    steps.heads.push_back(attention_steps(q.middleCols(h * d_head, d_head), k.middleCols(kv * d_head, d_head),
                                          v.middleCols(kv * d_head, d_head), mask, options.attention));
    steps.concat.middleCols(h * d_head, d_head) = steps.heads.back().output;
  }
  steps.projected = affine(steps.concat, p.w_o, p.b_o);
  return steps;
}

Matrix multi_head_output(const MatrixRef& x, const MultiHeadParameters& p, bool causal,
                         const MultiHeadOptions& options, KvCache::Layer* cache, Index start) {
  check(options.attention.temperature == 1.0f, "multi_head_output", "the temperature must be 1");
  const auto [q, k, v] = project(x, p, options);
  const FlashOptions flash{options.n_heads, options.n_kv_heads, causal, options.attention.scale};
  if (!cache) return affine(flash_attention(q, k, v, flash), p.w_o, p.b_o);

  const Index end = start + x.rows();
  check(causal, "multi_head_output", "a cache needs a causal mask");
  check(end <= cache->k.rows(), "multi_head_output", "the cache holds % tokens, got %",
        {cache->k.rows(), end});
  cache->k.middleRows(start, x.rows()) = k;
  cache->v.middleRows(start, x.rows()) = v;
  return affine(flash_attention(q, cache->k.topRows(end), cache->v.topRows(end), flash), p.w_o, p.b_o);
}

}  // namespace qkv

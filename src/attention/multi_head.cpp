#include "attention/multi_head.h"

#include <utility>

#include "numeric/gemm.h"

namespace qkv {

Projections project(const MatrixRef& x, const MultiHeadParameters& p, const HeadShape& heads,
                    const RopeTable* rope) {
  constexpr const char* who = "multi_head_attention";
  check_head_counts(who, heads.n_heads, heads.n_kv_heads);
  check_shape(who, "w_q", p.w_q, x.cols(), heads.q_width());
  check_shape(who, "w_k", p.w_k, x.cols(), heads.kv_width());
  check_shape(who, "w_v", p.w_v, x.cols(), heads.kv_width());
  check_shape(who, "w_o", p.w_o, heads.q_width(), p.w_o.cols());
  Projections result{affine(x, p.w_q, p.b_q), affine(x, p.w_k, p.b_k), affine(x, p.w_v, p.b_v)};
  if (rope) {
    apply_rope(result.q, *rope);
    apply_rope(result.k, *rope);
  }
  return result;
}

MultiHeadSteps multi_head_attention(const MatrixRef& x, const MultiHeadParameters& p, const HeadShape& heads,
                                    const RopeTable* rope, const Attend& attend) {
  MultiHeadSteps steps{project(x, p, heads, rope), {}, {}};
  steps.concat = attend(steps.qkv);
  steps.projected = affine(steps.concat, p.w_o, p.b_o);
  return steps;
}

}  // namespace qkv

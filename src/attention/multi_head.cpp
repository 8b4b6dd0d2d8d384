#include "attention/multi_head.h"

#include "numeric/gemm.h"

namespace qkv {

MultiHeadSteps multi_head_attention(const MatrixRef& x, const MultiHeadParameters& p, const MatrixRef& mask,
                                    const MultiHeadOptions& options) {
  constexpr const char* who = "multi_head_attention";
  const Index n_heads = options.n_heads, n_kv_heads = options.n_kv_heads;
  check(n_heads >= 1 && n_kv_heads >= 1 && n_heads % n_kv_heads == 0, who,
        {"n_kv_heads must divide n_heads, got ", n_kv_heads, " and ", n_heads});
  check(p.w_q.cols() % n_heads == 0, who,
        {"w_q must be n_heads = ", n_heads, " equal heads, got ", p.w_q.cols(), " columns"});
  const Index d_head = p.w_q.cols() / n_heads;
  check_shape(who, "w_q", p.w_q, x.cols(), n_heads * d_head);
  check_shape(who, "w_k", p.w_k, x.cols(), n_kv_heads * d_head);
  check_shape(who, "w_v", p.w_v, x.cols(), n_kv_heads * d_head);
  check_shape(who, "w_o", p.w_o, n_heads * d_head, p.w_o.cols());

  Matrix q = affine(x, p.w_q, p.b_q), k = affine(x, p.w_k, p.b_k);
  const Matrix v = affine(x, p.w_v, p.b_v);
  if (options.rope) {
    apply_rope(q, d_head, options.rope->theta, options.rope->layout);
    apply_rope(k, d_head, options.rope->theta, options.rope->layout);
  }

  MultiHeadSteps steps;
  steps.concat.resize(x.rows(), n_heads * d_head);
  for (Index h = 0; h < n_heads; ++h) {
    const Index kv = h / (n_heads / n_kv_heads);
    steps.heads.push_back(attention_steps(q.middleCols(h * d_head, d_head), k.middleCols(kv * d_head, d_head),
                                          v.middleCols(kv * d_head, d_head), mask, options.attention));
    steps.concat.middleCols(h * d_head, d_head) = steps.heads.back().output;
  }
  steps.projected = affine(steps.concat, p.w_o, p.b_o);
  return steps;
}

}  // namespace qkv

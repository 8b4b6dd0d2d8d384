#include "train/attention_backward.h"

#include <algorithm>

#include "attention/attention.h"
#include "attention/linear_attention.h"
#include "numeric/gemm.h"
#include "numeric/kernel.h"
#include "numeric/simd.h"
#include "numeric/softmax.h"

namespace qkv {
namespace {

// d_p becomes scale · p (d_p - Σ p d_p), row by row.
void softmax_backward(const float* p, float* d_p, Index n, Index m, float scale) {
  for (Index i = 0; i < n; ++i, p += m, d_p += m) {
    f32x4 sums = splat(0.0f);
    for (Index j = 0; j < m; j += kLanes)
      sums += load_upto(p + j, m - j, 0.0f) * load_upto(d_p + j, m - j, 0.0f);
    const float sum = sum_of_lanes(sums);
    for (Index j = 0; j < m; j += kLanes) {
      const f32x4 difference = load_upto(d_p + j, m - j, 0.0f) - splat(sum);
      store_upto(d_p + j, load_upto(p + j, m - j, 0.0f) * difference * splat(scale), m - j);
    }
  }
}

}  // namespace

void attention_backward(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v, const MatrixRef& d_out,
                        const FlashOptions& options, MatrixOut d_q, MatrixOut d_k, MatrixOut d_v) {
  constexpr const char* who = "attention_backward";
  const HeadShape heads = head_shape(who, q, k, options.n_heads, options.n_kv_heads);
  check_shape(who, "d_q", d_q, q.rows(), q.cols());
  check_shape(who, "d_k", d_k, k.rows(), k.cols());
  check_shape(who, "d_v", d_v, v.rows(), v.cols());
  const Index n = q.rows(), m = k.rows(), d_head = heads.d_head, d_v_head = v.cols() / heads.n_kv_heads;
  const float scale = attention_scale(options.scale, d_head);
  Matrix p(n, m), d_p(n, m);
  for (Index h = 0; h < heads.n_heads; ++h) {
    const Index kv = heads.kv_of(h);
    const auto q_h = q.middleCols(h * d_head, d_head), k_h = k.middleCols(kv * d_head, d_head);
    const auto v_h = v.middleCols(kv * d_v_head, d_v_head), d_h = d_out.middleCols(h * d_v_head, d_v_head);
    gemm(q_h, k_h, p, {.transpose_b = true});
    p *= scale;
    if (options.window)  // causal besides: what is too early gets a weight of 0, and with it no gradient
      for (Index i = 0; i < n; ++i)
        p.row(i).head(std::max<Index>(0, m - n + i + 1 - *options.window)).setConstant(-kInfinity);
    if (options.causal)
      causal_softmax_in_place(p);
    else
      softmax_in_place(p);
    gemm(p, d_h, d_v.middleCols(kv * d_v_head, d_v_head), {.transpose_a = true, .accumulate = true});
    gemm(d_h, v_h, d_p, {.transpose_b = true});
    run_kernel<softmax_backward>(p.data(), d_p.data(), n, m, scale);
    gemm(d_p, k_h, d_q.middleCols(h * d_head, d_head), {.accumulate = true});
    gemm(d_p, q_h, d_k.middleCols(kv * d_head, d_head), {.transpose_a = true, .accumulate = true});
  }
}

namespace {

/// Out of line: a loop inside one long call would stay in the browsers' first compiler (numeric/kernel.h).
[[gnu::noinline]] void add_to(MatrixOut sum, const Matrix& more) { sum += more; }

}  // namespace

void linear_backward(const HeadShape& heads, const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                     const MatrixRef& d_out, MatrixOut d_q, MatrixOut d_k, MatrixOut d_v) {
  const Index d = heads.d_head;
  for (Index h = 0; h < heads.n_heads; ++h) {
    const Index kv = heads.kv_of(h);
    const auto of = [d](auto& m, Index head) { return m.middleCols(head * d, d); };
    const LinearSteps steps = linear_attention_steps(of(q, h), of(k, kv), of(v, kv));
    const LinearGradients g = linear_attention_backward(of(q, h), of(k, kv), of(v, kv), steps, of(d_out, h));
    add_to(of(d_q, h), g.q);
    add_to(of(d_k, kv), g.k);
    add_to(of(d_v, kv), g.v);
  }
}

}  // namespace qkv

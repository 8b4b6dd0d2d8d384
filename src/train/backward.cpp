#include "train/backward.h"

#include <algorithm>
#include <utility>

#include "attention/attend.h"
#include "model/activation.h"
#include "numeric/gemm.h"
#include "train/attention_backward.h"
#include "train/cross_entropy.h"
#include "train/norm_backward.h"

namespace qkv {
namespace {

/// y = x w + b: adds xᵀ dy to dw and Σ dy to db, and returns dx = dy wᵀ.
Matrix affine_backward(const MatrixRef& x, const Matrix& w, const MatrixRef& d_y, Matrix& d_w, Matrix& d_b) {
  gemm(x, d_y, d_w, {.transpose_a = true, .accumulate = true});
  if (d_b.size() > 0)  // the sum of the rows: a row of ones times the matrix
    gemm(Matrix::Ones(1, d_y.rows()), d_y, d_b, {.accumulate = true});
  return matmul_transposed(d_y, w);
}

/// hidden = f(pre) or f(gate) × pre, output = hidden w_out + b_out: from d_output to the layer's input.
Matrix feed_forward_backward(const Config& c, const FeedForwardParameters& p, const MatrixRef& x,
                             const FeedForwardSteps& steps, const Matrix& d_output,
                             FeedForwardParameters& g) {
  const Matrix d_hidden = affine_backward(steps.hidden, p.w_out, d_output, g.w_out, g.b_out);
  if (!c.gated)
    return affine_backward(x, p.w_in, activate_backward(steps.pre_activation, d_hidden, c.activation), g.w_in,
                           g.b_in);
  const Matrix d_pre = d_hidden.cwiseProduct(activate(steps.gate, c.activation));
  const Matrix d_gate =
      activate_backward(steps.gate, d_hidden.cwiseProduct(steps.pre_activation), c.activation);
  Matrix no_bias;
  return affine_backward(x, p.w_in, d_pre, g.w_in, g.b_in) +
         affine_backward(x, p.w_gate, d_gate, g.w_gate, no_bias);
}

/// From the gradient of the block's output to that of its input, in place.
void block_backward(const Config& c, const BlockParameters& p, const BlockTrace& a,
                    const RopeTable* turned_back, const Batch& batch, Matrix& d_x, BlockParameters& g) {
  if (c.d_ff > 0)
    d_x += norm_backward(
        c, p.norm_2, a.residual,
        feed_forward_backward(c, p.feed_forward, a.norm_2, a.feed_forward, d_x, g.feed_forward), g.norm_2);

  const Matrix d_concat = affine_backward(a.concat, p.attention.w_o, d_x, g.attention.w_o, g.attention.b_o);
  Projections d;
  d.q = Matrix::Zero(a.qkv.q.rows(), a.qkv.q.cols());
  d.k = Matrix::Zero(a.qkv.k.rows(), a.qkv.k.cols());
  d.v = Matrix::Zero(a.qkv.v.rows(), a.qkv.v.cols());
  for (Index s = 0; s < batch.sequences; ++s) {
    const auto rows = [&](auto& m) { return m.middleRows(s * batch.tokens, batch.tokens); };
    if (c.features)
      linear_backward(c.heads(), rows(a.qkv.q), rows(a.qkv.k), rows(a.qkv.v), rows(d_concat), rows(d.q),
                      rows(d.k), rows(d.v));
    else
      attention_backward(rows(a.qkv.q), rows(a.qkv.k), rows(a.qkv.v), rows(d_concat), flash_options(c),
                         rows(d.q), rows(d.k), rows(d.v));
  }
  if (turned_back) {  // a rotation's gradient is the rotation back
    apply_rope(d.q, *turned_back);
    apply_rope(d.k, *turned_back);
  }
  Matrix d_norm = affine_backward(a.norm_1, p.attention.w_q, d.q, g.attention.w_q, g.attention.b_q);
  d_norm += affine_backward(a.norm_1, p.attention.w_k, d.k, g.attention.w_k, g.attention.b_k);
  d_norm += affine_backward(a.norm_1, p.attention.w_v, d.v, g.attention.w_v, g.attention.b_v);
  d_x += norm_backward(c, p.norm_1, a.input, d_norm, g.norm_1);
}

void check_batch(const Batch& batch) {
  constexpr const char* who = "loss_and_gradients";
  const size_t size = static_cast<size_t>(batch.sequences * batch.tokens);
  check(batch.sequences >= 1 && batch.tokens >= 1, who, "the batch is empty");
  check(batch.ids.size() == size && batch.targets.size() == size, who,
        "% sequences of % tokens need as many ids and targets, got % and %",
        {batch.sequences, batch.tokens, batch.ids.size(), batch.targets.size()});
}

/// Both ways, or the first alone if `gradients` is null.
double run(const Transformer& model, const Batch& batch, Parameters* gradients) {
  const Config& c = model.config;
  const Parameters& p = model.parameters;
  check_batch(batch);
  const Index all = batch.sequences * batch.tokens;

  Matrix x = embed(model, batch.ids, 0, batch.sequences);
  const std::optional<RopeTable> rope = rope_of(c, batch.tokens, 0);
  const Attend attend = attend_batched(attend_whole(c), batch.tokens);
  std::vector<BlockTrace> blocks;
  for (const BlockParameters& block : p.blocks) {
    blocks.push_back(run_block(c, block, std::move(x), rope ? &*rope : nullptr, attend));
    x = std::move(blocks.back().output);
  }

  // Only the positions that are asked get logits.
  std::vector<Index> asked;
  std::vector<int32_t> targets;
  for (Index i = 0; i < all; ++i) {
    const int32_t target = batch.targets[static_cast<size_t>(i)];
    if (target == kIgnored) continue;
    asked.push_back(i);
    targets.push_back(target);
  }
  const Index n = static_cast<Index>(asked.size());
  Matrix last(n, c.d_model);
  for (Index i = 0; i < n; ++i) last.row(i) = x.row(asked[static_cast<size_t>(i)]);
  const Matrix normed = apply_norm(c, p.final_norm, last);
  Matrix logits = unembed(model, normed);
  const double loss = cross_entropy(logits, targets);
  if (!gradients) return loss;

  Parameters& g = *gradients;
  for (Matrix* matrix : matrices_of(c, g)) matrix->setZero();
  const Matrix& d_logits = logits;
  Matrix d_normed;
  if (c.tied) {
    gemm(d_logits, normed, g.token_embedding, {.transpose_a = true, .accumulate = true});
    d_normed = matmul(d_logits, p.token_embedding);
  } else {
    Matrix no_bias;
    d_normed = affine_backward(normed, p.unembedding, d_logits, g.unembedding, no_bias);
  }
  const Matrix d_last = norm_backward(c, p.final_norm, last, d_normed, g.final_norm);
  Matrix d_x = Matrix::Zero(all, c.d_model);
  for (Index i = 0; i < n; ++i) d_x.row(asked[static_cast<size_t>(i)]) = d_last.row(i);

  std::optional<RopeTable> turned_back = rope;
  if (turned_back) turned_back->sine = -turned_back->sine;
  for (size_t l = blocks.size(); l-- > 0;)
    block_backward(c, p.blocks[l], blocks[l], turned_back ? &*turned_back : nullptr, batch, d_x, g.blocks[l]);
  for (Index i = 0; i < all; ++i) {
    g.token_embedding.row(batch.ids[static_cast<size_t>(i)]) += d_x.row(i);
    if (c.position == Position::kLearned) g.position_embedding.row(i % batch.tokens) += d_x.row(i);
  }
  return loss;
}

}  // namespace

double loss_and_gradients(const Transformer& model, const Batch& batch, Parameters& gradients) {
  return run(model, batch, &gradients);
}

double loss_of(const Transformer& model, const Batch& batch) { return run(model, batch, nullptr); }

std::vector<Matrix*> matrices_of(const Config& config, Parameters& parameters) {
  std::vector<Matrix*> list;
  for_each_parameter(config, parameters,
                     [&](const std::string&, Matrix& matrix, Index, Index) { list.push_back(&matrix); });
  return list;
}

double step_flops(const Config& config, const Batch& batch) {
  const double d = static_cast<double>(config.d_model), tokens = static_cast<double>(batch.ids.size()),
               seen = static_cast<double>(batch.tokens) / (config.causal ? 2.0 : 1.0),  // by each token
      asked = static_cast<double>(batch.targets.size()) -
              static_cast<double>(std::count(batch.targets.begin(), batch.targets.end(), kIgnored));
  const double heads = static_cast<double>(config.n_heads * config.d_head),
               kv_heads = static_cast<double>(config.n_kv_heads * config.d_head);
  const double projections = d * (2.0 * heads + 2.0 * kv_heads), attention = 2.0 * seen * heads,
               feed_forward = (config.gated ? 3.0 : 2.0) * d * static_cast<double>(config.d_ff);
  const double layers = static_cast<double>(config.n_layers) * (projections + attention + feed_forward);
  return 3.0 * 2.0 * (tokens * layers + asked * d * static_cast<double>(config.n_vocab));
}

}  // namespace qkv

#include "model/transformer.h"

#include <utility>

#include "attention/mask.h"
#include "numeric/gemm.h"
#include "numeric/softmax.h"

namespace qkv {
namespace {

Matrix embed(const Transformer& model, std::span<const int32_t> ids) {
  const Config& c = model.config;
  const Index n = static_cast<Index>(ids.size());
  check(n >= 1, "forward", {"at least one token is needed"});
  check(n <= c.max_tokens, "forward", {"this model reads at most ", c.max_tokens, " tokens, got ", n});
  Matrix x(n, c.d_model);
  for (Index i = 0; i < n; ++i) {
    const int32_t id = ids[static_cast<size_t>(i)];
    check(0 <= id && id < c.n_vocab, "forward",
          {"token ids must be between 0 and ", c.n_vocab - 1, ", got ", id});
    x.row(i) = model.parameters.token_embedding.row(id);
  }
  if (c.position == Position::kLearned) x += model.parameters.position_embedding.topRows(n);
  if (c.position == Position::kSinusoidal) x += sinusoidal_positions(n, c.d_model);
  return x;
}

MultiHeadOptions attention_options(const Config& c) {
  MultiHeadOptions options;
  options.n_heads = c.n_heads;
  options.n_kv_heads = c.n_kv_heads;
  if (c.position == Position::kRope) options.rope = Rope{c.rope_theta, c.rope_layout};
  if (!c.scaled) options.attention.scale = 1.0f;
  return options;
}

BlockTrace block_forward(const Config& c, const BlockParameters& p, Matrix x, const Matrix& mask) {
  BlockTrace block;
  block.input = std::move(x);
  block.norm_1 = apply_norm(c, p.norm_1, block.input);
  MultiHeadSteps attention = multi_head_attention(block.norm_1, p.attention, mask, attention_options(c));
  block.heads = std::move(attention.heads);
  block.concat = std::move(attention.concat);
  block.projected = std::move(attention.projected);
  block.residual = block.input + block.projected;
  if (c.d_ff == 0) {
    block.output = block.residual;
    return block;
  }
  block.norm_2 = apply_norm(c, p.norm_2, block.residual);
  block.feed_forward = feed_forward(block.norm_2, p.feed_forward, c.activation);
  block.output = block.residual + block.feed_forward.output;
  return block;
}

}  // namespace

Forward forward(const Transformer& model, std::span<const int32_t> ids, Trace trace) {
  const Config& c = model.config;
  Forward result;
  Matrix x = embed(model, ids);
  if (trace == Trace::kAll) result.embedded = x;
  const Matrix mask = c.causal ? causal_mask(x.rows()) : Matrix();

  for (const BlockParameters& p : model.parameters.blocks) {
    BlockTrace block = block_forward(c, p, std::move(x), mask);
    x = block.output;
    if (trace == Trace::kAttention) {
      BlockTrace heads_only;
      heads_only.heads = std::move(block.heads);
      block = std::move(heads_only);
    }
    if (trace != Trace::kNone) result.layers.push_back(std::move(block));
  }

  const Matrix last = apply_norm(c, model.parameters.final_norm, x);
  result.logits = c.tied ? matmul_transposed(last, model.parameters.token_embedding)
                         : matmul(last, model.parameters.unembedding);
  if (trace == Trace::kAll) {
    result.final_norm = last;
    result.probabilities = softmax_rows(result.logits).weights;
  }
  return result;
}

}  // namespace qkv

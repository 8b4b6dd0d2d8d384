#include "model/transformer.h"

#include <algorithm>
#include <utility>

#include "attention/mask.h"
#include "numeric/gemm.h"
#include "numeric/softmax.h"

namespace qkv {
MultiHeadOptions attention_options(const Config& c, Index n, Index start, RopeTable& rope) {
  MultiHeadOptions options;
  options.n_heads = c.n_heads;
  options.n_kv_heads = c.n_kv_heads;
  if (c.position == Position::kRope) {
    rope = rope_table(n, c.d_head, c.rope_theta, c.rope_layout, start);
    options.rope = &rope;
  }
  if (!c.scaled) options.attention.scale = 1.0f;
  return options;
}

Matrix unembed(const Transformer& model, const Matrix& final_norm) {
  return model.config.tied ? matmul_transposed(final_norm, model.parameters.token_embedding)
                           : matmul(final_norm, model.parameters.unembedding);
}

namespace {

/// The tokens' vectors, the first of them at position `start`.
Matrix embed(const Transformer& model, std::span<const int32_t> ids, Index start = 0) {
  const Config& c = model.config;
  const Index n = static_cast<Index>(ids.size());
  check(n >= 1, "forward", "at least one token is needed");
  check(start + n <= c.max_tokens, "forward", "this model reads at most % tokens, got %",
        {c.max_tokens, start + n});
  Matrix x(n, c.d_model);
  for (Index i = 0; i < n; ++i) {
    const int32_t id = ids[static_cast<size_t>(i)];
    check(0 <= id && id < c.n_vocab, "forward", "token ids must be between 0 and %, got %",
          {c.n_vocab - 1, id});
    x.row(i) = model.parameters.token_embedding.row(id);
  }
  if (c.position == Position::kLearned) x += model.parameters.position_embedding.middleRows(start, n);
  if (c.position == Position::kSinusoidal) x += sinusoidal_positions(start + n, c.d_model).bottomRows(n);
  return x;
}

BlockTrace block_forward(const Config& c, const BlockParameters& p, Matrix x, const Matrix& mask,
                         const MultiHeadOptions& options) {
  BlockTrace block;
  block.input = std::move(x);
  block.norm_1 = apply_norm(c, p.norm_1, block.input);
  MultiHeadSteps attention = multi_head_attention(block.norm_1, p.attention, mask, options);
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

/// x after the block, and nothing else.
void run_block(const Config& c, const BlockParameters& p, Matrix& x, const MultiHeadOptions& options,
               KvCache::Layer* cache, Index start) {
  x += multi_head_output(apply_norm(c, p.norm_1, x), p.attention, c.causal, options, cache, start);
  if (c.d_ff > 0) x += feed_forward(apply_norm(c, p.norm_2, x), p.feed_forward, c.activation).output;
}

Matrix logits_only(const Transformer& model, std::span<const int32_t> ids, KvCache* cache) {
  const Config& c = model.config;
  const Index start = cache ? cache->length : 0;
  Matrix x = embed(model, ids, start);
  RopeTable rope;
  const MultiHeadOptions options = attention_options(c, x.rows(), start, rope);
  for (size_t i = 0; i < model.parameters.blocks.size(); ++i)
    run_block(c, model.parameters.blocks[i], x, options, cache ? &cache->layers[i] : nullptr, start);
  if (cache) cache->length += x.rows();
  return unembed(model, apply_norm(c, model.parameters.final_norm, x));
}

}  // namespace

Forward forward(const Transformer& model, std::span<const int32_t> ids, Trace trace) {
  const Config& c = model.config;
  Forward result;
  if (trace == Trace::kNone) {
    result.logits = logits_only(model, ids, nullptr);
    return result;
  }
  Matrix x = embed(model, ids);
  if (trace == Trace::kAll) result.embedded = x;
  const Matrix mask = c.causal ? causal_mask(x.rows()) : Matrix();
  RopeTable rope;
  const MultiHeadOptions options = attention_options(c, x.rows(), 0, rope);

  for (const BlockParameters& p : model.parameters.blocks) {
    BlockTrace block = block_forward(c, p, std::move(x), mask, options);
    x = block.output;
    if (trace == Trace::kAttention) {
      BlockTrace heads_only;
      heads_only.heads = std::move(block.heads);
      block = std::move(heads_only);
    }
    result.layers.push_back(std::move(block));
  }

  const Matrix last = apply_norm(c, model.parameters.final_norm, x);
  result.logits = unembed(model, last);
  if (trace == Trace::kAll) {
    result.final_norm = last;
    result.probabilities = softmax_rows(result.logits).weights;
  }
  return result;
}

KvCache make_kv_cache(const Transformer& model, Index max_tokens) {
  const Config& c = model.config;
  check(c.causal, "make_kv_cache", "a model that sees later tokens can not cache earlier ones");
  const Index rows = std::min(max_tokens, c.max_tokens), width = c.n_kv_heads * c.d_head;
  KvCache cache;
  cache.layers.resize(static_cast<size_t>(c.n_layers));
  for (KvCache::Layer& layer : cache.layers) layer.k.resize(rows, width), layer.v.resize(rows, width);
  return cache;
}

Matrix forward_next(const Transformer& model, std::span<const int32_t> ids, KvCache& cache) {
  check(cache.layers.size() == model.parameters.blocks.size(), "forward",
        "the cache must have % layers, got %", {model.config.n_layers, cache.layers.size()});
  return logits_only(model, ids, &cache);
}

}  // namespace qkv

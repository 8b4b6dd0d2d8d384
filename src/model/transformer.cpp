#include "model/transformer.h"

#include <algorithm>
#include <utility>

#include "attention/attend.h"
#include "attention/mask.h"
#include "numeric/gemm.h"
#include "numeric/softmax.h"

namespace qkv {
namespace {

std::optional<float> scale_of(const Config& c) {
  return c.scaled ? std::nullopt : std::optional<float>(1.0f);
}

}  // namespace

Names<Trace> names(Trace) {
  static constexpr std::pair<const char*, Trace> all[] = {
      {"none", Trace::kNone}, {"attention", Trace::kAttention}, {"all", Trace::kAll}};
  return all;
}

Matrix embed(const Transformer& model, std::span<const int32_t> ids, Index start, Index sequences) {
  const Config& c = model.config;
  const Index all = static_cast<Index>(ids.size()), n = all / sequences;
  check(n >= 1, "forward", "at least one token is needed");
  check(start + n <= c.max_tokens, "forward", "this model reads at most % tokens, got %",
        {c.max_tokens, start + n});
  Matrix x(all, c.d_model);
  for (Index i = 0; i < all; ++i) {
    const int32_t id = ids[static_cast<size_t>(i)];
    check(0 <= id && id < c.n_vocab, "forward", "token ids must be between 0 and %, got %",
          {c.n_vocab - 1, id});
    x.row(i) = model.parameters.token_embedding.row(id);
  }
  Matrix positions;
  if (c.position == Position::kLearned) positions = model.parameters.position_embedding.middleRows(start, n);
  if (c.position == Position::kSinusoidal)
    positions = sinusoidal_positions(start + n, c.d_model).bottomRows(n);
  if (positions.size() > 0)
    for (Index at = 0; at < all; at += n) x.middleRows(at, n) += positions;
  return x;
}

Matrix unembed(const Transformer& model, const Matrix& final_norm) {
  return model.config.tied ? matmul_transposed(final_norm, model.parameters.token_embedding)
                           : matmul(final_norm, model.parameters.unembedding);
}

std::optional<RopeTable> rope_of(const Config& c, Index n, Index start) {
  if (c.position != Position::kRope) return std::nullopt;
  return rope_table(n, c.d_head, c.rope_theta, c.rope_layout, start);
}

FlashOptions flash_options(const Config& c) {
  return {c.n_heads, c.n_kv_heads, c.causal, scale_of(c), c.window};
}

AttendRows attend_whole(const Config& c) {
  return c.features ? attend_linear(c.heads()) : attend_fused(flash_options(c));
}

namespace {

/// With the mask of `c`, which is that of the model in everything else.
Matrix logits_only(const Transformer& model, const Config& c, std::span<const int32_t> ids, KvCache* cache) {
  const Index start = cache ? cache->length : 0;
  Matrix x = embed(model, ids, start);
  const std::optional<RopeTable> rope = rope_of(c, x.rows(), start);
  const Attend whole = attend_batched(attend_whole(c), x.rows());
  for (size_t l = 0; l < model.parameters.blocks.size(); ++l)
    x = run_block(c, model.parameters.blocks[l], std::move(x), rope ? &*rope : nullptr,
                  !cache       ? whole
                  : c.features ? attend_linear_cached(c.heads(), cache->layers[l])
                               : attend_cached(flash_options(c), cache->layers[l], start))
            .output;
  if (cache) cache->length += x.rows();
  return unembed(model, apply_norm(c, model.parameters.final_norm, x));
}

}  // namespace

Forward forward(const Transformer& model, std::span<const int32_t> ids, Trace trace) {
  return forward(model, ids, ForwardOptions{trace});
}

Forward forward(const Transformer& model, std::span<const int32_t> ids, const ForwardOptions& wanted) {
  const Trace trace = wanted.trace;
  Config c = model.config;
  c.causal = wanted.causal.value_or(c.causal);
  if (!c.causal) c.window.reset();
  check(c.causal || !c.features, "forward", "linear attention needs a causal mask");
  Forward result;
  if (trace == Trace::kNone) {
    result.logits = logits_only(model, c, ids, nullptr);
    return result;
  }
  Matrix x = embed(model, ids);
  if (trace == Trace::kAll) result.embedded = x;
  const Matrix mask = c.window   ? window_mask(x.rows(), *c.window)
                      : c.causal ? causal_mask(x.rows())
                                 : Matrix();
  const std::optional<RopeTable> rope = rope_of(c, x.rows(), 0);
  AttentionOptions options;
  options.scale = scale_of(c);
  for (const BlockParameters& p : model.parameters.blocks) {
    std::vector<AttentionSteps> heads;
    BlockTrace block = run_block(c, p, std::move(x), rope ? &*rope : nullptr,
                                 c.features ? attend_linear_in_steps(c.heads(), heads)
                                            : attend_in_steps(c.heads(), mask, options, heads));
    x = block.output;
    if (trace == Trace::kAttention) block = BlockTrace();
    block.heads = std::move(heads);
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
  check(c.causal, "make_kv_cache", "a model that sees later tokens cannot cache earlier ones");
  const Index rows = std::min(max_tokens, c.max_tokens), width = c.heads().kv_width();
  KvCache cache;
  cache.layers.resize(static_cast<size_t>(c.n_layers));
  for (KvCache::Layer& layer : cache.layers)
    if (c.features)
      layer.states = linear_states(c.heads());
    else
      layer.k.resize(rows, width), layer.v.resize(rows, width);
  return cache;
}

Matrix forward_next(const Transformer& model, std::span<const int32_t> ids, KvCache& cache) {
  check(cache.layers.size() == model.parameters.blocks.size(), "forward",
        "the cache must have % layers, got %", {model.config.n_layers, cache.layers.size()});
  return logits_only(model, model.config, ids, &cache);
}

}  // namespace qkv

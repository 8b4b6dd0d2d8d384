// What named models are made of, and what they cost: counted from their public shapes, nothing measured.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/config.h"
#include "numeric/fields.h"

namespace qkv {

/// Multi-head latent attention (DeepSeek-V2, arXiv:2405.04434, section 2.1): keys and values are made from one small
/// vector, which is what the cache keeps, beside a part of the key that carries the position.
struct Latent {
  Index q_rank = 0;   // 0: queries are made in one step
  Index kv_rank = 0;  // 0: no latent attention
  Index d_rope = 0;   // of each query, and of the one key that all heads share
  Index d_value = 0;
};

/// A mixture of experts in place of the feed-forward layer, from layer `n_dense` on.
struct Experts {
  Index routed = 0;  // 0: none
  Index active = 0;  // of the routed ones, for each token
  Index shared = 0;  // always active
  Index d_ff = 0;
  Index n_dense = 0;
  bool bias = false;  // of the router
};

/// The shape of a transformer. Sizes as in Config.
struct Architecture {
  const char* name;
  const char* source;  // where the shape is published
  Index n_vocab, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff;
  Index max_positions = 0;  // of learned positions
  bool gated = true;
  bool tied = false;
  bool biases = false;    // of every projection and norm
  bool qkv_bias = false;  // of queries, keys and values alone
  Latent latent = {};     // d_head is then the part of queries and keys without position
  Experts experts = {};
};

/// Llama 3.1, GPT-2 and GPT-3, Mistral, Qwen2.5, DeepSeek.
std::span<const Architecture> architectures();

/// By name. Throws InvalidArgument if there is none.
const Architecture& architecture(std::string_view name);

/// The shape of a model of ours.
Architecture architecture_of(const Config& config);

/// A multiply-add counts as two operations. Norms, softmax, activations and the look-up of embeddings are left out:
/// together they are less than a per cent.
struct Cost {
  double parameters = 0;
  double linear_flops = 0;     // of one token, whatever the length: projections, feed-forward, unembedding
  double attention_flops = 0;  // of the last token: it meets all n
  double mean_attention_flops = 0;  // of a token on average, under a causal mask: (n + 1) / 2 of them
  double attention_share = 0;       // of attention in all that the last token costs, and a token on average
  double mean_attention_share = 0;
  double prefill_flops = 0;            // of all n tokens under a causal mask, both kinds
  double prefill_attention_flops = 0;  // the part of attention in it
  double score_table_bytes = 0;        // of one layer, all heads
  double cache_bytes_per_token = 0;    // of all layers
  double cache_bytes = 0;
  double weight_bytes = 0;
  double memory_bytes = 0;  // weights and cache
  double crossing = 0;  // the length at which attention of the last token costs as much as everything else
  double mean_crossing = 0;  // and of a token on average
};
void fields(const Cost& c, auto visit) {
  visit("parameters", c.parameters), visit("linear_flops", c.linear_flops);
  visit("attention_flops", c.attention_flops), visit("mean_attention_flops", c.mean_attention_flops);
  visit("attention_share", c.attention_share), visit("mean_attention_share", c.mean_attention_share);
  visit("prefill_flops", c.prefill_flops), visit("prefill_attention_flops", c.prefill_attention_flops);
  visit("score_table_bytes", c.score_table_bytes), visit("cache_bytes_per_token", c.cache_bytes_per_token);
  visit("cache_bytes", c.cache_bytes), visit("weight_bytes", c.weight_bytes);
  visit("memory_bytes", c.memory_bytes), visit("crossing", c.crossing),
      visit("mean_crossing", c.mean_crossing);
}

/// `tokens` is n, `bytes` what one number takes in weights, scores and cache. Throws InvalidArgument unless both are positive.
Cost cost(const Architecture& a, double tokens, double bytes = 2);

}  // namespace qkv

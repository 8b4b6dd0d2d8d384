// A pre-norm decoder-only transformer, GPT-2 style or Llama style, as its config says:
//   x = embedding + position;  x += attention(norm_1(x));  x += feed_forward(norm_2(x));  logits = norm(x)
//   unembedding
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "attention/kv_cache.h"
#include "model/config.h"
#include "model/parameters.h"

namespace qkv {

/// How much of a forward pass is kept.
enum class Trace {
  kNone,       // logits only
  kAttention,  // and every step of every head
  kAll,        // and the residual stream, norms and feed-forward layers
};

/// What happened in one block. With Trace::kAttention only `heads` is filled.
struct BlockTrace {
  Matrix input;                       // (n, d_model)  the residual stream as it comes in
  Matrix norm_1;                      // (n, d_model)
  std::vector<AttentionSteps> heads;  // n_heads
  Matrix concat;                      // (n, n_heads × d_head)
  Matrix projected;                   // (n, d_model)
  Matrix residual;                    // (n, d_model)  input + projected
  Matrix norm_2;                      // (n, d_model)
  FeedForwardSteps feed_forward;      // hidden (n, d_ff), output (n, d_model); empty if d_ff = 0
  Matrix output;                      // (n, d_model)  residual + feed_forward.output
};

struct Forward {
  Matrix logits;                   // (n, n_vocab)  row i scores the token after position i
  std::vector<BlockTrace> layers;  // n_layers, or none with Trace::kNone
  Matrix embedded;                 // (n, d_model)  Trace::kAll: token + position embedding
  Matrix final_norm;               // (n, d_model)  Trace::kAll
  Matrix probabilities;            // (n, n_vocab)  Trace::kAll: softmax of logits
};

struct Transformer {
  Config config;
  Parameters parameters;
};

/// How this model's heads attend to n tokens from position `start` on; `rope` is filled if the model has it,
/// and must live as long as the options, which point to it.
MultiHeadOptions attention_options(const Config& config, Index n, Index start, RopeTable& rope);

/// The logits (n, n_vocab) of n final states.
Matrix unembed(const Transformer& model, const Matrix& final_norm);

/// The forward pass over token ids. Throws std::invalid_argument if there are none, more than max_tokens, or
/// an id outside the vocabulary.
/// Without a trace the fused kernels are used, with one the step-by-step path: the same logits to rounding.
Forward forward(const Transformer& model, std::span<const int32_t> ids, Trace trace = Trace::kNone);

/// An empty cache for up to `max_tokens` tokens of this model, at most its own limit.
/// Throws std::invalid_argument if the model is not causal.
KvCache make_kv_cache(const Transformer& model, Index max_tokens);

/// The logits (n, n_vocab) of more tokens, which follow those in the cache and are added to it: the last rows
/// of what `forward` gives for all of them. Throws like `forward`, and leaves the cache as it was.
Matrix forward_next(const Transformer& model, std::span<const int32_t> ids, KvCache& cache);

}  // namespace qkv

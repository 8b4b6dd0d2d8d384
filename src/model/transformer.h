// A pre-norm decoder-only transformer, GPT-2 style or Llama style, as its config says:
//   x = embedding + position
//   for each block: x = x + attention(norm_1(x));  x = x + feed_forward(norm_2(x))
//   logits = norm(x) unembedding
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "attention/attend.h"
#include "attention/flash.h"
#include "attention/kv_cache.h"
#include "model/block.h"
#include "model/config.h"
#include "model/parameters.h"

namespace qkv {

/// How much of a forward pass is kept.
enum class Trace {
  kNone,       // logits only
  kAttention,  // and every step of every head
  kAll,        // and the residual stream, norms and feed-forward layers
};
Names<Trace> names(Trace);

/// What is done otherwise than the model says.
struct ForwardOptions {
  Trace trace = Trace::kNone;
  std::optional<bool> causal = std::nullopt;  // the mask, if it is not to be the model's own
};

struct Forward {
  Matrix logits;                   // (n, n_vocab)  row i scores the token after position i
  std::vector<BlockTrace> layers;  // n_layers, or none with Trace::kNone; only `heads` with Trace::kAttention
  Matrix embedded;                 // (n, d_model)  Trace::kAll: token + position embedding
  Matrix final_norm;               // (n, d_model)  Trace::kAll
  Matrix probabilities;            // (n, n_vocab)  Trace::kAll: softmax of logits
};
void fields(const Forward& f, auto visit) {
  visit("logits", f.logits), visit("layers", f.layers), visit("embedded", f.embedded);
  visit("final_norm", f.final_norm), visit("probabilities", f.probabilities);
}

struct Transformer {
  Config config;
  Parameters parameters;
};

/// The residual stream before the first block (n, d_model): token embeddings, and the positions if they are
/// added to them. `ids` are `sequences` sequences of equal length, one after the other, each beginning at
/// position `start`. Throws InvalidArgument if there are none, more than max_tokens, or an id outside the
/// vocabulary.
Matrix embed(const Transformer& model, std::span<const int32_t> ids, Index start = 0, Index sequences = 1);

/// The logits (n, n_vocab) of n final states.
Matrix unembed(const Transformer& model, const Matrix& final_norm);

/// The angles of n positions from `start` on, if the config has RoPE.
std::optional<RopeTable> rope_of(const Config& config, Index n, Index start);

/// How the heads attend where no step is kept.
FlashOptions flash_options(const Config& config);

/// The same for one whole sequence, with softmax or without.
AttendRows attend_whole(const Config& config);

/// The forward pass over token ids. Throws like `embed`.
/// Without a trace the fused kernels are used, with one the step-by-step path: the same logits to rounding.
Forward forward(const Transformer& model, std::span<const int32_t> ids, const ForwardOptions& options);
Forward forward(const Transformer& model, std::span<const int32_t> ids, Trace trace = Trace::kNone);

/// An empty cache for up to `max_tokens` tokens of this model, at most its own limit.
/// Throws InvalidArgument if the model is not causal.
KvCache make_kv_cache(const Transformer& model, Index max_tokens);

/// The logits (n, n_vocab) of more tokens, which follow those in the cache and are added to it: the last rows
/// of what `forward` gives for all of them. Throws like `forward`, and leaves the cache as it was.
Matrix forward_next(const Transformer& model, std::span<const int32_t> ids, KvCache& cache);

}  // namespace qkv

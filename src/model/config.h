// The blueprint of a decoder-only transformer: everything needed to know the shape of every parameter.
#pragma once

#include <optional>

#include "attention/head_shape.h"
#include "attention/positional.h"
#include "numeric/fields.h"

namespace qkv {

enum class Norm { kNone, kLayer, kRms };
enum class Position { kNone, kSinusoidal, kLearned, kRope };
enum class Activation { kRelu, kGelu, kGeluTanh, kSilu };
enum class Features { kElu };  // what linear attention makes of queries and keys: elu + 1

Names<Norm> names(Norm);
Names<Position> names(Position);
Names<Activation> names(Activation);
Names<RopeLayout> names(RopeLayout);
Names<Features> names(Features);

struct Config {
  Index n_vocab = 0;         // e.g. 512
  Index max_tokens = 0;      // longest sequence, e.g. 512
  Index d_model = 0;         // e.g. 64
  Index n_layers = 0;        // e.g. 5
  Index n_heads = 1;         // e.g. 8
  Index n_kv_heads = 1;      // e.g. 4; divides n_heads
  Index d_head = 0;          // e.g. 8
  Index d_ff = 0;            // e.g. 172; 0 leaves the feed-forward layers out
  Norm norm = Norm::kLayer;  // before attention, before feed-forward and at the end
  float norm_epsilon = 1e-5f;
  Position position = Position::kLearned;
  RopeLayout rope_layout = RopeLayout::kInterleaved;
  float rope_theta = 10000.0f;
  Activation activation = Activation::kGelu;
  bool gated = false;  // feed-forward: activation(x w_gate) × (x w_in) instead of activation(x w_in)
  bool biases = true;  // of the projections and the feed-forward layer
  bool tied = true;    // the unembedding is the transposed token embedding
  bool causal = true;  // position i sees j ≤ i only
  bool scaled = true;  // scores × 1/√d_head
  // What only some models have; absent from files and objects that do not.
  std::optional<Index> window = std::nullopt;  // position i sees the nearest `window` only, itself among them
  std::optional<Features> features =
      std::nullopt;  // linear attention instead of softmax (linear_attention.h)

  HeadShape heads() const { return {n_heads, n_kv_heads, d_head}; }
};
void fields(Either<Config> auto& c, auto visit) {
  visit("n_vocab", c.n_vocab), visit("max_tokens", c.max_tokens), visit("d_model", c.d_model);
  visit("n_layers", c.n_layers), visit("n_heads", c.n_heads), visit("n_kv_heads", c.n_kv_heads);
  visit("d_head", c.d_head), visit("d_ff", c.d_ff), visit("norm", c.norm);
  visit("norm_epsilon", c.norm_epsilon), visit("position", c.position), visit("rope_layout", c.rope_layout);
  visit("rope_theta", c.rope_theta), visit("activation", c.activation), visit("gated", c.gated);
  visit("biases", c.biases), visit("tied", c.tied), visit("causal", c.causal), visit("scaled", c.scaled);
  visit("window", c.window), visit("features", c.features);
}

/// The same sizes, mask and scale in the way of Llama (Touvron et al. 2023), as a llama2.c file can hold
/// them: RMSNorm, interleaved RoPE with theta 10,000, gated SiLU feed-forward layers (four times d_model wide
/// if there were none), no biases.
Config llama_style(Config config);

/// Throws std::invalid_argument naming the first value that makes no sense: sizes out of range, head counts
/// that do not divide, an odd d_head with RoPE.
void check_config(const Config& config);

}  // namespace qkv

// The blueprint of a decoder-only transformer: everything needed to know the shape of every parameter.
#pragma once

#include "attention/positional.h"

namespace qkv {

enum class Norm { kNone, kLayer, kRms };
enum class Position { kNone, kSinusoidal, kLearned, kRope };
enum class Activation { kRelu, kGelu, kGeluTanh, kSilu };

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
};

/// Throws std::invalid_argument naming the first value that makes no sense: sizes out of range, head counts
/// that do not divide, an odd d_head with RoPE.
void check_config(const Config& config);

}  // namespace qkv

// The position-wise feed-forward layer: the same two or three matrices applied to every token on its own.
#pragma once

#include "model/config.h"

namespace qkv {

/// Biases may be empty; w_gate is empty unless the layer is gated.
struct FeedForwardParameters {
  Matrix w_gate;  // (d_model, d_ff)
  Matrix w_in;    // (d_model, d_ff)
  Matrix b_in;    // (1, d_ff)
  Matrix w_out;   // (d_ff, d_model)
  Matrix b_out;   // (1, d_model)
};

struct FeedForwardSteps {
  Matrix gate;            // (n, d_ff)     x w_gate before the activation; empty unless gated
  Matrix pre_activation;  // (n, d_ff)     x w_in + b_in
  Matrix hidden;          // (n, d_ff)     activation(pre_activation), or activation(gate) × pre_activation
  Matrix output;          // (n, d_model)  hidden w_out + b_out
};

/// Throws std::invalid_argument if shapes do not fit together.
FeedForwardSteps feed_forward(const MatrixRef& x, const FeedForwardParameters& parameters,
                              Activation activation);

}  // namespace qkv

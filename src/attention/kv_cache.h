// The keys and values of the tokens read so far. A causal model never changes them again, so that the next
// token costs one query instead of a whole sequence.
#pragma once

#include <vector>

#include "attention/linear_attention.h"
#include "numeric/matrix.h"

namespace qkv {

struct KvCache {
  struct Layer {
    Matrix k;  // (max_tokens, n_kv_heads × d_head)  turned by RoPE if the model has it
    Matrix v;  // (max_tokens, n_kv_heads × d_head)
    std::vector<LinearAttention> states;  // n_heads, instead of k and v where attention is linear
  };
  std::vector<Layer> layers;
  Index length = 0;  // how many of the rows are filled

  /// What it takes when full: 2 × layers × max_tokens × n_kv_heads × d_head × 4 bytes; where attention is linear,
  /// layers × n_heads × d_head × (d_head + 1) × 4, whatever the length.
  double bytes() const {
    double numbers = 0;
    for (const Layer& layer : layers) {
      numbers += static_cast<double>(layer.k.size() + layer.v.size());
      for (const LinearAttention& one : layer.states)
        numbers += static_cast<double>(one.state().size() + one.features().size());
    }
    return numbers * sizeof(float);
  }
};

}  // namespace qkv

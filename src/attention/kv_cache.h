// The keys and values of the tokens read so far. A causal model never changes them again, so that the next
// token costs one query instead of a whole sequence.
#pragma once

#include <vector>

#include "numeric/matrix.h"

namespace qkv {

struct KvCache {
  struct Layer {
    Matrix k;  // (max_tokens, n_kv_heads × d_head)  turned by RoPE if the model has it
    Matrix v;  // (max_tokens, n_kv_heads × d_head)
  };
  std::vector<Layer> layers;
  Index length = 0;  // how many of the rows are filled

  /// What it takes when full: 2 × layers × max_tokens × n_kv_heads × d_head × 4 bytes.
  double bytes() const {
    double numbers = 0;
    for (const Layer& layer : layers) numbers += static_cast<double>(layer.k.size() + layer.v.size());
    return numbers * sizeof(float);
  }
};

}  // namespace qkv

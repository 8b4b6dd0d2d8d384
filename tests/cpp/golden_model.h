// The two models of tests/golden/{gpt2,llama}.txt, as tools/golden/generate.py made them.
#pragma once

#include "expect.h"
#include "model/transformer.h"

namespace qkv::test {

inline Config gpt2_config() {
  return {.n_vocab = 11,
          .max_tokens = 9,
          .d_model = 12,
          .n_layers = 2,
          .n_heads = 3,
          .n_kv_heads = 3,
          .d_head = 4,
          .d_ff = 20,
          .activation = Activation::kGeluTanh};
}

inline Config llama_config() {
  return {.n_vocab = 13,
          .max_tokens = 16,
          .d_model = 12,
          .n_layers = 2,
          .n_heads = 4,
          .n_kv_heads = 2,
          .d_head = 4,
          .d_ff = 18,
          .norm = Norm::kRms,
          .position = Position::kRope,
          .rope_layout = RopeLayout::kHalfSplit,
          .rope_theta = 50.0f,
          .activation = Activation::kSilu,
          .gated = true,
          .biases = false,
          .tied = false};
}

inline Transformer load(const Golden& golden, const Config& config) {
  Transformer model{config, make_parameters(config)};
  for_each_parameter(config, model.parameters,
                     [&](const std::string& name, Matrix& matrix, Index rows, Index cols) {
                       matrix = golden[name];
                       check_shape("golden", name, matrix, rows, cols);
                     });
  return model;
}

inline std::vector<int32_t> whole_numbers(const Golden& golden, const std::string& name) {
  const Eigen::MatrixXd& values = golden.exact(name);
  return {values.data(), values.data() + values.size()};
}

}  // namespace qkv::test

#include "model/config.h"

#include <cmath>

namespace qkv {

Names<Norm> names(Norm) {
  static constexpr std::pair<const char*, Norm> all[] = {
      {"none", Norm::kNone}, {"layer", Norm::kLayer}, {"rms", Norm::kRms}};
  return all;
}

Names<Position> names(Position) {
  static constexpr std::pair<const char*, Position> all[] = {{"none", Position::kNone},
                                                             {"sinusoidal", Position::kSinusoidal},
                                                             {"learned", Position::kLearned},
                                                             {"rope", Position::kRope}};
  return all;
}

Names<Activation> names(Activation) {
  static constexpr std::pair<const char*, Activation> all[] = {{"relu", Activation::kRelu},
                                                               {"gelu", Activation::kGelu},
                                                               {"gelu_tanh", Activation::kGeluTanh},
                                                               {"silu", Activation::kSilu}};
  return all;
}

Names<RopeLayout> names(RopeLayout) {
  static constexpr std::pair<const char*, RopeLayout> all[] = {{"interleaved", RopeLayout::kInterleaved},
                                                               {"half_split", RopeLayout::kHalfSplit}};
  return all;
}

Names<Features> names(Features) {
  static constexpr std::pair<const char*, Features> all[] = {{"elu", Features::kElu}};
  return all;
}

Config llama_style(Config c) {
  c.norm = Norm::kRms;
  c.norm_epsilon = 1e-5f;
  c.position = Position::kRope;
  c.rope_layout = RopeLayout::kInterleaved;
  c.rope_theta = 10000.0f;
  c.activation = Activation::kSilu;
  c.gated = true;
  c.biases = false;
  c.window.reset();
  c.features.reset();
  if (c.d_ff == 0) c.d_ff = 4 * c.d_model;
  return c;
}

void check_config(const Config& c) {
  constexpr const char* who = "config";
  // Upper bounds keep a lying file from asking for absurd memory; they are far above anything a page can run.
  const auto in_range = [](const char* name, Index value, Index low, Index high) {
    check(low <= value && value <= high, who, "% must be between % and %, got %", {name, low, high, value});
  };
  in_range("n_vocab", c.n_vocab, 1, 1 << 20);
  in_range("max_tokens", c.max_tokens, 1, 1 << 20);
  in_range("d_model", c.d_model, 1, 1 << 16);
  in_range("n_layers", c.n_layers, 0, 1 << 10);
  in_range("n_heads", c.n_heads, 1, 1 << 10);
  in_range("n_kv_heads", c.n_kv_heads, 1, 1 << 10);
  in_range("d_head", c.d_head, 1, 1 << 12);
  in_range("d_ff", c.d_ff, 0, 1 << 18);
  check_head_counts(who, c.n_heads, c.n_kv_heads);
  check(c.position != Position::kRope || c.d_head % 2 == 0, who, "d_head must be even with RoPE, got %",
        {c.d_head});
  check(c.position != Position::kSinusoidal || c.d_model % 2 == 0, who,
        "d_model must be even with sinusoidal positions, got %", {c.d_model});
  check(!c.window || (c.causal && *c.window >= 1), who,
        "a window needs a causal mask and at least 1 position, got %", {c.window.value_or(0)});
  check(!c.features || (c.causal && !c.window), who, "linear attention needs a causal mask and no window");
  check(c.norm_epsilon >= 0.0f && std::isfinite(c.norm_epsilon), who,
        "norm_epsilon must be 0 or more and finite");
  check(c.rope_theta > 0.0f && std::isfinite(c.rope_theta), who, "rope_theta must be positive and finite");
}

}  // namespace qkv

#include "train/build_task.h"

namespace qkv {

std::vector<int32_t> different(Random& random, int32_t bound, int32_t count) {
  std::vector<int32_t> all(static_cast<size_t>(bound));
  for (int32_t i = 0; i < bound; ++i) all[static_cast<size_t>(i)] = i;
  for (int32_t i = 0; i < count; ++i)
    std::swap(all[static_cast<size_t>(i)],
              all[static_cast<size_t>(i + below(random, static_cast<size_t>(bound - i)))]);
  all.resize(static_cast<size_t>(count));
  return all;
}

Config attention_only(Index n_layers, Index d_model, Index n_heads) {
  Config c;
  c.n_layers = n_layers;
  c.d_model = d_model;
  c.n_heads = c.n_kv_heads = n_heads;
  c.d_head = d_model / n_heads;
  c.biases = false;
  c.tied = false;
  return c;
}

Config with_rope(Config c) {
  c.position = Position::kRope;
  c.rope_theta = 50.0f;  // short sequences: wavelengths of a few tokens
  return c;
}

Config with_feed_forward(Config c, Index times) {
  c.d_ff = times * c.d_model;
  c.biases = true;
  return c;
}

Example next_tokens(std::vector<int32_t> sequence, size_t first) {
  Example example;
  example.targets.resize(sequence.size() - 1, kIgnored);
  for (size_t i = first; i < example.targets.size(); ++i) example.targets[i] = sequence[i + 1];
  sequence.pop_back();
  example.ids = std::move(sequence);
  return example;
}

Task finished(Task task) {
  task.recipe.config.n_vocab = static_cast<Index>(task.words.size());
  task.recipe.config.max_tokens = task.tokens;
  check_config(task.recipe.config);
  return task;
}

}  // namespace qkv

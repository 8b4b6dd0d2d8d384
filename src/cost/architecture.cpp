#include "cost/architecture.h"

namespace qkv {
namespace {

constexpr const char* kLlama = "github.com/meta-llama/llama-models, sku_list.py";
constexpr const char* kGpt2 = "github.com/openai/gpt-2, hparams.json of the models";
constexpr const char* kGpt3 = "arXiv:2005.14165, table 2.1";
constexpr const char* kMistral = "arXiv:2310.06825, table 1";
constexpr const char* kQwen = "arXiv:2412.15115, table 1, and config.json of the models";
constexpr const char* kDeepSeek2 = "arXiv:2405.04434, sections 3.1.2 and B";
constexpr const char* kDeepSeek3 = "arXiv:2412.19437, section 4.2";

constexpr Architecture gpt(const char* name, const char* source, Index d_model, Index n_layers, Index n_heads,
                           Index positions) {
  return {name,        source,    50257, d_model, n_layers, n_heads, n_heads, d_model / n_heads,
          4 * d_model, positions, false, true,    true};
}

constexpr Architecture llama(const char* name, const char* source, Index n_vocab, Index d_model,
                             Index n_layers, Index n_heads, Index d_ff, Index n_kv_heads = 8) {
  return {name, source, n_vocab, d_model, n_layers, n_heads, n_kv_heads, 128, d_ff};
}

constexpr Architecture qwen(const char* name, Index d_model, Index n_layers, Index n_heads, Index n_kv_heads,
                            Index d_ff) {
  Architecture a = llama(name, kQwen, 152064, d_model, n_layers, n_heads, d_ff, n_kv_heads);
  a.qkv_bias = true;
  return a;
}

constexpr Architecture deepseek(const char* name, const char* source, Index n_vocab, Index d_model,
                                Index n_layers, Index n_heads, Index d_ff, Index q_rank, Experts experts) {
  Architecture a = llama(name, source, n_vocab, d_model, n_layers, n_heads, d_ff, n_heads);
  a.latent = {q_rank, 512, 64, 128};
  a.experts = experts;
  return a;
}

constexpr Architecture kAll[] = {
    llama("Llama-3.1-8B", kLlama, 128256, 4096, 32, 32, 14336),
    llama("Llama-3.1-70B", kLlama, 128256, 8192, 80, 64, 28672),
    llama("Llama-3.1-405B", kLlama, 128256, 16384, 126, 128, 53248),
    gpt("GPT-2", kGpt2, 768, 12, 12, 1024),
    gpt("GPT-2-XL", kGpt2, 1600, 48, 25, 1024),
    gpt("GPT-3-175B", kGpt3, 12288, 96, 96, 2048),
    llama("Mistral-7B", kMistral, 32000, 4096, 32, 32, 14336),
    qwen("Qwen2.5-7B", 3584, 28, 28, 4, 18944),
    qwen("Qwen2.5-72B", 8192, 80, 64, 8, 29568),
    deepseek("DeepSeek-V2-Lite", kDeepSeek2, 102400, 2048, 27, 16, 10944, 0, {64, 6, 2, 1408, 1}),
    deepseek("DeepSeek-V2", kDeepSeek2, 102400, 5120, 60, 128, 12288, 1536, {160, 6, 2, 1536, 1}),
    deepseek("DeepSeek-V3", kDeepSeek3, 129280, 7168, 61, 128, 18432, 1536, {256, 8, 1, 2048, 3, true}),
};

double real(Index value) { return static_cast<double>(value); }

/// Numbers of the matrices that a token meets on its way, and of all that are kept; they differ by experts that rest.
struct Weights {
  double met = 0, kept = 0;
  void add(double count) { met += count, kept += count; }
};

Weights attention_weights(const Architecture& a) {
  const double d = real(a.d_model), h = real(a.n_heads);
  Weights weights;
  if (a.latent.kv_rank > 0) {
    const double q = h * real(a.d_head + a.latent.d_rope), rank = real(a.latent.kv_rank);
    weights.add(a.latent.q_rank > 0 ? real(a.latent.q_rank) * (d + q) : d * q);
    weights.add(d * (rank + real(a.latent.d_rope)));
    weights.add(rank * h * real(a.d_head + a.latent.d_value));
    weights.add(h * real(a.latent.d_value) * d);
    return weights;
  }
  const double q = h * real(a.d_head), kv = real(a.n_kv_heads * a.d_head);
  weights.add(2 * d * q + 2 * d * kv);
  return weights;
}

Weights feed_forward_weights(const Architecture& a, Index layer) {
  const double d = real(a.d_model), matrices = a.gated ? 3 : 2;
  Weights weights;
  if (a.experts.routed == 0 || layer < a.experts.n_dense) {
    weights.add(matrices * d * real(a.d_ff));
    return weights;
  }
  const Experts& e = a.experts;
  weights.add(d * real(e.routed));  // the router
  weights.met += matrices * d * real(e.d_ff) * real(e.active + e.shared);
  weights.kept += matrices * d * real(e.d_ff) * real(e.routed + e.shared);
  return weights;
}

/// Norms, biases and positions: kept, and too few to count as work.
double small_parameters(const Architecture& a) {
  const double d = real(a.d_model), layers = real(a.n_layers);
  const double norm = a.biases ? 2 * d : d;
  double each = 2 * norm;
  const double q = real(a.n_heads * a.d_head), kv = real(a.n_kv_heads * a.d_head);
  if (a.biases) each += q + 2 * kv + d + real(a.d_ff) + d;  // a gate has none
  if (a.qkv_bias) each += q + 2 * kv;
  if (a.latent.kv_rank > 0) each += real(a.latent.kv_rank + a.latent.q_rank);  // norms of the latent vectors
  const double routers = a.experts.bias ? real((a.n_layers - a.experts.n_dense) * a.experts.routed) : 0;
  return layers * each + norm + real(a.max_positions) * d + routers;
}

}  // namespace

std::span<const Architecture> architectures() { return kAll; }

const Architecture& architecture(std::string_view name) {
  for (const Architecture& a : kAll)
    if (name == a.name) return a;
  std::string known;
  for (const Architecture& a : kAll) known += (known.empty() ? "" : ", ") + std::string(a.name);
  fail("architecture", "unknown architecture '%'; known are %", {name, known});
}

Architecture architecture_of(const Config& c) {
  Architecture a{"", "", c.n_vocab, c.d_model, c.n_layers, c.n_heads, c.n_kv_heads, c.d_head, c.d_ff};
  a.max_positions = c.position == Position::kLearned ? c.max_tokens : 0;
  a.gated = c.gated;
  a.tied = c.tied;
  a.biases = c.biases;
  return a;
}

Cost cost(const Architecture& a, double tokens, double bytes) {
  check(tokens > 0 && bytes > 0, "cost", "tokens and bytes must be positive, got % and %", {tokens, bytes});
  const double embedding = real(a.n_vocab) * real(a.d_model);
  Weights weights;
  for (Index layer = 0; layer < a.n_layers; ++layer)
    for (const Weights& part : {attention_weights(a), feed_forward_weights(a, layer)})
      weights.met += part.met, weights.kept += part.kept;
  // A score and a mixed value for each pair of tokens, in every head of every layer.
  const bool latent = a.latent.kv_rank > 0;
  const double width = real(latent ? a.d_head + a.latent.d_rope + a.latent.d_value : 2 * a.d_head);
  const double per_pair = 2 * width * real(a.n_heads) * real(a.n_layers);
  const double kept = real(latent ? a.latent.kv_rank + a.latent.d_rope : 2 * a.n_kv_heads * a.d_head);

  Cost result;
  result.parameters = weights.kept + embedding * (a.tied ? 1 : 2) + small_parameters(a);
  result.linear_flops = 2 * (weights.met + embedding);
  result.attention_flops = per_pair * tokens;
  result.mean_attention_flops = per_pair * (tokens + 1) / 2;
  const auto share = [&](double part) { return part / (part + result.linear_flops); };
  result.attention_share = share(result.attention_flops);
  result.mean_attention_share = share(result.mean_attention_flops);
  result.prefill_attention_flops = result.mean_attention_flops * tokens;
  result.prefill_flops = result.linear_flops * tokens + result.prefill_attention_flops;
  result.score_table_bytes = real(a.n_heads) * tokens * tokens * bytes;
  result.cache_bytes_per_token = real(a.n_layers) * kept * bytes;
  result.cache_bytes = result.cache_bytes_per_token * tokens;
  result.weight_bytes = result.parameters * bytes;
  result.memory_bytes = result.weight_bytes + result.cache_bytes;
  result.crossing = result.linear_flops / per_pair;
  result.mean_crossing = 2 * result.crossing - 1;
  return result;
}

}  // namespace qkv

#include <algorithm>

#include "io/model_file.h"

namespace qkv {
namespace {

constexpr const char* kWho = "llama2.c file";

// The next (out, in) matrix of the file, turned to (in, out).
Matrix read_transposed(ByteReader& reader, Index in, Index out) {
  const Bytes bytes = reader.take(static_cast<size_t>(in * out) * sizeof(float));
  Matrix stored(out, in);
  if (stored.size() > 0) std::memcpy(stored.data(), bytes.data(), bytes.size());
  return stored.transpose();
}

Config read_header(ByteReader& reader, bool& tied) {
  const auto next = [&reader] { return Index{reader.read<int32_t>()}; };
  Config c;
  c.d_model = next();
  c.d_ff = next();
  c.n_layers = next();
  c.n_heads = next();
  c.n_kv_heads = next();
  const Index n_vocab = next();
  tied = n_vocab > 0;
  c.n_vocab = tied ? n_vocab : -std::max<Index>(n_vocab, -(1 << 24));  // cannot overflow
  c.max_tokens = next();
  c.d_head = c.n_heads > 0 ? c.d_model / c.n_heads : 0;
  c.norm = Norm::kRms;
  c.position = Position::kRope;
  c.activation = Activation::kSilu;
  c.gated = true;
  c.biases = false;
  c.tied = tied;
  return c;
}

}  // namespace

Transformer read_llama2c(Bytes bytes) {
  ByteReader reader(bytes, kWho);
  bool tied = true;
  Transformer model;
  Config& c = model.config;
  c = read_header(reader, tied);
  try {
    check_config(c);
    check(c.d_ff >= 1, "config", "hidden_dim must be at least 1");
    check(c.d_model % c.n_heads == 0, "config", "n_heads must divide d_model");
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(std::string(kWho) +
                             ": not a llama2.c model, or a newer version of the format (" + error.what() +
                             ")");
  }
  const uint64_t rope_floats = static_cast<uint64_t>(c.max_tokens) *
                               static_cast<uint64_t>(c.d_head);  // cosines and sines, d_head / 2 each
  const uint64_t expected = 7 * 4 + 4 * (static_cast<uint64_t>(parameter_count(c)) + rope_floats);
  if (bytes.size() != expected)
    fail_file(kWho, "by its header the file should have % bytes, it has %", {expected, bytes.size()});

  model.parameters = make_parameters(c);
  Parameters& p = model.parameters;
  const Index q_width = c.n_heads * c.d_head, kv_width = c.n_kv_heads * c.d_head;
  const auto each_block = [&p](auto read) {
    for (BlockParameters& block : p.blocks) read(block);
  };
  // An embedding's rows are already what we want: its transposed form transposed back.
  p.token_embedding = read_transposed(reader, c.d_model, c.n_vocab).transpose();
  each_block([&](auto& b) { b.norm_1.gain = read_transposed(reader, c.d_model, 1).transpose(); });
  each_block([&](auto& b) { b.attention.w_q = read_transposed(reader, c.d_model, q_width); });
  each_block([&](auto& b) { b.attention.w_k = read_transposed(reader, c.d_model, kv_width); });
  each_block([&](auto& b) { b.attention.w_v = read_transposed(reader, c.d_model, kv_width); });
  each_block([&](auto& b) { b.attention.w_o = read_transposed(reader, q_width, c.d_model); });
  each_block([&](auto& b) { b.norm_2.gain = read_transposed(reader, c.d_model, 1).transpose(); });
  each_block([&](auto& b) { b.feed_forward.w_gate = read_transposed(reader, c.d_model, c.d_ff); });
  each_block([&](auto& b) { b.feed_forward.w_out = read_transposed(reader, c.d_ff, c.d_model); });
  each_block([&](auto& b) { b.feed_forward.w_in = read_transposed(reader, c.d_model, c.d_ff); });
  p.final_norm.gain = read_transposed(reader, c.d_model, 1).transpose();
  reader.take(rope_floats * sizeof(float));
  if (!tied) p.unembedding = read_transposed(reader, c.d_model, c.n_vocab);
  return model;
}

}  // namespace qkv

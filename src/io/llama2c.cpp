#include <algorithm>

#include "io/model_file.h"

namespace qkv {
namespace {

constexpr const char* kWho = "llama2.c file";
constexpr uint64_t kHeaderBytes = 7 * 4;

/// Calls `visit(matrix, rows, cols, turned)` for every matrix in the order of the file, with its shape in the
/// model; `turned` if the file holds it as (cols, rows). Only the unembedding stands behind the RoPE tables.
template <typename ParametersT, typename Visit>
void for_each_matrix(const Config& c, ParametersT& p, Visit visit) {
  const Index q_width = c.n_heads * c.d_head, kv_width = c.n_kv_heads * c.d_head;
  const auto each_block = [&p](auto one) {
    for (auto& block : p.blocks) one(block);
  };
  visit(p.token_embedding, c.n_vocab, c.d_model, false);
  each_block([&](auto& b) { visit(b.norm_1.gain, 1, c.d_model, false); });
  each_block([&](auto& b) { visit(b.attention.w_q, c.d_model, q_width, true); });
  each_block([&](auto& b) { visit(b.attention.w_k, c.d_model, kv_width, true); });
  each_block([&](auto& b) { visit(b.attention.w_v, c.d_model, kv_width, true); });
  each_block([&](auto& b) { visit(b.attention.w_o, q_width, c.d_model, true); });
  each_block([&](auto& b) { visit(b.norm_2.gain, 1, c.d_model, false); });
  each_block([&](auto& b) { visit(b.feed_forward.w_gate, c.d_model, c.d_ff, true); });
  each_block([&](auto& b) { visit(b.feed_forward.w_out, c.d_ff, c.d_model, true); });
  each_block([&](auto& b) { visit(b.feed_forward.w_in, c.d_model, c.d_ff, true); });
  visit(p.final_norm.gain, 1, c.d_model, false);
}

Config read_header(ByteReader& reader) {
  const auto next = [&reader] { return Index{reader.read<int32_t>()}; };
  Config c;
  c.d_model = next();
  c.d_ff = next();
  c.n_layers = next();
  c.n_heads = next();
  c.n_kv_heads = next();
  const Index n_vocab = next();
  c.tied = n_vocab > 0;
  c.n_vocab = c.tied ? n_vocab : -std::max<Index>(n_vocab, -(1 << 24));  // cannot overflow
  c.max_tokens = next();
  c.d_head = c.n_heads > 0 ? c.d_model / c.n_heads : 0;
  c.norm = Norm::kRms;
  c.position = Position::kRope;
  c.activation = Activation::kSilu;
  c.gated = true;
  c.biases = false;
  return c;
}

}  // namespace

Config llama2c_config(Bytes head) {
  ByteReader reader(head, kWho);
  const Config c = read_header(reader);
  try {
    check_config(c);
    check(c.d_ff >= 1, "config", "hidden_dim must be at least 1");
    check(c.d_model % c.n_heads == 0, "config", "n_heads must divide d_model");
  } catch (const InvalidArgument& error) {
    fail_file(kWho, "not a llama2.c model (%)", {error.what()});
  }
  return c;
}

ModelParts llama2c_parts(Bytes head, uint64_t size) {
  ModelParts parts;
  const Config& c = parts.model->transformer.config = llama2c_config(head);
  const uint64_t rope_bytes = 4 * static_cast<uint64_t>(c.max_tokens) *
                              static_cast<uint64_t>(c.d_head);  // cosines and sines, d_head / 2 each
  const uint64_t expected = kHeaderBytes + 4 * static_cast<uint64_t>(parameter_count(c)) + rope_bytes;
  if (size != expected)
    fail_file(kWho, "by its header the file should have % bytes, it has %", {expected, size});
  check_memory(c);

  Parameters& p = parts.model->transformer.parameters;
  p.blocks.resize(static_cast<size_t>(c.n_layers));
  uint64_t offset = kHeaderBytes;
  const auto add = [&](Matrix& matrix, Index rows, Index cols, bool turned) {
    const Stored stored{&matrix, offset, turned ? cols : rows, turned ? rows : cols, DType::kF32, turned};
    offset += static_cast<uint64_t>(stored.rows) * stored.row_bytes();
    parts.stored.push_back(stored);
  };
  for_each_matrix(c, p, add);
  offset += rope_bytes;
  if (!c.tied) add(p.unembedding, c.d_model, c.n_vocab, true);
  return parts;
}

const char* llama2c_lacks(const Config& c) {
  if (c.norm != Norm::kRms || c.norm_epsilon != 1e-5f) return "RMSNorm with epsilon 1e-5";
  if (c.position != Position::kRope || c.rope_layout != RopeLayout::kInterleaved || c.rope_theta != 10000.0f)
    return "interleaved RoPE with theta 10000";
  if (!c.gated || c.activation != Activation::kSilu || c.d_ff < 1)
    return "gated feed-forward layers with SiLU";
  if (c.biases || !c.causal || !c.scaled || c.window || c.features)
    return "a causal mask, scaled scores and no biases";
  if (c.d_head * c.n_heads != c.d_model) return "d_head = d_model / n_heads";
  return nullptr;
}

std::vector<uint8_t> write_llama2c(const Transformer& model) {
  const Config& c = model.config;
  if (const char* lacking = llama2c_lacks(c))
    fail("write_llama2c", "the llama2.c format needs %", {Value(lacking)});

  std::vector<uint8_t> bytes;
  const auto put = [&](const void* data, size_t count) {
    const auto* from = static_cast<const uint8_t*>(data);
    bytes.insert(bytes.end(), from, from + count);
  };
  const auto put_matrix = [&](const Matrix& matrix, Index, Index, bool turned) {
    const Matrix stored = turned ? Matrix(matrix.transpose()) : matrix;
    put(stored.data(), static_cast<size_t>(stored.size()) * sizeof(float));
  };
  const Index header[] = {
      c.d_model, c.d_ff, c.n_layers, c.n_heads, c.n_kv_heads, c.tied ? c.n_vocab : -c.n_vocab, c.max_tokens};
  for (const Index value : header) {
    const int32_t number = static_cast<int32_t>(value);
    put(&number, sizeof(number));
  }
  for_each_matrix(c, model.parameters, put_matrix);
  const RopeTable table = rope_table(c.max_tokens, c.d_head, c.rope_theta, c.rope_layout);
  Matrix cosine(c.max_tokens, c.d_head / 2), sine = cosine;  // one number for each pair
  for (Index pair = 0; pair < c.d_head / 2; ++pair)
    cosine.col(pair) = table.cosine.col(2 * pair), sine.col(pair) = table.sine.col(2 * pair + 1);
  put_matrix(cosine, 0, 0, false), put_matrix(sine, 0, 0, false);
  if (!c.tied) put_matrix(model.parameters.unembedding, 0, 0, true);
  return bytes;
}

}  // namespace qkv

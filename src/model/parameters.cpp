#include "model/parameters.h"

namespace qkv {

void for_each_parameter(const Config& c, Parameters& parameters,
                        const std::function<void(const std::string&, Matrix&, Index, Index)>& visit) {
  const Index q_width = c.n_heads * c.d_head, kv_width = c.n_kv_heads * c.d_head;
  const auto norm = [&](const std::string& name, auto& p) {
    if (c.norm != Norm::kNone) visit(name + ".gain", p.gain, Index{1}, c.d_model);
    if (c.norm == Norm::kLayer) visit(name + ".bias", p.bias, Index{1}, c.d_model);
  };
  const auto bias = [&](const std::string& name, auto& matrix, Index width) {
    if (c.biases) visit(name, matrix, Index{1}, width);
  };
  visit("token_embedding", parameters.token_embedding, c.n_vocab, c.d_model);
  if (c.position == Position::kLearned)
    visit("position_embedding", parameters.position_embedding, c.max_tokens, c.d_model);
  for (size_t i = 0; i < parameters.blocks.size(); ++i) {
    auto& block = parameters.blocks[i];
    const std::string prefix = "blocks." + whole_text(i) + ".";
    norm(prefix + "norm_1", block.norm_1);
    auto& a = block.attention;
    visit(prefix + "attention.w_q", a.w_q, c.d_model, q_width);
    bias(prefix + "attention.b_q", a.b_q, q_width);
    visit(prefix + "attention.w_k", a.w_k, c.d_model, kv_width);
    bias(prefix + "attention.b_k", a.b_k, kv_width);
    visit(prefix + "attention.w_v", a.w_v, c.d_model, kv_width);
    bias(prefix + "attention.b_v", a.b_v, kv_width);
    visit(prefix + "attention.w_o", a.w_o, q_width, c.d_model);
    bias(prefix + "attention.b_o", a.b_o, c.d_model);
    if (c.d_ff == 0) continue;
    norm(prefix + "norm_2", block.norm_2);
    auto& f = block.feed_forward;
    if (c.gated) visit(prefix + "feed_forward.w_gate", f.w_gate, c.d_model, c.d_ff);
    visit(prefix + "feed_forward.w_in", f.w_in, c.d_model, c.d_ff);
    bias(prefix + "feed_forward.b_in", f.b_in, c.d_ff);
    visit(prefix + "feed_forward.w_out", f.w_out, c.d_ff, c.d_model);
    bias(prefix + "feed_forward.b_out", f.b_out, c.d_model);
  }
  norm("final_norm", parameters.final_norm);
  if (!c.tied) visit("unembedding", parameters.unembedding, c.d_model, c.n_vocab);
}

void for_each_parameter(const Config& c, const Parameters& parameters,
                        const std::function<void(const std::string&, const Matrix&, Index, Index)>& visit) {
  for_each_parameter(c, const_cast<Parameters&>(parameters),  // visit does not change them
                     [&](const std::string& name, Matrix& matrix, Index rows, Index cols) {
                       visit(name, matrix, rows, cols);
                     });
}

Parameters make_parameters(const Config& config) {
  check_config(config);
  Parameters parameters;
  parameters.blocks.resize(static_cast<size_t>(config.n_layers));
  for_each_parameter(config, parameters, [](const std::string&, Matrix& matrix, Index rows, Index cols) {
    matrix = Matrix::Zero(rows, cols);
  });
  return parameters;
}

int64_t parameter_count(const Config& config) {
  check_config(config);
  Parameters shapes;
  shapes.blocks.resize(static_cast<size_t>(config.n_layers));
  int64_t count = 0;
  for_each_parameter(config, shapes, [&](const std::string&, const Matrix&, Index rows, Index cols) {
    count += int64_t{rows} * int64_t{cols};
  });
  return count;
}

const Matrix& parameter(const Config& config, const Parameters& parameters, const std::string& name) {
  const Matrix* found = nullptr;
  for_each_parameter(config, parameters, [&](const std::string& known, const Matrix& matrix, Index, Index) {
    if (known == name) found = &matrix;
  });
  if (!found) fail("parameter", "this model has no '%'", {name});
  return *found;
}

}  // namespace qkv

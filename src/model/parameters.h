// The learned matrices of a transformer, each with its shape and its name in files.
// All are stored (in, out), so that a layer is x w, as it is written on the page.
#pragma once

#include <string>
#include <vector>

#include "attention/multi_head.h"
#include "model/config.h"
#include "model/feed_forward.h"
#include "model/norm.h"

namespace qkv {

struct BlockParameters {
  NormParameters norm_1;
  MultiHeadParameters attention;
  NormParameters norm_2;               // empty if d_ff = 0
  FeedForwardParameters feed_forward;  // empty if d_ff = 0
};

struct Parameters {
  Matrix token_embedding;               // (n_vocab, d_model)
  Matrix position_embedding;            // (max_tokens, d_model), learned positions only
  std::vector<BlockParameters> blocks;  // n_layers
  NormParameters final_norm;
  Matrix unembedding;  // (d_model, n_vocab); empty if tied
};

/// Calls visit(name, matrix, rows, cols) for every parameter that a model of this config has, in a fixed
/// order, with the shape that it must have. Files, initialization and training all walk the parameters
/// through this one function. `parameters.blocks` must already have n_layers entries.
template <typename ParametersT, typename Visit>
void for_each_parameter(const Config& c, ParametersT& parameters, Visit visit);

/// Parameters of the right shapes, all zero.
Parameters make_parameters(const Config& config);

/// How many numbers a model of this config has learned.
int64_t parameter_count(const Config& config);

// ---------------------------------------------------------------------------------------------------------------

template <typename ParametersT, typename Visit>
void for_each_parameter(const Config& c, ParametersT& parameters, Visit visit) {
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

}  // namespace qkv

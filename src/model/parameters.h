// The learned matrices of a transformer, each with its shape and its name in files.
// All are stored (in, out), so that a layer is x w, as it is written on the page.
#pragma once

#include <functional>
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
void for_each_parameter(
    const Config& c, Parameters& parameters,
    const std::function<void(const std::string& name, Matrix& matrix, Index rows, Index cols)>& visit);
void for_each_parameter(
    const Config& c, const Parameters& parameters,
    const std::function<void(const std::string& name, const Matrix& matrix, Index rows, Index cols)>& visit);

/// Parameters of the right shapes, all zero.
Parameters make_parameters(const Config& config);

/// How many numbers a model of this config has learned.
int64_t parameter_count(const Config& config);

/// The parameter of that name, "blocks.0.attention.w_o". Throws std::invalid_argument if there is none.
const Matrix& parameter(const Config& config, const Parameters& parameters, const std::string& name);

}  // namespace qkv

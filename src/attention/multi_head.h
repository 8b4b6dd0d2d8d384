// Multi-head attention: several heads side by side, each with its own slice of the projections, their outputs
// concatenated and mixed by w_o. With fewer key/value heads than query heads, neighbouring queries share one:
// n_kv_heads = n_heads is MHA, 1 is MQA (Shazeer 2019), between them GQA (Ainslie et al. 2023).
#pragma once

#include <vector>

#include "attention/attention.h"
#include "attention/kv_cache.h"
#include "attention/positional.h"

namespace qkv {

/// The learned matrices of one attention layer. Biases may be empty.
struct MultiHeadParameters {
  Matrix w_q;  // (d_model, n_heads × d_head)
  Matrix w_k;  // (d_model, n_kv_heads × d_head)
  Matrix w_v;  // (d_model, n_kv_heads × d_head)
  Matrix w_o;  // (n_heads × d_head, d_model)
  Matrix b_q;  // (1, n_heads × d_head)      or empty
  Matrix b_k;  // (1, n_kv_heads × d_head)   or empty
  Matrix b_v;  // (1, n_kv_heads × d_head)   or empty
  Matrix b_o;  // (1, d_model)               or empty
};

struct MultiHeadOptions {
  Index n_heads = 1;
  Index n_kv_heads = 1;             // must divide n_heads
  const RopeTable* rope = nullptr;  // turns q and k by position before they meet; see apply_rope
  AttentionOptions attention = {};
};

/// The projections of n tokens, as the heads use them.
struct Projections {
  Matrix q;  // (n, n_heads × d_head)     turned by position
  Matrix k;  // (n, n_kv_heads × d_head)  turned by position
  Matrix v;  // (n, n_kv_heads × d_head)
};

/// Throws std::invalid_argument if shapes or head counts do not fit together.
Projections project(const MatrixRef& x, const MultiHeadParameters& parameters,
                    const MultiHeadOptions& options);

struct MultiHeadSteps {
  std::vector<AttentionSteps> heads;  // n_heads; with RoPE, q and k are the turned ones
  Matrix concat;                      // (n, n_heads × d_head)  the heads' outputs side by side
  Matrix projected;                   // (n, d_model)           concat w_o + b_o
};

/// Attention of x (n, d_model) to itself under a mask (n, n), or an empty one for none. Every step of every
/// head is kept. Throws std::invalid_argument if shapes or head counts do not fit together.
MultiHeadSteps multi_head_attention(const MatrixRef& x, const MultiHeadParameters& parameters,
                                    const MatrixRef& mask, const MultiHeadOptions& options);

/// `projected` alone, without a table of scores (flash.h): the same numbers to rounding. With a cache, x are
/// the tokens that follow its first `start`, their keys and values are written behind those, and the queries
/// see all of them; only causal attention can have one.
Matrix multi_head_output(const MatrixRef& x, const MultiHeadParameters& parameters, bool causal,
                         const MultiHeadOptions& options, KvCache::Layer* cache = nullptr, Index start = 0);

}  // namespace qkv

// Multi-head attention: several heads side by side, each with its own slice of the projections, their outputs
// concatenated and mixed by w_o.
#pragma once

#include <functional>

#include "attention/head_shape.h"
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

/// The projections of n tokens, as the heads use them.
struct Projections {
  Matrix q;  // (n, n_heads × d_head)     turned by position if the model has RoPE
  Matrix k;  // (n, n_kv_heads × d_head)  likewise
  Matrix v;  // (n, n_kv_heads × d_head)
};

/// q, k and v of x (n, d_model), q and k turned by `rope` if there is one. Throws InvalidArgument if shapes
/// or head counts do not fit together.
Projections project(const MatrixRef& x, const MultiHeadParameters& parameters, const HeadShape& heads,
                    const RopeTable* rope = nullptr);

/// From the projections to the heads' outputs side by side (n, n_heads × d_head): step by step, fused, over a
/// cache or a batch (attend.h). A layer does not know which; whoever wants to change what it thinks wraps one
/// in another.
using Attend = std::function<Matrix(Projections&)>;

struct MultiHeadSteps {
  Projections qkv;
  Matrix concat;     // (n, n_heads × d_head)  the heads' outputs side by side
  Matrix projected;  // (n, d_model)           concat w_o + b_o
};

/// One attention layer over x (n, d_model). Throws InvalidArgument if shapes or head counts do not fit
/// together.
MultiHeadSteps multi_head_attention(const MatrixRef& x, const MultiHeadParameters& parameters,
                                    const HeadShape& heads, const RopeTable* rope, const Attend& attend);

}  // namespace qkv

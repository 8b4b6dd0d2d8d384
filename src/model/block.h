// One block of a pre-norm transformer, written once for every way to run it:
//   x = x + attention(norm_1(x));  x = x + feed_forward(norm_2(x))
#pragma once

#include <vector>

#include "attention/attention.h"
#include "model/config.h"
#include "model/parameters.h"

namespace qkv {

/// What happened in one block. `heads` is filled by whoever attends step by step; the rest always.
struct BlockTrace {
  Matrix input;                       // (n, d_model)  the residual stream as it comes in
  Matrix norm_1;                      // (n, d_model)
  Projections qkv;                    // q (n, n_heads × d_head), k and v (n, n_kv_heads × d_head)
  std::vector<AttentionSteps> heads;  // n_heads
  Matrix concat;                      // (n, n_heads × d_head)
  Matrix projected;                   // (n, d_model)
  Matrix residual;                    // (n, d_model)  input + projected
  Matrix norm_2;                      // (n, d_model)  empty if d_ff = 0
  FeedForwardSteps feed_forward;      // hidden (n, d_ff), output (n, d_model); empty if d_ff = 0
  Matrix output;                      // (n, d_model)  residual + feed_forward.output
};
void fields(const BlockTrace& b, auto visit) {
  visit("heads", b.heads), visit("input", b.input), visit("norm_1", b.norm_1), visit("concat", b.concat);
  visit("projected", b.projected), visit("residual", b.residual), visit("norm_2", b.norm_2);
  visit("gate", b.feed_forward.gate), visit("pre_activation", b.feed_forward.pre_activation);
  visit("hidden", b.feed_forward.hidden), visit("feed_forward", b.feed_forward.output);
  visit("output", b.output);
}

/// The block over the residual stream x (n, d_model). `rope` is null unless the model has it; `attend` is how
/// its heads attend, and the place where an intervention enters.
BlockTrace run_block(const Config& config, const BlockParameters& parameters, Matrix x, const RopeTable* rope,
                     const Attend& attend);

}  // namespace qkv

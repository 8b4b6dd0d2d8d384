#include "model/block.h"

#include <utility>

namespace qkv {

BlockTrace run_block(const Config& c, const BlockParameters& p, Matrix x, const RopeTable* rope,
                     const Attend& attend) {
  BlockTrace block;
  block.input = std::move(x);
  block.norm_1 = apply_norm(c, p.norm_1, block.input);
  MultiHeadSteps attention = multi_head_attention(block.norm_1, p.attention, c.heads(), rope, attend);
  block.qkv = std::move(attention.qkv);
  block.concat = std::move(attention.concat);
  block.projected = std::move(attention.projected);
  block.residual = block.input + block.projected;
  if (c.d_ff == 0) {
    block.output = block.residual;
    return block;
  }
  block.norm_2 = apply_norm(c, p.norm_2, block.residual);
  block.feed_forward = feed_forward(block.norm_2, p.feed_forward, c.activation);
  block.output = block.residual + block.feed_forward.output;
  return block;
}

}  // namespace qkv

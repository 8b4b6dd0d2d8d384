// Gradients through attention. With S = scale · q kᵀ (masked), P = softmax(S), O = P v:
//   dv = Pᵀ dO,  dP = dO vᵀ,  dS_ij = P_ij (dP_ij - Σ_l P_il dP_il),  dq = scale · dS k,  dk = scale · dSᵀ q
// P is not kept from the forward pass but computed again, one head of one sequence at a time: two tables of n
// × n numbers in all, whatever the number of layers, heads and sequences. Dao et al. 2022 do the same.
#pragma once

#include "attention/flash.h"

namespace qkv {

/// Adds to d_q, d_k and d_v what d_out (n, n_heads × d_head) contributes to them; shapes as in
/// flash_attention, one sequence.
void attention_backward(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v, const MatrixRef& d_out,
                        const FlashOptions& options, MatrixOut d_q, MatrixOut d_k, MatrixOut d_v);

/// The same through linear attention (linear_attention.h), head by head.
void linear_backward(const HeadShape& heads, const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                     const MatrixRef& d_out, MatrixOut d_q, MatrixOut d_k, MatrixOut d_v);

}  // namespace qkv

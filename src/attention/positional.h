// How a position gets into the numbers: attention itself sees a set, not a sequence.
#pragma once

#include "numeric/matrix.h"

namespace qkv {

/// (n, d_model): sine in even columns, cosine in odd ones, wavelengths 2π … 10000·2π.
/// Vaswani et al. 2017, section 3.5. Throws if d_model is odd.
Matrix sinusoidal_positions(Index n, Index d_model);

/// Which two numbers of a head are rotated together.
enum class RopeLayout {
  kInterleaved,  // (0, 1), (2, 3), …              RoFormer's paper, llama2.c, GGUF
  kHalfSplit,    // (0, d/2), (1, d/2 + 1), …      Hugging Face's "rotate_half"
};

/// Rotary position embedding, in place: in every head of x (n, heads × d_head), pair c of row i is turned by
/// the angle (start + i) · theta^(-2c / d_head). Dot products of turned q and k depend on the distance alone.
/// Su et al., "RoFormer", 2021, equation 34. Throws if d_head is odd or does not divide the columns.
void apply_rope(Matrix& x, Index d_head, float theta, RopeLayout layout, Index start = 0);

}  // namespace qkv

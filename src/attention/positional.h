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

/// The angles of rotary position embedding: pair c of position i is turned by i · theta^(-2c / d_head).
/// Computed once for a sequence and used for q and k of every head and layer.
struct RopeTable {
  RopeLayout layout;
  Matrix cosine;  // (n, d_head)  of the angle by which this column's pair is turned
  Matrix sine;    // (n, d_head)  the same, with a minus for the first of each pair
};

/// For positions start … start + n - 1. Throws if d_head is odd.
RopeTable rope_table(Index n, Index d_head, float theta, RopeLayout layout, Index start = 0);

/// Rotary position embedding, in place: in every head of x (n, heads × d_head) each pair (a, b) becomes
/// (a cos - b sin, a sin + b cos). Dot products of turned q and k depend on the distance alone. x may be
/// several sequences of the table's length, one after the other. Su et al., "RoFormer", 2021, equation 34.
/// Throws if the table's rows do not divide those of x, or its heads the columns.
void apply_rope(Matrix& x, const RopeTable& table);

}  // namespace qkv

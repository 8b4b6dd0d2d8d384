// Masks: who may look at whom. A mask is added to the scores: 0 allows, -∞ forbids (e^-∞ = 0).
// Row i is the position that looks, column j the position looked at.
#pragma once

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

/// (n, n), 0 everywhere: every position sees every position.
Matrix no_mask(Index n);
/// (n, n): position i sees j ≤ i, itself and the past.
Matrix causal_mask(Index n);
/// (n, n): nobody sees the positions from n_valid on; they are filler. Throws InvalidArgument unless 0 ≤
/// n_valid ≤ n.
Matrix padding_mask(Index n, Index n_valid);
/// (n, n): causal, and only the nearest `width` positions including itself. Throws InvalidArgument unless
/// width ≥ 1.
Matrix window_mask(Index n, Index width);
/// (n, n): the first `prefix` positions see each other freely, the rest is causal. Throws InvalidArgument
/// unless 0 ≤ prefix ≤ n.
Matrix prefix_mask(Index n, Index prefix);

enum class MaskKind { kNone, kCausal, kPadding, kWindow, kPrefix };
Names<MaskKind> names(MaskKind);

/// The mask of that kind; `size` is its n_valid, width or prefix.
Matrix make_mask(MaskKind kind, Index n, Index size = 0);

/// Throws std::invalid_argument unless the mask is (n, m) and every cell is 0 or -∞.
void check_mask(const MatrixRef& mask, Index n, Index m);

}  // namespace qkv

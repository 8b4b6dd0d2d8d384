// How far what a token says can get: through one layer to whoever sees it, through more layers further.
#pragma once

#include "numeric/matrix.h"

namespace qkv {

/// (n, n) the fewest layers after which what stood at position j can be in what stands at position i, when every layer has
/// this mask: 0 for itself, which the residual path carries on, 1 for what it sees, ∞ where no number of layers will do.
/// A window of w with a causal mask reaches L (w - 1) + 1 tokens in L layers, itself among them (Jiang et al. 2023,
/// Mistral 7B, section 2). That it can does not say that it does. Throws std::invalid_argument unless the mask is square
/// and every cell is 0 or -∞.
Matrix layers_to_reach(const MatrixRef& mask);

}  // namespace qkv

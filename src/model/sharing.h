// Fewer numbers kept for each token: heads that share their keys and values, and a latent from which both can be made.
#pragma once

#include <span>
#include <vector>

#include "model/transformer.h"

namespace qkv {

/// How many numbers a layer keeps for each token: 2 × n_kv_heads × d_head.
Index cache_numbers(const Config& config);

/// The same model with `n_kv_heads` heads of keys and values, each the mean of the neighbours that it stands for. That is
/// what grouped-query attention begins with before it is trained on (Ainslie et al. 2023, section 2.1), and no more.
/// Throws std::invalid_argument unless n_kv_heads divides those of the model.
Transformer merge_kv_heads(const Transformer& model, Index n_kv_heads);

/// One layer's keys and values through one vector c of `width` numbers: c = x down, [k v] = c up, up to the bias.
struct Latent {
  Matrix down;                  // (d_model, rank)
  Matrix up;                    // (rank, 2 × n_kv_heads × d_head), the keys first; rows orthonormal
  std::vector<double> spreads;  // (rank) the length of each component over the data, largest first
};

/// The latent that keeps [k v] = x [w_k w_v] best in the mean square over the rows of `x` (n, d_model), or over all
/// directions alike if there are none: the right singular vectors of x [w_k w_v] (Eckart and Young 1936). Its rank is the
/// smaller of d_model and 2 × n_kv_heads × d_head, at which nothing is lost. Throws std::invalid_argument if the shapes
/// do not fit.
Latent latent_of(const MatrixRef& w_k, const MatrixRef& w_v, const MatrixRef& x = Matrix());

/// One for each layer, over what the model makes of `sequences` sequences of equal length. Throws like `forward`.
std::vector<Latent> latents_of(const Transformer& model, std::span<const int32_t> ids, Index sequences);

/// The same model with keys and values made from the first `width` components of each layer's latent: it would keep
/// `width` numbers for each token and layer. Throws std::invalid_argument unless 1 ≤ width ≤ the rank.
Transformer with_latent(const Transformer& model, const std::vector<Latent>& latents, Index width);

/// Scores of one head from what is kept, in two ways.
struct AbsorbedScores {
  Matrix rebuilt;    // (n, n) q · (c up): the keys are made again for every score
  Matrix absorbed;   // (n, n) (q upᵀ) · c: up is taken to the query once, and keys are never made
  float difference;  // the largest
};
void fields(const AbsorbedScores& a, auto visit) {
  visit("rebuilt", a.rebuilt), visit("absorbed", a.absorbed), visit("difference", a.difference);
}

/// For queries q (n, d_head), latents c (n, width) and up (width, d_head). With `rope`, queries and keys are turned by
/// their positions: then a turn that depends on both positions stands between q and upᵀ, no matrix can be absorbed
/// once for all keys, and the two ways differ. So DeepSeek-V2 (2024, section 2.1.3) keeps a part beside the latent that
/// alone is turned. Throws std::invalid_argument if the shapes do not fit.
AbsorbedScores absorbed_scores(const MatrixRef& q, const MatrixRef& c, const MatrixRef& up,
                               const RopeTable* rope = nullptr);

/// The same for one head of a model over token ids, with the first `width` components, with the model's RoPE or without
/// any. Throws std::invalid_argument if there is no such layer, head or width, or no RoPE.
AbsorbedScores absorbed_scores(const Transformer& model, const std::vector<Latent>& latents,
                               std::span<const int32_t> ids, Index layer, Index head, Index width, bool rope);

}  // namespace qkv

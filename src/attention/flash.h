// Attention without the table: the same output as attention_output, tile by tile, in memory that grows with n
// instead of n².
//
// Naive attention writes n × n scores, reads them for the softmax and reads them again to weigh the values;
// at n = 16,384 that table is a gigabyte. Here the keys are taken a block at a time. For each block a small
// tile of scores is computed, turned into exponentials and used at once, and only three things are kept for
// each query: the largest score so far, the sum of exponentials so far, and the output so far. When a later
// block brings a larger score, what was gathered is scaled down by e^(old maximum - new maximum): the "online
// softmax" of Milakov and Gimelshein 2018; with tiles, FlashAttention, Dao et al. 2022.
#pragma once

#include <optional>

#include "attention/head_shape.h"

namespace qkv {

struct FlashOptions {
  Index n_heads = 1;
  Index n_kv_heads = 1;                       // must divide n_heads; neighbouring heads share k and v
  bool causal = false;                        // query i of n sees the first m - n + i + 1 of m keys
  std::optional<float> scale = std::nullopt;  // 1/√d_head if absent
  std::optional<Index> window =
      std::nullopt;  // of those, the nearest so many, itself among them; needs `causal`
};

/// The heads' outputs side by side (n, n_heads × d_v) from q (n, n_heads × d_head), k (m, n_kv_heads ×
/// d_head) and v (m, n_kv_heads × d_v). With a causal mask the queries are the last n of m ≥ n positions, as
/// they are when earlier keys come from a cache; blocks above the diagonal or wholly before a window are skipped, not masked. A single
/// query goes through kernels of its own. Throws std::invalid_argument if shapes or head counts do not fit.
/// NaN and ∞ in v count where a key is hidden within a tile, as 0 · ∞ is no number: rows near the diagonal
/// may be NaN that see none of it, as in the step-by-step path all earlier ones are.
Matrix flash_attention(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                       const FlashOptions& options = {});

/// How many bytes flash_attention has taken for its tiles so far, beside its inputs and its output. They are
/// kept for the next call until free_flash_scratch.
size_t flash_scratch_bytes();
void free_flash_scratch();

}  // namespace qkv

// The ways from the projections of one layer to its heads' outputs: the same numbers to rounding.
#pragma once

#include <vector>

#include "attention/attention.h"
#include "attention/flash.h"
#include "attention/kv_cache.h"
#include "attention/multi_head.h"

namespace qkv {

/// Head by head under a mask (n, n), or an empty one for none; every step is kept in `kept` (n_heads), where
/// with RoPE q and k are the turned ones. What it is given must outlive it.
Attend attend_in_steps(const HeadShape& heads, const Matrix& mask, const AttentionOptions& options,
                       std::vector<AttentionSteps>& kept);

/// From the queries, keys and values of one sequence to its heads' outputs (n, n_heads × d_head), with nothing kept.
using AttendRows = std::function<Matrix(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v)>;

/// Without a table of scores (flash.h).
AttendRows attend_fused(const FlashOptions& options);

/// Linear attention (linear_attention.h) in its recurrent form.
AttendRows attend_linear(const HeadShape& heads);

/// `attend` for several sequences of `tokens` each, one after the other, of which none sees another.
Attend attend_batched(const AttendRows& attend, Index tokens);

/// Fused, for the tokens that follow the first `start` of a sequence: their keys and values are written
/// behind those in the cache, and their queries see all of them. Throws InvalidArgument, before it writes,
/// unless the options are causal and the cache has room.
Attend attend_cached(const FlashOptions& options, KvCache::Layer& cache, Index start);

/// What linear attention holds before the first token, for each head.
std::vector<LinearAttention> linear_states(const HeadShape& heads);

/// Linear attention for the tokens that follow those that `cache` has taken up.
Attend attend_linear_cached(const HeadShape& heads, KvCache::Layer& cache);

/// Linear attention step by step in its quadratic form. Of the steps kept, `scores` and `exps` hold φ(q) · φ(k), the
/// latter for visible keys alone; what only softmax has is left empty.
Attend attend_linear_in_steps(const HeadShape& heads, std::vector<AttentionSteps>& kept);

}  // namespace qkv

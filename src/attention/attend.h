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

/// Without a table of scores (flash.h).
Attend attend_fused(const FlashOptions& options);

/// The same for the tokens that follow the first `start` of a sequence: their keys and values are written
/// behind those in the cache, and their queries see all of them. Throws InvalidArgument, before it writes,
/// unless the options are causal and the cache has room.
Attend attend_cached(const FlashOptions& options, KvCache::Layer& cache, Index start);

/// Linear attention (linear_attention.h) step by step in its quadratic form, every head over all that came before it.
/// Of the steps kept, `scores` and `exps` hold φ(q) · φ(k), the latter for visible keys alone; what only softmax has is
/// left empty.
Attend attend_linear_in_steps(const HeadShape& heads, std::vector<AttentionSteps>& kept);

/// The same in its recurrent form, for the tokens that follow those that `cache` has taken up.
Attend attend_linear(const HeadShape& heads, KvCache::Layer& cache);

/// `attend` for several sequences of `tokens` each, one after the other, of which none sees another.
Attend attend_batched(const Attend& attend, Index tokens);

}  // namespace qkv

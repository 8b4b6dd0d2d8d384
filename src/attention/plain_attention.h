// Softmax and attention as they are taught: plain loops, one step after the other, sums in double precision.
// Slow and obvious: what the fast ones are checked against, and the C++ that the page shows.
#pragma once

#include "attention/attention.h"
#include "numeric/softmax.h"

namespace qkv {

/// As softmax_rows, except that the maximum of a row with NaN is not told.
SoftmaxSteps plain_softmax(const MatrixRef& scores, float temperature = 1.0f);

/// As attention_steps, for shapes that fit.
AttentionSteps plain_attention(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                               const MatrixRef& mask, const AttentionOptions& options = {});

}  // namespace qkv

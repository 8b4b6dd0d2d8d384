// How the columns of q, k and v are divided among heads.
#pragma once

#include "numeric/matrix.h"

namespace qkv {

/// As many key/value heads as query heads is MHA, one is MQA (Shazeer 2019), between them GQA (Ainslie et al.
/// 2023): neighbouring query heads then share one.
struct HeadShape {
  Index n_heads = 1;
  Index n_kv_heads = 1;  // divides n_heads
  Index d_head = 0;

  Index q_width() const { return n_heads * d_head; }
  Index kv_width() const { return n_kv_heads * d_head; }
  /// The key/value head that query head h looks at.
  Index kv_of(Index h) const { return h / (n_heads / n_kv_heads); }
};

/// The shape of heads whose queries are q (…, n_heads × d_head) and whose keys are k (…, n_kv_heads ×
/// d_head): the one place that checks them. Throws InvalidArgument "<who>: ..." if n_kv_heads does not divide
/// n_heads or the columns are no such heads.
HeadShape head_shape(const char* who, const MatrixRef& q, const MatrixRef& k, Index n_heads,
                     Index n_kv_heads);

/// Throws InvalidArgument "<who>: ..." unless there are heads and n_kv_heads divides n_heads.
void check_head_counts(const char* who, Index n_heads, Index n_kv_heads);

}  // namespace qkv

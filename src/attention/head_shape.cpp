#include "attention/head_shape.h"

namespace qkv {

void check_head_counts(const char* who, Index n_heads, Index n_kv_heads) {
  check(n_heads >= 1 && n_kv_heads >= 1 && n_heads % n_kv_heads == 0, who,
        "n_kv_heads must divide n_heads, got % and %", {n_kv_heads, n_heads});
}

HeadShape head_shape(const char* who, const MatrixRef& q, const MatrixRef& k, Index n_heads,
                     Index n_kv_heads) {
  check_head_counts(who, n_heads, n_kv_heads);
  check(q.cols() > 0 && q.cols() % n_heads == 0, who, "q must be n_heads = % equal heads, got % columns",
        {n_heads, q.cols()});
  const HeadShape heads{n_heads, n_kv_heads, q.cols() / n_heads};
  check_shape(who, "k", k, k.rows(), heads.kv_width());
  return heads;
}

}  // namespace qkv

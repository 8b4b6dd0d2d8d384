#include "attention/mask.h"

namespace qkv {
namespace {

template <typename Sees>
Matrix mask_where(Index n, Sees sees) {
  Matrix mask(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) mask(i, j) = sees(i, j) ? 0.0f : -kInfinity;
  return mask;
}

void check_within(const char* who, const char* name, Index value, Index low, Index n) {
  check(low <= value && value <= n, who, {name, " must be between ", low, " and n = ", n, ", got ", value});
}

}  // namespace

Matrix no_mask(Index n) { return Matrix::Zero(n, n); }

Matrix causal_mask(Index n) {
  return mask_where(n, [](Index i, Index j) { return j <= i; });
}

Matrix padding_mask(Index n, Index n_valid) {
  check_within("padding_mask", "n_valid", n_valid, 0, n);
  return mask_where(n, [=](Index, Index j) { return j < n_valid; });
}

Matrix window_mask(Index n, Index width) {
  check(width >= 1, "window_mask", {"width must be at least 1, got ", width});
  return mask_where(n, [=](Index i, Index j) { return j <= i && i - j < width; });
}

Matrix prefix_mask(Index n, Index prefix) {
  check_within("prefix_mask", "prefix", prefix, 0, n);
  return mask_where(n, [=](Index i, Index j) { return j <= i || (i < prefix && j < prefix); });
}

void check_mask(const MatrixRef& mask, Index n, Index m) {
  check_shape("mask", "the mask", mask, n, m);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j)
      check(mask(i, j) == 0.0f || mask(i, j) == -kInfinity, "mask",
            {"every cell must be 0 (allowed) or -infinity (forbidden), got ", mask(i, j), " in row ", i,
             ", column ", j});
}

}  // namespace qkv

#include "attention/mask.h"

#include <algorithm>

namespace qkv {
namespace {

/// Position i sees j if j is not later, or both are among the first `prefix`, and j is one of the nearest
/// `width`.
Matrix causal_like(Index n, Index width, Index prefix) {
  Matrix mask = Matrix::Constant(n, n, -kInfinity);
  for (Index i = 0; i < n; ++i) {
    const Index first = std::max<Index>(0, i - width + 1), end = i < prefix ? prefix : i + 1;
    mask.row(i).segment(first, end - first).setZero();
  }
  return mask;
}

void check_within(const char* who, const char* name, Index value, Index low, Index n) {
  check(low <= value && value <= n, who, "% must be between % and n = %, got %", {name, low, n, value});
}

}  // namespace

Matrix no_mask(Index n) { return Matrix::Zero(n, n); }

Matrix causal_mask(Index n) { return causal_like(n, n, 0); }

Matrix padding_mask(Index n, Index n_valid) {
  check_within("padding_mask", "n_valid", n_valid, 0, n);
  Matrix mask = Matrix::Zero(n, n);
  mask.rightCols(n - n_valid).setConstant(-kInfinity);
  return mask;
}

Matrix window_mask(Index n, Index width) {
  check(width >= 1, "window_mask", "width must be at least 1, got %", {width});
  return causal_like(n, width, 0);
}

Matrix prefix_mask(Index n, Index prefix) {
  check_within("prefix_mask", "prefix", prefix, 0, n);
  return causal_like(n, n, prefix);
}

Names<MaskKind> names(MaskKind) {
  static constexpr std::pair<const char*, MaskKind> all[] = {{"none", MaskKind::kNone},
                                                             {"causal", MaskKind::kCausal},
                                                             {"padding", MaskKind::kPadding},
                                                             {"window", MaskKind::kWindow},
                                                             {"prefix", MaskKind::kPrefix}};
  return all;
}

Matrix make_mask(MaskKind kind, Index n, Index size) {
  switch (kind) {
    case MaskKind::kCausal:
      return causal_mask(n);
    case MaskKind::kPadding:
      return padding_mask(n, size);
    case MaskKind::kWindow:
      return window_mask(n, size);
    case MaskKind::kPrefix:
      return prefix_mask(n, size);
    default:
      return no_mask(n);
  }
}

void check_mask(const MatrixRef& mask, Index n, Index m) {
  check_shape("mask", "the mask", mask, n, m);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j)
      check(mask(i, j) == 0.0f || mask(i, j) == -kInfinity, "mask",
            "every cell must be 0 (allowed) or -infinity (forbidden), got % in row %, column %",
            {mask(i, j), i, j});
}

}  // namespace qkv

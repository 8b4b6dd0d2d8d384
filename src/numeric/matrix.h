// The matrix types, and the dimension names that the whole project uses:
//   n         tokens (rows of a sequence)
//   d_model   width of the residual stream
//   n_heads   query heads         n_kv_heads  key/value heads (n_heads / n_kv_heads queries share one)
//   d_head    width of one head   d_ff        width of the feed-forward layer
//   n_layers  blocks              n_vocab     tokens in the vocabulary
// Everything is float32 and row-major: row i of a sequence matrix is token i.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string_view>

#include "numeric/error.h"

namespace qkv {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// A read-only view of a matrix or of some of its columns (the slice of one head), without a copy.
using MatrixRef = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;
/// The same, to be written to.
using MatrixOut = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

inline Shape shape_of(const MatrixRef& matrix) { return {matrix.rows(), matrix.cols()}; }

/// Throws std::invalid_argument "<who>: <name> must be <rows> x <cols>, got ..." if the shape differs.
void check_shape(const char* who, std::string_view name, const MatrixRef& matrix, Index rows, Index cols);

/// (rows, 1) the largest absolute difference in each row of two matrices of one shape; NaN where either has one. Throws
/// std::invalid_argument if the shapes differ.
Matrix row_differences(const MatrixRef& a, const MatrixRef& b);

}  // namespace qkv

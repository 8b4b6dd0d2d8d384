#include "numeric/matrix.h"

namespace qkv {

void check_shape(const char* who, std::string_view name, const MatrixRef& matrix, Index rows, Index cols) {
  check(matrix.rows() == rows && matrix.cols() == cols, who, "% must be %, got %",
        {name, Shape{rows, cols}, shape_of(matrix)});
}

Matrix row_differences(const MatrixRef& a, const MatrixRef& b) {
  check_shape("row_differences", "the second matrix", b, a.rows(), a.cols());
  Matrix largest = Matrix::Zero(a.rows(), 1);
  if (a.cols() > 0)
    for (Index i = 0; i < a.rows(); ++i)
      largest(i, 0) = (a.row(i) - b.row(i)).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  return largest;
}

}  // namespace qkv

#include "numeric/gemm.h"

namespace qkv {

Matrix matmul(const MatrixRef& a, const MatrixRef& b) {
  check(a.cols() == b.rows(), "matmul",
        "the left factor's columns must equal the right factor's rows, got " + shape_text(a) + " times " +
            shape_text(b));
  Matrix product(a.rows(), b.cols());
  product.noalias() = a * b;
  return product;
}

Matrix matmul_transposed(const MatrixRef& a, const MatrixRef& b) {
  check(a.cols() == b.cols(), "matmul_transposed",
        "both factors must have as many columns, got " + shape_text(a) + " and " + shape_text(b));
  Matrix product(a.rows(), b.rows());
  product.noalias() = a * b.transpose();
  return product;
}

Matrix affine(const MatrixRef& x, const MatrixRef& w, const MatrixRef& b) {
  Matrix result = matmul(x, w);
  if (b.size() == 0) return result;
  check_shape("affine", "b", b, 1, w.cols());
  result.rowwise() += b.row(0);
  return result;
}

}  // namespace qkv

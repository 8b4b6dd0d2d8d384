#include "numeric/matrix.h"

#include <stdexcept>

namespace qkv {

std::string shape_text(const MatrixRef& matrix) {
  return std::to_string(matrix.rows()) + " x " + std::to_string(matrix.cols());
}

void check(bool condition, std::string_view who, const std::string& what) {
  if (!condition) throw std::invalid_argument(std::string(who) + ": " + what);
}

void check_shape(std::string_view who, std::string_view name, const MatrixRef& matrix, Index rows,
                 Index cols) {
  if (matrix.rows() == rows && matrix.cols() == cols) return;
  throw std::invalid_argument(std::string(who) + ": " + std::string(name) + " must be " +
                              std::to_string(rows) + " x " + std::to_string(cols) + ", got " +
                              shape_text(matrix));
}

}  // namespace qkv

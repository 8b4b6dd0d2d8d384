#include "numeric/matrix.h"

namespace qkv {

void check_shape(const char* who, std::string_view name, const MatrixRef& matrix, Index rows, Index cols) {
  check(matrix.rows() == rows && matrix.cols() == cols, who, "% must be %, got %",
        {name, Shape{rows, cols}, shape_of(matrix)});
}

}  // namespace qkv

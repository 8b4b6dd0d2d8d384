#include "numeric/matrix.h"

namespace qkv {

void check_shape(std::string_view who, std::string_view name, const MatrixRef& matrix, Index rows,
                 Index cols) {
  check(matrix.rows() == rows && matrix.cols() == cols, who,
        {name, " must be ", Shape{rows, cols}, ", got ", shape_of(matrix)});
}

}  // namespace qkv

#include "model/parameters.h"

namespace qkv {

Parameters make_parameters(const Config& config) {
  check_config(config);
  Parameters parameters;
  parameters.blocks.resize(static_cast<size_t>(config.n_layers));
  for_each_parameter(config, parameters, [](const std::string&, Matrix& matrix, Index rows, Index cols) {
    matrix = Matrix::Zero(rows, cols);
  });
  return parameters;
}

int64_t parameter_count(const Config& config) {
  check_config(config);
  Parameters shapes;
  shapes.blocks.resize(static_cast<size_t>(config.n_layers));
  int64_t count = 0;
  for_each_parameter(config, shapes, [&](const std::string&, const Matrix&, Index rows, Index cols) {
    count += int64_t{rows} * int64_t{cols};
  });
  return count;
}

}  // namespace qkv

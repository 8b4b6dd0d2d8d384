#include "model/norm.h"

namespace qkv {

Matrix layer_norm(const MatrixRef& x, const MatrixRef& gain, const MatrixRef& bias, float epsilon) {
  check_shape("layer_norm", "gain", gain, 1, x.cols());
  if (bias.size() > 0) check_shape("layer_norm", "bias", bias, 1, x.cols());
  Matrix result(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    const auto centred = (x.row(i).array() - x.row(i).mean()).eval();
    const float deviation = std::sqrt(centred.square().mean() + epsilon);
    result.row(i) = centred / deviation * gain.row(0).array();
    if (bias.size() > 0) result.row(i) += bias.row(0);
  }
  return result;
}

Matrix rms_norm(const MatrixRef& x, const MatrixRef& gain, float epsilon) {
  check_shape("rms_norm", "gain", gain, 1, x.cols());
  Matrix result(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    const float root = std::sqrt(x.row(i).array().square().mean() + epsilon);
    result.row(i) = x.row(i).array() / root * gain.row(0).array();
  }
  return result;
}

Matrix apply_norm(const Config& config, const NormParameters& parameters, const MatrixRef& x) {
  switch (config.norm) {
    case Norm::kLayer:
      return layer_norm(x, parameters.gain, parameters.bias, config.norm_epsilon);
    case Norm::kRms:
      return rms_norm(x, parameters.gain, config.norm_epsilon);
    case Norm::kNone:
      break;
  }
  return x;
}

}  // namespace qkv

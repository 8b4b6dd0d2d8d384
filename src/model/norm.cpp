#include "model/norm.h"

#include <cmath>

#include "numeric/kernel.h"
#include "numeric/simd.h"

namespace qkv {
namespace {

struct NormRow {
  const float* x;
  const float* gain;
  const float* bias;  // or null
  float* out;
  Index d;
  float epsilon;
};

/// Σ (x_j - mean)^power for power 1 or 2: what stands behind the end of the row adds 0.
template <int Power>
inline float sum_of_powers(const float* x, Index d, float mean) {
  f32x4 sums = splat(0.0f);
  for (Index j = 0; j < d; j += kLanes) {
    const f32x4 lanes = load_upto(x + j, d - j, mean) - splat(mean);
    sums += Power == 2 ? lanes * lanes : lanes;
  }
  return sum_of_lanes(sums);
}

/// (x - mean) × factor × gain + bias
void rescale(const NormRow& r, float mean, float factor) {
  for (Index j = 0; j < r.d; j += kLanes) {
    const Index left = r.d - j;
    f32x4 lanes = (load_upto(r.x + j, left, 0.0f) - splat(mean)) * splat(factor);
    lanes *= load_upto(r.gain + j, left, 0.0f);
    if (r.bias) lanes += load_upto(r.bias + j, left, 0.0f);
    store_upto(r.out + j, lanes, left);
  }
}

void layer_norm_row(const NormRow& r) {
  const float d = static_cast<float>(r.d);
  const float mean = sum_of_powers<1>(r.x, r.d, 0.0f) / d;
  const float variance = sum_of_powers<2>(r.x, r.d, mean) / d;
  rescale(r, mean, 1.0f / std::sqrt(variance + r.epsilon));
}

void rms_norm_row(const NormRow& r) {
  const float mean_square = sum_of_powers<2>(r.x, r.d, 0.0f) / static_cast<float>(r.d);
  rescale(r, 0.0f, 1.0f / std::sqrt(mean_square + r.epsilon));
}

template <auto* Kernel>
Matrix norm_rows(const MatrixRef& x, const MatrixRef& gain, const float* bias, float epsilon) {
  Matrix out(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i)
    run_kernel<Kernel>(
        NormRow{x.data() + i * x.outerStride(), gain.data(), bias, out.row(i).data(), x.cols(), epsilon});
  return out;
}

}  // namespace

Matrix layer_norm(const MatrixRef& x, const MatrixRef& gain, const MatrixRef& bias, float epsilon) {
  check_shape("layer_norm", "gain", gain, 1, x.cols());
  if (bias.size() > 0) check_shape("layer_norm", "bias", bias, 1, x.cols());
  return norm_rows<layer_norm_row>(x, gain, bias.size() > 0 ? bias.data() : nullptr, epsilon);
}

Matrix rms_norm(const MatrixRef& x, const MatrixRef& gain, float epsilon) {
  check_shape("rms_norm", "gain", gain, 1, x.cols());
  return norm_rows<rms_norm_row>(x, gain, nullptr, epsilon);
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

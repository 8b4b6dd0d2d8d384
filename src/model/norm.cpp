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

/// Σ term(x_j), four at a time.
template <typename Term>
inline float sum_over(const float* x, Index d, Term term) {
  f32x4 sums = splat(0.0f);
  Index j = 0;
  for (; j + kLanes <= d; j += kLanes) sums += term(load(x + j));
  float sum = sum_of_lanes(sums);
  for (; j < d; ++j) sum += term(splat(x[j]))[0];
  return sum;
}

/// (x - mean) × factor × gain + bias
inline void rescale(const NormRow& r, float mean, float factor) {
  const auto lanes = [=](f32x4 x, f32x4 gain) { return (x - splat(mean)) * splat(factor) * gain; };
  Index j = 0;
  for (; j + kLanes <= r.d; j += kLanes) {
    const f32x4 scaled = lanes(load(r.x + j), load(r.gain + j));
    store(r.out + j, r.bias ? scaled + load(r.bias + j) : scaled);
  }
  for (; j < r.d; ++j) r.out[j] = lanes(splat(r.x[j]), splat(r.gain[j]))[0] + (r.bias ? r.bias[j] : 0.0f);
}

void layer_norm_row(const NormRow& r) {
  const float d = static_cast<float>(r.d);
  const float mean = sum_over(r.x, r.d, [](f32x4 x) { return x; }) / d;
  const float variance = sum_over(r.x, r.d, [=](f32x4 x) { return (x - splat(mean)) * (x - splat(mean)); }) / d;
  rescale(r, mean, 1.0f / std::sqrt(variance + r.epsilon));
}

void rms_norm_row(const NormRow& r) {
  const float mean_square = sum_over(r.x, r.d, [](f32x4 x) { return x * x; }) / static_cast<float>(r.d);
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

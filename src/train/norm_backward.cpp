#include "train/norm_backward.h"

#include <cmath>

#include "numeric/kernel.h"
#include "numeric/simd.h"

namespace qkv {
namespace {

struct Row {
  const float* x;
  const float* d_y;
  const float* gain;
  float* d_x;
  float* d_gain;
  float* d_bias;  // null for RMSNorm
  Index d;
  float epsilon;
};

template <typename Term>
inline float mean(Index d, Term term) {
  f32x4 sums = splat(0.0f);
  for (Index j = 0; j < d; j += kLanes) sums += term(j);
  return sum_of_lanes(sums) / static_cast<float>(d);
}

template <bool kCentred>
void backward_row(const Row& r) {
  const auto at = [&](const float* row, Index j, float rest) { return load_upto(row + j, r.d - j, rest); };
  const float centre = kCentred ? mean(r.d, [&](Index j) { return at(r.x, j, 0.0f); }) : 0.0f;
  const auto centred = [&](Index j) { return at(r.x, j, centre) - splat(centre); };
  const float square = mean(r.d, [&](Index j) { return centred(j) * centred(j); });
  const float inverse = 1.0f / std::sqrt(square + r.epsilon);
  const auto d_hat = [&](Index j) { return at(r.d_y, j, 0.0f) * at(r.gain, j, 0.0f); };
  const float mean_d = kCentred ? mean(r.d, d_hat) : 0.0f;
  const float mean_dx = mean(r.d, [&](Index j) { return d_hat(j) * centred(j) * splat(inverse); });
  for (Index j = 0; j < r.d; j += kLanes) {
    const f32x4 x_hat = centred(j) * splat(inverse), d_y = at(r.d_y, j, 0.0f);
    store_upto(r.d_x + j, (d_hat(j) - splat(mean_d) - x_hat * splat(mean_dx)) * splat(inverse), r.d - j);
    store_upto(r.d_gain + j, at(r.d_gain, j, 0.0f) + d_y * x_hat, r.d - j);
    if (kCentred) store_upto(r.d_bias + j, at(r.d_bias, j, 0.0f) + d_y, r.d - j);
  }
}

}  // namespace

Matrix norm_backward(const Config& c, const NormParameters& p, const MatrixRef& x, const MatrixRef& d_y,
                     NormParameters& gradients) {
  if (c.norm == Norm::kNone) return d_y;
  check_shape("norm_backward", "d_y", d_y, x.rows(), x.cols());
  check_shape("norm_backward", "the gain's gradient", gradients.gain, 1, x.cols());
  if (c.norm == Norm::kLayer)
    check_shape("norm_backward", "the bias's gradient", gradients.bias, 1, x.cols());
  Matrix d_x(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    const Row row{x.data() + i * x.outerStride(),
                  d_y.data() + i * d_y.outerStride(),
                  p.gain.data(),
                  d_x.data() + i * d_x.cols(),
                  gradients.gain.data(),
                  gradients.bias.data(),
                  x.cols(),
                  c.norm_epsilon};
    if (c.norm == Norm::kLayer)
      run_kernel<backward_row<true>>(row);
    else
      run_kernel<backward_row<false>>(row);
  }
  return d_x;
}

}  // namespace qkv

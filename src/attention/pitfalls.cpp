#include "attention/pitfalls.h"

#include <cmath>

#include "attention/mask.h"
#include "numeric/random.h"
#include "numeric/real.h"
#include "numeric/softmax.h"

namespace qkv {

SoftmaxSteps softmax_without_max(const MatrixRef& scores) {
  SoftmaxSteps steps{{}, Matrix(scores.rows(), scores.cols()), Matrix::Zero(scores.rows(), 1), {}};
  steps.weights = steps.exps;
  for (Index i = 0; i < scores.rows(); ++i) {
    for (Index j = 0; j < scores.cols(); ++j) {
      const float e = static_cast<float>(exponential(static_cast<double>(scores(i, j))));  // ∞ above e^88.7
      steps.exps(i, j) = e;
      steps.row_sum(i, 0) += e;
    }
    for (Index j = 0; j < scores.cols(); ++j) steps.weights(i, j) = steps.exps(i, j) / steps.row_sum(i, 0);
  }
  return steps;
}

SoftmaxSteps mask_after_softmax(const MatrixRef& scores, const MatrixRef& mask) {
  check_mask(mask, scores.rows(), scores.cols());
  SoftmaxSteps steps = softmax_rows(scores);
  for (Index i = 0; i < scores.rows(); ++i) {
    steps.row_sum(i, 0) = 0;
    for (Index j = 0; j < scores.cols(); ++j) {
      if (mask(i, j) != 0.0f) steps.weights(i, j) = 0;
      steps.row_sum(i, 0) += steps.weights(i, j);
    }
  }
  return steps;
}

DotProducts sample_dot_products(Index d, Index keys, Index samples, uint64_t seed) {
  constexpr const char* who = "sample_dot_products";
  check(1 <= d && d <= 4096, who, "d must be between 1 and 4096, got %", {d});
  check(1 <= keys && keys <= 64, who, "keys must be between 1 and 64, got %", {keys});
  check(1 <= samples && samples <= 4096, who, "samples must be between 1 and 4096, got %", {samples});
  Random random(seed);
  DotProducts result{Matrix(samples, keys), {}, {}, 0, 0, 0, 0, 0};
  for (Index s = 0; s < samples; ++s) {
    const Matrix q = random_normal(random, 1, d);
    for (Index j = 0; j < keys; ++j) {
      float sum = 0;
      for (Index c = 0; c < d; ++c) sum += q(0, c) * random.normal();
      result.scores(s, j) = sum;
      result.spread += static_cast<double>(sum) * static_cast<double>(sum);
    }
  }
  result.spread = std::sqrt(result.spread / static_cast<double>(samples * keys));
  const auto measure = [&](float scale, Matrix& weights, double& largest, double& gradient) {
    const Matrix scaled = result.scores * scale;
    weights = softmax_rows(scaled).weights;
    for (Index s = 0; s < samples; ++s) {
      const double w = static_cast<double>(weights.row(s).maxCoeff());
      largest += w / static_cast<double>(samples);
      gradient += w * (1 - w) / static_cast<double>(samples);
    }
  };
  measure(1, result.weights, result.largest, result.gradient);
  measure(1 / std::sqrt(static_cast<float>(d)), result.weights_scaled, result.largest_scaled,
          result.gradient_scaled);
  return result;
}

}  // namespace qkv

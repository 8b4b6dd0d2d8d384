#include "numeric/softmax.h"

#include <cmath>

namespace qkv {
namespace {

float row_maximum(const float* scores, Index m) {
  float maximum = -kInfinity;
  for (Index j = 0; j < m; ++j) {
    if (std::isnan(scores[j])) return scores[j];
    if (scores[j] > maximum) maximum = scores[j];
  }
  return maximum;
}

float shifted_exp(float score, float maximum, float temperature) {
  if (score == -kInfinity && !std::isnan(maximum)) return 0.0f;
  const float difference = score - maximum;  // NaN if maximum is NaN, or if both are +∞
  if (std::isnan(difference) || difference == 0.0f) return std::exp(difference);
  if (temperature == kInfinity) return 1.0f;  // also where the difference itself overflows to -∞
  return std::exp(difference / temperature);  // difference < 0: e^(-∞) = 0 at temperature 0, e^0 = 1 at ∞
}

struct RowTotals {
  float maximum, sum;
};

// Writes the row's exponentials to `exps`, which may be `scores` itself.
RowTotals exponentiate_row(const float* scores, float* exps, Index m, float temperature) {
  const float maximum = row_maximum(scores, m);
  float sum = 0.0f;
  for (Index j = 0; j < m; ++j) {
    exps[j] = shifted_exp(scores[j], maximum, temperature);
    sum += exps[j];
  }
  return {maximum, sum};
}

void divide_row(const float* exps, float* weights, Index m, float sum) {
  for (Index j = 0; j < m; ++j) weights[j] = sum == 0.0f ? 0.0f : exps[j] / sum;
}

void check_temperature(const char* who, float temperature) {
  check(temperature >= 0.0f, who, {"temperature must be 0 or more, got ", temperature});
}

}  // namespace

SoftmaxSteps softmax_rows(const MatrixRef& scores, float temperature) {
  check_temperature("softmax_rows", temperature);
  const Index n = scores.rows(), m = scores.cols();
  SoftmaxSteps steps{Matrix(n, 1), Matrix(n, m), Matrix(n, 1), Matrix(n, m)};
  for (Index i = 0; i < n; ++i) {
    float* exps = steps.exps.row(i).data();
    const RowTotals totals = exponentiate_row(scores.row(i).data(), exps, m, temperature);
    steps.row_max(i, 0) = totals.maximum;
    steps.row_sum(i, 0) = totals.sum;
    divide_row(exps, steps.weights.row(i).data(), m, totals.sum);
  }
  return steps;
}

void softmax_in_place(Matrix& scores, float temperature) {
  check_temperature("softmax_in_place", temperature);
  for (Index i = 0; i < scores.rows(); ++i) {
    float* row = scores.row(i).data();
    divide_row(row, row, scores.cols(), exponentiate_row(row, row, scores.cols(), temperature).sum);
  }
}

}  // namespace qkv

#include "numeric/softmax.h"

#include <algorithm>
#include <cmath>

#include "numeric/exp.h"

namespace qkv {
namespace {

/// The largest score, -∞ for a row without any; NaN if one is NaN.
float row_maximum(const float* scores, Index m) {
  f32x4 largest = splat(-kInfinity);
  f32x4 spoiled = splat(0.0f);  // becomes NaN with the first NaN, which a comparison would pass over
  Index j = 0;
  for (; j + kLanes <= m; j += kLanes) {
    const f32x4 lanes = load(scores + j);
    largest = maximum(largest, lanes);
    spoiled += lanes * splat(0.0f);
  }
  float result = -kInfinity;
  for (int lane = 0; lane < kLanes; ++lane) result = std::max(result, largest[lane]);
  const bool suspicious = !(spoiled[0] + spoiled[1] + spoiled[2] + spoiled[3] == 0.0f);  // NaN or ∞ somewhere
  for (Index i = suspicious ? 0 : j; i < m; ++i) {
    if (std::isnan(scores[i])) return scores[i];
    result = std::max(result, scores[i]);
  }
  return result;
}

float shifted_exp(float score, float maximum, float temperature) {
  if (score == -kInfinity && !std::isnan(maximum)) return 0.0f;
  const float difference = score - maximum;  // NaN if maximum is NaN, or if both are +∞
  if (std::isnan(difference) || difference == 0.0f) return std::exp(difference);
  if (temperature == kInfinity) return 1.0f;  // also where the difference itself overflows to -∞
  return std::exp(difference / temperature);  // difference < 0: e^(-∞) = 0 at temperature 0, e^0 = 1 at ∞
}

// Writes the row's exponentials to `exps`, which may be `scores` itself, and returns their sum.
[[gnu::noinline]] float exponentiate(const float* scores, float* exps, Index m, float maximum,
                                     float temperature) {
  const auto exponentials = [=](f32x4 lanes) {
    return exp_not_positive((lanes - splat(maximum)) / splat(temperature));
  };
  f32x4 sums = splat(0.0f);
  Index j = 0;
  for (; j + kLanes <= m; j += kLanes) {
    const f32x4 lanes = exponentials(load(scores + j));
    store(exps + j, lanes);
    sums += lanes;
  }
  if (j < m) {  // the last lanes are filled with -∞, which adds 0
    f32x4 lanes = splat(-kInfinity);
    for (Index lane = 0; lane < m - j; ++lane) lanes[lane] = scores[j + lane];
    lanes = exponentials(lanes);
    for (Index lane = 0; lane < m - j; ++lane) exps[j + lane] = lanes[lane];
    sums += lanes;
  }
  return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

struct RowTotals {
  float maximum, sum;
};

RowTotals exponentiate_row(const float* scores, float* exps, Index m, float temperature) {
  const float maximum = row_maximum(scores, m);
  if (std::isfinite(maximum) && temperature > 0.0f && temperature < kInfinity)
    return {maximum, exponentiate(scores, exps, m, maximum, temperature)};
  float sum = 0.0f;  // the limits, the masked and the spoiled rows: one by one
  for (Index j = 0; j < m; ++j) {
    exps[j] = shifted_exp(scores[j], maximum, temperature);
    sum += exps[j];
  }
  return {maximum, sum};
}

[[gnu::noinline]] void divide_row(const float* exps, float* weights, Index m, float sum) {
  if (sum == 0.0f) {  // fully masked
    std::fill_n(weights, m, 0.0f);
    return;
  }
  Index j = 0;
  for (; j + kLanes <= m; j += kLanes) store(weights + j, load(exps + j) / splat(sum));
  for (; j < m; ++j) weights[j] = exps[j] / sum;
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

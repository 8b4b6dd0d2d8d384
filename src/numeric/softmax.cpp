#include "numeric/softmax.h"

#include <algorithm>
#include <cmath>

#include "numeric/exp.h"
#include "numeric/kernel.h"
#include "numeric/real.h"

namespace qkv {
namespace {

/// The largest score that is not NaN, -∞ for a row without any.
float largest_score(const float* scores, Index m) {
  f32x4 first = splat(-kInfinity), second = first;
  Index j = 0;
  for (; j + kGroup <= m; j += kGroup) {
    first = maximum(first, load(scores + j));
    second = maximum(second, load(scores + j + kLanes));
  }
  first = maximum(first, load_upto(scores + j, m - j, -kInfinity));
  second = maximum(second, load_upto(scores + j + kLanes, m - j - kLanes, -kInfinity));
  return largest_lane(maximum(first, second));
}

float shifted_exp(float score, float maximum, float temperature) {
  if (score == -kInfinity && !std::isnan(maximum)) return 0.0f;
  const float difference = score - maximum;  // NaN if maximum is NaN, or if both are +∞
  if (std::isnan(difference) || difference == 0.0f)
    return static_cast<float>(exponential(static_cast<double>(difference)));
  if (temperature == kInfinity) return 1.0f;  // also where the difference itself overflows to -∞
  return static_cast<float>(exponential(static_cast<double>(
      difference / temperature)));  // difference < 0: e^(-∞) = 0 at temperature 0, e^0 = 1 at ∞
}

float exponentiate_whole(const float* scores, float* exps, Index m, float maximum) {
  return exponentiate_groups(scores, exps, m, maximum);
}

// What is left at the end of a row is copied into a group that is filled up.
float exponentiate(const float* scores, float* exps, Index m, float maximum) {
  const Index whole = m - m % kGroup, rest = m - whole;
  float sum = run_kernel<exponentiate_whole>(scores, exps, whole, maximum);
  if (rest > 0) {
    float group[kGroup];
    std::fill_n(group, kGroup, -kInfinity);  // adds 0
    std::copy_n(scores + whole, rest, group);
    sum += run_kernel<exponentiate_whole>(group, group, kGroup, maximum);
    std::copy_n(group, rest, exps + whole);
  }
  return sum;
}

struct RowTotals {
  float maximum, sum;
};

RowTotals exponentiate_row(const float* scores, float* exps, Index m, float temperature) {
  float maximum = run_kernel<largest_score>(scores, m);
  float sum = NAN;
  if (std::isfinite(maximum) && temperature == 1.0f) sum = exponentiate(scores, exps, m, maximum);
  if (!std::isnan(sum)) return {maximum, sum};
  // The limits, the masked and the spoiled rows, one by one. A NaN is still where it was, also in place: its
  // exponential is NaN.
  for (Index j = 0; j < m; ++j)
    if (std::isnan(scores[j])) maximum = NAN;
  sum = 0.0f;
  for (Index j = 0; j < m; ++j) {
    exps[j] = shifted_exp(scores[j], maximum, temperature);
    sum += exps[j];
  }
  return {maximum, sum};
}

void divide_row(const float* exps, float* weights, Index m, float sum) {
  if (sum == 0.0f) {  // fully masked
    std::fill_n(weights, m, 0.0f);
    return;
  }
  Index j = 0;
  for (; j + kLanes <= m; j += kLanes) store(weights + j, load(exps + j) / splat(sum));
  store_upto(weights + j, load_upto(exps + j, m - j, 0.0f) / splat(sum), m - j);
}

void softmax_row(float* row, Index visible, Index m, float temperature) {
  run_kernel<divide_row>(row, row, visible, exponentiate_row(row, row, visible, temperature).sum);
  std::fill(row + visible, row + m, 0.0f);
}

void check_temperature(const char* who, float temperature) {
  check(temperature >= 0.0f, who, "temperature must be 0 or more, got %", {temperature});
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
    run_kernel<divide_row>(exps, steps.weights.row(i).data(), m, totals.sum);
  }
  return steps;
}

void softmax_in_place(MatrixOut scores, float temperature) {
  check_temperature("softmax_in_place", temperature);
  for (Index i = 0; i < scores.rows(); ++i)
    softmax_row(scores.row(i).data(), scores.cols(), scores.cols(), temperature);
}

void causal_softmax_in_place(MatrixOut scores) {
  const Index n = scores.rows(), m = scores.cols();
  check(n <= m, "causal_softmax_in_place", "there must be as many keys as queries, got %", {Shape{n, m}});
  for (Index i = 0; i < n; ++i) softmax_row(scores.row(i).data(), m - n + i + 1, m, 1.0f);
}

}  // namespace qkv

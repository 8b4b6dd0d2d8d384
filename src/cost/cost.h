// What length costs.
#pragma once

#include <cstdint>
#include <span>

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

/// Floating-point operations of one head over n tokens, a multiply-add counting two: q kᵀ and weights v are
/// n² d_head multiply-adds each. Softmax, a few per cent at usual d_head, is left out.
double attention_flops(double n, double d_head);

/// Bytes of the float32 score table that naive attention fills in: 4 n².
double score_table_bytes(double n);

/// Operations per second. `milliseconds` must be positive for a finite result.
double flops_per_second(double flops, double milliseconds);

/// y = factor · x^exponent, the least-squares line through the logarithms.
struct PowerLaw {
  double factor, exponent;
};
void fields(const PowerLaw& law, auto visit) { visit("factor", law.factor), visit("exponent", law.exponent); }

/// Throws std::invalid_argument unless there are at least two different positive x and as many positive y.
PowerLaw fit_power_law(std::span<const double> x, std::span<const double> y);

/// The time at length n if time grows with n² and is `time_0` at `n_0`: time_0 (n / n_0)².
double quadratic_through(double n_0, double time_0, double n);

}  // namespace qkv

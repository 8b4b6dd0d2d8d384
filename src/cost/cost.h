// What length costs.
#pragma once

#include <cstdint>
#include <span>

#include "numeric/matrix.h"

namespace qkv {

/// Floating-point operations of one head over n tokens, a multiply-add counting two: q kᵀ and weights v are
/// n² d_head multiply-adds each. Softmax, a few per cent at usual d_head, is left out.
double attention_flops(double n, double d_head);

/// Bytes of the float32 score table that naive attention fills in: 4 n².
double score_table_bytes(double n);

/// y = factor · x^exponent, the least-squares line through the logarithms.
struct PowerLaw {
  double factor, exponent;
};

/// Throws std::invalid_argument unless there are at least two different positive x and as many positive y.
PowerLaw fit_power_law(std::span<const double> x, std::span<const double> y);

}  // namespace qkv

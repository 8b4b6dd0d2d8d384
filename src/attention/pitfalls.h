// Three ways to get attention wrong, as they really come out in float32: for showing why the right way is as
// it is.
#pragma once

#include <cstdint>

#include "attention/attention.h"
#include "numeric/softmax.h"

namespace qkv {

/// Softmax without subtracting the maximum: e^s / Σ e^s. Scores above 88.7 give ∞, and then NaN. `row_max`
/// stays empty.
SoftmaxSteps softmax_without_max(const MatrixRef& scores);

/// The mask in the wrong place: after softmax over all (n, m) scores the forbidden weights are set to 0, so
/// that the rows no longer add up to 1. `exps` are those before.
SoftmaxSteps mask_after_softmax(const MatrixRef& scores, const MatrixRef& mask);

/// How large q · k becomes as d grows. Vaswani et al. 2017, footnote 4: with independent components of mean 0
/// and variance 1 it has variance d.
struct DotProducts {
  Matrix scores;          // (samples, keys)  q · k, one query and its keys a row, all normal numbers
  Matrix weights;         // (samples, keys)  softmax of them
  Matrix weights_scaled;  // (samples, keys)  the same with the factor 1/√d
  double spread;          // standard deviation of all of them around 0
  double largest;         // mean largest weight of a row
  double largest_scaled;  // the same with the factor
  double
      gradient;  // mean over rows of w (1 - w) for the largest weight w, at most 1/4: how much softmax still
  double gradient_scaled;  // answers to its score; and the same with the factor
};
void fields(const DotProducts& d, auto visit) {
  visit("scores", d.scores), visit("weights", d.weights), visit("weights_scaled", d.weights_scaled);
  visit("spread", d.spread), visit("largest", d.largest), visit("largest_scaled", d.largest_scaled);
  visit("gradient", d.gradient), visit("gradient_scaled", d.gradient_scaled);
}

/// Throws std::invalid_argument unless 1 ≤ d ≤ 4096, 1 ≤ keys ≤ 64 and 1 ≤ samples ≤ 4096.
DotProducts sample_dot_products(Index d, Index keys, Index samples, uint64_t seed);

}  // namespace qkv

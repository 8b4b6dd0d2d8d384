// The optimizer: Adam (Kingma and Ba 2014) with decoupled weight decay (Loshchilov and Hutter 2017).
#pragma once

#include <vector>

#include "numeric/matrix.h"

namespace qkv {

struct AdamWOptions {
  float beta_1 = 0.9f;   // how slowly the mean of gradients forgets
  float beta_2 = 0.98f;  // and that of their squares
  float epsilon = 1e-8f;
  float weight_decay = 0.01f;
};

class AdamW {
 public:
  explicit AdamW(AdamWOptions options) : options_(options) {}

  /// Step number t: with g the gradient, m ← β₁m + (1-β₁)g and s ← β₂s + (1-β₂)g², each parameter
  ///   p ← p - rate (weight_decay p + m̂ / (√ŝ + ε)),  m̂ = m / (1-β₁ᵗ), ŝ = s / (1-β₂ᵗ).
  /// The lists must be the same matrices, in the same order, in every step.
  void step(const std::vector<Matrix*>& parameters, const std::vector<Matrix*>& gradients,
            float learning_rate);

  int64_t steps() const { return steps_; }

 private:
  AdamWOptions options_;
  int64_t steps_ = 0;
  double beta_1_power_ = 1, beta_2_power_ = 1;
  std::vector<Matrix> mean_, square_;
};

/// √(Σ g²) over all gradients, which are scaled down to norm `limit` if it is larger; 0 never scales.
/// Pascanu, Mikolov, Bengio 2013.
double clip_gradients(const std::vector<Matrix*>& gradients, double limit);

/// The learning rate of step `step` of `steps`, counted from 1: it rises in a line over the first `warm_up`,
/// then stays, or, if `cosine`, falls to zero along half a cosine over all steps.
double learning_rate(bool cosine, double rate, int64_t step, int64_t warm_up, int64_t steps);

}  // namespace qkv

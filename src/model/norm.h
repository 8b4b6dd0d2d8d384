// Normalization of each token's vector, before attention and feed-forward.
#pragma once

#include "model/config.h"

namespace qkv {

/// LayerNorm of each row of x (n, d): (x - mean) / √(variance + epsilon) × gain + bias, with gain and bias
/// (1, d), an empty bias meaning none. Ba, Kiros, Hinton 2016. The variance divides by d.
Matrix layer_norm(const MatrixRef& x, const MatrixRef& gain, const MatrixRef& bias, float epsilon);

/// RMSNorm of each row of x (n, d): x / √(mean(x²) + epsilon) × gain. Zhang and Sennrich 2019.
Matrix rms_norm(const MatrixRef& x, const MatrixRef& gain, float epsilon);

/// The learned part of a norm; both empty for Norm::kNone.
struct NormParameters {
  Matrix gain;  // (1, d_model)
  Matrix bias;  // (1, d_model), LayerNorm only
};

/// The norm that the config names; x itself for Norm::kNone.
Matrix apply_norm(const Config& config, const NormParameters& parameters, const MatrixRef& x);

}  // namespace qkv

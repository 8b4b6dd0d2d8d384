// Gradients through the norms. With x̂ = (x - mean) / deviation and y = x̂ gain + bias, and d̂ = dy gain:
//   d gain = Σ dy x̂,  d bias = Σ dy,  dx = (d̂ - mean(d̂) - x̂ mean(d̂ x̂)) / deviation
// RMSNorm has no mean to subtract: x̂ = x / root, dx = (d̂ - x̂ mean(d̂ x̂)) / root.
#pragma once

#include "model/norm.h"

namespace qkv {

/// dx (n, d) of the config's norm at x (n, d), given dy (n, d); adds to the gradients of its parameters.
Matrix norm_backward(const Config& config, const NormParameters& parameters, const MatrixRef& x,
                     const MatrixRef& d_y, NormParameters& gradients);

}  // namespace qkv

// The bend between the two matrices of a feed-forward layer.
#pragma once

#include "model/config.h"

namespace qkv {

/// activation(x), element by element, to about 2e-7:
///   kRelu      max(0, x)
///   kGelu      x Φ(x), Φ the normal distribution function. Hendrycks and Gimpel 2016
///   kGeluTanh  its approximation ½x(1 + tanh(√(2/π)(x + 0.044715x³))), GPT-2's
///   kSilu      x / (1 + e^-x)
/// NaN stays NaN.
Matrix activate(const MatrixRef& x, Activation activation);

/// dx = dy × activation'(x), element by element; at 0 the slope of ReLU is taken as 0.
Matrix activate_backward(const MatrixRef& x, const MatrixRef& d_y, Activation activation);

}  // namespace qkv

#include "model/feed_forward.h"

#include <cmath>

#include "numeric/gemm.h"

namespace qkv {

Matrix activate(const MatrixRef& x, Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return x.unaryExpr([](float v) { return v < 0.0f ? 0.0f : v; });  // NaN stays NaN
    case Activation::kGelu:
      return x.unaryExpr([](float v) { return 0.5f * v * (1.0f + std::erf(v * 0.70710678f)); });
    case Activation::kGeluTanh:
      return x.unaryExpr(
          [](float v) { return 0.5f * v * (1.0f + std::tanh(0.79788456f * (v + 0.044715f * v * v * v))); });
    case Activation::kSilu:
      return x.unaryExpr([](float v) { return v / (1.0f + std::exp(-v)); });
  }
  return x;
}

FeedForwardSteps feed_forward(const MatrixRef& x, const FeedForwardParameters& p, Activation activation) {
  FeedForwardSteps steps;
  steps.pre_activation = affine(x, p.w_in, p.b_in);
  if (p.w_gate.size() > 0) {
    check_shape("feed_forward", "w_gate", p.w_gate, p.w_in.rows(), p.w_in.cols());
    steps.gate = matmul(x, p.w_gate);
    steps.hidden = activate(steps.gate, activation).cwiseProduct(steps.pre_activation);
  } else {
    steps.hidden = activate(steps.pre_activation, activation);
  }
  steps.output = affine(steps.hidden, p.w_out, p.b_out);
  return steps;
}

}  // namespace qkv

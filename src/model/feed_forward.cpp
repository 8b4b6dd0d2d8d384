#include "model/feed_forward.h"

#include "model/activation.h"
#include "numeric/gemm.h"

namespace qkv {

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

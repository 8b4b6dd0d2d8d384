// The gradient of the loss with respect to every parameter: the chain rule, from the logits back to the
// embeddings.
#pragma once

#include "model/transformer.h"
#include "train/batch.h"

namespace qkv {

/// The mean cross-entropy of the batch's targets, in nats, and its gradient in `gradients`, which must have
/// been made for this config (make_parameters) and are overwritten. Positions without a target cost no
/// logits. Throws std::invalid_argument if the batch makes no sense or has no target at all.
double loss_and_gradients(const Transformer& model, const Batch& batch, Parameters& gradients);

/// The loss alone.
double loss_of(const Transformer& model, const Batch& batch);

/// Floating-point operations of loss_and_gradients, a multiply-add counting two: the matrix products of the
/// forward pass once and of the backward pass twice as many. What is computed a second time, as fused
/// attention does, is not counted.
double step_flops(const Config& config, const Batch& batch);

/// The matrices that a model of this config learns, in the order of for_each_parameter.
std::vector<Matrix*> matrices_of(const Config& config, Parameters& parameters);

}  // namespace qkv

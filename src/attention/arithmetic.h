// Where one number of a head comes from: its terms, one by one, as the page writes them out.
#pragma once

#include <string_view>
#include <vector>

#include "attention/attention.h"

namespace qkv {

/// The arithmetic of one cell. Which fields are used depends on the operation:
///   "dot"     result = Σ terms_i, the products left_i × right_i; of a masked value 0    q, k, v, scores, output
///   "scale"   result = left_0 × right_0                             scaled
///   "mask"    result = left_0, or -∞ if right_0 is -∞               masked
///   "max"     result = largest of left                              row_max
///   "exp"     result = e^terms_0, terms_0 = (left_0 - right_0) / temperature   exps
///   "sum"     result = Σ left_i                                     row_sum
///   "divide"  result = left_0 / right_0                             weights
struct CellArithmetic {
  std::string_view operation = "";
  std::vector<float> left = {}, right = {}, terms = {};
  float result = 0.0f;
};
void fields(const CellArithmetic& c, auto visit) {
  visit("operation", c.operation), visit("left", c.left), visit("right", c.right), visit("terms", c.terms);
  visit("result", c.result);
}

/// The inputs that a head was computed from; mask may be empty.
struct HeadInputs {
  Matrix x, w_q, w_k, w_v, mask;
  AttentionOptions options;
};

/// The arithmetic of the cell (row, col) of the named step of `steps`.
/// Throws std::invalid_argument for an unknown step, a cell outside it, or steps whose shapes do not belong
/// together.
CellArithmetic cell_arithmetic(const HeadInputs& inputs, const AttentionSteps& steps, std::string_view step,
                               Index row, Index col);

/// What each position hands over to the query in `row`: (m, d_v), row j = weight_j × v_j. The rows add up to
/// output.
Matrix weighted_values(const AttentionSteps& steps, Index row);

/// The largest absolute difference between the steps and float64: each step is computed again, with plain
/// loops in double precision, from the step before it as it stands. (Not from the beginning: at temperature 0
/// two scores that are equal in float32 and differ by 1e-9 in float64 would share the weight here and not
/// there, and both are right.) NaN counts as equal to NaN, ∞ to ∞; infinite if one is finite and the other is
/// not.
double difference_from_float64(const HeadInputs& inputs, const AttentionSteps& steps);

}  // namespace qkv

// Scaled dot-product attention, one head, with every intermediate number kept:
//   weights = softmax(q kᵀ / √d_head + mask),  output = weights v
// Vaswani et al., "Attention Is All You Need", 2017, equation 1 (their d_k is our d_head).
#pragma once

#include <optional>

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

struct AttentionOptions {
  std::optional<float> scale =
      std::nullopt;          // factor of the scores; 1/√d_head if absent, 1 switches scaling off
  float temperature = 1.0f;  // divides the scores inside exp; see softmax_rows
};

/// All steps of one head: n queries over m keys. In self-attention m = n.
struct AttentionSteps {
  Matrix q;        // (n, d_head)  what each position looks for
  Matrix k;        // (m, d_head)  by what each position is found
  Matrix v;        // (m, d_v)     what each position hands over
  Matrix scores;   // (n, m)       q · k
  Matrix scaled;   // (n, m)       scores × scale
  Matrix masked;   // (n, m)       scaled + mask
  Matrix row_max;  // (n, 1)       as in SoftmaxSteps, from here to weights
  Matrix exps;     // (n, m)
  Matrix row_sum;  // (n, 1)
  Matrix weights;  // (n, m)       each row sums to 1; zeros if the row is fully masked
  Matrix output;   // (n, d_v)     weights v
};

/// What the rows or columns of a step stand for.
enum class Axis { kQuery, kKey, kHead, kValue, kOne };  // n, m, d_head, d_v, 1

/// The steps by name: the one table that everything else goes by. In JavaScript row_max is rowMax; pages take
/// the names from web/components/steps.js, whose order is this one.
struct Step {
  const char* name;
  Matrix AttentionSteps::*matrix;
  Axis rows, cols;
};
inline constexpr Step kSteps[] = {{"q", &AttentionSteps::q, Axis::kQuery, Axis::kHead},
                                  {"k", &AttentionSteps::k, Axis::kKey, Axis::kHead},
                                  {"v", &AttentionSteps::v, Axis::kKey, Axis::kValue},
                                  {"scores", &AttentionSteps::scores, Axis::kQuery, Axis::kKey},
                                  {"scaled", &AttentionSteps::scaled, Axis::kQuery, Axis::kKey},
                                  {"masked", &AttentionSteps::masked, Axis::kQuery, Axis::kKey},
                                  {"row_max", &AttentionSteps::row_max, Axis::kQuery, Axis::kOne},
                                  {"exps", &AttentionSteps::exps, Axis::kQuery, Axis::kKey},
                                  {"row_sum", &AttentionSteps::row_sum, Axis::kQuery, Axis::kOne},
                                  {"weights", &AttentionSteps::weights, Axis::kQuery, Axis::kKey},
                                  {"output", &AttentionSteps::output, Axis::kQuery, Axis::kValue}};

/// Calls visit(name, matrix) for every step, in order.
void for_each_step(Either<AttentionSteps> auto& steps, auto visit) {
  for (const Step& step : kSteps) visit(step.name, steps.*step.matrix);
}
void fields(Either<AttentionSteps> auto& steps, auto visit) { for_each_step(steps, visit); }

/// The factor that the options mean for heads of this width.
float attention_scale(std::optional<float> scale, Index d_head);

/// Every step from given q (n, d_head), k (m, d_head), v (m, d_v) and mask (n, m) of 0 and -∞, or an empty
/// mask for none. A fully masked row has weights and output of zeros, not NaN.
/// Throws std::invalid_argument if shapes disagree or the mask has another value.
AttentionSteps attention_steps(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                               const MatrixRef& mask, const AttentionOptions& options = {});

/// The output alone (n, d_v), the naive way: one (n, m) table of scores is filled, turned into weights in
/// place, used and thrown away. The same numbers as attention_steps(...).output.
Matrix attention_output(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v, const MatrixRef& mask,
                        const AttentionOptions& options = {});

/// Every step from x (n, d_model) and the parameters w_q, w_k (d_model, d_head), w_v (d_model, d_v):
/// q = x w_q, k = x w_k, v = x w_v.
AttentionSteps self_attention(const MatrixRef& x, const MatrixRef& w_q, const MatrixRef& w_k,
                              const MatrixRef& w_v, const MatrixRef& mask,
                              const AttentionOptions& options = {});

}  // namespace qkv

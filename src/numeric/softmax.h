// Softmax of rows, in the four steps that the page shows: maximum, exponentials, sum, shares.
#pragma once

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

/// Every step of softmax over rows of scores (n, m).
struct SoftmaxSteps {
  Matrix row_max;  // (n, 1)  largest score of the row; -∞ if every score is -∞
  Matrix exps;     // (n, m)  e^((score - row_max) / temperature), in [0, 1]; 0 where the score is -∞
  Matrix row_sum;  // (n, 1)  sum of the row's exps, in [1, m]; 0 if every score is -∞
  Matrix weights;  // (n, m)  exps / row_sum: each row sums to 1
};
void fields(const SoftmaxSteps& s, auto visit) {
  visit("row_max", s.row_max), visit("exps", s.exps), visit("row_sum", s.row_sum),
      visit("weights", s.weights);
}

/// Softmax of each row: weights_j = e^(s_j / t) / Σ e^(s_i / t).
///
/// The row maximum is subtracted first: that changes no quotient, and without it exp overflows float32
/// above 88.7. A row whose scores are all -∞ (fully masked) gives zeros, not NaN: it looks at nothing and
/// fetches nothing. Temperature 0 means the limit: the largest scores share everything. ∞ means equal shares
/// of all that is not -∞. NaN or +∞ among a row's scores makes that row NaN, and no other. Throws
/// std::invalid_argument if the temperature is negative or NaN.
SoftmaxSteps softmax_rows(const MatrixRef& scores, float temperature = 1.0f);

/// The weights alone, written over the scores: for where no step is looked at.
void softmax_in_place(MatrixOut scores, float temperature = 1.0f);

/// The same under a causal mask that is not there: with n queries over m ≥ n keys, the queries being the last
/// n, row i reads its first m - n + i + 1 scores only and gets weights of 0 behind them, whatever stands
/// there. Throws std::invalid_argument if n > m.
void causal_softmax_in_place(MatrixOut scores);

}  // namespace qkv

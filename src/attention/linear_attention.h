// Attention without softmax: the similarity of a query and a key is a dot product of features, φ(q) · φ(k), and so the sum
// over keys can be taken before the query is known. What is stored does not grow with the length, and what does not fit in
// it blurs. Katharopoulos, Vyas, Pappas and Fleuret 2020, "Transformers are RNNs", with their φ(x) = elu(x) + 1.
#pragma once

#include "numeric/matrix.h"

namespace qkv {

/// φ = elu + 1, cell by cell: x + 1 above 0, e^x below; always positive.
Matrix elu_features(const MatrixRef& x);

/// Causal linear attention in its recurrent form: a token at a time, with a state of d × d_v + d numbers.
/// S = Σ φ(k)ᵀ v, z = Σ φ(k), output φ(q) S / (φ(q) · z), each token seen by itself, too.
class LinearAttention {
 public:
  /// For keys of width `d_head` and values of width `d_v`. Throws std::invalid_argument if either is negative.
  LinearAttention(Index d_head, Index d_v);

  /// Adds the tokens one by one, q and k (n, d_head), v (n, d_v), and returns what each gets (n, d_v). Throws
  /// std::invalid_argument if the shapes do not fit; then nothing was added.
  Matrix take(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v);

  const Matrix& state() const { return state_; }        // (d_head, d_v) S
  const Matrix& features() const { return features_; }  // (1, d_head) z

 private:
  Matrix state_, features_;
};

/// What the quadratic form holds: n × n numbers, as with softmax, and the same output.
struct LinearSteps {
  Matrix q_features, k_features;  // (n, d_head)
  Matrix similarity;              // (n, n) φ(q) · φ(k), 0 where the key comes later
  Matrix row_sum;                 // (n, 1)
  Matrix weights;                 // (n, n) similarity / row_sum: what softmax's weights are there
  Matrix output;                  // (n, d_v)
};

/// The same in its masked quadratic form, which shows weights and saves nothing: the slow twin, and what training goes
/// through. Throws std::invalid_argument if the shapes do not fit.
LinearSteps linear_attention_steps(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v);

/// The gradients of q, k and v from that of the output (n, d_v), through the quadratic form.
struct LinearGradients {
  Matrix q, k, v;
};
LinearGradients linear_attention_backward(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                                          const LinearSteps& steps, const MatrixRef& d_output);

}  // namespace qkv

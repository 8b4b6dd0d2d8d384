#include "attention/linear_attention.h"

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("linear attention: a worked example") {
  // φ(0) = 1, φ(1) = 2, φ(3) = 4. Tokens with keys 0, 1 and values 4, 8; the queries 3 and 0.
  LinearAttention linear(1, 1);
  const Matrix out = linear.take(matrix({{3}, {0}}), matrix({{0}, {1}}), matrix({{4}, {8}}));
  // The first sees itself alone: 4. The second: S = 1·4 + 2·8 = 20, z = 3, and φ(q) = 1 goes out: 20 / 3.
  expect_near(out, matrix({{4}, {20.0f / 3}}), 1e-6);
  expect_near(linear.state(), matrix({{20}}), 1e-6);
  expect_near(linear.features(), matrix({{3}}), 1e-6);
  expect_near(elu_features(matrix({{-1, 0, 1}})), matrix({{std::exp(-1.0f), 1, 2}}), 1e-7);
}

TEST_CASE("linear attention: golden data, both forms and the gradients") {
  const Golden golden("linear");
  LinearAttention linear(4, 3);
  golden.expect("output", linear.take(golden["q"], golden["k"], golden["v"]), 1e-6);
  golden.expect("state", linear.state(), 1e-6);
  golden.expect("features", linear.features(), 1e-6);
  const LinearSteps steps = linear_attention_steps(golden["q"], golden["k"], golden["v"]);
  golden.expect("weights", steps.weights, 1e-6);
  golden.expect("output", steps.output, 1e-6);
  const LinearGradients d =
      linear_attention_backward(golden["q"], golden["k"], golden["v"], steps, golden["d_output"]);
  golden.expect("d_q", d.q, 1e-6);
  golden.expect("d_k", d.k, 1e-6);
  golden.expect("d_v", d.v, 1e-6);
}

TEST_CASE("linear attention: recurrent equals masked quadratic, at once or token by token") {
  for (const Index n : {1, 2, 17, 64}) {
    const Matrix q = random_matrix(n, 16, 1), k = random_matrix(n, 16, 2), v = random_matrix(n, 5, 3);
    const LinearSteps steps = linear_attention_steps(q, k, v);
    LinearAttention at_once(16, 5), one_by_one(16, 5);
    expect_near(at_once.take(q, k, v), steps.output, 1e-5);
    for (Index i = 0; i < n; ++i) {
      const Matrix row = one_by_one.take(q.row(i), k.row(i), v.row(i));
      expect_near(row, steps.output.row(i), 1e-5);
    }
    CHECK(one_by_one.state() == at_once.state());
    for (Index i = 0; i < n; ++i) {
      CHECK(steps.weights.row(i).sum() == doctest::Approx(1));
      CHECK((steps.weights.row(i).head(i + 1).array() > 0).all());       // φ is positive
      CHECK((steps.weights.row(i).tail(n - i - 1).array() == 0).all());  // nothing from later
    }
  }
}

TEST_CASE("linear attention: what is stored does not grow, and old answers blur in it") {
  // One-hot pairs, each asked for right after all are stored: with more pairs, less of the right value is left.
  float before = 1;
  for (const Index pairs : {1, 4, 16}) {
    LinearAttention linear(16, 16);
    const Matrix keys = 3.0f * Matrix::Identity(pairs, 16), values = Matrix::Identity(pairs, 16);
    linear.take(keys, keys, values);
    CHECK(linear.state().size() == 256);
    LinearAttention asked = linear;
    const float share = asked.take(keys.row(0), Matrix::Constant(1, 16, -100), Matrix::Zero(1, 16))(0, 0);
    CHECK(share < before + 1e-6f);
    before = share;
  }
  CHECK(before < 0.5f);
}

TEST_CASE("linear attention: edges and errors") {
  LinearAttention linear(2, 3);
  CHECK(linear.take(Matrix(0, 2), Matrix(0, 2), Matrix(0, 3)).rows() == 0);
  // Very negative keys have features of 0: the sum is 0, and 0 / 0 is said as it is, not hidden.
  CHECK(std::isnan(
      linear.take(Matrix::Constant(1, 2, 1), Matrix::Constant(1, 2, -1000), Matrix::Zero(1, 3))(0, 0)));
  const Matrix before = linear.state();
  expect_error([&] { linear.take(Matrix(1, 3), Matrix(1, 3), Matrix(1, 3)); }, "q must be 1 x 2, got 1 x 3");
  expect_error([&] { linear.take(Matrix(2, 2), Matrix(1, 2), Matrix(2, 3)); }, "k must be 2 x 2, got 1 x 2");
  expect_error([&] { linear.take(Matrix(1, 2), Matrix(1, 2), Matrix(1, 4)); }, "v must be 1 x 3, got 1 x 4");
  CHECK(linear.state() == before);
  expect_error([] { LinearAttention(-1, 2); }, "sizes must not be negative, got -1 and 2");
  const Matrix one = Matrix::Zero(1, 2);
  const LinearSteps steps = linear_attention_steps(one, one, one);
  expect_near(steps.output, one, 0);
  expect_error([&] { linear_attention_backward(one, one, one, steps, Matrix(2, 2)); },
               "d_output must be 1 x 2");
}

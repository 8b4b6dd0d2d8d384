// norm.h and feed_forward.h
#include "expect.h"
#include "model/activation.h"
#include "model/feed_forward.h"
#include "model/norm.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("layer_norm and rms_norm: worked examples") {
  const Matrix ones = Matrix::Ones(1, 2), x = matrix({{3, 5}});
  // mean 4, deviation 1; root mean square √17.
  expect_near(layer_norm(x, ones, Matrix(), 0.0f), matrix({{-1, 1}}), 1e-6);
  expect_near(rms_norm(x, ones, 0.0f), matrix({{3 / std::sqrt(17.0f), 5 / std::sqrt(17.0f)}}), 1e-6);
}

TEST_CASE("norms and activations equal the golden data") {
  const Golden golden("layers");
  golden.expect("layer_norm", layer_norm(golden["x"], golden["gain"], golden["bias"], 1e-5f), 2e-6);
  golden.expect("rms_norm", rms_norm(golden["x"], golden["gain"], 1e-5f), 2e-6);
  golden.expect("relu", activate(golden["span"], Activation::kRelu), 1e-6);
  golden.expect("gelu", activate(golden["span"], Activation::kGelu), 1e-6);
  golden.expect("gelu_tanh", activate(golden["span"], Activation::kGeluTanh), 1e-6);
  golden.expect("silu", activate(golden["span"], Activation::kSilu), 1e-6);
}

TEST_CASE("the two GELUs differ, as they should: -0.00405 and -0.00364 at -3") {
  const Matrix x = matrix({{-3}});
  CHECK(activate(x, Activation::kGelu)(0, 0) == doctest::Approx(-0.0040497).epsilon(1e-3));
  CHECK(activate(x, Activation::kGeluTanh)(0, 0) == doctest::Approx(-0.0036374).epsilon(1e-3));
}

TEST_CASE("layer_norm: mean 0 and deviation 1, whatever comes in; a constant row gives the bias") {
  const Matrix x = random_matrix(5, 64, 1) * 40.0f;
  const Matrix y = layer_norm(x, Matrix::Ones(1, 64), Matrix::Zero(1, 64), 1e-5f);
  for (Index i = 0; i < 5; ++i) {
    CHECK(std::abs(y.row(i).mean()) < 1e-5f);
    CHECK(y.row(i).array().square().mean() == doctest::Approx(1.0).epsilon(1e-4));
  }
  expect_near(layer_norm(Matrix::Constant(1, 3, 7.0f), Matrix::Ones(1, 3), matrix({{1, 2, 3}}), 1e-5f),
              matrix({{1, 2, 3}}), 1e-6);
}

TEST_CASE("feed_forward: plain and gated equal the golden data") {
  const Golden golden("layers");
  const FeedForwardParameters plain{{}, golden["w_in"], golden["b_in"], golden["w_out"], golden["b_out"]};
  golden.expect("plain", feed_forward(golden["x"], plain, Activation::kGelu).output, 1e-5);
  const FeedForwardParameters gated{golden["w_gate"], golden["w_in"], {}, golden["w_out"], {}};
  const FeedForwardSteps steps = feed_forward(golden["x"], gated, Activation::kSilu);
  golden.expect("gated", steps.output, 1e-5);
  expect_near(steps.hidden, activate(steps.gate, Activation::kSilu).cwiseProduct(steps.pre_activation), 0);
}

TEST_CASE("norms and feed_forward refuse parameters of another width") {
  expect_error([] { layer_norm(Matrix(2, 3), Matrix(1, 4), Matrix(), 0); },
               "layer_norm: gain must be 1 x 3, got 1 x 4");
  expect_error([] { layer_norm(Matrix(2, 3), Matrix(1, 3), Matrix(1, 2), 0); }, "bias must be 1 x 3");
  expect_error([] { rms_norm(Matrix(2, 3), Matrix(3, 1), 0); }, "rms_norm: gain must be 1 x 3, got 3 x 1");
  expect_error(
      [] {
        feed_forward(Matrix(2, 3), {Matrix(3, 5), Matrix(3, 4), {}, Matrix(4, 3), {}}, Activation::kSilu);
      },
      "w_gate must be 3 x 4, got 3 x 5");
}

TEST_CASE("norms and activations equal double-precision loops for every width") {
  for (Index d = 1; d <= 13; ++d) {
    const Matrix x = 3.0f * random_matrix(2, d, 1), gain = random_matrix(1, d, 2),
                 bias = random_matrix(1, d, 3);
    for (Index i = 0; i < 2; ++i) {
      const auto exact = x.row(i).cast<double>().array().eval();
      const auto centred = (exact - exact.mean()).eval();
      const auto gains = gain.row(0).cast<double>().array();
      const auto layer =
          (centred / std::sqrt(centred.square().mean() + 1e-5) * gains + bias.row(0).cast<double>().array())
              .eval();
      const auto rms = (exact / std::sqrt(exact.square().mean() + 1e-5) * gains).eval();
      expect_near(layer_norm(x, gain, bias, 1e-5f).row(i), layer.matrix().cast<float>(), 1e-5);
      expect_near(rms_norm(x, gain, 1e-5f).row(i), rms.matrix().cast<float>(), 1e-5);
    }
  }
}

TEST_CASE("activations equal their formulas from -100 to 100, and keep their ends and NaN") {
  for (const Activation activation :
       {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh, Activation::kSilu}) {
    const auto exact = [&](double x) {
      switch (activation) {
        case Activation::kRelu:
          return std::max(x, 0.0);
        case Activation::kGelu:
          return x * 0.5 * std::erfc(-x / std::sqrt(2.0));
        case Activation::kGeluTanh:
          return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
        default:
          return x / (1 + std::exp(-x));
      }
    };
    for (double x = -100; x <= 100; x += 0.0137) {
      const Matrix out = activate(matrix({{static_cast<float>(x)}}), activation);
      const double expected = exact(static_cast<double>(static_cast<float>(x)));
      CHECK(std::abs(static_cast<double>(out(0, 0)) - expected) < 5e-7 * std::max(1.0, std::abs(x)));
    }
    for (Index width = 1; width <= 9; ++width) {
      Matrix x = Matrix::Zero(1, width);
      x(0, width - 1) = NAN;
      CHECK(std::isnan(activate(x, activation)(0, width - 1)));
    }
    const Matrix ends = activate(matrix({{-kInfinity, kInfinity}}), activation);
    CHECK(ends(0, 0) == 0.0f);
    CHECK(ends(0, 1) == kInfinity);
  }
}

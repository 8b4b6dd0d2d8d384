// train/backward.h, cross_entropy.h, norm_backward.h, attention_backward.h, adamw.h
#include "expect.h"
#include "golden_model.h"
#include "model/activation.h"
#include "model/norm.h"
#include "train/adamw.h"
#include "train/attention_backward.h"
#include "train/backward.h"
#include "train/cross_entropy.h"
#include "train/norm_backward.h"

using namespace qkv;
using namespace qkv::test;

namespace {

Transformer random_model(const Config& config, uint64_t seed) {
  Transformer model{config, make_parameters(config)};
  Random random(seed);
  for (Matrix* matrix : matrices_of(config, model.parameters))
    *matrix = random_normal(random, matrix->rows(), matrix->cols(), 0.4f);
  return model;
}

Batch random_batch(const Config& c, Index sequences, Index tokens, uint64_t seed) {
  Random random(seed);
  Batch batch{sequences, tokens, {}, {}};
  for (Index i = 0; i < sequences * tokens; ++i) {
    batch.ids.push_back(static_cast<int32_t>(random.below(static_cast<uint32_t>(c.n_vocab))));
    batch.targets.push_back(random.below(3) == 0
                                ? kIgnored
                                : static_cast<int32_t>(random.below(static_cast<uint32_t>(c.n_vocab))));
  }
  batch.targets[0] = 1;
  return batch;
}

/// The slope of the loss along one direction of all parameters, by central differences.
void expect_slope(const Config& config) {
  Transformer model = random_model(config, 1);
  const Batch batch = random_batch(config, 3, std::min<Index>(5, config.max_tokens), 2);
  Parameters gradients = make_parameters(config);
  loss_and_gradients(model, batch, gradients);
  const Parameters direction = random_model(config, 3).parameters;
  Parameters along = direction;
  double slope = 0;
  std::vector<Matrix*> d = matrices_of(config, along), g = matrices_of(config, gradients);
  for (size_t i = 0; i < d.size(); ++i)
    slope += (d[i]->cast<double>().cwiseProduct(g[i]->cast<double>())).sum();
  const auto moved = [&](float by) {
    Transformer other = model;
    const std::vector<Matrix*> p = matrices_of(config, other.parameters);
    for (size_t i = 0; i < p.size(); ++i) *p[i] += by * *d[i];
    return loss_of(other, batch);
  };
  const double measured = (moved(2e-3f) - moved(-2e-3f)) / 4e-3;
  CHECK(std::abs(slope - measured) < 2e-2 * std::max(1.0, std::abs(slope)));
}

void expect_golden_step(const std::string& name, const Config& config) {
  const Golden forward(name), golden(name + "_step");
  Transformer model = load(forward, config);
  Batch batch;
  batch.ids = whole_numbers(forward, "ids");
  batch.targets = whole_numbers(golden, "targets");
  batch.sequences = 1, batch.tokens = static_cast<Index>(batch.ids.size());

  Parameters gradients = make_parameters(config);
  const double loss = loss_and_gradients(model, batch, gradients);
  CHECK(std::abs(loss - golden.exact("loss")(0, 0)) < 1e-5);
  CHECK(loss_of(model, batch) == loss);
  for_each_parameter(config, gradients, [&](const std::string& parameter, Matrix& matrix, Index, Index) {
    const Eigen::MatrixXd& expected = golden.exact("d." + parameter);
    const double gap = (matrix.cast<double>() - expected).norm();
    CHECK_MESSAGE(gap <= 1e-4 * expected.norm() + 1e-6,
                  parameter << ": " << gap << " of " << expected.norm());
  });

  const std::vector<Matrix*> p = matrices_of(config, model.parameters), g = matrices_of(config, gradients);
  CHECK(clip_gradients(g, 1.0) == doctest::Approx(golden.exact("norm")(0, 0)).epsilon(1e-5));
  AdamW optimizer({.beta_2 = 0.98f, .epsilon = 1e-3f, .weight_decay = 0.1f});
  optimizer.step(p, g, 0.01f);
  for_each_parameter(config, model.parameters,
                     [&](const std::string& parameter, Matrix& matrix, Index, Index) {
                       golden.expect("after." + parameter, matrix, 1e-6);
                     });
}

}  // namespace

TEST_CASE("a whole step equals PyTorch in float64: loss, every gradient, clipping, AdamW; GPT-2 and Llama") {
  expect_golden_step("gpt2", gpt2_config());
  expect_golden_step("llama", llama_config());
}

TEST_CASE("the gradient is the slope of the loss, for every kind of model") {
  expect_slope(gpt2_config());
  expect_slope(llama_config());
  Config c = gpt2_config();
  c.causal = false, c.scaled = false, c.activation = Activation::kGelu;
  expect_slope(c);
  c.position = Position::kSinusoidal, c.tied = false, c.activation = Activation::kRelu;
  expect_slope(c);
  c.d_ff = 0, c.norm = Norm::kNone, c.position = Position::kNone, c.biases = false;
  expect_slope(c);
  c = llama_config();
  c.n_kv_heads = 1, c.rope_layout = RopeLayout::kInterleaved, c.gated = false;
  expect_slope(c);
  c.window = 2;
  expect_slope(c);
  c.window.reset(), c.features = Features::kElu;
  expect_slope(c);
}

TEST_CASE("attention_backward with a window equals PyTorch and NumPy in float64") {
  const Golden golden("window");
  const FlashOptions options{2, 1, true, std::nullopt, 3};
  golden.expect("output", flash_attention(golden["q"], golden["k"], golden["v"], options), 1e-6);
  Matrix d_q = Matrix::Zero(7, 8), d_k = Matrix::Zero(7, 4), d_v = Matrix::Zero(7, 4);
  attention_backward(golden["q"], golden["k"], golden["v"], golden["d_output"], options, d_q, d_k, d_v);
  golden.expect("d_q", d_q, 1e-6);
  golden.expect("d_k", d_k, 1e-6);
  golden.expect("d_v", d_v, 1e-6);
}

TEST_CASE("a window as long as the sequence has the gradient of none, a shorter one another") {
  Config config = llama_config();
  const Batch batch = random_batch(config, 2, 5, 4);
  Parameters full = make_parameters(config), wide = full, narrow = full;
  loss_and_gradients(random_model(config, 1), batch, full);
  config.window = 5;
  loss_and_gradients(random_model(config, 1), batch, wide);
  config.window = 2;
  loss_and_gradients(random_model(config, 1), batch, narrow);
  CHECK(wide.blocks[0].attention.w_k == full.blocks[0].attention.w_k);
  CHECK(narrow.blocks[0].attention.w_k != full.blocks[0].attention.w_k);
}

TEST_CASE("a batch has the mean gradient of its sequences, each with as many targets") {
  const Config config = llama_config();
  const Transformer model = random_model(config, 4);
  Batch both = random_batch(config, 2, 6, 5);
  both.targets.assign(12, 3);
  Parameters together = make_parameters(config), sum = make_parameters(config), one = make_parameters(config);
  double loss = 0;
  for (const size_t s : {0u, 1u}) {
    const auto part = [&](const std::vector<int32_t>& all) {
      return std::vector<int32_t>(all.begin() + static_cast<long>(6 * s),
                                  all.begin() + static_cast<long>(6 * s + 6));
    };
    loss += 0.5 * loss_and_gradients(model, {1, 6, part(both.ids), part(both.targets)}, one);
    const std::vector<Matrix*> from = matrices_of(config, one), to = matrices_of(config, sum);
    for (size_t i = 0; i < to.size(); ++i) *to[i] += 0.5f * *from[i];
  }
  CHECK(loss_and_gradients(model, both, together) == doctest::Approx(loss));
  const std::vector<Matrix*> a = matrices_of(config, together), b = matrices_of(config, sum);
  for (size_t i = 0; i < a.size(); ++i) expect_near(*a[i], *b[i], 1e-5);
}

TEST_CASE("gradients stay where they belong: what no target asks for, and no loss reaches, is zero") {
  const Config config = gpt2_config();
  const Transformer model = random_model(config, 6);
  Parameters gradients = make_parameters(config);
  // The last position is not asked, and no earlier one sees it: its position embedding learns nothing.
  loss_and_gradients(model, {1, 4, {1, 2, 3, 4}, {2, 3, 4, kIgnored}}, gradients);
  CHECK(gradients.position_embedding.row(3).isZero(0));
  CHECK(gradients.position_embedding.row(8).isZero(0));
  CHECK(!gradients.position_embedding.row(2).isZero(0));
}

TEST_CASE("the same batch gives the same gradient, bit for bit") {
  const Config config = llama_config();
  const Transformer model = random_model(config, 7);
  const Batch batch = random_batch(config, 4, 9, 8);
  Parameters a = make_parameters(config), b = make_parameters(config);
  CHECK(loss_and_gradients(model, batch, a) == loss_and_gradients(model, batch, b));
  const std::vector<Matrix*> x = matrices_of(config, a), y = matrices_of(config, b);
  for (size_t i = 0; i < x.size(); ++i) expect_near(*x[i], *y[i], 0);
}

TEST_CASE("loss_and_gradients refuses batches that make no sense") {
  const Transformer model = random_model(gpt2_config(), 1);
  Parameters gradients = make_parameters(model.config);
  const auto learn = [&](const Batch& batch) {
    return [&model, &gradients, batch] { loss_and_gradients(model, batch, gradients); };
  };
  expect_error(learn({0, 0, {}, {}}), "the batch is empty");
  expect_error(learn({1, 10, std::vector<int32_t>(10), std::vector<int32_t>(10)}),
               "reads at most 9 tokens, got 10");
  expect_error(learn({1, 2, {1}, {1, 2}}),
               "1 sequences of 2 tokens need as many ids and targets, got 1 and 2");
  expect_error(learn({1, 1, {11}, {1}}), "token ids must be between 0 and 10, got 11");
  expect_error(learn({1, 1, {1}, {11}}), "targets must be between 0 and 10, got 11");
  expect_error(learn({1, 1, {1}, {kIgnored}}), "at least one target is needed");
}

TEST_CASE("cross_entropy: worked examples") {
  // Equal logits over four tokens: ln 4, and the gradient is 1/4 everywhere but 1/4 - 1 at the target.
  Matrix logits = Matrix::Zero(1, 4);
  const std::vector<int32_t> second = {1};
  CHECK(cross_entropy(logits, second) == doctest::Approx(std::log(4.0)));
  expect_near(logits, matrix({{0.25f, -0.75f, 0.25f, 0.25f}}), 1e-7);
  // A sure and right answer costs nothing, a sure and wrong one costs its distance; huge logits stay finite.
  Matrix sure = matrix({{0, 200}, {200, 0}});
  const std::vector<int32_t> targets = {1, 1};
  CHECK(cross_entropy(sure, targets) == doctest::Approx(100));
  expect_near(sure, matrix({{0, 0}, {0.5f, -0.5f}}), 1e-7);
  Matrix kept = matrix({{1, 2}, {3, 4}});
  const std::vector<int32_t> second_wrong = {0, 7};
  expect_error([&] { cross_entropy(kept, second_wrong); }, "targets must be between 0 and 1, got 7");
  expect_near(kept, matrix({{1, 2}, {3, 4}}), 0);
  Matrix spoiled = matrix({{NAN, 1}});
  CHECK(std::isnan(cross_entropy(spoiled, second)));
}

TEST_CASE("norm_backward equals the slopes of both norms, for every width") {
  for (const Norm norm : {Norm::kLayer, Norm::kRms, Norm::kNone})
    for (Index d = 2; d <= 9; ++d) {
      Config c;
      c.norm = norm;
      const Matrix x = random_matrix(3, d, 1), d_y = random_matrix(3, d, 2);
      const NormParameters p{random_matrix(1, d, 3), random_matrix(1, d, 4)};
      NormParameters g{Matrix::Zero(1, d), Matrix::Zero(1, d)};
      const Matrix d_x = norm_backward(c, p, x, d_y, g);
      const auto loss = [&](const Matrix& at, const NormParameters& with) {
        return apply_norm(c, with, at).cwiseProduct(d_y).cast<double>().sum();
      };
      const float h = 1e-2f;
      for (Index j = 0; j < d; ++j) {
        Matrix up = x, down = x;
        up(1, j) += h, down(1, j) -= h;
        CHECK(std::abs((loss(up, p) - loss(down, p)) / (2 * static_cast<double>(h)) -
                       static_cast<double>(d_x(1, j))) < 2e-2);
        if (norm == Norm::kNone) continue;
        NormParameters more = p, less = p;
        more.gain(0, j) += h, less.gain(0, j) -= h;
        CHECK(std::abs((loss(x, more) - loss(x, less)) / (2 * static_cast<double>(h)) -
                       static_cast<double>(g.gain(0, j))) < 2e-2);
      }
      if (norm == Norm::kLayer) expect_near(g.bias, d_y.colwise().sum(), 1e-5);
    }
}

TEST_CASE("activate_backward is the slope of every activation") {
  for (const Activation activation :
       {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh, Activation::kSilu})
    for (float x = -6.013f; x < 6.0f; x += 0.117f) {
      const float h = 4e-3f;
      const double slope = (static_cast<double>(activate(matrix({{x + h}}), activation)(0, 0)) -
                            static_cast<double>(activate(matrix({{x - h}}), activation)(0, 0))) /
                           (2 * static_cast<double>(h));
      const float d_x = activate_backward(matrix({{x}}), matrix({{2.0f}}), activation)(0, 0);
      CHECK(std::abs(static_cast<double>(d_x) - 2 * slope) < 2e-3);
    }
}

TEST_CASE("activate_backward: far out the slope is 0 or 1, and NaN stays NaN") {
  for (const Activation activation :
       {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh, Activation::kSilu}) {
    const Matrix x = matrix({{-kInfinity, -2e19f, 2e19f, kInfinity, NAN}});
    const Matrix slope = activate_backward(x, Matrix::Ones(1, 5), activation);
    expect_near(slope.leftCols(4), matrix({{0, 0, 1, 1}}), 1e-6);
    CHECK(std::isnan(slope(0, 4)) == (activation != Activation::kRelu));
  }
}

TEST_CASE("AdamW: a worked step, and what decay does without a gradient") {
  // After one step m̂ = g and ŝ = g²: the parameter moves by the rate against the sign, and shrinks by rate ×
  // decay.
  Matrix p = matrix({{1.0f, -2.0f, 3.0f}}), g = matrix({{0.5f, -4.0f, 0.0f}});
  AdamW optimizer({.weight_decay = 0.1f});
  optimizer.step({&p}, {&g}, 0.01f);
  expect_near(p, matrix({{0.999f - 0.01f, -1.998f + 0.01f, 2.997f}}), 1e-6);
  CHECK(optimizer.steps() == 1);
  Matrix other(2, 2);
  expect_error([&] { optimizer.step({&p, &other}, {&g, &other}, 0.01f); }, "must not change");
  expect_error([&] { optimizer.step({&p}, {&other}, 0.01f); }, "another shape than its gradient");
  Matrix larger = Matrix::Ones(10, 10);
  expect_error([&] { optimizer.step({&larger}, {&larger}, 0.01f); }, "or than before");
  CHECK(optimizer.steps() == 1);
}

TEST_CASE("clip_gradients: the norm over all, scaled down to the limit or left alone") {
  Matrix a = matrix({{3}}), b = matrix({{0, 4}});
  CHECK(clip_gradients({&a, &b}, 10) == doctest::Approx(5.0));
  CHECK(a(0, 0) == 3.0f);
  CHECK(clip_gradients({&a, &b}, 1) == doctest::Approx(5.0));
  expect_near(b, matrix({{0, 0.8f}}), 1e-6);
  CHECK(clip_gradients({&a, &b}, 0) == doctest::Approx(1.0));
}

TEST_CASE("learning_rate: up in a line, then level or along half a cosine") {
  CHECK(learning_rate(false, 2.0, 25, 50, 0) == doctest::Approx(1.0));
  CHECK(learning_rate(false, 2.0, 500, 50, 0) == doctest::Approx(2.0));
  CHECK(learning_rate(true, 2.0, 50, 0, 100) == doctest::Approx(1.0));
  CHECK(learning_rate(true, 2.0, 100, 10, 100) == doctest::Approx(0.0));
  CHECK(learning_rate(false, 2.0, 1, 0, 0) == doctest::Approx(2.0));
}

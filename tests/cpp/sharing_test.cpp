#include "model/sharing.h"

#include <Eigen/SVD>

#include "attention/attention.h"
#include "expect.h"
#include "golden_model.h"
#include "numeric/gemm.h"

using namespace qkv;
using namespace qkv::test;

namespace {

Transformer random_model(Config config) {
  config.n_kv_heads = config.n_heads;
  Transformer model{config, make_parameters(config)};
  Random random(3);
  for_each_parameter(config, model.parameters, [&](const std::string&, Matrix& m, Index rows, Index cols) {
    m = random_normal(random, rows, cols, 0.3f);
  });
  return model;
}

const std::vector<int32_t> kIds = {1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 3, 5, 7, 9, 2};

}  // namespace

TEST_CASE("merge_kv_heads: a worked example, two heads of width 1 become their mean") {
  Config c{
      .n_vocab = 2, .max_tokens = 2, .d_model = 1, .n_layers = 1, .n_heads = 2, .n_kv_heads = 2, .d_head = 1};
  Transformer model{c, make_parameters(c)};
  model.parameters.blocks[0].attention.w_k = matrix({{1, 3}});
  model.parameters.blocks[0].attention.w_v = matrix({{-2, 6}});
  model.parameters.blocks[0].attention.b_v = matrix({{0, 1}});
  const Transformer merged = merge_kv_heads(model, 1);
  CHECK(merged.parameters.blocks[0].attention.w_k == matrix({{2}}));
  CHECK(merged.parameters.blocks[0].attention.w_v == matrix({{2}}));
  CHECK(merged.parameters.blocks[0].attention.b_v == matrix({{0.5}}));
  CHECK(cache_numbers(model.config) == 4);
  CHECK(cache_numbers(merged.config) == 2);
}

TEST_CASE("merge_kv_heads: equal heads lose nothing, merging to as many heads changes nothing") {
  Transformer model = random_model(llama_config());
  expect_near(
      forward(merge_kv_heads(model, 4), kIds.front() ? std::span(kIds).first(8) : std::span(kIds)).logits,
      forward(model, std::span(kIds).first(8)).logits, 0);
  for (BlockParameters& block : model.parameters.blocks)
    for (Matrix* m : {&block.attention.w_k, &block.attention.w_v})
      for (Index h = 1; h < 4; ++h) m->middleCols(4 * h, 4) = m->leftCols(4);
  expect_near(forward(merge_kv_heads(model, 1), std::span(kIds).first(8)).logits,
              forward(model, std::span(kIds).first(8)).logits, 1e-5);
  expect_error([&] { merge_kv_heads(model, 3); }, "4 heads of keys and values cannot be merged to 3");
}

TEST_CASE("latent_of: a worked example; what only one direction carries needs one number") {
  // Keys are x times 3, values x times 4: one number, x times 5, and both are made from it.
  const Latent latent = latent_of(matrix({{3}}), matrix({{4}}));
  CHECK(latent.spreads.size() == 1);
  CHECK(latent.spreads[0] == doctest::Approx(5));
  CHECK(std::abs(latent.down(0, 0)) == doctest::Approx(5));
  expect_near(matmul(latent.down, latent.up), matrix({{3, 4}}), 1e-6);
}

TEST_CASE("latent_of equals the truncated SVD of the data, and weights what the data use") {
  const Matrix w_k = random_matrix(6, 5, 1), w_v = random_matrix(6, 5, 2);
  Matrix x = random_matrix(40, 6, 3);
  x.col(0) *= 10.0f, x.col(5) *= 0.01f;
  Matrix both(6, 10);
  both << w_k, w_v;
  const Eigen::MatrixXd data = (x * both).cast<double>();
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(data, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Latent latent = latent_of(w_k, w_v, x);
  double before = kInfinity;
  for (Index width = 1; width <= 6; ++width) {
    CHECK(latent.spreads[static_cast<size_t>(width - 1)] == doctest::Approx(svd.singularValues()(width - 1)));
    const Eigen::MatrixXd best = svd.matrixU().leftCols(width) *
                                 svd.singularValues().head(width).asDiagonal() *
                                 svd.matrixV().leftCols(width).transpose();
    const Matrix made = x * latent.down.leftCols(width) * latent.up.topRows(width);
    expect_near(made, best.cast<float>(), 2e-4);
    const double lost = (made.cast<double>() - data).norm();
    CHECK(lost < before);
    // Without the data the same width loses more of them, if anything.
    const Latent blind = latent_of(w_k, w_v);
    const Matrix other = x * blind.down.leftCols(width) * blind.up.topRows(width);
    CHECK((other.cast<double>() - data).norm() >= lost - 1e-3);
    before = lost;
  }
  CHECK(before < 1e-3);  // at full rank nothing is lost
  expect_near(matmul_transposed(latent.up, latent.up), Matrix::Identity(6, 6), 1e-5);
}

TEST_CASE("with_latent: at full rank the same logits, with fewer numbers ever further away") {
  const Transformer model = random_model(llama_config());
  const std::vector<Latent> latents = latents_of(model, kIds, 3);
  const auto tokens = std::span(kIds).first(8);
  const Matrix logits = forward(model, tokens).logits;
  CHECK(latents.size() == 2);
  CHECK(latents[0].down.cols() == 12);  // d_model: fewer than the 32 numbers of keys and values
  expect_near(forward(with_latent(model, latents, 12), tokens).logits, logits, 1e-5);
  double before = 0;
  for (const Index width : {11, 6, 1}) {
    const double off =
        (forward(with_latent(model, latents, width), tokens).logits - logits).cwiseAbs().mean();
    CHECK(off > before);
    before = off;
  }
  expect_error([&] { with_latent(model, latents, 13); },
               "a latent of this model has 1 to 12 numbers, got 13");
  expect_error([&] { with_latent(model, latents, 0); }, "1 to 12 numbers, got 0");
  expect_error([&] { with_latent(model, {}, 1); }, "there must be 2 latents, got 0");
  expect_error([&] { latents_of(model, kIds, 5); }, "24 tokens are no 5 sequences of equal length");
}

TEST_CASE("absorbed_scores: the same without RoPE, not with it, except at the beginning") {
  // q · (c up) by hand: q = (1, 2), c = (3), up = (4, 5): 1·12 + 2·15 = 42; (q upᵀ) c = 14 · 3.
  const AbsorbedScores one = absorbed_scores(matrix({{1, 2}}), matrix({{3}}), matrix({{4, 5}}));
  CHECK(one.rebuilt(0, 0) == 42);
  CHECK(one.absorbed(0, 0) == 42);
  const Transformer model = random_model(llama_config());
  const std::vector<Latent> latents = latents_of(model, kIds, 3);
  const auto tokens = std::span(kIds).first(8);
  const AbsorbedScores without = absorbed_scores(model, latents, tokens, 1, 2, 12, false);
  const AbsorbedScores with = absorbed_scores(model, latents, tokens, 1, 2, 12, true);
  CHECK(without.difference <= 1e-5f);
  CHECK(with.difference > 0.1f);
  CHECK(with.rebuilt(0, 0) == doctest::Approx(with.absorbed(0, 0)));  // position 0 is not turned
  // Rebuilt at full rank are the scores of the model itself.
  const Forward run = forward(model, tokens, Trace::kAttention);
  expect_near(with.rebuilt, run.layers[1].heads[2].scores, 1e-4);
  expect_error([&] { absorbed_scores(model, latents, tokens, 2, 0, 1, false); },
               "there is no head 0 in layer 2");
  expect_error([&] { absorbed_scores(random_model(gpt2_config()), latents, tokens, 0, 0, 1, true); },
               "no RoPE");
}

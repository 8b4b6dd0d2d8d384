// config.h, parameters.h, transformer.h and sampler.h
#include "model/transformer.h"

#include "expect.h"
#include "golden_model.h"
#include "model/sampler.h"

using namespace qkv;
using namespace qkv::test;

namespace {

void expect_golden(const std::string& name, const Config& config) {
  const Golden golden(name);
  const Transformer model = load(golden, config);
  const Forward out = forward(model, whole_numbers(golden, "ids"), Trace::kAll);
  golden.expect("embedded", out.embedded, 1e-6);
  for (size_t l = 0; l < out.layers.size(); ++l) {
    const BlockTrace& block = out.layers[l];
    const std::string b = "blocks." + std::to_string(l) + ".";
    golden.expect(b + "norm_1", block.norm_1);
    for (size_t h = 0; h < block.heads.size(); ++h)
      golden.expect(b + "heads." + std::to_string(h) + ".weights", block.heads[h].weights);
    golden.expect(b + "concat", block.concat);
    golden.expect(b + "residual", block.residual);
    golden.expect(b + "hidden", block.feed_forward.hidden, 2e-5);
    golden.expect(b + "output", block.output, 2e-5);
  }
  golden.expect("final_norm", out.final_norm, 2e-5);
  golden.expect("logits", out.logits, 5e-5);
  golden.expect("probabilities", out.probabilities, 2e-5);
}

Transformer random_model(const Config& config) {
  Transformer model{config, make_parameters(config)};
  Random random(3);
  for_each_parameter(config, model.parameters, [&](const std::string&, Matrix& m, Index rows, Index cols) {
    m = random_normal(random, rows, cols, 0.3f);
  });
  return model;
}

}  // namespace

TEST_CASE("forward: every stage of a GPT-2 model equals the golden data") {
  expect_golden("gpt2", gpt2_config());
}

TEST_CASE("forward: every stage of a Llama model equals the golden data") {
  expect_golden("llama", llama_config());
}

TEST_CASE("forward: the depth of the trace changes what is kept and no number") {
  const Transformer model = random_model(llama_config());
  const std::vector<int32_t> ids{1, 2, 3, 4};
  const Forward none = forward(model, ids), heads = forward(model, ids, Trace::kAttention),
                all = forward(model, ids, Trace::kAll);
  CHECK(none.layers.empty());
  CHECK(heads.layers.size() == 2);
  CHECK(heads.layers[0].input.size() == 0);
  CHECK(heads.layers[1].heads.size() == 4);
  expect_near(none.logits, all.logits, 1e-5);
  expect_near(heads.logits, all.logits, 0);
  expect_near(heads.layers[1].heads[2].weights, all.layers[1].heads[2].weights, 0);
  expect_near(all.layers[0].output, all.layers[1].input, 0);
  expect_near(all.layers[0].residual, all.layers[0].input + all.layers[0].projected, 0);
}

TEST_CASE("forward: later tokens change nothing earlier, and everything if the model is not causal") {
  Config config = gpt2_config();
  for (const bool causal : {true, false}) {
    config.causal = causal;
    const Transformer model = random_model(config);
    const Matrix a = forward(model, std::vector<int32_t>{1, 2, 3}).logits;
    const Matrix b = forward(model, std::vector<int32_t>{1, 2, 9}).logits;
    CHECK((a.topRows(2) == b.topRows(2)) == causal);
  }
}

TEST_CASE("forward: every choice of config runs, one token or many, and differs from the plain one") {
  const std::vector<int32_t> ids{1, 2, 3, 2};
  const Matrix plain = forward(random_model(gpt2_config()), ids).logits;
  const auto expect_other = [&](auto change) {
    Config config = gpt2_config();
    change(config);
    const Transformer model = random_model(config);
    CHECK(forward(model, std::vector<int32_t>{5}).logits.rows() == 1);
    const Matrix logits = forward(model, ids).logits;
    CHECK(logits.allFinite());
    CHECK(logits != plain);
  };
  expect_other([](Config& c) { c.norm = Norm::kNone; });
  expect_other([](Config& c) { c.position = Position::kNone; });
  expect_other([](Config& c) { c.position = Position::kSinusoidal; });
  expect_other([](Config& c) { c.position = Position::kRope; });
  expect_other([](Config& c) { c.d_ff = 0; });
  expect_other([](Config& c) { c.scaled = false; });
  expect_other([](Config& c) { c.n_kv_heads = 1; });
  expect_other([](Config& c) { c.activation = Activation::kRelu; });
  expect_other([](Config& c) { c.n_layers = 0; });
  expect_other([](Config& c) { c.window = 2; });
  expect_other([](Config& c) { c.features = Features::kElu; });
}

TEST_CASE("forward refuses no tokens, too many and unknown ones") {
  const Transformer model = random_model(gpt2_config());
  expect_error([&] { forward(model, std::vector<int32_t>{}); }, "at least one token is needed");
  expect_error([&] { forward(model, std::vector<int32_t>(10, 0)); }, "reads at most 9 tokens, got 10");
  expect_error([&] { forward(model, std::vector<int32_t>{11}); },
               "token ids must be between 0 and 10, got 11");
  expect_error([&] { forward(model, std::vector<int32_t>{-1}); }, "got -1");
}

TEST_CASE("check_config names the value that makes no sense") {
  const auto refused = [](auto change, const std::string& message) {
    Config config = llama_config();
    change(config);
    expect_error([&] { check_config(config); }, message);
  };
  refused([](Config& c) { c.n_vocab = 0; }, "n_vocab must be between 1");
  refused([](Config& c) { c.n_kv_heads = 3; }, "n_kv_heads must divide n_heads, got 3 and 4");
  refused([](Config& c) { c.d_head = 3; }, "d_head must be even with RoPE");
  refused([](Config& c) { c.d_model = 1 << 20; }, "d_model must be between 1 and 65536");
  refused([](Config& c) { c.d_model = 13, c.position = Position::kSinusoidal; }, "d_model must be even");
  refused([](Config& c) { c.norm_epsilon = -1; }, "norm_epsilon");
  refused([](Config& c) { c.rope_theta = 0; }, "rope_theta");
}

TEST_CASE("parameter_count counts what make_parameters makes") {
  for (const Config& config : {gpt2_config(), llama_config()}) {
    const Parameters parameters = make_parameters(config);
    int64_t count = 0;
    for_each_parameter(config, parameters,
                       [&](const std::string&, const Matrix& m, Index, Index) { count += m.size(); });
    CHECK(count == parameter_count(config));
  }
}

TEST_CASE("parameter: by its name in files, and no other") {
  const Transformer model = random_model(gpt2_config());
  const BlockParameters& second = model.parameters.blocks[1];
  CHECK(parameter(model.config, model.parameters, "blocks.1.attention.w_o") == second.attention.w_o);
  CHECK(parameter(model.config, model.parameters, "blocks.1.feed_forward.w_in") == second.feed_forward.w_in);
  CHECK(parameter(model.config, model.parameters, "token_embedding") == model.parameters.token_embedding);
  for (const char* name : {"", "w_o", "blocks.2.attention.w_o"})
    expect_error([&] { parameter(model.config, model.parameters, name); },
                 std::string("this model has no '") + name + "'");
}

TEST_CASE("likeliest: sorted, ties by id, probabilities of the whole vocabulary") {
  const Matrix logits = matrix({{0, std::log(3.0f), 0, -kInfinity}});
  const std::vector<Candidate> top = likeliest(logits, 10);
  REQUIRE(top.size() == 4);
  CHECK(top[0].id == 1);
  CHECK(top[0].probability == doctest::Approx(0.6));
  CHECK(top[1].id == 0);
  CHECK(top[2].id == 2);
  CHECK(top[3].probability == 0.0f);
  CHECK(likeliest(logits, 1).size() == 1);
  CHECK(likeliest(logits, 1, 0.0f)[0].probability == 1.0f);
  CHECK(greedy(logits) == 1);
  CHECK(greedy(matrix({{NAN, 2, 1}})) == 1);
  expect_error([] { likeliest(Matrix(2, 3), 1); }, "logits must be one row, got 2 x 3");
}

namespace {

void expect_all_paths_equal(const Config& config) {
  const Transformer model = random_model(config);
  const std::vector<int32_t> ids = {1, 5, 3, 3, 0, 7, 2, 9};
  const Matrix traced = forward(model, ids, Trace::kAll).logits;
  expect_near(forward(model, ids).logits, traced, 1e-5);
  if (!config.causal) return;
  for (const size_t prompt : {1u, 3u, 8u}) {
    KvCache cache = make_kv_cache(model, 100);
    expect_near(forward_next(model, std::span(ids).first(prompt), cache),
                traced.topRows(static_cast<Index>(prompt)), 1e-5);
    for (size_t i = prompt; i < ids.size(); ++i)
      expect_near(forward_next(model, std::span(ids).subspan(i, 1), cache), traced.row(static_cast<Index>(i)),
                  1e-5);
    CHECK(cache.length == 8);
  }
}

}  // namespace

TEST_CASE("forward: with and without a trace, at once and token by token from a cache: the same logits") {
  expect_all_paths_equal(gpt2_config());
  expect_all_paths_equal(llama_config());
  Config config = llama_config();
  config.causal = false;
  expect_all_paths_equal(config);
  config = gpt2_config();
  config.scaled = false, config.position = Position::kSinusoidal, config.tied = false;
  expect_all_paths_equal(config);
  for (const Config& base : {gpt2_config(), llama_config()}) {
    config = base;
    config.window = 2;
    expect_all_paths_equal(config);
    config.window.reset(), config.features = Features::kElu;
    expect_all_paths_equal(config);
  }
}

TEST_CASE(
    "forward: a window as wide as the sequence changes nothing, a narrow one cuts what is outside its "
    "reach") {
  const std::vector<int32_t> ids{1, 2, 3, 4, 5, 6, 7};
  std::vector<int32_t> other = ids;
  other[0] = 8;
  Config config = llama_config();
  const Matrix full = forward(random_model(config), ids).logits;
  config.window = 7;
  CHECK(forward(random_model(config), ids).logits == full);
  config.window = 2;  // two layers reach 2 back: the first token is in the first three positions alone
  const Matrix a = forward(random_model(config), ids).logits, b = forward(random_model(config), other).logits;
  for (Index i = 0; i < 7; ++i) CHECK((a.row(i) == b.row(i)) == (i > 2));
}

TEST_CASE("forward: another mask than the model's own, for one call") {
  const Transformer causal = random_model(llama_config());
  Config config = llama_config();
  config.causal = false;
  const std::vector<int32_t> ids{1, 2, 3, 4};
  for (const Trace trace : {Trace::kNone, Trace::kAll}) {
    const Matrix logits = forward(causal, ids, {trace, false}).logits;
    expect_near(logits, forward(random_model(config), ids, trace).logits, 0);
    CHECK(logits != forward(causal, ids, trace).logits);
  }
  config = llama_config();
  config.features = Features::kElu;
  expect_error([&] { forward(random_model(config), ids, {Trace::kNone, false}); }, "needs a causal mask");
}

TEST_CASE("a linear model's cache does not grow") {
  Config config = llama_config();
  config.features = Features::kElu;
  const Transformer model = random_model(config);
  CHECK(make_kv_cache(model, 4).bytes() == 2 * 4 * (4 * 4 + 4) * 4);
  CHECK(make_kv_cache(model, 16).bytes() == make_kv_cache(model, 4).bytes());
}

TEST_CASE("forward_next: a call that throws leaves the cache as it was, a full one says so") {
  const Transformer model = random_model(gpt2_config());
  const std::vector<int32_t> ids = {1, 2, 3, 4}, unknown = {99};
  KvCache cache = make_kv_cache(model, 5);
  CHECK(cache.bytes() == 2 * 2 * 5 * 12 * 4);
  forward_next(model, ids, cache);
  expect_error([&] { forward_next(model, unknown, cache); }, "token ids must be between 0 and 10, got 99");
  expect_error([&] { forward_next(model, std::span(ids).first(2), cache); },
               "the cache holds 5 tokens, got 6");
  CHECK(cache.length == 4);
  CHECK(forward_next(model, std::span(ids).first(1), cache).rows() == 1);
  Transformer all_seeing = random_model(gpt2_config());
  all_seeing.config.causal = false;
  expect_error([&] { make_kv_cache(all_seeing, 5); }, "cannot cache");
}

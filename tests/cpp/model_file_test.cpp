#include "io/model_file.h"

#include "expect.h"
#include "io/json.h"
#include "model/sampler.h"

using namespace qkv;
using namespace qkv::test;

namespace {

Transformer small_model(Config config) {
  Transformer model{config, make_parameters(config)};
  Random random(3);
  for_each_parameter(config, model.parameters, [&](const std::string&, Matrix& m, Index rows, Index cols) {
    m = random_normal(random, rows, cols, 0.3f);
  });
  return model;
}

const Config kGpt{.n_vocab = 3,
                  .max_tokens = 4,
                  .d_model = 4,
                  .n_layers = 1,
                  .n_heads = 2,
                  .n_kv_heads = 1,
                  .d_head = 2,
                  .d_ff = 8};
const Config kLlama{.n_vocab = 5,
                    .max_tokens = 6,
                    .d_model = 8,
                    .n_layers = 2,
                    .n_heads = 2,
                    .n_kv_heads = 1,
                    .d_head = 4,
                    .d_ff = 6,
                    .norm = Norm::kRms,
                    .position = Position::kRope,
                    .activation = Activation::kSilu,
                    .gated = true,
                    .biases = false,
                    .tied = false};

void put(std::vector<uint8_t>& bytes, const Matrix& m) {
  const auto* from = reinterpret_cast<const uint8_t*>(m.data());
  bytes.insert(bytes.end(), from, from + m.size() * 4);
}

// The format as its description says, written by other code than the reader.
std::vector<uint8_t> llama2c_file(const Transformer& model) {
  const Config& c = model.config;
  const Parameters& p = model.parameters;
  std::vector<uint8_t> bytes;
  for (const Index value : {c.d_model, c.d_ff, c.n_layers, c.n_heads, c.n_kv_heads,
                            c.tied ? c.n_vocab : -c.n_vocab, c.max_tokens}) {
    const auto word = static_cast<int32_t>(value);
    const auto* from = reinterpret_cast<const uint8_t*>(&word);
    bytes.insert(bytes.end(), from, from + 4);
  }
  put(bytes, p.token_embedding);
  for (auto& b : p.blocks) put(bytes, b.norm_1.gain);
  for (auto& b : p.blocks) put(bytes, b.attention.w_q.transpose());
  for (auto& b : p.blocks) put(bytes, b.attention.w_k.transpose());
  for (auto& b : p.blocks) put(bytes, b.attention.w_v.transpose());
  for (auto& b : p.blocks) put(bytes, b.attention.w_o.transpose());
  for (auto& b : p.blocks) put(bytes, b.norm_2.gain);
  for (auto& b : p.blocks) put(bytes, b.feed_forward.w_gate.transpose());
  for (auto& b : p.blocks) put(bytes, b.feed_forward.w_out.transpose());
  for (auto& b : p.blocks) put(bytes, b.feed_forward.w_in.transpose());
  put(bytes, p.final_norm.gain);
  put(bytes, Matrix::Zero(2 * c.max_tokens, c.d_head / 2));
  if (!c.tied) put(bytes, p.unembedding.transpose());
  return bytes;
}

const std::vector<int32_t> kIds{1, 2, 0};

}  // namespace

TEST_CASE("model files: a config is read back as it was written") {
  for (const Config& config : {kGpt, kLlama}) {
    const std::string json = config_to_json(config);
    CHECK(config_to_json(config_from_json(json)) == json);
  }
  expect_error([] { config_from_json("{}"); }, "config.n_vocab is missing");
  expect_error([] { config_from_json("[]"); }, "config must be a JSON object");
  std::string json = config_to_json(kGpt);
  json.replace(json.find("\"layer\""), 7, "\"batch\"");
  expect_error([&] { config_from_json(json); }, "config.norm has the unknown value 'batch'");
}

TEST_CASE("model files: llama2.c's format is written as it is described, and refused where it cannot tell") {
  const Transformer model = small_model(kLlama);
  std::vector<uint8_t> written = write_llama2c(model), described = llama2c_file(model);
  REQUIRE(written.size() == described.size());
  // Between the matrices stand the cosines, then the sines of all angles, which readers compute themselves.
  const size_t table = 4 * static_cast<size_t>(kLlama.max_tokens * kLlama.d_head);
  const size_t after = 4 * static_cast<size_t>(kLlama.d_model * kLlama.n_vocab);
  const auto begin = written.end() - static_cast<std::ptrdiff_t>(after + table);
  float one = 0, angle = 0;
  std::memcpy(&one, &*begin, 4);
  std::memcpy(&angle, &*begin + table / 2 + 4 * 2, 4);
  CHECK(one == 1.0f);                              // cos 0
  CHECK(angle == doctest::Approx(std::sin(1.0)));  // position 1, first pair
  std::fill(begin, begin + static_cast<std::ptrdiff_t>(table), uint8_t{0});
  CHECK(written == described);
  const LoadedModel read = load_model(write_llama2c(model), {}, "auto");
  CHECK(forward(read.transformer, kIds).logits == forward(model, kIds).logits);

  const auto refused = [](auto change, const char* why) {
    Transformer other = small_model(kLlama);
    change(other.config);
    expect_error([&] { write_llama2c(other); }, why);
  };
  refused([](Config& c) { c.norm = Norm::kLayer; }, "the llama2.c format needs RMSNorm");
  refused([](Config& c) { c.rope_theta = 50; }, "theta 10000");
  refused([](Config& c) { c.gated = false; }, "gated feed-forward layers with SiLU");
  refused([](Config& c) { c.causal = false; }, "a causal mask");
  refused([](Config& c) { c.d_head = 8; }, "d_head = d_model / n_heads");
}

TEST_CASE("model files: our safetensors give the same model back, with words and notes") {
  const Transformer model = small_model(kGpt);
  const auto bytes = write_model(model, {{"vocabulary", R"(["a","b","c"])"}, {"task", "test"}}, DType::kF32);
  const LoadedModel again = load_model(bytes, {}, "auto");
  expect_near(forward(again.transformer, kIds).logits, forward(model, kIds).logits, 0);
  CHECK(again.tokenizer->encode("c a") == std::vector<int32_t>{2, 0});
  CHECK(again.metadata.at("task") == "test");
}

TEST_CASE("model files: missing, superfluous and misshapen tensors are named") {
  const auto changed = [](auto change) {
    TensorFile file = read_safetensors(write_model(small_model(kGpt), {}, DType::kF32));
    change(file);
    return write_safetensors(file);
  };
  const auto refused = [&](auto change, const std::string& why) {
    expect_error([&] { load_model(changed(change), {}, "safetensors"); }, why);
  };
  refused([](TensorFile& f) { f.tensors.erase("blocks.0.attention.w_q"); },
          "tensor 'blocks.0.attention.w_q' is missing");
  refused([](TensorFile& f) { f.tensors["extra"] = Matrix::Zero(1, 1); },
          "tensor 'extra' is not part of the model");
  refused([](TensorFile& f) { f.tensors["token_embedding"] = Matrix::Zero(3, 5); },
          "must be 3 x 4, it is 3 x 5");
  refused([](TensorFile& f) { f.metadata.erase("config"); }, "no \"config\" in its __metadata__");
  refused([](TensorFile& f) { f.metadata["vocabulary"] = "[\"a\"]"; }, "a list of n_vocab = 3 words");
  refused([](TensorFile& f) { f.metadata["vocabulary"] = "[\"a\",\"\",\"b\"]"; }, "only words");
  refused(
      [](TensorFile& f) {
        Config config = kGpt;
        config.n_layers = 1000;
        f.metadata["config"] = config_to_json(config);
      },
      "config.n_layers has no tensors");
}

TEST_CASE("llama2.c files: tied and untied models give the same logits as the model that was written") {
  for (const bool tied : {true, false}) {
    Config config = kLlama;
    config.tied = tied;
    const Transformer model = small_model(config);
    const LoadedModel again = load_model(llama2c_file(model), {}, "auto");
    CHECK(config_to_json(again.transformer.config) == config_to_json(config));
    expect_near(forward(again.transformer, kIds).logits, forward(model, kIds).logits, 0);
    CHECK(again.tokenizer == nullptr);
  }
}

TEST_CASE("llama2.c files: cut off, lengthened or lying ones are refused before anything is allocated") {
  const std::vector<uint8_t> whole = llama2c_file(small_model(kLlama));
  for (size_t length = 0; length < whole.size(); length += 7)
    CHECK_THROWS_AS(load_model(Bytes(whole.data(), length), {}, "llama2c"), std::runtime_error);
  std::vector<uint8_t> longer = whole;
  longer.push_back(0);
  expect_error([&] { load_model(longer, {}, "llama2c"); }, "by its header the file should have");
  for (size_t field = 0; field < 7; ++field)
    for (const int32_t value : {0, -1, INT32_MAX, INT32_MIN, 1 << 20, 12345}) {
      std::vector<uint8_t> lying = whole;
      std::memcpy(lying.data() + 4 * field, &value, 4);
      CHECK_THROWS_AS(load_model(lying, {}, "llama2c"), std::runtime_error);
    }
  expect_error([] { load_model(std::vector<uint8_t>(1000, 3), {}, "llama2c"); }, "not a llama2.c model");
  expect_error([] { load_model(std::vector<uint8_t>(1000, 3), {}, "auto"); }, "not a model or a tokenizer");
  expect_error([&] { load_model(whole, {}, "onnx"); }, "unknown format 'onnx'");
}

TEST_CASE("stories260K: text, ids, loss, logits and attention are those of the float64 reference") {
  const std::string folder = real_model_folder();
  if (folder.empty()) return;
  const LoadedModel model =
      load_model(read_file(folder + "/stories260K.bin"), read_file(folder + "/tok512.bin"), "auto");
  const auto expected_bytes = read_file(folder + "/stories260K.expected.json");
  const Json expected =
      parse_json({reinterpret_cast<const char*>(expected_bytes.data()), expected_bytes.size()});
  const auto ids_of = [](const Json& json) {
    std::vector<int32_t> ids;
    for (const Json& id : json.array) ids.push_back(static_cast<int32_t>(id.number));
    return ids;
  };
  for (const Json& one : expected.find("cases")->array) {
    const std::vector<int32_t> ids = ids_of(*one.find("ids"));
    CHECK(model.tokenizer->encode(one.find("prompt")->string) == ids);
    const Forward out = forward(model.transformer, ids, Trace::kAll);
    double loss = 0;
    for (size_t i = 0; i + 1 < ids.size(); ++i)
      loss -= std::log(static_cast<double>(out.probabilities(static_cast<Index>(i), ids[i + 1])));
    CHECK(loss / static_cast<double>(ids.size() - 1) ==
          doctest::Approx(one.find("mean_nll")->number).epsilon(1e-4));
    const Index last = out.logits.rows() - 1;
    const auto& logits = one.find("last_logits")->array;
    for (Index id = 0; id < 512; ++id)
      CHECK(std::abs(static_cast<double>(out.logits(last, id)) - logits[static_cast<size_t>(id)].number) <
            1e-3);
    const auto& layers = one.find("attention_last_row")->array;
    for (size_t l = 0; l < layers.size(); ++l)
      for (size_t h = 0; h < layers[l].array.size(); ++h)
        for (Index j = 0; j <= last; ++j)
          CHECK(std::abs(static_cast<double>(out.layers[l].heads[h].weights(last, j)) -
                         layers[l].array[h].array[static_cast<size_t>(j)].number) < 1e-4);
  }
  const Json& greedy_text = *expected.find("greedy");
  const std::vector<int32_t> wanted = ids_of(*greedy_text.find("ids"));
  // Greedy text position by position: the causal mask makes one pass over the whole text the same as 200
  // growing ones.
  const Matrix logits = forward(model.transformer, wanted).logits;
  for (size_t i = 0; i + 1 < wanted.size(); ++i)
    CHECK(greedy(logits.row(static_cast<Index>(i))) == wanted[i + 1]);
  CHECK(model.tokenizer->decode(wanted) == greedy_text.find("text")->string);
}

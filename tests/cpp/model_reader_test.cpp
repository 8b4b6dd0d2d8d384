#include "io/model_reader.h"

#include "expect.h"
#include "model/sampler.h"

using namespace qkv;
using namespace qkv::test;

namespace {

/// Wide enough that a part ends between two rows of a matrix.
Transformer wide_model(bool llama) {
  Config config{.n_vocab = 3000,
                .max_tokens = 4,
                .d_model = 512,
                .n_layers = 1,
                .n_heads = 2,
                .n_kv_heads = 2,
                .d_head = 256,
                .d_ff = 8,
                .biases = false,
                .tied = false};
  if (llama) config = llama_style(config);
  Transformer model{config, make_parameters(config)};
  Random random(5);
  for_each_parameter(config, model.parameters, [&](const std::string&, Matrix& m, Index rows, Index cols) {
    m = random_normal(random, rows, cols, 0.1f);
  });
  return model;
}

/// Reads a file as a page does; `seen` gets every part.
LoadedModel read(Bytes file, std::vector<ModelReader::Part>* seen = nullptr) {
  ModelReader reader(file.size());
  for (auto part = reader.next(); part.size > 0; part = reader.next()) {
    if (seen) seen->push_back(part);
    reader.put(file.subspan(part.offset, part.size));
  }
  return reader.take();
}

void expect_same(const Transformer& a, const Transformer& b, double error) {
  std::vector<const Matrix*> of_a;
  for_each_parameter(a.config, a.parameters,
                     [&](const std::string&, const Matrix& m, Index, Index) { of_a.push_back(&m); });
  size_t at = 0;
  for_each_parameter(b.config, b.parameters, [&](const std::string&, const Matrix& m, Index, Index) {
    expect_near(*of_a[at++], m, error);
  });
}

}  // namespace

TEST_CASE("reading by parts: every format gives the numbers that were written, in parts that stay small") {
  for (const bool llama : {true, false}) {
    const Transformer model = wide_model(llama);
    const LoadedModel whole{model, nullptr, {}};
    for (const FileFormat format : {FileFormat::kSafetensors, FileFormat::kFloat16, FileFormat::kLlama2c}) {
      if (format == FileFormat::kLlama2c && !llama) continue;
      const std::vector<uint8_t> file = save_model(whole, format);
      std::vector<ModelReader::Part> parts;
      expect_same(read(file, &parts).transformer, model, format == FileFormat::kFloat16 ? 4e-4 : 0);
      CHECK(parts[0].size == kJudgedBytes);
      CHECK(parts.size() > 5);
      for (const auto& part : parts) {
        CHECK(part.size <= ModelReader::kPartBytes);
        CHECK(part.offset + part.size <= file.size());
      }
    }
  }
}

TEST_CASE("reading by parts: 64 bytes and the size are enough to refuse a llama2.c file") {
  const std::vector<uint8_t> file = write_llama2c(wide_model(true));
  ModelReader reader(file.size() + (uint64_t{3} << 30));
  CHECK_FALSE(reader.accepted());
  expect_error([&] { reader.put(Bytes(file).first(kJudgedBytes)); }, "by its header the file should have");
}

TEST_CASE("reading by parts: accepted after the headers, complete after the last part, taken once") {
  const std::vector<uint8_t> file = write_model(wide_model(false), {}, DType::kF32);
  ModelReader reader(file.size());
  for (int header = 0; header < 2; ++header) {
    CHECK_FALSE(reader.accepted());
    const auto part = reader.next();
    expect_error([&] { reader.put({}); }, "0 were put");
    reader.put(Bytes(file).subspan(part.offset, part.size));
  }
  CHECK(reader.accepted());
  expect_error([&] { reader.take(); }, "not complete yet");
  for (auto part = reader.next(); part.size > 0; part = reader.next())
    reader.put(Bytes(file).subspan(part.offset, part.size));
  CHECK(reader.take().transformer.config.d_model == 512);
  expect_error([&] { reader.take(); }, "not complete yet");
  expect_error([] { ModelReader(0); }, "empty");
  expect_error([] { ModelReader(100, "gguf"); }, "GGUF cannot be read yet");
}

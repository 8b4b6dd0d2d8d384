#include "io/file_kind.h"

#include "expect.h"
#include "io/model_file.h"

using namespace qkv;
using namespace qkv::test;

namespace {

std::vector<uint8_t> bytes_of_text(const std::string& text) { return {text.begin(), text.end()}; }

FileKind kind_of(const std::string& text) { return file_kind(bytes_of_text(text), text.size()); }

std::string words(std::initializer_list<uint32_t> numbers) {
  std::string bytes;
  for (const uint32_t number : numbers) bytes.append(reinterpret_cast<const char*>(&number), 4);
  return bytes;
}

}  // namespace

TEST_CASE("file kinds: models and tokenizers are known by their first bytes") {
  CHECK(kind_of(words({20, 0}) + "{\"a\":1}            ") == FileKind::kSafetensors);
  CHECK(kind_of(words({64, 172, 5, 8, 4, 512, 512})) == FileKind::kLlama2c);
  CHECK(kind_of(words({64, 172, 5, 8, 4, 0xFFFFFE00u, 512})) == FileKind::kLlama2c);  // untied
  CHECK(kind_of(words({7, 0, 5}) + "<unk>" + words({0, 5}) + "\n<s>\n") == FileKind::kTokenizer);
  CHECK(kind_of(words({3, 0, 1}) + "a" + words({0, 1}) + "b") == FileKind::kTokenizer);  // without <unk>
}

TEST_CASE("file kinds: what cannot be read is called by its name") {
  const auto refused = [](const std::string& text, const char* why) {
    expect_error([&] { kind_of(text); }, why);
    expect_error([&] { load_model(bytes_of_text(text), {}, "safetensors"); }, why);
    expect_error([&] { load_model(bytes_of_text(text), {}, "llama2c"); }, why);
  };
  refused("", "empty");
  refused("GGUF" + words({3, 0}), "GGUF");
  refused("lmgg" + words({3, 0}), "GGML");
  refused("PK\3\4" + words({20, 0}), "PyTorch");
  for (const char version : {2, 3, 4, 5})
    refused(std::string("\x80") + version + "}q" + words({0}), "PyTorch");
  refused("\x1F\x8B\x08" + words({0}), "compressed");
  refused("\x89HDF\r\n" + words({0}), "HDF5");
  refused("\x93NUMPY\1" + words({0}), "NumPy");
  refused(words({28}) + "TFL3", "TensorFlow Lite");
  refused("version https://git-lfs.github.com/spec/v1\noid sha256:1", "Git LFS");
  for (const char* page :
       {"<!DOCTYPE html>", " \r\n<html>", "\xEF\xBB\xBF<!doctype html>", "<?xml version=\"1.0\"?>"})
    refused(page, "web page");
  refused("{\"d_model\": 64}", "JSON");
  refused("[1, 2]", "JSON");
  refused("Not Found", "text file");
  refused("没有这个文件", "text file");
  refused("24ka" + words({1, 64}), "version 1; export the model again with --version 0");
  refused("24ka" + words({2, 64}), "version 2");
  refused("\n\x0E\n\x05<unk>\x15" + words({0, 2}), "tokenizer.model");
  refused(words({0, 5}) + "<unk>", "July 2023");            // no longest piece
  refused(words({5}) + "<unk>" + words({5}), "July 2023");  // nor scores
}

TEST_CASE("file kinds: anything else is refused, whatever its bytes are, at every length") {
  Random random(11);
  for (int round = 0; round < 2000; ++round) {
    std::string text(random.below(80), '\0');
    for (char& c : text) c = static_cast<char>(random.below(256));
    try {
      kind_of(text);
    } catch (const Failure&) {
    }
  }
  expect_error([] { kind_of(std::string(64, '\1')); }, "not a model or a tokenizer that can be read here");
  expect_error([] { kind_of(std::string(1, '\0')); }, "not a model or a tokenizer");
}

#include "io/model_reader.h"

#include <algorithm>

namespace qkv {
namespace {

constexpr const char* kWho = "model file";

std::optional<FileKind> kind_of(std::string_view format) {
  if (format == "auto") return std::nullopt;
  if (format == "safetensors") return FileKind::kSafetensors;
  if (format == "llama2c") return FileKind::kLlama2c;
  if (format == "gguf") fail_file(kWho, "GGUF cannot be read yet; known are auto, llama2c and safetensors");
  fail_file(kWho, "unknown format '%'; known are auto, llama2c and safetensors", {format});
}

}  // namespace

ModelReader::ModelReader(uint64_t size, std::string_view format) : size_(size), kind_(kind_of(format)) {
  if (size == 0) refuse_foreign({}, 0);
}

ModelReader::Part ModelReader::next() const {
  if (stage_ == Stage::kHead) return {0, std::min(size_, kJudgedBytes)};
  if (stage_ == Stage::kHeader) return {8, header_size_};
  if (at_ == parts_.stored.size()) return {};
  const Stored& s = parts_.stored[at_];
  const uint64_t most = std::max<uint64_t>(kPartBytes / s.row_bytes(), 1);
  const uint64_t rows = std::min(most, static_cast<uint64_t>(s.rows - row_));
  return {s.offset + static_cast<uint64_t>(row_) * s.row_bytes(), rows * s.row_bytes()};
}

void ModelReader::put(Bytes part) {
  const uint64_t due = next().size;
  if (part.size() != due)
    fail_file(kWho, "the next part has % bytes, % were put: the file has changed or cannot be read",
              {due, part.size()});
  if (stage_ == Stage::kHead) {
    if (kind_)
      refuse_foreign(part, size_);
    else
      kind_ = file_kind(part, size_);
    if (kind_ == FileKind::kTokenizer) fail_file(kWho, "this is a tokenizer, tokenizer.bin, and not a model");
    if (kind_ == FileKind::kSafetensors) {
      header_size_ = safetensors_header_size(part, size_);
      stage_ = Stage::kHeader;
      if (header_size_ > 0) return;
      part = {};
    }
  }
  if (stage_ == Stage::kNumbers) {
    const Stored& s = parts_.stored[at_];
    put_rows(s, row_, part);
    row_ += static_cast<Index>(part.size() / s.row_bytes());
    if (row_ == s.rows) ++at_, row_ = 0;
  } else {
    parts_ = kind_ == FileKind::kLlama2c ? llama2c_parts(part, size_)
                                         : safetensors_parts(part, size_ - 8 - header_size_);
    stage_ = Stage::kNumbers;
  }
  skip_empty();
}

void ModelReader::skip_empty() {
  for (; at_ < parts_.stored.size(); ++at_) {
    const Stored& s = parts_.stored[at_];
    if (s.rows > 0 && s.cols > 0) return;
    put_rows(s, 0, {});
  }
}

LoadedModel ModelReader::take() {
  check(stage_ == Stage::kNumbers && next().size == 0 && parts_.model, "model", "is not complete yet");
  return std::move(*std::exchange(parts_.model, nullptr));
}

}  // namespace qkv

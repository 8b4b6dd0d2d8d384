// A model read from a file part by part, so that the file never lies in memory as a whole beside the model.
#pragma once

#include <memory>
#include <optional>

#include "io/file_kind.h"
#include "io/model_file.h"

namespace qkv {

/// Says which part of the file comes next and takes it, until the model is there:
///
///   ModelReader reader(file_size);
///   for (auto part = reader.next(); part.size > 0; part = reader.next()) reader.put(bytes of that part);
///   LoadedModel model = reader.take();
///
/// The first part is kJudgedBytes long and enough to refuse whatever is not a model of that size; the second,
/// of safetensors, is the header. Memory is asked for only behind them, matrix by matrix. Later parts are of kPartBytes, or one
/// row of a matrix if that is longer.
class ModelReader {
 public:
  struct Part {
    uint64_t offset = 0, size = 0;  // in bytes
  };
  static constexpr uint64_t kPartBytes = 1 << 22;

  /// @param size of the file in bytes
  /// @param format "llama2c", "safetensors" or "auto", which looks at the first bytes
  explicit ModelReader(uint64_t size, std::string_view format = "auto");

  /// What to put next; nothing, of size 0, when the model is complete.
  Part next() const;

  /// The bytes of next(). Throws Failure if they make no sense.
  void put(Bytes part);

  /// Whether the headers are read: what the file says of itself is consistent with its size.
  bool accepted() const { return stage_ == Stage::kNumbers; }

  /// The model, once. Throws InvalidArgument if parts are missing.
  LoadedModel take();

 private:
  enum class Stage { kHead, kHeader, kNumbers };

  void skip_empty();  // matrices without numbers

  uint64_t size_, header_size_ = 0;
  std::optional<FileKind> kind_;
  Stage stage_ = Stage::kHead;
  ModelParts parts_;
  size_t at_ = 0;  // the next of parts_.stored
  Index row_ = 0;  // and its next row
};

void fields(const ModelReader::Part& part, auto visit) {
  visit("offset", part.offset), visit("size", part.size);
}

}  // namespace qkv

#include "io/model_file.h"

#include <algorithm>
#include <cmath>

#include "io/asked.h"
#include "io/json.h"
#include "io/model_reader.h"

namespace qkv {
namespace {

[[noreturn]] void fail(const char* what, Values values = {}) { fail_file("model file", what, values); }

struct FieldWriter {
  std::string json;

  void add(const char* name, const std::string& value) {
    json += (json.empty() ? "{" : ",") + json_quote(name) + ":" + value;
  }
  template <typename T>
  void operator()(const char* name, const std::optional<T>& value) {
    if (value) (*this)(name, *value);
  }
  void operator()(const char* name, Index value) { add(name, whole_text(value)); }
  void operator()(const char* name, bool value) { add(name, value ? "true" : "false"); }
  void operator()(const char* name, float value) { add(name, number_text(static_cast<double>(value))); }
  template <typename E>
  requires std::is_enum_v<E>
  void operator()(const char* name, E value) { add(name, json_quote(name_of(value))); }
};

struct FieldReader {
  const Json& json;

  const Json& field(const char* name, Json::Kind kind) {
    const Json* value = json.find(name);
    if (!value || value->kind != kind) fail("config.% is missing or of the wrong kind", {name});
    return *value;
  }
  template <typename T>
  void operator()(const char* name, std::optional<T>& value) {
    if (json.find(name)) (*this)(name, value.emplace());
  }
  void operator()(const char* name, Index& value) {
    const double number = field(name, Json::Kind::kNumber).number;
    if (number != std::floor(number) || std::abs(number) > 1e9)
      fail("config.% must be a whole number", {name});
    value = static_cast<Index>(number);
  }
  void operator()(const char* name, bool& value) { value = field(name, Json::Kind::kBool).boolean; }
  void operator()(const char* name, float& value) {
    value = static_cast<float>(field(name, Json::Kind::kNumber).number);
  }
  template <typename E>
  requires std::is_enum_v<E>
  void operator()(const char* name, E& value) {
    const std::string& text = field(name, Json::Kind::kString).string;
    for (const auto& [known, meant] : names(E{}))
      if (text == known) {
        value = meant;
        return;
      }
    fail("config.% has the unknown value '%'", {name, text});
  }
};

std::vector<std::string> read_vocabulary(const std::string& text, Index n_vocab) {
  const Json json = parse_json(text);
  if (json.kind != Json::Kind::kArray || json.array.size() != static_cast<size_t>(n_vocab))
    fail("vocabulary must be a list of n_vocab = % words", {n_vocab});
  std::vector<std::string> words;
  for (const Json& word : json.array) {
    if (word.kind != Json::Kind::kString || word.string.empty()) fail("vocabulary must hold only words");
    words.push_back(word.string);
  }
  return words;
}

}  // namespace

std::string config_to_json(const Config& config) {
  FieldWriter writer;
  fields(config, [&](const char* name, const auto& field) { writer(name, field); });
  return writer.json + "}";
}

Config config_from_json(std::string_view text) {
  const Json json = parse_json(text);
  if (json.kind != Json::Kind::kObject) fail("config must be a JSON object");
  Config config;
  FieldReader reader{json};
  fields(config, [&](const char* name, auto& field) { reader(name, field); });
  try {
    check_config(config);
  } catch (const InvalidArgument& error) {
    fail("%", {Value(error.what())});
  }
  return config;
}

void check_memory(const Config& config) {
  // 32-bit memory ends at 2 GB, and a run needs some, too.
  constexpr uint64_t most = sizeof(size_t) == 4 ? 1'900'000'000 : ~uint64_t{0};
  const uint64_t bytes = 4 * static_cast<uint64_t>(parameter_count(config));
  if (bytes > most) fail("the model needs % bytes of memory, a page has at most %", {bytes, most});
}

ModelParts safetensors_parts(Bytes header_bytes, uint64_t data_size) {
  SafetensorsHeader header = parse_safetensors_header(header_bytes, data_size);
  const auto config = header.metadata.find("config");
  if (config == header.metadata.end())
    fail(
        "there is no \"config\" in its __metadata__; only models saved by QKV Lab can be read from "
        "safetensors yet");
  ModelParts parts;
  LoadedModel& model = *parts.model;
  const Config& c = model.transformer.config = config_from_json(config->second);
  // Each block has tensors: n_layers cannot ask for more blocks than the header names.
  if (static_cast<size_t>(c.n_layers) > header.tensors.size()) fail("config.n_layers has no tensors");
  check_memory(c);
  model.transformer.parameters.blocks.resize(static_cast<size_t>(c.n_layers));
  for_each_parameter(
      c, model.transformer.parameters, [&](const std::string& name, Matrix& matrix, Index rows, Index cols) {
        const auto found = header.tensors.find(name);
        if (found == header.tensors.end()) fail("tensor '%' is missing", {name});
        const TensorPlace& place = found->second;
        if (place.rows != rows || place.cols != cols)
          fail("tensor '%' must be % x %, it is %", {name, rows, cols, Shape{place.rows, place.cols}});
        parts.stored.push_back({&matrix, 8 + header_bytes.size() + place.begin, rows, cols, place.dtype});
        header.tensors.erase(found);
      });
  if (!header.tensors.empty()) fail("tensor '%' is not part of the model", {header.tensors.begin()->first});
  std::sort(parts.stored.begin(), parts.stored.end(),
            [](const Stored& a, const Stored& b) { return a.offset < b.offset; });
  if (const auto words = header.metadata.find("vocabulary"); words != header.metadata.end())
    model.tokenizer =
        make_tokenizer(read_vocabulary(words->second, c.n_vocab),
                       header.metadata.contains("tokens") && header.metadata["tokens"] == "characters");
  model.metadata = std::move(header.metadata);
  return parts;
}

std::vector<uint8_t> write_model(const Transformer& model, std::map<std::string, std::string> metadata,
                                 DType dtype) {
  TensorFile file{{}, std::move(metadata)};
  file.metadata["config"] = config_to_json(model.config);
  for_each_parameter(
      model.config, model.parameters,
      [&](const std::string& name, const Matrix& matrix, Index, Index) { file.tensors[name] = matrix; });
  return write_safetensors(file, dtype);
}

std::vector<uint8_t> asked_places(const LoadedModel& model, const std::vector<int32_t>& ids) {
  const auto rule = model.metadata.find("asked"), words = model.metadata.find("vocabulary");
  if (rule == model.metadata.end() || words == model.metadata.end())
    return std::vector<uint8_t>(ids.size(), 1);
  return asked_places(rule->second, read_vocabulary(words->second, model.transformer.config.n_vocab), ids);
}

Names<FileFormat> names(FileFormat) {
  static constexpr std::pair<const char*, FileFormat> all[] = {{"safetensors", FileFormat::kSafetensors},
                                                               {"float16", FileFormat::kFloat16},
                                                               {"llama2c", FileFormat::kLlama2c}};
  return all;
}

std::vector<std::string> formats_of(const Config& config) {
  std::vector<std::string> formats;
  for (const auto& [name, format] : names(FileFormat{}))
    if (format != FileFormat::kLlama2c || !llama2c_lacks(config)) formats.emplace_back(name);
  return formats;
}

std::vector<uint8_t> save_model(const LoadedModel& model, FileFormat format) {
  if (format == FileFormat::kLlama2c) return write_llama2c(model.transformer);
  return write_model(model.transformer, model.metadata,
                     format == FileFormat::kFloat16 ? DType::kF16 : DType::kF32);
}

LoadedModel load_model(Bytes weights, Bytes tokenizer, std::string_view format) {
  ModelReader reader(weights.size(), format);
  for (auto part = reader.next(); part.size > 0; part = reader.next())
    reader.put(weights.subspan(part.offset, part.size));
  LoadedModel model = reader.take();
  if (!tokenizer.empty())
    model.tokenizer =
        read_llama2c_tokenizer(tokenizer, static_cast<size_t>(model.transformer.config.n_vocab));
  return model;
}

}  // namespace qkv

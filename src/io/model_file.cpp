#include "io/model_file.h"

#include <cmath>
#include <set>

#include "io/asked.h"
#include "io/json.h"

namespace qkv {
namespace {

[[noreturn]] void fail(const char* what, Values values = {}) { fail_file("model file", what, values); }

struct FieldWriter {
  std::string json;

  void add(const char* name, const std::string& value) {
    json += (json.empty() ? "{" : ",") + json_quote(name) + ":" + value;
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

// safetensors begins with the header's length, far below 2^32, and then '{'.
bool looks_like_safetensors(Bytes bytes) {
  return bytes.size() >= 9 && bytes[4] == 0 && bytes[5] == 0 && bytes[6] == 0 && bytes[7] == 0 &&
         bytes[8] == '{';
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

LoadedModel read_model(Bytes safetensors) {
  TensorFile file = read_safetensors(safetensors);
  const auto config = file.metadata.find("config");
  if (config == file.metadata.end())
    fail(
        "there is no \"config\" in its __metadata__; only models saved by QKV Lab can be read from "
        "safetensors yet");
  LoadedModel model;
  Transformer& transformer = model.transformer;
  transformer.config = config_from_json(config->second);
  // The tensors are already in memory: count them before n_layers can ask for more blocks than there are
  // tensors.
  if (static_cast<size_t>(transformer.config.n_layers) > file.tensors.size())
    fail("config.n_layers has no tensors");
  transformer.parameters.blocks.resize(static_cast<size_t>(transformer.config.n_layers));
  for_each_parameter(
      transformer.config, transformer.parameters,
      [&](const std::string& name, Matrix& matrix, Index rows, Index cols) {
        const auto found = file.tensors.find(name);
        if (found == file.tensors.end()) fail("tensor '%' is missing", {name});
        if (found->second.rows() != rows || found->second.cols() != cols)
          fail("tensor '%' must be % x %, it is %", {name, rows, cols, shape_of(found->second)});
        matrix = std::move(found->second);
        file.tensors.erase(found);
      });
  if (!file.tensors.empty()) fail("tensor '%' is not part of the model", {file.tensors.begin()->first});
  if (const auto words = file.metadata.find("vocabulary"); words != file.metadata.end())
    model.tokenizer =
        make_tokenizer(read_vocabulary(words->second, transformer.config.n_vocab),
                       file.metadata.contains("tokens") && file.metadata["tokens"] == "characters");
  model.metadata = std::move(file.metadata);
  return model;
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
  if (format != "auto" && format != "safetensors" && format != "llama2c")
    fail("unknown format '%'; known are auto, llama2c and safetensors", {format});
  const bool safetensors = format == "safetensors" || (format == "auto" && looks_like_safetensors(weights));
  LoadedModel model;
  if (safetensors)
    model = read_model(weights);
  else
    model.transformer = read_llama2c(weights);
  if (!tokenizer.empty())
    model.tokenizer =
        read_llama2c_tokenizer(tokenizer, static_cast<size_t>(model.transformer.config.n_vocab));
  return model;
}

}  // namespace qkv

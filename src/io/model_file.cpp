#include "io/model_file.h"

#include <cmath>
#include <set>

#include "io/json.h"

namespace qkv {
namespace {

[[noreturn]] void fail(const char* what, Values values = {}) { fail_file("model file", what, values); }

template <typename E>
using Names = std::span<const std::pair<const char*, E>>;

constexpr std::pair<const char*, Norm> kNorms[] = {
    {"none", Norm::kNone}, {"layer", Norm::kLayer}, {"rms", Norm::kRms}};
constexpr std::pair<const char*, Position> kPositions[] = {{"none", Position::kNone},
                                                           {"sinusoidal", Position::kSinusoidal},
                                                           {"learned", Position::kLearned},
                                                           {"rope", Position::kRope}};
constexpr std::pair<const char*, RopeLayout> kLayouts[] = {{"interleaved", RopeLayout::kInterleaved},
                                                           {"half_split", RopeLayout::kHalfSplit}};
constexpr std::pair<const char*, Activation> kActivations[] = {{"relu", Activation::kRelu},
                                                               {"gelu", Activation::kGelu},
                                                               {"gelu_tanh", Activation::kGeluTanh},
                                                               {"silu", Activation::kSilu}};

// The fields of Config as they stand in JSON: one list for reading and writing.
template <typename ConfigT, typename Visit>
void for_each_field(ConfigT& c, Visit visit) {
  visit("n_vocab", c.n_vocab), visit("max_tokens", c.max_tokens), visit("d_model", c.d_model);
  visit("n_layers", c.n_layers), visit("n_heads", c.n_heads), visit("n_kv_heads", c.n_kv_heads);
  visit("d_head", c.d_head), visit("d_ff", c.d_ff), visit("norm", c.norm, Names<Norm>(kNorms));
  visit("norm_epsilon", c.norm_epsilon), visit("position", c.position, Names<Position>(kPositions));
  visit("rope_layout", c.rope_layout, Names<RopeLayout>(kLayouts)), visit("rope_theta", c.rope_theta);
  visit("activation", c.activation, Names<Activation>(kActivations)), visit("gated", c.gated);
  visit("biases", c.biases), visit("tied", c.tied), visit("causal", c.causal), visit("scaled", c.scaled);
}

struct FieldWriter {
  std::string json;

  void add(const char* name, const std::string& value) {
    json += (json.empty() ? "{" : ",") + json_quote(name) + ":" + value;
  }
  void operator()(const char* name, Index value) { add(name, whole_text(value)); }
  void operator()(const char* name, bool value) { add(name, value ? "true" : "false"); }
  void operator()(const char* name, float value) { add(name, number_text(static_cast<double>(value))); }
  template <typename E>
  void operator()(const char* name, E value, Names<E> names) {
    for (const auto& [text, known] : names)
      if (known == value) add(name, json_quote(text));
  }
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
  void operator()(const char* name, E& value, Names<E> names) {
    const std::string& text = field(name, Json::Kind::kString).string;
    for (const auto& [known, meant] : names)
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
  for_each_field(config, [&](auto&&... field) { writer(field...); });
  return writer.json + "}";
}

Config config_from_json(std::string_view text) {
  const Json json = parse_json(text);
  if (json.kind != Json::Kind::kObject) fail("config must be a JSON object");
  Config config;
  FieldReader reader{json};
  for_each_field(config, [&](auto&&... field) { reader(field...); });
  try {
    check_config(config);
  } catch (const std::invalid_argument& error) {
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

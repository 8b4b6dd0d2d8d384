// Whole models from files and back.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "io/bytes.h"
#include "io/safetensors.h"
#include "io/tokenizer.h"
#include "model/transformer.h"

namespace qkv {

/// A model and what came with it.
struct LoadedModel {
  Transformer transformer;
  std::unique_ptr<Tokenizer> tokenizer;         // nullptr if the file brought none
  std::map<std::string, std::string> metadata;  // safetensors only: task, seed, licence …
};

/// Where the answers of a model count in a text, by the rule "asked" in its metadata (asked.h); everywhere
/// without one.
std::vector<uint8_t> asked_places(const LoadedModel& model, const std::vector<int32_t>& ids);

/// llama2.c version 0: seven int32 { dim, hidden_dim, n_layers, n_heads, n_kv_heads, vocab_size (negative:
/// untied), seq_len }, then float32 matrices stored (out, in), then the two RoPE tables, which are skipped,
/// then the unembedding if untied. RMSNorm with epsilon 1e-5, interleaved RoPE with theta 10000, gated SiLU.
/// github.com/karpathy/llama2.c, export.py and run.c.
/// Throws std::runtime_error unless the file has exactly the size that its header means.
Transformer read_llama2c(Bytes bytes);

/// The same format. Throws InvalidArgument naming what the format cannot express if the model differs from
/// what is said above.
std::vector<uint8_t> write_llama2c(const Transformer& model);

/// What a model of this config would need to be kept as a llama2.c file, or null if nothing.
const char* llama2c_lacks(const Config& config);

/// Our own safetensors: tensors named as in for_each_parameter, and in __metadata__ "config" (JSON with the
/// names of Config's fields) and optionally "vocabulary" (JSON list of words), which are single characters if
/// "tokens" says "characters". Throws std::runtime_error if
/// the config is missing or a tensor is missing, superfluous or of another shape.
LoadedModel read_model(Bytes safetensors);
std::vector<uint8_t> write_model(const Transformer& model, std::map<std::string, std::string> metadata,
                                 DType dtype);

/// How a model can be kept: safetensors with numbers of 32 or 16 bits, or llama2.c.
enum class FileFormat { kSafetensors, kFloat16, kLlama2c };
Names<FileFormat> names(FileFormat);

/// Those that can hold a model of this config.
std::vector<std::string> formats_of(const Config& config);

/// The bytes of the file.
std::vector<uint8_t> save_model(const LoadedModel& model, FileFormat format);

std::string config_to_json(const Config& config);
Config config_from_json(std::string_view json);

/// `format` is "llama2c", "safetensors" or "auto", which looks at the first bytes. `tokenizer` may be empty,
/// and is a llama2.c tokenizer.bin otherwise.
LoadedModel load_model(Bytes weights, Bytes tokenizer, std::string_view format);

}  // namespace qkv

// Whole models from files and back.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "io/safetensors.h"
#include "io/stored.h"
#include "io/tokenizer.h"
#include "model/transformer.h"

namespace qkv {

/// A model and what came with it.
struct LoadedModel {
  Transformer transformer;
  std::shared_ptr<Tokenizer> tokenizer;         // nullptr if the file brought none
  std::map<std::string, std::string> metadata;  // safetensors only: task, seed, licence …
};

/// Where the answers of a model count in a text, by the rule "asked" in its metadata (asked.h); everywhere
/// without one.
std::vector<uint8_t> asked_places(const LoadedModel& model, const std::vector<int32_t>& ids);

/// A model that is being read: its matrices are empty yet; where their numbers come from, in the file's order.
struct ModelParts {
  std::unique_ptr<LoadedModel> model = std::make_unique<LoadedModel>();
  std::vector<Stored> stored;
};

/// llama2.c version 0: seven int32 { dim, hidden_dim, n_layers, n_heads, n_kv_heads, vocab_size (negative:
/// untied), seq_len }, then float32 matrices stored (out, in), then the two RoPE tables, which are skipped,
/// then the unembedding if untied. RMSNorm with epsilon 1e-5, interleaved RoPE with theta 10000, gated SiLU.
/// github.com/karpathy/llama2.c, export.py and run.c.
/// Throws Failure, before asking for memory, unless a file of `size` bytes is what its `head` means.
ModelParts llama2c_parts(Bytes head, uint64_t size);

/// What the header says. Throws Failure if it is none.
Config llama2c_config(Bytes head);

/// The same format. Throws InvalidArgument naming what the format cannot express if the model differs from
/// what is said above.
std::vector<uint8_t> write_llama2c(const Transformer& model);

/// What a model of this config would need to be kept as a llama2.c file, or null if nothing.
const char* llama2c_lacks(const Config& config);

/// Our own safetensors: tensors named as in for_each_parameter, and in __metadata__ "config" (JSON with the
/// names of Config's fields) and optionally "vocabulary" (JSON list of words), which are single characters if
/// "tokens" says "characters". Throws Failure, before asking for memory, if the config is missing or a tensor is
/// missing, superfluous or of another shape. `data_size`: the bytes behind the header.
ModelParts safetensors_parts(Bytes header, uint64_t data_size);
std::vector<uint8_t> write_model(const Transformer& model, std::map<std::string, std::string> metadata,
                                 DType dtype);

/// How a model can be kept: safetensors with numbers of 32 or 16 bits, or llama2.c.
enum class FileFormat { kSafetensors, kFloat16, kLlama2c };
Names<FileFormat> names(FileFormat);

/// Those that can hold a model of this config.
std::vector<std::string> formats_of(const Config& config);

/// The bytes of the file.
std::vector<uint8_t> save_model(const LoadedModel& model, FileFormat format);

/// Throws Failure if this machine's memory cannot hold the parameters.
void check_memory(const Config& config);

std::string config_to_json(const Config& config);
Config config_from_json(std::string_view json);

/// A whole file, by a ModelReader (model_reader.h). `tokenizer` may be empty, and is a llama2.c tokenizer.bin
/// otherwise.
LoadedModel load_model(Bytes weights, Bytes tokenizer, std::string_view format);

}  // namespace qkv

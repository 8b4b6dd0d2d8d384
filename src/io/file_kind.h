// What a file is, judged by its first bytes and its size: before it is read, however large it is.
#pragma once

#include "io/bytes.h"
#include "numeric/fields.h"

namespace qkv {

enum class FileKind { kSafetensors, kLlama2c, kTokenizer };
Names<FileKind> names(FileKind);

/// So many bytes are enough to tell.
inline constexpr uint64_t kJudgedBytes = 64;

/// Throws Failure with what the file is and what to do with it if it is of a kind that is known and cannot be
/// read: an empty file, GGUF, PyTorch's archives, a web page, a Git LFS pointer, tokenizer.model, a newer
/// llama2.c file …
/// @param head the first kJudgedBytes of the file, or all of it
/// @param size of the whole file, in bytes
void refuse_foreign(Bytes head, uint64_t size);

/// The kind of a file that can be read. Throws Failure for every other.
FileKind file_kind(Bytes head, uint64_t size);

}  // namespace qkv

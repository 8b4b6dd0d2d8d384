// The safetensors file format (github.com/huggingface/safetensors, README "Format"): u64 header length, a
// JSON header { name: { dtype, shape, data_offsets } }, and the row-major little-endian numbers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/stored.h"

namespace qkv {

/// Named matrices and the file's text metadata. A vector is read as (1, d), a scalar as (1, 1), more
/// dimensions than two are folded into the rows.
struct TensorFile {
  std::map<std::string, Matrix> tensors;
  std::map<std::string, std::string> metadata;
};

/// The longest header that is read. The format allows 100 MB.
inline constexpr uint64_t kMaxHeader = 1u << 24;

/// A tensor of a file, folded to a matrix.
struct TensorPlace {
  DType dtype = DType::kF32;
  Index rows = 0, cols = 0;
  uint64_t begin = 0;  // in bytes behind the header
};

struct SafetensorsHeader {
  std::map<std::string, TensorPlace> tensors;
  std::map<std::string, std::string> metadata;
};

/// From the first eight bytes. Throws Failure if the header is longer than the file of `size` bytes, or than
/// kMaxHeader.
uint64_t safetensors_header_size(Bytes first, uint64_t size);

/// `data_size`: the bytes of the file behind the header. Throws Failure, before allocating anything for the
/// tensors, if the header is not JSON, has tensors of another type than F32, F16 and BF16, or describes tensors
/// that overlap, leave holes, end outside the file or do not match their shape.
SafetensorsHeader parse_safetensors_header(Bytes header, uint64_t data_size);

/// A whole file, as float32. Throws Failure as the two above.
TensorFile read_safetensors(Bytes bytes);

/// Writes all tensors as two-dimensional, in the given type; numbers are rounded to nearest even.
std::vector<uint8_t> write_safetensors(const TensorFile& file, DType dtype = DType::kF32);

}  // namespace qkv

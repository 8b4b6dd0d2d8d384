// The safetensors file format (github.com/huggingface/safetensors, README "Format"): u64 header length, a
// JSON header { name: { dtype, shape, data_offsets } }, and the row-major little-endian numbers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/bytes.h"
#include "numeric/matrix.h"

namespace qkv {

enum class DType { kF32, kF16, kBF16 };

/// Named matrices and the file's text metadata. A vector is read as (1, d), a scalar as (1, 1), more
/// dimensions than two are folded into the rows.
struct TensorFile {
  std::map<std::string, Matrix> tensors;
  std::map<std::string, std::string> metadata;
};

/// Reads F32, F16 and BF16 tensors as float32.
/// Throws std::runtime_error, before allocating anything, if the header is cut off, larger than the file or
/// 1 MB, not JSON, or describes tensors that overlap, leave holes, end outside the file or do not match
/// their shape.
TensorFile read_safetensors(Bytes bytes);

/// Writes all tensors as two-dimensional, in the given type; numbers are rounded to nearest even.
std::vector<uint8_t> write_safetensors(const TensorFile& file, DType dtype = DType::kF32);

float half_to_float(uint16_t bits);
uint16_t float_to_half(float value);
float bfloat16_to_float(uint16_t bits);
uint16_t float_to_bfloat16(float value);

}  // namespace qkv

// Where the numbers of a matrix lie in a file, and how they get from there into the matrix.
#pragma once

#include "io/bytes.h"
#include "numeric/matrix.h"

namespace qkv {

enum class DType { kF32, kF16, kBF16 };
inline uint64_t bytes_of(DType dtype) { return dtype == DType::kF32 ? 4 : 2; }

float half_to_float(uint16_t bits);
uint16_t float_to_half(float value);
float bfloat16_to_float(uint16_t bits);
uint16_t float_to_bfloat16(float value);

/// A matrix as it lies in a file: row-major, little-endian, without gaps.
struct Stored {
  Matrix* into;  // (rows, cols), or (cols, rows) if turned
  uint64_t offset;
  Index rows, cols;
  DType dtype = DType::kF32;
  bool turned = false;

  uint64_t row_bytes() const { return static_cast<uint64_t>(cols) * bytes_of(dtype); }
};

/// Puts whole rows, from `first` on, into the matrix; the first ones make it, so that a file asks for memory only
/// as its numbers come. bytes.size() must be a multiple of row_bytes().
void put_rows(const Stored& stored, Index first, Bytes bytes);

}  // namespace qkv

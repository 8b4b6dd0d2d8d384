#include "io/stored.h"

#include <bit>

namespace qkv {
namespace {

template <typename Bits, typename Convert>
void put(const Stored& s, Index first, Bytes bytes, Convert convert) {
  const auto count = static_cast<Index>(bytes.size() / s.row_bytes());
  const uint8_t* from = bytes.data();
  for (Index row = first; row < first + count; ++row)
    for (Index col = 0; col < s.cols; ++col, from += sizeof(Bits)) {
      Bits bits;
      std::memcpy(&bits, from, sizeof bits);
      (s.turned ? (*s.into)(col, row) : (*s.into)(row, col)) = convert(bits);
    }
}

}  // namespace

void put_rows(const Stored& stored, Index first, Bytes bytes) {
  if (first == 0)
    stored.into->resize(stored.turned ? stored.cols : stored.rows, stored.turned ? stored.rows : stored.cols);
  if (bytes.empty()) return;
  if (stored.dtype == DType::kF16)
    put<uint16_t>(stored, first, bytes, half_to_float);
  else if (stored.dtype == DType::kBF16)
    put<uint16_t>(stored, first, bytes, bfloat16_to_float);
  else if (stored.turned)
    put<float>(stored, first, bytes, [](float value) { return value; });
  else
    std::memcpy(stored.into->data() + first * stored.cols, bytes.data(), bytes.size());
}

float half_to_float(uint16_t bits) { return static_cast<float>(std::bit_cast<Eigen::half>(bits)); }

uint16_t float_to_half(float value) { return std::bit_cast<uint16_t>(static_cast<Eigen::half>(value)); }

float bfloat16_to_float(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

uint16_t float_to_bfloat16(float value) {
  return std::bit_cast<uint16_t>(static_cast<Eigen::bfloat16>(value));
}

}  // namespace qkv

// Reading little-endian values from bytes that may be cut off or lie about their length.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "numeric/error.h"

namespace qkv {

using Bytes = std::span<const uint8_t>;

/// A cursor that throws std::runtime_error "<who>: the file ends ..." instead of reading past the end.
class ByteReader {
 public:
  ByteReader(Bytes bytes, const char* who) : bytes_(bytes), who_(who) {}

  size_t position() const { return at_; }
  size_t remaining() const { return bytes_.size() - at_; }

  Bytes take(size_t count) {
    if (count > remaining())
      fail_file(who_, "the file ends at byte %, but % bytes should follow byte %",
                {bytes_.size(), count, at_});
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }

  /// A number as it lies in the file. WebAssembly and every machine we build for are little-endian.
  template <typename T>
  T read() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }

 private:
  Bytes bytes_;
  const char* who_;
  size_t at_ = 0;
};

}  // namespace qkv

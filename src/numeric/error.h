// Errors: "<who>: <what was expected>, got <what was given>".
// Messages are put together from pieces, and only when something is wrong: a check costs one comparison.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace qkv {

/// Rows and columns, shown as "4 x 2".
struct Shape {
  int64_t rows, cols;
};

/// One piece of a message: text, a number or a shape.
class Piece {
 public:
  Piece(std::string_view text) : kind_(kText), text_(text) {}
  Piece(const char* text) : Piece(std::string_view(text)) {}
  Piece(const std::string& text) : Piece(std::string_view(text)) {}
  Piece(Shape shape) : kind_(kShape), shape_(shape) {}
  template <typename T>
  requires std::is_arithmetic_v<T> Piece(T number) : kind_(std::is_integral_v<T> ? kWhole : kReal) {
    if constexpr (std::is_integral_v<T>)
      shape_ = {static_cast<int64_t>(number), 0};
    else
      real_ = static_cast<double>(number);
  }

  void append_to(std::string& message) const;

 private:
  enum Kind : uint8_t { kText, kWhole, kReal, kShape } kind_;
  union {
    std::string_view text_;
    Shape shape_;
    double real_;
  };
};

using Pieces = std::initializer_list<Piece>;

std::string join(Pieces pieces);

/// Throws std::invalid_argument "<who>: <what>": a caller gave what makes no sense.
[[noreturn]] void fail(std::string_view who, Pieces what);

/// Throws std::runtime_error "<who>: <what>": a file is not what it should be.
[[noreturn]] void fail_file(std::string_view who, Pieces what);

/// Calls fail unless the condition holds.
[[gnu::always_inline]] inline void check(bool condition, std::string_view who, Pieces what) {
  if (!condition) [[unlikely]]
    fail(who, what);
}

/// The number as text with up to nine digits, enough to read a float32 back exactly: "0.5", "-1e-9", "inf",
/// "nan". Written here because printf and its long-double helpers would be a tenth of the WebAssembly module.
std::string number_text(double number);

}  // namespace qkv

// Errors: "<who>: <what was expected>, got <what was given>".
// A message is a text with a % where each value belongs, and is put together only when something is wrong: a
// check costs one comparison, and little code.
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

/// A value in a message: text, a number or a shape.
class Value {
 public:
  Value(std::string_view text) : kind_(kText), text_(text) {}
  Value(const char* text) : Value(std::string_view(text)) {}
  Value(const std::string& text) : Value(std::string_view(text)) {}
  Value(Shape shape) : kind_(kShape), shape_(shape) {}
  template <typename T>
  requires std::is_arithmetic_v<T> Value(T number) : kind_(std::is_integral_v<T> ? kWhole : kReal) {
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

using Values = std::initializer_list<Value>;

/// The text with its % replaced by the values, in order.
std::string format(std::string_view text, Values values);

/// Throws std::invalid_argument "<who>: <what>": a caller gave what makes no sense.
[[noreturn]] void fail(const char* who, const char* what, Values values = {});

/// Throws std::runtime_error "<who>: <what>": a file is not what it should be.
[[noreturn]] void fail_file(const char* who, const char* what, Values values = {});

/// Calls fail unless the condition holds.
[[gnu::always_inline]] inline void check(bool condition, const char* who, const char* what,
                                         Values values = {}) {
  if (!condition) [[unlikely]]
    fail(who, what, values);
}

/// The number as text with up to nine digits, enough to read a float32 back exactly: "0.5", "-1e-9", "inf",
/// "nan". Written here because printf and its long-double helpers would be a tenth of the WebAssembly module.
std::string number_text(double number);

/// A whole number as text, for the same reason.
std::string whole_text(int64_t number);

}  // namespace qkv

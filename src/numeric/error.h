// Errors: "<who>: <what was expected>, got <what was given>". A message is a text with a % where each value
// belongs, and is put together only when something is wrong: a check costs one comparison, and little code.
// The text and the values stay with the error, so that it can be said in another language.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

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

/// What an error says to a program.
struct ErrorDetail {
  const char* code;                 // what kind it is, see below
  const char* text;                 // what was expected, with a % where each value belongs
  std::vector<std::string> values;  // those values, as they stand in the message
};

// The codes. What a page can do something about has one of its own.
inline constexpr const char* kInvalidArgument = "invalid_argument";  // a caller gave what makes no sense
inline constexpr const char* kBadFile = "bad_file";                  // a file is not what it should be
inline constexpr const char* kUnknownWord = "unknown_word";  // a text has what a vocabulary cannot express
inline constexpr const char* kNoTokenizer = "no_tokenizer";  // a model came without its words
inline constexpr const char* kDiverged = "diverged";         // a loss is not a number any more

/// A caller gave what makes no sense.
struct InvalidArgument : std::invalid_argument, ErrorDetail {
  InvalidArgument(const std::string& message, ErrorDetail detail)
      : std::invalid_argument(message), ErrorDetail(std::move(detail)) {}
};
/// A file, or the course of things, is not what it should be.
struct Failure : std::runtime_error, ErrorDetail {
  Failure(const std::string& message, ErrorDetail detail)
      : std::runtime_error(message), ErrorDetail(std::move(detail)) {}
};

/// Throws InvalidArgument "<who>: <what>".
[[noreturn]] void fail(const char* who, const char* what, Values values = {},
                       const char* code = kInvalidArgument);

/// Throws Failure "<who>: <what>".
[[noreturn]] void fail_file(const char* who, const char* what, Values values = {},
                            const char* code = kBadFile);

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

// The only code that knows both worlds: what the core has becomes plain JavaScript and back. Structs go by
// their `fields`, enumerations by their `names`; names change their case and nothing else: row_max becomes
// rowMax. Numbers are copied at the border in both directions, because a grown heap detaches every view into
// it.
#pragma once

#include <emscripten/val.h>

#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv::bindings {

using emscripten::val;

bool is_absent(const val& value);
/// row_max -> rowMax
std::string camel_case(std::string_view name);
/// rowMax -> row_max
std::string snake_case(std::string_view name);

template <typename T>
concept Struct = requires(T& value) {
  fields(value, [](const char*, auto&&) {});
};
template <typename T>
concept Enumeration = std::is_enum_v<T> && requires(T value) {
  names(value);
};

// ---- out ----

void set(val& object, const char* name, const val& value);

val to_js(const Matrix& matrix);               // { rows, cols, data: Float32Array }
val to_js(const std::vector<float>& numbers);  // Float32Array, and so on
val to_js(const std::vector<double>& numbers);
val to_js(const std::vector<int32_t>& ids);
val to_js(const std::vector<uint8_t>& bytes);
val to_js(const std::map<std::string, std::string>& texts);
inline val to_js(const val& value) { return value; }
inline val to_js(bool value) { return val(value); }
val to_js(std::string_view utf8);  // bytes that are no UTF-8 become U+FFFD
inline val to_js(const std::string& text) { return to_js(std::string_view(text)); }
inline val to_js(const char* text) { return to_js(std::string_view(text)); }
template <typename T>
requires std::is_arithmetic_v<T> val to_js(T number) { return val(static_cast<double>(number)); }
template <Enumeration E>
val to_js(E value) {
  return to_js(name_of(value));
}
template <Struct T>
val to_js(const T& value);
template <typename T>
val to_js(const std::optional<T>& value) {
  return value ? to_js(*value) : val::undefined();
}
template <typename T>
val to_js(const std::vector<T>& list) {
  val array = val::array();
  for (const T& one : list) array.call<void>("push", to_js(one));
  return array;
}

/// A matrix that is not there is left out.
inline bool is_left_out(const Matrix& matrix) { return matrix.rows() == 0 && matrix.cols() == 0; }
template <typename T>
bool is_left_out(const std::optional<T>& value) {
  return !value;
}
inline bool is_left_out(const auto&) { return false; }

template <Struct T>
val to_js(const T& value) {
  val object = val::object();
  fields(value, [&](const char* name, const auto& field) {
    if (!is_left_out(field)) set(object, name, to_js(field));
  });
  return object;
}

// ---- in ----

/// What `From<T>::js(value, name)` gives for a parameter of type T; `name` is what errors call it. Throws
/// InvalidArgument.
template <typename T>
struct From;

double to_number(const val& value, const char* name);
/// Throws unless it is whole and between `least` and `most`; 2^53 is the largest that JavaScript has.
constexpr int64_t kLargest = int64_t{1} << 53;
int64_t to_whole(const val& value, const char* name, int64_t least, int64_t most);
Matrix to_matrix(const val& value, const char* name);
std::string to_text(const val& value, const char* name);
bool to_flag(const val& value, const char* name);
std::vector<uint8_t> to_bytes(const val& value, const char* name);
std::vector<int32_t> to_ids(const val& value, const char* name);
std::vector<double> to_numbers(const val& value, const char* name);

template <>
struct From<val> {
  static val js(const val& value, const char*) { return value; }
};
template <>
struct From<Matrix> {
  static Matrix js(const val& value, const char* name) { return to_matrix(value, name); }
};
template <>
struct From<MatrixRef> : From<Matrix> {};
template <>
struct From<std::string> {
  static std::string js(const val& value, const char* name) { return to_text(value, name); }
};
template <>
struct From<std::string_view> : From<std::string> {};
template <>
struct From<bool> {
  static bool js(const val& value, const char* name) { return to_flag(value, name); }
};
template <std::floating_point T>
struct From<T> {
  static T js(const val& value, const char* name) { return static_cast<T>(to_number(value, name)); }
};
template <std::integral T>
struct From<T> {
  static T js(const val& value, const char* name) {
    if constexpr (sizeof(T) == 4)
      return static_cast<T>(
          to_whole(value, name, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    else
      return static_cast<T>(to_whole(value, name, std::is_signed_v<T> ? -kLargest : 0, kLargest));
  }
};
template <>
struct From<std::vector<uint8_t>> {
  static std::vector<uint8_t> js(const val& value, const char* name) { return to_bytes(value, name); }
};
template <>
struct From<std::vector<int32_t>> {
  static std::vector<int32_t> js(const val& value, const char* name) { return to_ids(value, name); }
};
template <>
struct From<std::vector<double>> {
  static std::vector<double> js(const val& value, const char* name) { return to_numbers(value, name); }
};
/// A list of structs.
template <Struct T>
struct From<std::vector<T>> {
  static std::vector<T> js(const val& list, const char* name) {
    check(list.isArray(), name, "must be a list");
    std::vector<T> result;
    for (int i = 0; i < list["length"].as<int>(); ++i) result.push_back(From<T>::js(list[i], name));
    return result;
  }
};
template <typename T>
struct From<std::span<const T>> : From<std::vector<T>> {};
template <Enumeration E>
struct From<E> {
  static E js(const val& value, const char* name) { return value_named<E>(name, to_text(value, name)); }
};
/// Nothing for undefined and null.
template <typename T>
struct From<std::optional<T>> {
  static std::optional<T> js(const val& value, const char* name) {
    if (is_absent(value)) return std::nullopt;
    return From<T>::js(value, name);
  }
};
/// Every field must be there.
template <Struct T>
struct From<T> {
  static T js(const val& object, const char* name) {
    check(!is_absent(object), name, "is missing");
    T result;
    fields(result, [&](const char* field, auto& into) {
      const std::string known = camel_case(field);
      into = From<std::remove_cvref_t<decltype(into)>>::js(object[known], known.c_str());
    });
    return result;
  }
};

}  // namespace qkv::bindings

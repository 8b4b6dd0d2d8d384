#include "convert.h"

#include <cmath>

namespace qkv::bindings {
namespace {

template <typename T>
std::vector<T> to_vector(const val& array) {
  return emscripten::convertJSArrayToNumberVector<T>(array);
}

template <typename T>
val typed_array(const char* type, size_t count, const T* data) {
  static const val constructor = val::global(type);
  return constructor.new_(val(emscripten::typed_memory_view(count, data)));  // the constructor copies
}

/// The name of a field in JavaScript. Each is made once: making a string costs more than setting a field.
const val& field_name(const char* name) {
  static std::map<const char*, val> known;
  const auto found = known.find(name);
  return found != known.end() ? found->second : known.emplace(name, val(camel_case(name))).first->second;
}

}  // namespace

bool is_absent(const val& value) { return value.isUndefined() || value.isNull(); }

std::string camel_case(std::string_view name) {
  std::string result;
  bool up = false;
  for (const char c : name) {
    if (c != '_') result += up && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    up = c == '_';
  }
  return result;
}

std::string snake_case(std::string_view name) {
  std::string result;
  for (const char c : name)
    if (c >= 'A' && c <= 'Z')
      (result += '_') += static_cast<char>(c | 0x20);
    else
      result += c;
  return result;
}

void set(val& object, const char* name, const val& value) { object.set(field_name(name), value); }

// By the browser's own coder in both directions: the one of the glue reads past half a character, and swallows what
// follows half of a surrogate pair.
val to_js(std::string_view utf8) {
  static const val decoder = [] {
    val options = val::object();
    options.set("ignoreBOM", true);  // it is a character like others
    return val::global("TextDecoder").new_(val("utf-8"), options);
  }();
  return decoder.call<val>("decode", val(emscripten::typed_memory_view(
                                         utf8.size(), reinterpret_cast<const uint8_t*>(utf8.data()))));
}

val to_js(const Matrix& matrix) {
  val object = val::object();
  set(object, "rows", to_js(matrix.rows()));
  set(object, "cols", to_js(matrix.cols()));
  set(object, "data", typed_array("Float32Array", static_cast<size_t>(matrix.size()), matrix.data()));
  return object;
}
val to_js(const std::vector<float>& numbers) {
  return typed_array("Float32Array", numbers.size(), numbers.data());
}
val to_js(const std::vector<double>& numbers) {
  return typed_array("Float64Array", numbers.size(), numbers.data());
}
val to_js(const std::vector<int32_t>& ids) { return typed_array("Int32Array", ids.size(), ids.data()); }
val to_js(const std::vector<uint8_t>& bytes) { return typed_array("Uint8Array", bytes.size(), bytes.data()); }
val to_js(const std::map<std::string, std::string>& texts) {
  val object = val::object();
  for (const auto& [key, text] : texts) object.set(to_js(key), to_js(text));
  return object;
}

double to_number(const val& value, const char* name) {
  check(value.isNumber(), name, "must be a number");
  return value.as<double>();
}

int64_t to_whole(const val& value, const char* name, int64_t least, int64_t most) {
  const double number = to_number(value, name);
  const auto text = [](int64_t bound) { return bound == kLargest ? std::string("2^53") : whole_text(bound); };
  check(number >= static_cast<double>(least) && number <= static_cast<double>(most) &&
            number == std::floor(number),
        name, "must be a whole number from % to %, got %", {text(least), text(most), number});
  return static_cast<int64_t>(number);
}

Matrix to_matrix(const val& object, const char* name) {
  check(!is_absent(object), name, "is missing");
  const double rows = object["rows"].as<double>(), cols = object["cols"].as<double>();
  const val data = object["data"];
  if (is_absent(data) || !(rows >= 0 && cols >= 0) || data["length"].as<double>() != rows * cols)
    fail(name, "must be { rows, cols, data } with rows × cols numbers");
  Matrix matrix(static_cast<Index>(rows), static_cast<Index>(cols));
  // The view lives for this one line: nothing is allocated while it exists.
  val(emscripten::typed_memory_view(static_cast<size_t>(matrix.size()), matrix.data()))
      .call<void>("set", data);
  return matrix;
}

// Strings come as val and are converted inside a call that is guarded: embind frees a std::string argument
// only after a call that returns, and a call that throws would leak it.
std::string to_text(const val& text, const char* name) {
  check(text.isString(), name, "must be a string");
  static const val encoder = val::global("TextEncoder").new_();
  const std::vector<uint8_t> utf8 = to_vector<uint8_t>(encoder.call<val>("encode", text));
  return {utf8.begin(), utf8.end()};
}

bool to_flag(const val& value, const char* name) {
  check(value.isTrue() || value.isFalse(), name, "must be true or false");
  return value.isTrue();
}

std::vector<uint8_t> to_bytes(const val& value, const char* name) {
  check(!is_absent(value), name, "is missing");
  return to_vector<uint8_t>(value.instanceof
                            (val::global("ArrayBuffer")) ? val::global("Uint8Array").new_(value) : value);
}
std::vector<int32_t> to_ids(const val& value, const char* name) {
  check(!is_absent(value), name, "is missing");
  return to_vector<int32_t>(value);
}
std::vector<double> to_numbers(const val& value, const char* name) {
  check(!is_absent(value), name, "is missing");
  return to_vector<double>(value);
}

}  // namespace qkv::bindings

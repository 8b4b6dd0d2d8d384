// Just enough JSON for the headers of model files: a strict reader and a writer of strings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qkv {

/// One JSON value. Numbers are doubles; object members keep their order.
struct Json {
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  bool boolean = false;
  double number = 0.0;
  std::string string;
  std::vector<Json> array;
  std::vector<std::pair<std::string, Json>> object;

  /// The member of that name, or nullptr if there is none or this is no object.
  const Json* find(std::string_view key) const;
};

/// Throws std::runtime_error "json: ... at byte N" for anything but one well-formed value: unknown escapes,
/// duplicate keys, more than 32 levels, trailing text.
Json parse_json(std::string_view text);

/// The text as a JSON string, with its quotes.
std::string json_quote(std::string_view text);

}  // namespace qkv

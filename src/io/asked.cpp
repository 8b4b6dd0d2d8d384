#include "io/asked.h"

#include <algorithm>

#include "numeric/error.h"

namespace qkv {
namespace {

/// The text up to the next space, which it is then without.
std::string_view take_word(std::string_view& text) {
  const size_t length = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(std::min(length + 1, text.size()));
  return word;
}

}  // namespace

std::vector<uint8_t> asked_places(std::string_view rule, const std::vector<std::string>& words,
                                  std::span<const int32_t> ids) {
  std::string_view rest = rule;
  const std::string_view kind = take_word(rest);
  std::vector<uint8_t> places(ids.size(), 1);
  if (kind.empty() || kind == "everywhere") return places;
  if (kind == "but") {
    size_t place = 0;
    for (const char digit : rest) place = place * 10 + static_cast<size_t>(digit - '0');
    if (place < places.size()) places[place] = 0;
    return places;
  }
  std::vector<std::string_view> named;
  while (!rest.empty()) named.push_back(take_word(rest));
  const auto is_named = [&](int32_t id) {
    return named.empty() ||
           std::find(named.begin(), named.end(), words[static_cast<size_t>(id)]) != named.end();
  };
  bool begun = false;
  for (size_t i = 0; i < ids.size(); ++i) {
    const bool here = is_named(ids[i]);
    if (kind == "from")
      places[i] = begun = begun || here;
    else if (kind == "after")
      places[i] = begun, begun = begun || here;
    else if (kind == "at")
      places[i] = here;
    else if (kind == "again")
      places[i] = here && std::find(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(i), ids[i]) !=
                              ids.begin() + static_cast<std::ptrdiff_t>(i);
    else
      fail_file("model file", "the rule '%' for where answers count is unknown", {rule});
  }
  return places;
}

}  // namespace qkv

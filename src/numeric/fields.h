// The fields of a struct, by name: each struct that leaves the core has a function `fields` beside it, which
// calls visit(name, field) for every one, in order. Files, the border to JavaScript and the tests walk
// structs through it.
#pragma once

#include <concepts>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "numeric/error.h"

namespace qkv {

/// `Struct`, or a `Struct` that must not change: for a `fields` that reads and writes.
template <typename T, typename Struct>
concept Either = std::same_as<std::remove_const_t<T>, Struct>;

/// The values of an enumeration and what they are called in files, addresses and JavaScript. An enumeration
/// that leaves the core has a function `names(E)` beside it that returns these.
template <typename E>
using Names = std::span<const std::pair<const char*, E>>;

/// What a value of the enumeration is called.
template <typename E>
const char* name_of(E value) {
  for (const auto& [name, known] : names(value))
    if (known == value) return name;
  return "";
}

/// All of them: "none, layer and rms".
template <typename E>
std::string all_names() {
  const auto all = names(E{});
  std::string list;
  for (size_t i = 0; i < all.size(); ++i)
    (list += i == 0 ? "" : i + 1 < all.size() ? ", " : " and ") += all[i].first;
  return list;
}

/// The value of that name. Throws InvalidArgument naming all of them if there is none.
template <typename E>
E value_named(const char* who, std::string_view wanted) {
  for (const auto& [name, value] : names(E{}))
    if (wanted == name) return value;
  fail(who, "unknown kind '%'; known are %", {wanted, all_names<E>()});
}

}  // namespace qkv

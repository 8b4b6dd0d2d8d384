// Where the answers of a model count: the places of a text at which it was trained to say something.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qkv {

/// For each of `ids`, whether it is such a place, by a rule in a few words, as it stands in model files:
///   "" or "everywhere"
///   "from → …"    at the first of these words and behind it
///   "after 他 …"   behind the first of these words
///   "at = …"      at each of these words
///   "again k0 …"  at each of these words (at any, if none is named) that stood before
///   "but 10"      everywhere but at place 10, counted from 0
/// Throws Failure if the rule is no such rule.
std::vector<uint8_t> asked_places(std::string_view rule, const std::vector<std::string>& words,
                                  std::span<const int32_t> ids);

}  // namespace qkv

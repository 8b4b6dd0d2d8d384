// UTF-8: where characters begin and end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace qkv {

/// The bytes of the well-formed character at the start of the text; 0 if there is none (broken, cut off, or
/// empty).
size_t utf8_length(std::string_view text);

/// Whether all of it is UTF-8.
bool is_utf8(std::string_view text);

/// How many bytes the character that starts with this byte must have; 0 if no character starts with it.
size_t utf8_expected_length(unsigned char lead);

void append_utf8(std::string& text, uint32_t code_point);

}  // namespace qkv

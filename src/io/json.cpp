#include "io/json.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "io/utf8.h"
#include "numeric/error.h"
#include "numeric/real.h"

namespace qkv {
namespace {

constexpr int kMaxDepth = 32;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Json document() {
    Json value = parse_value(0);
    skip_space();
    if (at_ != text_.size()) fail("unexpected text after the value");
    return value;
  }

 private:
  [[noreturn]] void fail(const char* what, Values values = {}) const {
    fail_file("json", "% at byte %", {format(what, values), at_});
  }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }

  char peek() {
    skip_space();
    if (at_ == text_.size()) fail("unexpected end");
    return text_[at_];
  }

  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!take(c)) fail("expected '%'", {std::string_view(&c, 1)});
  }

  void expect_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) fail("unknown word");
    at_ += word.size();
  }

  Json parse_value(int depth) {
    if (depth > kMaxDepth) fail("too deeply nested");
    Json value;
    switch (peek()) {
      case '{':
        value.kind = Json::Kind::kObject;
        parse_object(value, depth);
        break;
      case '[':
        value.kind = Json::Kind::kArray;
        parse_array(value, depth);
        break;
      case '"':
        value.kind = Json::Kind::kString;
        value.string = parse_string();
        break;
      case 't':
      case 'f':
        value.kind = Json::Kind::kBool;
        value.boolean = text_[at_] == 't';
        expect_word(value.boolean ? "true" : "false");
        break;
      case 'n':
        expect_word("null");
        break;
      default:
        value.kind = Json::Kind::kNumber;
        value.number = parse_number();
    }
    return value;
  }

  void parse_object(Json& value, int depth) {
    expect('{');
    if (take('}')) return;
    do {
      if (peek() != '"') fail("expected a key");
      std::string key = parse_string();
      expect(':');
      value.object.emplace_back(std::move(key), parse_value(depth + 1));
    } while (take(','));
    expect('}');
    // A set: comparing each key with each would let a header of many keys hang us.
    std::set<std::string_view> keys;
    for (const auto& [key, inner] : value.object)
      if (!keys.insert(key).second) fail("duplicate key '%'", {key});
  }

  void parse_array(Json& value, int depth) {
    expect('[');
    if (take(']')) return;
    do value.array.push_back(parse_value(depth + 1));
    while (take(','));
    expect(']');
  }

  // Not strtod, which brings the C library's long-double arithmetic with it, and not from_chars, which not
  // every standard library has for doubles. Exact for whole numbers up to 2^53, else within a few units in
  // the 16th digit.
  double parse_number() {
    const bool negative = text_[at_] == '-';
    if (negative) ++at_;
    const size_t first = at_;
    double value = 0;
    int exponent = 0;
    const auto digits = [&](int shift) {
      const size_t start = at_;
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
        if (value < 1e17)
          value = value * 10 + (text_[at_] - '0'), exponent += shift;
        else
          exponent += shift + 1;  // digits that no longer count only move the point
      if (at_ == start) fail("not a value");
    };
    const auto at_any = [&](std::string_view of) {
      return at_ < text_.size() && of.find(text_[at_]) != std::string_view::npos;
    };
    digits(0);
    if (text_[first] == '0' && at_ > first + 1) fail("a number starts with 0");
    if (at_any(".")) ++at_, digits(-1);
    if (at_any("eE")) {
      ++at_;
      const bool down = at_any("-");
      if (at_any("+-")) ++at_;
      const double mantissa = std::exchange(value, 0);
      digits(0);
      exponent += (down ? -1 : 1) * static_cast<int>(std::min(value, 1000.0));
      value = mantissa;
    }
    // Dividing by a power of ten is exact where multiplying by its inverse is not.
    value = exponent < 0 ? value / power_of_ten(-exponent) : value * power_of_ten(exponent);
    return negative ? -value : value;
  }

  std::string parse_string() {
    expect('"');
    std::string result;
    while (true) {
      if (at_ == text_.size()) fail("unterminated string");
      const char c = text_[at_++];
      if (c == '"') return result;
      if (static_cast<unsigned char>(c) < 0x20) fail("control character in a string");
      if (c == '\\')
        parse_escape(result);
      else
        result += c;
    }
  }

  void parse_escape(std::string& result) {
    if (at_ == text_.size()) fail("unterminated string");
    const char c = text_[at_++];
    constexpr std::string_view from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
    if (const size_t i = from.find(c); i != std::string_view::npos) {
      result += to[i];
    } else if (c == 'u') {
      uint32_t code = parse_hex();
      if (code >= 0xD800 && code < 0xDC00) {  // a surrogate pair
        expect_word("\\u");
        const uint32_t low = parse_hex();
        if (low < 0xDC00 || low > 0xDFFF) fail("half a surrogate pair");
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      } else if (code >= 0xDC00 && code < 0xE000) {
        fail("half a surrogate pair");
      }
      append_utf8(result, code);
    } else {
      fail("unknown escape");
    }
  }

  uint32_t parse_hex() {
    uint32_t code = 0;
    if (text_.size() - at_ < 4) fail("unterminated string");
    for (int i = 0; i < 4; ++i) {
      const char c = text_[at_ + static_cast<size_t>(i)], letter = static_cast<char>(c | 0x20);
      const int digit = c >= '0' && c <= '9'             ? c - '0'
                        : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                                                         : -1;
      if (digit < 0) fail("unknown escape");
      code = code * 16 + static_cast<uint32_t>(digit);
    }
    at_ += 4;
    return code;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
  for (const auto& [name, value] : object)
    if (name == key) return &value;
  return nullptr;
}

Json parse_json(std::string_view text) { return Parser(text).document(); }

std::string json_quote(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (result += '\\') += c;
    else if (code < 0x20)
      ((result += "\\u00") += hex[code >> 4]) += hex[code & 15];
    else
      result += c;
  }
  return result + "\"";
}

}  // namespace qkv

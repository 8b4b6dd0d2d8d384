#include "numeric/error.h"

#include <cmath>

#include "numeric/real.h"

namespace qkv {

void Value::append_to(std::string& message) const {
  switch (kind_) {
    case kText:
      message += text_;
      break;
    case kWhole:
      message += whole_text(shape_.rows);
      break;
    case kReal:
      message += number_text(real_);
      break;
    case kShape:
      message += whole_text(shape_.rows) + " x " + whole_text(shape_.cols);
      break;
  }
}

std::string format(std::string_view text, Values values) {
  std::string message;
  const Value* next = values.begin();
  for (const char c : text) {
    if (c == '%' && next != values.end())
      next++->append_to(message);
    else
      message += c;
  }
  return message;
}

namespace {

template <typename Error>
[[noreturn]] void fail_with(const char* who, const char* what, Values values, const char* code) {
  ErrorDetail detail{code, what, {}};
  for (const Value& value : values) value.append_to(detail.values.emplace_back());
  throw Error(format("%: %", {who, format(what, values)}), std::move(detail));
}

}  // namespace

void fail(const char* who, const char* what, Values values, const char* code) {
  fail_with<InvalidArgument>(who, what, values, code);
}

void fail_file(const char* who, const char* what, Values values, const char* code) {
  fail_with<Failure>(who, what, values, code);
}

std::string whole_text(int64_t number) {
  char digits[20];
  char* first = digits + sizeof digits;
  auto rest = number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  do *--first = static_cast<char>('0' + rest % 10);
  while (rest /= 10);
  return (number < 0 ? "-" : "") + std::string(first, digits + sizeof digits);
}

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  if (number < 0) return "-" + number_text(-number);
  if (std::isinf(number)) return "inf";
  if (number < 1e-300) return "0";  // also what is nearly 0: powers of ten end there
  int exponent = static_cast<int>(std::floor(natural_log(number) / natural_log(10.0)));
  auto digits = static_cast<int64_t>(std::round(number / power_of_ten(exponent - 8)));  // nine of them
  if (digits >= 1'000'000'000) digits /= 10, ++exponent;  // rounded up to the next power of ten
  std::string text = whole_text(digits);
  while (text.size() > 1 && text.back() == '0') text.pop_back();
  const int point = exponent + 1;  // how many digits stand before the point
  const int length = static_cast<int>(text.size());
  if (point > 15 || point < -4) {
    if (length > 1) text.insert(1, ".");
    return text + "e" + whole_text(exponent);
  }
  if (point <= 0) return "0." + std::string(static_cast<size_t>(-point), '0') + text;
  if (length <= point) return text + std::string(static_cast<size_t>(point - length), '0');
  return text.insert(static_cast<size_t>(point), ".");
}

}  // namespace qkv

#include "numeric/error.h"

#include <cmath>

#include "numeric/real.h"

namespace qkv {

void Piece::append_to(std::string& message) const {
  switch (kind_) {
    case kText:
      message += text_;
      break;
    case kWhole:
      message += std::to_string(shape_.rows);
      break;
    case kReal:
      message += number_text(real_);
      break;
    case kShape:
      message += std::to_string(shape_.rows) + " x " + std::to_string(shape_.cols);
      break;
  }
}

std::string join(Pieces pieces) {
  std::string message;
  for (const Piece& piece : pieces) piece.append_to(message);
  return message;
}

void fail(std::string_view who, Pieces what) { throw std::invalid_argument(join({who, ": ", join(what)})); }

void fail_file(std::string_view who, Pieces what) { throw std::runtime_error(join({who, ": ", join(what)})); }

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  if (number < 0) return "-" + number_text(-number);
  if (std::isinf(number)) return "inf";
  if (number == 0) return "0";
  int exponent = static_cast<int>(std::floor(std::log10(number)));
  auto digits = static_cast<int64_t>(std::round(number / power_of_ten(exponent - 8)));  // nine of them
  if (digits >= 1'000'000'000) digits /= 10, ++exponent;  // rounded up to the next power of ten
  std::string text = std::to_string(digits);
  while (text.size() > 1 && text.back() == '0') text.pop_back();
  const int point = exponent + 1;  // how many digits stand before the point
  const int length = static_cast<int>(text.size());
  if (point > 15 || point < -4) {
    if (length > 1) text.insert(1, ".");
    return text + "e" + std::to_string(exponent);
  }
  if (point <= 0) return "0." + std::string(static_cast<size_t>(-point), '0') + text;
  if (length <= point) return text + std::string(static_cast<size_t>(point - length), '0');
  return text.insert(static_cast<size_t>(point), ".");
}

}  // namespace qkv

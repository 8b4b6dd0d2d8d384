// Logarithm and power in double precision, for the few places off the hot path that need them.
// They go by way of log10 because the C library's log and pow bring 8 kB of tables with them, a seventh of
// the whole WebAssembly module; the result is right to about 15 digits.
#pragma once

#include <cmath>

namespace qkv {

inline double natural_log(double x) { return std::log10(x) * 2.302585092994045684; }
/// base^exponent for base > 0.
inline double power(double base, double exponent) { return std::exp(exponent * natural_log(base)); }

/// 10^exponent for a whole exponent, exactly as long as the result is below 10^23.
inline double power_of_ten(int exponent) {
  double result = 1;
  for (; exponent > 0; --exponent) result *= 10;
  for (; exponent < 0; ++exponent) result /= 10;
  return result;
}

}  // namespace qkv

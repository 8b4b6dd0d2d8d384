// Logarithm, power, sine and cosine in double precision, for the few places off the hot path that need them.
// The first two go by way of log10 because the C library's log and pow bring 8 kB of tables with them, a
// seventh of the whole WebAssembly module; its sine and cosine bring 3 kB to reduce angles beyond 10^6, which
// no position reaches. The results are right to about 15 digits.
#pragma once

#include <cmath>
#include <cstdint>

namespace qkv {

[[gnu::noinline]] inline double natural_log(double x) { return std::log10(x) * 2.302585092994045684; }
/// base^exponent for base > 0.
[[gnu::noinline]] inline double power(double base, double exponent) {
  return std::exp(exponent * natural_log(base));
}

struct SineCosine {
  double sine, cosine;
};

/// Of an angle in radians, |angle| ≤ 10^6, to 1e-13: the angle less whole quarter turns, then Taylor's
/// series.
[[gnu::noinline]] inline SineCosine sine_cosine(double angle) {
  // π/2 in two parts (Cody and Waite 1980): the first has zeros at its end, so that its product with `turns`
  // is exact.
  const double turns = std::round(angle * 0.63661977236758134);
  const double x = (angle - turns * 1.5707963267341256) - turns * 6.0771005065061922e-11;
  const double y = x * x;
  double sine = 0, cosine = 0;
  for (int i = 18; i >= 2; i -= 2) {  // x - x³/3! + …  and  1 - x²/2! + …, from the smallest term on
    sine = (1 + sine) * -y / (i * (i + 1));
    cosine = (1 + cosine) * -y / (i * (i - 1));
  }
  sine = x * (1 + sine);
  cosine = 1 + cosine;
  switch (static_cast<int64_t>(turns) & 3) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

/// 10^exponent for a whole exponent, exactly as long as the result is below 10^23.
[[gnu::noinline]] inline double power_of_ten(int exponent) {
  double result = 1;
  for (; exponent > 0; --exponent) result *= 10;
  for (; exponent < 0; ++exponent) result /= 10;
  return result;
}

}  // namespace qkv

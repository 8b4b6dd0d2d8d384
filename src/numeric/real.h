// Exponential, logarithm, power, sine and cosine in double precision, for the few places off the hot path
// that need them: series of a dozen terms, right to about 15 digits. The C library's are faster and a little
// better, but bring 14 kB of tables and cases with them, a tenth of the whole WebAssembly module.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace qkv {

inline constexpr double kLn2 = 0.693147180559945309;

/// e^x = 2^n e^r with |r| ≤ ½ ln 2, and Taylor's series for e^r.
[[gnu::noinline]] inline double exponential(double x) {
  if (std::isnan(x)) return x;
  if (x > 710.0) return std::numeric_limits<double>::infinity();
  if (x < -746.0) return 0.0;
  const double n = std::round(x / kLn2);
  // ln 2 in two parts: the first ends in zeros, so that its product with n is exact.
  const double r = (x - n * 0.693147180369123816) - n * 1.90821492927058770e-10;
  double sum = 1.0;
  for (int i = 14; i >= 1; --i) sum = 1.0 + r / i * sum;
  return std::ldexp(sum, static_cast<int>(n));
}

/// ln x for x > 0: of x = m 2^n with m near 1, ln m = 2 artanh((m - 1) / (m + 1)), as a series.
[[gnu::noinline]] inline double natural_log(double x) {
  if (std::isnan(x)) return x;
  int n = 0;
  double m = std::frexp(x, &n);
  if (m < 0.707) m *= 2, --n;
  const double s = (m - 1) / (m + 1), s2 = s * s;
  double sum = 0;
  for (int i = 21; i >= 1; i -= 2) sum = 1.0 / i + s2 * sum;
  return n * kLn2 + 2 * s * sum;
}

/// base^exponent for base > 0.
inline double power(double base, double exponent) { return exponential(exponent * natural_log(base)); }

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

// All use one exponential, of a number that is not positive (exp.h) and so cannot overflow.
#include "model/activation.h"

#include "numeric/exp.h"
#include "numeric/kernel.h"
#include "numeric/simd.h"

namespace qkv {
namespace {

inline f32x4 select(i32x4 condition, f32x4 yes, f32x4 no) {
  return (f32x4)((condition & (i32x4)yes) | (~condition & (i32x4)no));
}
inline f32x4 absolute(f32x4 x) { return (f32x4)((i32x4)x & 0x7fffffff); }

/// 1 / (1 + e^-x). For x < 0 as e^x / (1 + e^x), the same without a large exponential.
inline f32x4 sigmoid(f32x4 x) {
  const f32x4 e = exp_not_positive(-absolute(x));
  return select(x < splat(0.0f), e, splat(1.0f)) / (splat(1.0f) + e);
}

struct Relu {
  static f32x4 of(f32x4 x) { return select(x < splat(0.0f), splat(0.0f), x); }
  static f32x4 slope(f32x4 x) { return select(x <= splat(0.0f), splat(0.0f), splat(1.0f)); }
};

struct Silu {
  // At x = -∞ the product would be -∞ · 0.
  static f32x4 of(f32x4 x) { return select(x < splat(-1e30f), splat(-0.0f), x * sigmoid(x)); }
  static f32x4 slope(f32x4 x) {
    const f32x4 s = sigmoid(x);
    return s + x * s * (splat(1.0f) - s);
  }
};

struct GeluTanh {
  static constexpr float kRoot = 0.79788456f, kCubic = 0.044715f;  // √(2/π)
  static f32x4 u(f32x4 x) { return x * multiply_add(splat(kCubic * kRoot), x * x, splat(kRoot)); }
  // ½(1 + tanh u) is the sigmoid of 2u.
  static f32x4 of(f32x4 x) { return select(x < splat(-1e10f), splat(-0.0f), x * sigmoid(u(x) + u(x))); }
  static f32x4 slope(f32x4 x) {
    const f32x4 s = sigmoid(u(x) + u(x));
    const f32x4 d_u = multiply_add(splat(3 * kCubic * kRoot), x * x, splat(kRoot));
    return s + x * s * (splat(1.0f) - s) * (d_u + d_u);
  }
};

struct Gelu {
  struct Normal {
    f32x4 share;    // Φ(x)
    f32x4 density;  // φ(x) √(2π) = e^(-x²/2)
  };
  // Φ(x) = 1 - ½ erfc(x / √2) for x ≥ 0 and ½ erfc(-x / √2) below, with Abramowitz and Stegun's 7.1.26 (1964)
  // for erfc, right to 1.5e-7.
  static Normal normal(f32x4 x) {
    const f32x4 z = absolute(x) * splat(0.70710678f);
    const f32x4 t = splat(1.0f) / multiply_add(splat(0.3275911f), z, splat(1.0f));
    f32x4 p = splat(1.061405429f);
    p = multiply_add(p, t, splat(-1.453152027f));
    p = multiply_add(p, t, splat(1.421413741f));
    p = multiply_add(p, t, splat(-0.284496736f));
    p = multiply_add(p, t, splat(0.254829592f));
    const f32x4 density = exp_not_positive(-z * z), tail = splat(0.5f) * p * t * density;
    return {select(x < splat(0.0f), tail, splat(1.0f) - tail), density};
  }
  static f32x4 of(f32x4 x) { return select(x < splat(-1e10f), splat(-0.0f), x * normal(x).share); }
  static f32x4 slope(f32x4 x) {
    const Normal at = normal(x);
    return at.share + x * at.density * splat(0.39894228f);
  }
};

template <typename Function>
void apply(const float* x, const float*, float* out, Index count) {
  for (Index i = 0; i < count; i += kLanes)
    store_upto(out + i, Function::of(load_upto(x + i, count - i, 0.0f)), count - i);
}

/// Beyond 10,000 every slope is 0 or 1, and cubes would overflow. NaN stays NaN.
inline f32x4 bounded(f32x4 x) { return -maximum(-maximum(x, splat(-1e4f)), splat(-1e4f)); }

template <typename Function>
void apply_slope(const float* x, const float* d_y, float* out, Index count) {
  for (Index i = 0; i < count; i += kLanes)
    store_upto(
        out + i,
        load_upto(d_y + i, count - i, 0.0f) * Function::slope(bounded(load_upto(x + i, count - i, 0.0f))),
        count - i);
}

/// One row with the activation, or with its slope; which is known here, so that a module without training
/// goes without the slopes.
template <typename Function, bool kSlope>
void run(const float* x, const float* d_y, float* out, Index count) {
  if constexpr (kSlope)
    run_kernel<apply_slope<Function>>(x, d_y, out, count);
  else
    run_kernel<apply<Function>>(x, d_y, out, count);
}

template <bool kSlope>
Matrix each_row(const MatrixRef& x, const MatrixRef& d_y, Activation activation) {
  // In the order of the enumeration.
  constexpr decltype(&run<Relu, kSlope>) kRuns[] = {run<Relu, kSlope>, run<Gelu, kSlope>,
                                                    run<GeluTanh, kSlope>, run<Silu, kSlope>};
  Matrix out(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i)
    kRuns[static_cast<size_t>(activation)](x.data() + i * x.outerStride(), d_y.data() + i * d_y.outerStride(),
                                           out.data() + i * out.cols(), x.cols());
  return out;
}

}  // namespace

Matrix activate(const MatrixRef& x, Activation activation) { return each_row<false>(x, x, activation); }

Matrix activate_backward(const MatrixRef& x, const MatrixRef& d_y, Activation activation) {
  check_shape("activate_backward", "d_y", d_y, x.rows(), x.cols());
  return each_row<true>(x, d_y, activation);
}

}  // namespace qkv

// All of them by way of one exponential of a number that is not positive (exp.h), which can not overflow.
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
};

struct Silu {
  // At x = -∞ the product would be -∞ · 0.
  static f32x4 of(f32x4 x) { return select(x < splat(-1e30f), splat(-0.0f), x * sigmoid(x)); }
};

struct GeluTanh {
  // ½(1 + tanh u) is the sigmoid of 2u.
  static f32x4 of(f32x4 x) {
    const f32x4 u = x * multiply_add(splat(0.044715f * 0.79788456f), x * x, splat(0.79788456f));
    return select(x < splat(-1e10f), splat(-0.0f), x * sigmoid(u + u));
  }
};

struct Gelu {
  // Φ(x) = 1 - ½ erfc(x / √2) for x ≥ 0 and ½ erfc(-x / √2) below, with Abramowitz and Stegun's 7.1.26 (1964)
  // for erfc, right to 1.5e-7.
  static f32x4 of(f32x4 x) {
    const f32x4 z = absolute(x) * splat(0.70710678f);
    const f32x4 t = splat(1.0f) / multiply_add(splat(0.3275911f), z, splat(1.0f));
    f32x4 p = splat(1.061405429f);
    p = multiply_add(p, t, splat(-1.453152027f));
    p = multiply_add(p, t, splat(1.421413741f));
    p = multiply_add(p, t, splat(-0.284496736f));
    p = multiply_add(p, t, splat(0.254829592f));
    const f32x4 tail = splat(0.5f) * p * t * exp_not_positive(-z * z);
    return select(x < splat(-1e10f), splat(-0.0f), x * select(x < splat(0.0f), tail, splat(1.0f) - tail));
  }
};

template <typename Function>
void apply(const float* x, float* out, Index count) {
  for (Index i = 0; i < count; i += kLanes)
    store_upto(out + i, Function::of(load_upto(x + i, count - i, 0.0f)), count - i);
}

}  // namespace

Matrix activate(const MatrixRef& x, Activation activation) {
  Matrix out(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    const float* from = x.data() + i * x.outerStride();
    float* to = out.data() + i * out.cols();
    switch (activation) {
      case Activation::kRelu:
        run_kernel<apply<Relu>>(from, to, x.cols());
        break;
      case Activation::kGelu:
        run_kernel<apply<Gelu>>(from, to, x.cols());
        break;
      case Activation::kGeluTanh:
        run_kernel<apply<GeluTanh>>(from, to, x.cols());
        break;
      case Activation::kSilu:
        run_kernel<apply<Silu>>(from, to, x.cols());
        break;
    }
  }
  return out;
}

}  // namespace qkv

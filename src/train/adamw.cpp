#include "train/adamw.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/kernel.h"
#include "numeric/real.h"
#include "numeric/simd.h"

namespace qkv {
namespace {

struct Update {
  float *p, *mean, *square;
  const float* g;
  Index count;
  float beta_1, beta_2;
  float rate;               // divided by 1-β₁ᵗ
  float keep;               // 1 - rate × weight_decay
  float square_correction;  // 1 / (1-β₂ᵗ)
  float epsilon;
};

inline f32x4 square_root(f32x4 x) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_sqrt_f32x4(x);
#else
  return f32x4{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
#endif
}

void update(const Update& u) {
  for (Index i = 0; i < u.count; i += kLanes) {
    const Index left = u.count - i;
    const f32x4 g = load_upto(u.g + i, left, 0.0f);
    const f32x4 mean = load_upto(u.mean + i, left, 0.0f) * splat(u.beta_1) + g * splat(1.0f - u.beta_1);
    const f32x4 square =
        load_upto(u.square + i, left, 0.0f) * splat(u.beta_2) + g * g * splat(1.0f - u.beta_2);
    const f32x4 root = square_root(square * splat(u.square_correction)) + splat(u.epsilon);
    store_upto(u.mean + i, mean, left);
    store_upto(u.square + i, square, left);
    store_upto(u.p + i, load_upto(u.p + i, left, 0.0f) * splat(u.keep) - splat(u.rate) * mean / root, left);
  }
}

// In short calls, so that the good code is used from the second step on.
constexpr Index kChunk = 4096;

}  // namespace

void AdamW::step(const std::vector<Matrix*>& parameters, const std::vector<Matrix*>& gradients, float rate) {
  // Everything is checked and taken before anything is changed.
  check(parameters.size() == gradients.size() && (mean_.empty() || mean_.size() == parameters.size()),
        "AdamW", "the lists of parameters and gradients must not change");
  for (size_t i = 0; i < parameters.size(); ++i)
    check(parameters[i]->size() == gradients[i]->size() &&
              (mean_.empty() || mean_[i].size() == parameters[i]->size()),
          "AdamW", "parameter % has another shape than its gradient, or than before", {i});
  if (mean_.empty()) {
    std::vector<Matrix> zeros;
    for (const Matrix* p : parameters) zeros.push_back(Matrix::Zero(p->rows(), p->cols()));
    square_ = zeros;
    mean_ = std::move(zeros);
  }
  ++steps_;
  beta_1_power_ *= static_cast<double>(options_.beta_1);
  beta_2_power_ *= static_cast<double>(options_.beta_2);
  for (size_t i = 0; i < parameters.size(); ++i) {
    for (Index at = 0; at < parameters[i]->size(); at += kChunk)
      run_kernel<update>(Update{
          parameters[i]->data() + at, mean_[i].data() + at, square_[i].data() + at, gradients[i]->data() + at,
          std::min(kChunk, parameters[i]->size() - at), options_.beta_1, options_.beta_2,
          rate / static_cast<float>(1 - beta_1_power_), 1.0f - rate * options_.weight_decay,
          static_cast<float>(1 / (1 - beta_2_power_)), options_.epsilon});
  }
}

double clip_gradients(const std::vector<Matrix*>& gradients, double limit) {
  double sum = 0;
  for (const Matrix* g : gradients)
    for (Index i = 0; i < g->size(); ++i)
      sum += static_cast<double>(g->data()[i]) * static_cast<double>(g->data()[i]);
  const double norm = std::sqrt(sum);
  if (limit > 0 && norm > limit)
    for (Matrix* g : gradients) *g *= static_cast<float>(limit / norm);
  return norm;
}

double learning_rate(bool cosine, double rate, int64_t step, int64_t warm_up, int64_t steps) {
  const double warm =
      warm_up > 0 ? std::min(1.0, static_cast<double>(step) / static_cast<double>(warm_up)) : 1.0;
  if (!cosine || steps <= 0) return rate * warm;
  const double part = std::min(1.0, static_cast<double>(step) / static_cast<double>(steps));
  return rate * warm * 0.5 * (1 + sine_cosine(3.14159265358979324 * part).cosine);
}

}  // namespace qkv

// The table of the head module: one head, step by step, and what lessons draw for it.
#include "attention/arithmetic.h"
#include "attention/mask.h"
#include "attention/pitfalls.h"
#include "attention/worked_example.h"
#include "numeric/gemm.h"
#include "numeric/random.h"
#include "numeric/softmax.h"
#include "table.h"

namespace qkv::bindings {

/// { scale?: true | false | number, temperature? }
template <>
struct From<AttentionOptions> {
  static AttentionOptions js(const val& object, const char*) {
    AttentionOptions options;
    if (is_absent(object)) return options;
    const val scale = object["scale"];
    if (scale.isFalse())
      options.scale = 1.0f;
    else if (scale.isNumber())
      options.scale = scale.as<float>();
    else
      check(is_absent(scale) || scale.isTrue(), "scale", "must be true, false or a number");
    options.temperature = From<std::optional<float>>::js(object["temperature"], "temperature").value_or(1.0f);
    return options;
  }
};

constexpr Index kLongestMask = 1 << 14;

/// A matrix of 0 and -∞, the name of a mask, or nothing; for n tokens.
Matrix to_mask(const val& value, Index n) {
  if (!value.isString()) return is_absent(value) ? Matrix() : to_matrix(value, "mask");
  const auto kind = From<MaskKind>::js(value, "mask");
  return kind == MaskKind::kNone ? Matrix() : make_mask(kind, n);
}

/// { x?, wQ?, wK?, wV?, mask?, scale?, temperature? }
template <>
struct From<HeadInputs> {
  static HeadInputs js(const val& object, const char*) {
    const auto matrix = [&](const char* name) {
      return From<std::optional<Matrix>>::js(object[name], name).value_or(Matrix());
    };
    HeadInputs in{matrix("x"), matrix("wQ"), matrix("wK"), matrix("wV"), {}, {}};
    in.mask = to_mask(object["mask"], in.x.rows());
    in.options = From<AttentionOptions>::js(object, "options");
    return in;
  }
};

namespace {

/// Of both ways to ask for a mask, a name and a size are enough.
Matrix mask(MaskKind kind, Index n, std::optional<Index> size) {
  check(0 <= n && n <= kLongestMask, "mask", "n must be between 0 and %, got %", {kLongestMask, n});
  check(std::abs(size.value_or(0)) <= kLongestMask, "mask", "the size must be at most %, got %",
        {kLongestMask, size.value_or(0)});
  return make_mask(kind, n, size.value_or(0));
}

Matrix normal_matrix(uint64_t seed, Index rows, Index cols) {
  constexpr double kMost = 1 << 26;
  check(rows >= 0 && cols >= 0 && static_cast<double>(rows) * static_cast<double>(cols) <= kMost,
        "random_normal", "the shape is too large");
  Random random(seed);
  return random_normal(random, rows, cols);
}

const bool added = add({
    {"attention", call<[](const val& in) {
       check(!is_absent(in), "attention", "needs { x, wQ, wK, wV }");
       for (const char* name : {"x", "wQ", "wK", "wV"}) check(!is_absent(in[name]), name, "is missing");
       const HeadInputs inputs = From<HeadInputs>::js(in, "inputs");
       return self_attention(inputs.x, inputs.w_q, inputs.w_k, inputs.w_v, inputs.mask, inputs.options);
     },
                       "inputs">},
    {"attentionSteps", call<[](const Matrix& q, const Matrix& k, const Matrix& v, const val& mask,
                               const AttentionOptions& options) {
       return attention_steps(q, k, v, to_mask(mask, q.rows()), options);
     },
                            "q", "k", "v", "mask", "options">},
    {"attentionOutput", call<[](const Matrix& q, const Matrix& k, const Matrix& v, const val& mask,
                                const AttentionOptions& options) {
       return attention_output(q, k, v, to_mask(mask, q.rows()), options);
     },
                             "q", "k", "v", "mask", "options">},
    {"softmax", call<[](const Matrix& scores, std::optional<float> temperature) {
       return softmax_rows(scores, temperature.value_or(1.0f));
     },
                     "scores", "temperature">},
    {"softmaxWithoutMax", call<softmax_without_max, "scores">},
    {"maskAfterSoftmax", call<mask_after_softmax, "scores", "mask">},
    {"mask", call<mask, "mask", "n", "size">},
    {"cellArithmetic",
     call<[](const HeadInputs& inputs, const AttentionSteps& steps, const std::string& step, Index row,
             Index col) { return cell_arithmetic(inputs, steps, snake_case(step), row, col); },
          "inputs", "steps", "step", "row", "col">},
    {"weightedValues", call<weighted_values, "steps", "row">},
    {"differenceFromFloat64", call<difference_from_float64, "inputs", "steps">},
    {"randomNormal", call<normal_matrix, "seed", "rows", "cols">},
    {"matmul", call<matmul, "a", "b">},
    {"sampleDotProducts", call<[](Index d, Index keys, Index samples, std::optional<uint64_t> seed) {
       return sample_dot_products(d, keys, samples, seed.value_or(1));
     },
                               "d", "keys", "samples", "seed">},
    {"workedExample", call<draw_worked_example, "seed">},
});

}  // namespace
}  // namespace qkv::bindings

// The table of what JavaScript may call. Conversions are in convert.cpp, the friendly names in web/engine.
#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include <cmath>

#include "attention/mask.h"
#include "attention/patterns.h"
#include "attention/pitfalls.h"
#include "attention/worked_example.h"
#include "cost/cost.h"
#include "numeric/gemm.h"
#include "numeric/random.h"
#include "numeric/softmax.h"
#include "numeric/tile.h"
#include "owned.h"

namespace qkv::bindings {
namespace {

val attention(const val& in) {
  return guarded([&] {
    const Matrix x = to_matrix(in["x"], "x");
    return from_steps(self_attention(x, to_matrix(in["wQ"], "wQ"), to_matrix(in["wK"], "wK"),
                                     to_matrix(in["wV"], "wV"), to_optional_matrix(in["mask"], "mask"),
                                     to_options(in)));
  });
}

val attention_of(const val& q, const val& k, const val& v, const val& mask, const val& options) {
  return guarded([&] {
    return from_matrix(attention_output(to_matrix(q, "q"), to_matrix(k, "k"), to_matrix(v, "v"),
                                        to_optional_matrix(mask, "mask"), to_options(options)));
  });
}

val steps_of(const val& q, const val& k, const val& v, const val& mask, const val& options) {
  return guarded([&] {
    return from_steps(attention_steps(to_matrix(q, "q"), to_matrix(k, "k"), to_matrix(v, "v"),
                                      to_optional_matrix(mask, "mask"), to_options(options)));
  });
}

val pattern_of(const val& weights, const val& ids, const val& answers) {
  return guarded([&] {
    const HeadPattern pattern = head_pattern(to_matrix(weights, "weights"), to_ids(ids), to_ids(answers));
    val object = val::object();
    object.set("previous", pattern.previous);
    object.set("own", pattern.own);
    object.set("first", pattern.first);
    object.set("same", pattern.same);
    object.set("answer", pattern.answer);
    return object;
  });
}

val product(const val& a, const val& b) {
  return guarded([&] { return from_matrix(matmul(to_matrix(a, "a"), to_matrix(b, "b"))); });
}

val from_softmax(const SoftmaxSteps& steps) {
  val object = val::object();
  object.set("rowMax", from_matrix(steps.row_max));
  object.set("exps", from_matrix(steps.exps));
  object.set("rowSum", from_matrix(steps.row_sum));
  object.set("weights", from_matrix(steps.weights));
  return object;
}

val softmax(const val& scores, float temperature) {
  return guarded([&] { return from_softmax(softmax_rows(to_matrix(scores, "scores"), temperature)); });
}

val without_max(const val& scores) {
  return guarded([&] { return from_softmax(softmax_without_max(to_matrix(scores, "scores"))); });
}

val mask_too_late(const val& scores, const val& mask) {
  return guarded(
      [&] { return from_softmax(mask_after_softmax(to_matrix(scores, "scores"), to_matrix(mask, "mask"))); });
}

val dot_products(int d, int keys, int samples, double seed) {
  return guarded([&] {
    const DotProducts sampled = sample_dot_products(d, keys, samples, to_seed(seed));
    val object = val::object();
    object.set("scores", from_matrix(sampled.scores));
    object.set("weights", from_matrix(sampled.weights));
    object.set("weightsScaled", from_matrix(sampled.weights_scaled));
    object.set("spread", sampled.spread);
    object.set("largest", sampled.largest);
    object.set("largestScaled", sampled.largest_scaled);
    object.set("gradient", sampled.gradient);
    object.set("gradientScaled", sampled.gradient_scaled);
    return object;
  });
}

val worked_example(double seed) {
  return guarded([&] {
    const WorkedExample example = draw_worked_example(to_seed(seed));
    val object = val::object();
    object.set("x", from_matrix(example.x));
    object.set("wQ", from_matrix(example.w_q));
    object.set("wK", from_matrix(example.w_k));
    object.set("wV", from_matrix(example.w_v));
    return object;
  });
}

val mask(const val& name, double length, double given) {
  return guarded([&] {
    const std::string kind = to_text(name, "kind");
    check(0 <= length && length <= 1 << 14, "mask", "n must be between 0 and 16384, got %", {length});
    check(std::abs(given) <= 1 << 14, "mask", "the size must be at most 16384, got %", {given});
    const Index n = static_cast<Index>(length), size = static_cast<Index>(given);
    if (kind == "none") return from_matrix(no_mask(n));
    if (kind == "causal") return from_matrix(causal_mask(n));
    if (kind == "padding") return from_matrix(padding_mask(n, size));
    if (kind == "window") return from_matrix(window_mask(n, size));
    if (kind == "prefix") return from_matrix(prefix_mask(n, size));
    fail("mask", "unknown kind '%'; known are none, causal, padding, window and prefix", {kind});
  });
}

val arithmetic(const val& inputs, const val& steps, const val& step, int row, int col) {
  return guarded([&] {
    return from_arithmetic(
        cell_arithmetic(to_inputs(inputs), to_steps(steps), to_text(step, "step"), row, col));
  });
}

val values_of_row(const val& steps, int row) {
  return guarded([&] { return from_matrix(weighted_values(to_steps(steps), row)); });
}

double float64_difference(const val& inputs, const val& steps) {
  return guarded([&] { return difference_from_float64(to_inputs(inputs), to_steps(steps)); });
}

val normal_matrix(double seed, double rows, double cols) {
  return guarded([&] {
    check(rows >= 0 && cols >= 0 && rows <= 1 << 26 && cols <= 1 << 26 && rows * cols <= 1 << 26,
          "random_normal", "the shape is too large");
    Random random(to_seed(seed));
    return from_matrix(random_normal(random, static_cast<Index>(rows), static_cast<Index>(cols)));
  });
}

val power_law(const val& x, const val& y) {
  return guarded([&] {
    const PowerLaw law = fit_power_law(to_numbers(x), to_numbers(y));
    val object = val::object();
    object.set("factor", law.factor);
    object.set("exponent", law.exponent);
    return object;
  });
}

/// A sequence being read token by token. It keeps its model alive.
struct OwnedSession : OwnedModel {
  KvCache cache;
};
void release(size_t handle) { delete &owned<Owned>(handle); }

const Tokenizer& tokenizer_of(size_t handle) {
  const LoadedModel& model = model_of(handle);
  check(model.tokenizer != nullptr, "model", "this model came without a tokenizer");
  return *model.tokenizer;
}

size_t load(const val& weights, const val& tokenizer, const val& format) {
  return guarded([&] {
    auto owner = std::make_unique<OwnedModel>();
    owner->model = std::make_shared<LoadedModel>(
        load_model(to_bytes(weights), to_bytes(tokenizer), to_text(format, "format")));
    return give_away(std::move(owner));
  });
}

/// { config (as JSON), metadata, parameters, hasTokenizer }
val about(size_t handle) {
  const LoadedModel& model = model_of(handle);
  val object = val::object();
  object.set("config", config_to_json(model.transformer.config));
  object.set("metadata", from_metadata(model.metadata));
  object.set("parameters", static_cast<double>(parameter_count(model.transformer.config)));
  object.set("hasTokenizer", model.tokenizer != nullptr);
  return object;
}

val parameter_of(size_t handle, const val& name) {
  return guarded([&] {
    const Transformer& transformer = model_of(handle).transformer;
    return from_matrix(parameter(transformer.config, transformer.parameters, to_text(name, "name")));
  });
}

val encode(size_t handle, const val& text) {
  return guarded([&] { return from_ids(tokenizer_of(handle).encode(to_text(text, "text"))); });
}
val decode(size_t handle, const val& ids) {
  return guarded([&] { return val(tokenizer_of(handle).decode(to_ids(ids))); });
}
val tokens(size_t handle, const val& ids) {
  return guarded([&] { return from_strings(tokenizer_of(handle).tokens(to_ids(ids))); });
}

val model_forward(size_t handle, const val& ids, const val& how) {
  return guarded([&] {
    const std::string trace = to_text(how, "trace");
    check(trace == "none" || trace == "attention" || trace == "all", "forward",
          "trace must be none, attention or all, got '%'", {trace});
    const Trace depth = trace == "all"         ? Trace::kAll
                        : trace == "attention" ? Trace::kAttention
                                               : Trace::kNone;
    return from_forward(forward(model_of(handle).transformer, to_ids(ids), depth));
  });
}

size_t start_session(size_t model, double max_tokens) {
  return guarded([&] {
    check(max_tokens >= 1 && max_tokens <= 1e9, "session", "maxTokens must be at least 1, got %",
          {max_tokens});
    auto session = std::make_unique<OwnedSession>();
    session->model = owned<OwnedModel>(model).model;
    session->cache = make_kv_cache(session->model->transformer, static_cast<Index>(max_tokens));
    return give_away(std::move(session));
  });
}
val feed(size_t handle, const val& ids) {
  return guarded([&] {
    auto& session = owned<OwnedSession>(handle);
    return from_matrix(forward_next(session.model->transformer, to_ids(ids), session.cache));
  });
}
double session_length(size_t handle) { return static_cast<double>(owned<OwnedSession>(handle).cache.length); }
double cache_bytes(size_t handle) { return owned<OwnedSession>(handle).cache.bytes(); }

/// One product of middling size with the present tile, for whoever times the tiles.
double try_tile() {
  static const Matrix& left = *new Matrix(Matrix::Ones(384, 96));
  static const Matrix& right = *new Matrix(Matrix::Ones(96, 96));
  static Matrix& product = *new Matrix(384, 96);
  gemm(left, right, product);
  return static_cast<double>(product(0, 0));
}

val likeliest_tokens(const val& logits, int count, float temperature) {
  return guarded([&] { return from_candidates(likeliest(to_matrix(logits, "logits"), count, temperature)); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(qkv) {
  using namespace emscripten;
  function(
      "memoryBytes", +[] { return static_cast<double>(emscripten_get_heap_size()); });
  function("attention", &attention);
  function("attentionOutput", &attention_of);
  function("attentionSteps", &steps_of);
  function("softmax", &softmax);
  function("matmul", &product);
  function("headPattern", &pattern_of);
  function("softmaxWithoutMax", &without_max);
  function("maskAfterSoftmax", &mask_too_late);
  function("sampleDotProducts", &dot_products);
  function("workedExample", &worked_example);
  function("mask", &mask);
  function("cellArithmetic", &arithmetic);
  function("weightedValues", &values_of_row);
  function("differenceFromFloat64", &float64_difference);
  function("randomNormal", &normal_matrix);
  function("likeliest", &likeliest_tokens);
  function("attentionFlops", &attention_flops);
  function("scoreTableBytes", &score_table_bytes);
  function("quadraticThrough", &quadratic_through);
  function("flopsPerSecond", &flops_per_second);
  function("fitPowerLaw", &power_law);
  function(
      "tiles", +[] { return static_cast<double>(tiles().size()); });
  function(
      "useTile", +[](double index) { guarded([&] { use_tile(static_cast<Index>(index)); }); });
  function(
      "tile", +[] {
        return val(format("% × %", {tile().rows, tile().width}));
      });
  function("tryTile", &try_tile);
  function("release", &release);
  function("loadModel", &load);
  function("about", &about);
  function("parameter", &parameter_of);
  function("encode", &encode);
  function("decode", &decode);
  function("tokens", &tokens);
  function("forward", &model_forward);
  function("startSession", &start_session);
  function("feed", &feed);
  function("sessionLength", &session_length);
  function("cacheBytes", &cache_bytes);
}

}  // namespace qkv::bindings

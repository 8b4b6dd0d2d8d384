// The table of what JavaScript may call. Conversions are in convert.cpp, the friendly names in web/engine.
#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include <cmath>

#include "attention/mask.h"
#include "convert.h"
#include "cost/cost.h"
#include "numeric/random.h"
#include "numeric/softmax.h"

namespace qkv::bindings {
namespace {

// Strings come as val and are converted inside `guarded`: embind frees a std::string argument only after a
// call that returns, and a call that throws would leak it.
std::string to_text(const val& text, const char* name) {
  check(text.isString(), name, {"must be a string"});
  return text.as<std::string>();
}

// A C++ exception must not cross into JavaScript, where it has no message: it becomes an Error with its
// what().
template <typename Call>
auto guarded(Call call) -> decltype(call()) {
  std::string message;
  try {
    return call();
  } catch (const std::bad_alloc&) {
    message = "out of memory";
  } catch (const std::exception& error) {
    message = error.what();
  }
  val::global("Error").new_(message).throw_();
  __builtin_unreachable();
}

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

val softmax(const val& scores, float temperature) {
  return guarded([&] {
    const SoftmaxSteps steps = softmax_rows(to_matrix(scores, "scores"), temperature);
    val object = val::object();
    object.set("rowMax", from_matrix(steps.row_max));
    object.set("exps", from_matrix(steps.exps));
    object.set("rowSum", from_matrix(steps.row_sum));
    object.set("weights", from_matrix(steps.weights));
    return object;
  });
}

val mask(const val& name, double length, double given) {
  return guarded([&] {
    const std::string kind = to_text(name, "kind");
    check(0 <= length && length <= 1 << 14, "mask", {"n must be between 0 and 16384, got ", length});
    check(std::abs(given) <= 1 << 14, "mask", {"the size must be at most 16384, got ", given});
    const Index n = static_cast<Index>(length), size = static_cast<Index>(given);
    if (kind == "none") return from_matrix(no_mask(n));
    if (kind == "causal") return from_matrix(causal_mask(n));
    if (kind == "padding") return from_matrix(padding_mask(n, size));
    if (kind == "window") return from_matrix(window_mask(n, size));
    if (kind == "prefix") return from_matrix(prefix_mask(n, size));
    fail("mask", {"unknown kind '", kind, "'; known are none, causal, padding, window and prefix"});
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

val normal_matrix(double seed, int rows, int cols) {
  return guarded([&] {
    check(seed >= 0 && seed <= 9007199254740992.0 && seed == std::floor(seed), "random_normal",
          {"the seed must be a whole number from 0 to 2^53, got ", seed});
    check(rows >= 0 && cols >= 0 && double{1} * rows * cols <= 1 << 26, "random_normal",
          {"the shape is too large"});
    Random random(static_cast<uint64_t>(seed));
    return from_matrix(random_normal(random, rows, cols));
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

/// A loaded model, freed by its owner in web/engine.
class Model {
 public:
  static Model* load(const val& weights, const val& tokenizer, const val& format) {
    return guarded([&] {
      return new Model(load_model(to_bytes(weights), to_bytes(tokenizer), to_text(format, "format")));
    });
  }

  val config() const { return from_config(model_.transformer.config); }
  val metadata() const { return from_metadata(model_.metadata); }
  double parameters() const { return static_cast<double>(parameter_count(model_.transformer.config)); }
  bool has_tokenizer() const { return model_.tokenizer != nullptr; }

  val encode(const val& text) const {
    return guarded([&] { return from_ids(tokenizer().encode(to_text(text, "text"))); });
  }
  std::string decode(const val& ids) const {
    return guarded([&] { return tokenizer().decode(to_ids(ids)); });
  }
  val tokens(const val& ids) const {
    return guarded([&] { return from_strings(tokenizer().tokens(to_ids(ids))); });
  }
  val forward(const val& ids, const val& how) const {
    return guarded([&] {
      const std::string trace = to_text(how, "trace");
      check(trace == "none" || trace == "attention" || trace == "all", "forward",
            {"trace must be none, attention or all, got '", trace, "'"});
      const Trace depth = trace == "all"         ? Trace::kAll
                          : trace == "attention" ? Trace::kAttention
                                                 : Trace::kNone;
      return from_forward(qkv::forward(model_.transformer, to_ids(ids), depth));
    });
  }

 private:
  explicit Model(LoadedModel model) : model_(std::move(model)) {}

  const Tokenizer& tokenizer() const {
    check(has_tokenizer(), "model", {"this model came without a tokenizer"});
    return *model_.tokenizer;
  }

  LoadedModel model_;
};

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
  function("softmax", &softmax);
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
  class_<Model>("Model")
      .class_function("load", &Model::load, return_value_policy::take_ownership())
      .function("config", &Model::config)
      .function("metadata", &Model::metadata)
      .function("parameters", &Model::parameters)
      .function("hasTokenizer", &Model::has_tokenizer)
      .function("encode", &Model::encode)
      .function("decode", &Model::decode)
      .function("tokens", &Model::tokens)
      .function("forward", &Model::forward);
}

}  // namespace qkv::bindings

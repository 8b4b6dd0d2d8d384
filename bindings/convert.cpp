#include "convert.h"

namespace qkv::bindings {
namespace {

bool is_absent(const val& value) { return value.isUndefined() || value.isNull(); }

template <typename T>
std::vector<T> to_vector(const val& array) {
  return emscripten::convertJSArrayToNumberVector<T>(array);
}

template <typename T>
val typed_array(const char* type, size_t count, const T* data) {
  return val::global(type).new_(val(emscripten::typed_memory_view(count, data)));  // the constructor copies
}

// The fields of AttentionSteps by their JavaScript names: one list for both directions.
template <typename Steps, typename Visit>
void for_each_step(Steps& s, Visit visit) {
  visit("q", s.q), visit("k", s.k), visit("v", s.v), visit("scores", s.scores), visit("scaled", s.scaled);
  visit("masked", s.masked), visit("rowMax", s.row_max), visit("exps", s.exps), visit("rowSum", s.row_sum);
  visit("weights", s.weights), visit("output", s.output);
}

void set_if_any(val& object, const char* name, const Matrix& matrix) {
  if (matrix.size() > 0) object.set(name, from_matrix(matrix));
}

val from_block(const BlockTrace& block) {
  val object = val::object();
  val heads = val::array();
  for (const AttentionSteps& steps : block.heads) heads.call<void>("push", from_steps(steps));
  object.set("heads", heads);
  set_if_any(object, "input", block.input);
  set_if_any(object, "norm1", block.norm_1);
  set_if_any(object, "concat", block.concat);
  set_if_any(object, "projected", block.projected);
  set_if_any(object, "residual", block.residual);
  set_if_any(object, "norm2", block.norm_2);
  set_if_any(object, "gate", block.feed_forward.gate);
  set_if_any(object, "preActivation", block.feed_forward.pre_activation);
  set_if_any(object, "hidden", block.feed_forward.hidden);
  set_if_any(object, "feedForward", block.feed_forward.output);
  set_if_any(object, "output", block.output);
  return object;
}

}  // namespace

Matrix to_matrix(const val& object, const char* name) {
  check(!is_absent(object), name, "is missing");
  const double rows = object["rows"].as<double>(), cols = object["cols"].as<double>();
  const val data = object["data"];
  if (is_absent(data) || !(rows >= 0 && cols >= 0) || data["length"].as<double>() != rows * cols)
    fail(name, "must be { rows, cols, data } with rows × cols numbers");
  Matrix matrix(static_cast<Index>(rows), static_cast<Index>(cols));
  // The view lives for this one line: nothing is allocated while it exists.
  val(emscripten::typed_memory_view(static_cast<size_t>(matrix.size()), matrix.data()))
      .call<void>("set", data);
  return matrix;
}

Matrix to_optional_matrix(const val& object, const char* name) {
  return is_absent(object) ? Matrix() : to_matrix(object, name);
}

std::vector<uint8_t> to_bytes(const val& array) {
  return is_absent(array) ? std::vector<uint8_t>() : to_vector<uint8_t>(array);
}
std::vector<int32_t> to_ids(const val& array) { return to_vector<int32_t>(array); }
std::vector<double> to_numbers(const val& array) { return to_vector<double>(array); }

AttentionOptions to_options(const val& object) {
  AttentionOptions options;
  const val scale = object["scale"], temperature = object["temperature"];
  if (scale.isNumber())
    options.scale = scale.as<float>();
  else if (scale.isFalse())
    options.scale = 1.0f;
  else
    check(is_absent(scale) || scale.isTrue(), "scale", "must be true, false or a number");
  if (temperature.isNumber())
    options.temperature = temperature.as<float>();
  else
    check(is_absent(temperature), "temperature", "must be a number");
  return options;
}

HeadInputs to_inputs(const val& object) {
  return {to_optional_matrix(object["x"], "x"),       to_optional_matrix(object["wQ"], "wQ"),
          to_optional_matrix(object["wK"], "wK"),     to_optional_matrix(object["wV"], "wV"),
          to_optional_matrix(object["mask"], "mask"), to_options(object)};
}

AttentionSteps to_steps(const val& object) {
  AttentionSteps steps;
  for_each_step(steps, [&](const char* name, Matrix& matrix) { matrix = to_matrix(object[name], name); });
  return steps;
}

val from_matrix(const Matrix& matrix) {
  val object = val::object();
  object.set("rows", static_cast<double>(matrix.rows()));
  object.set("cols", static_cast<double>(matrix.cols()));
  object.set("data", typed_array("Float32Array", static_cast<size_t>(matrix.size()), matrix.data()));
  return object;
}

val from_steps(const AttentionSteps& steps) {
  val object = val::object();
  for_each_step(steps,
                [&](const char* name, const Matrix& matrix) { object.set(name, from_matrix(matrix)); });
  return object;
}

val from_arithmetic(const CellArithmetic& cell) {
  const auto numbers = [](const std::vector<float>& v) {
    return typed_array("Float32Array", v.size(), v.data());
  };
  val object = val::object();
  object.set("operation", cell.operation);
  object.set("left", numbers(cell.left));
  object.set("right", numbers(cell.right));
  object.set("terms", numbers(cell.terms));
  object.set("result", cell.result);
  return object;
}

val from_forward(const Forward& forward) {
  val object = val::object();
  object.set("logits", from_matrix(forward.logits));
  val layers = val::array();
  for (const BlockTrace& block : forward.layers) layers.call<void>("push", from_block(block));
  object.set("layers", layers);
  set_if_any(object, "embedded", forward.embedded);
  set_if_any(object, "finalNorm", forward.final_norm);
  set_if_any(object, "probabilities", forward.probabilities);
  return object;
}

val from_bytes(const std::vector<uint8_t>& bytes) {
  return typed_array("Uint8Array", bytes.size(), bytes.data());
}
val from_numbers(const std::vector<double>& numbers) {
  return typed_array("Float64Array", numbers.size(), numbers.data());
}
val from_ids(const std::vector<int32_t>& ids) { return typed_array("Int32Array", ids.size(), ids.data()); }

val from_strings(const std::vector<std::string>& strings) {
  val array = val::array();
  for (const std::string& text : strings) array.call<void>("push", text);
  return array;
}

val from_candidates(const std::vector<Candidate>& candidates) {
  val array = val::array();
  for (const Candidate& candidate : candidates) {
    val object = val::object();
    object.set("id", candidate.id);
    object.set("probability", candidate.probability);
    array.call<void>("push", object);
  }
  return array;
}

val from_metadata(const std::map<std::string, std::string>& metadata) {
  val object = val::object();
  for (const auto& [key, text] : metadata) object.set(key, text);
  return object;
}

}  // namespace qkv::bindings

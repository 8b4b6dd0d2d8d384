// The part of the table that trains; only full modules have it.
#include <emscripten/bind.h>

#include "owned.h"
#include "train/foresight.h"
#include "train/trained_model.h"

namespace qkv::bindings {
namespace {

/// { config (JSON), learningRate, weightDecay, batch, steps, warmUp, cosine }
Recipe to_recipe(const val& object) {
  const val config = object["config"];
  check(config.isString(), "recipe", "needs a config");
  const auto number = [&](const char* name) {
    const val value = object[name];
    check(value.isNumber(), name, "must be a number");
    return value.as<double>();
  };
  const auto whole = [&](const char* name) {
    const double value = number(name);
    check(0 <= value && value <= 1e6, name, "must be between 0 and 1000000, got %", {value});
    return static_cast<int64_t>(value);
  };
  return {config_from_json(config.as<std::string>()),
          static_cast<float>(number("learningRate")),
          static_cast<float>(number("weightDecay")),
          static_cast<Index>(whole("batch")),
          whole("steps"),
          whole("warmUp"),
          object["cosine"].isTrue() ? Schedule::kCosine : Schedule::kConstant};
}

val from_recipe(const Recipe& recipe) {
  val object = val::object();
  object.set("config", config_to_json(recipe.config));
  object.set("learningRate", recipe.learning_rate);
  object.set("weightDecay", recipe.weight_decay);
  object.set("batch", static_cast<double>(recipe.batch));
  object.set("steps", static_cast<double>(recipe.steps));
  object.set("warmUp", static_cast<double>(recipe.warm_up));
  object.set("cosine", recipe.schedule == Schedule::kCosine);
  return object;
}

/// The model as the bytes of a file: "safetensors" (float32), "float16" (safetensors of half the size) or
/// "llama2c".
val save_model(size_t handle, const val& how) {
  return guarded([&] {
    const LoadedModel& model = model_of(handle);
    const std::string format = to_text(how, "format");
    if (format == "llama2c") return from_bytes(write_llama2c(model.transformer));
    check(format == "safetensors" || format == "float16", "save",
          "unknown format '%'; known are safetensors, float16 and llama2c", {format});
    return from_bytes(
        write_model(model.transformer, model.metadata, format == "float16" ? DType::kF16 : DType::kF32));
  });
}

struct OwnedTrainer : Owned {
  OwnedTrainer(Task task, const Recipe& recipe, uint64_t seed) : trainer(std::move(task), recipe, seed) {}
  Trainer trainer;
};
struct OwnedSnapshot : Owned {
  explicit OwnedSnapshot(Trainer::Snapshot taken) : snapshot(std::move(taken)) {}
  Trainer::Snapshot snapshot;
};

constexpr Index kTextTokens = 64;  // of a piece of the reader's own text

Task task_of(const val& name, const val& text) {
  const std::string known = to_text(name, "task");
  return known == "text" ? text_task(to_text(text, "text"), kTextTokens) : make_task(known);
}

val about_task(const val& name, const val& text) {
  return guarded([&] {
    const Task task = task_of(name, text);
    val object = val::object();
    object.set("words", from_strings(task.words));
    object.set("tokens", static_cast<double>(task.tokens));
    object.set("leastLoss", task.least_loss);
    object.set("recipe", from_recipe(task.recipe));
    return object;
  });
}

size_t make_trainer(const val& name, const val& text, const val& recipe, double seed) {
  return guarded([&] {
    check(seed >= 0 && seed <= 9007199254740992.0 && seed == std::floor(seed), "trainer",
          "the seed must be a whole number from 0 to 2^53, got %", {seed});
    return give_away(
        std::make_unique<OwnedTrainer>(task_of(name, text), to_recipe(recipe), static_cast<uint64_t>(seed)));
  });
}

/// The loss of each of `count` more steps.
val train(size_t handle, int count) {
  return guarded([&] {
    std::vector<double> losses;
    for (int i = 0; i < count; ++i) losses.push_back(owned<OwnedTrainer>(handle).trainer.step());
    return from_numbers(losses);
  });
}

val trainer_state(size_t handle) {
  const Trainer& trainer = owned<OwnedTrainer>(handle).trainer;
  val object = val::object();
  object.set("steps", static_cast<double>(trainer.steps()));
  object.set("rate", trainer.rate());
  object.set("gradientNorm", trainer.gradient_norm());
  object.set("stepFlops", trainer.step_flops());
  return object;
}

val from_measurement(const Measurement& measured) {
  val object = val::object();
  object.set("loss", measured.loss);
  object.set("accuracy", measured.accuracy);
  object.set("sequences", measured.sequences);
  object.set("looks", from_matrix(measured.looks));
  return object;
}

val measure_trainer(size_t handle, int examples) {
  return guarded([&] { return from_measurement(owned<OwnedTrainer>(handle).trainer.measure(examples)); });
}

val measure_model(size_t handle, const val& name, const val& text, double seed, int examples) {
  return guarded([&] {
    return from_measurement(
        measure(model_of(handle).transformer, task_of(name, text), to_seed(seed), examples));
  });
}

val foresight_of(size_t handle, const val& name, double seed, int examples, int prefix) {
  return guarded([&] {
    const Foresight mean = foresight(model_of(handle).transformer, make_task(to_text(name, "task")),
                                     to_seed(seed), examples, prefix);
    val object = val::object();
    object.set("seen", mean.seen);
    object.set("writing", mean.writing);
    return object;
  });
}

val probe(size_t handle, int number) {
  const Example example = owned<OwnedTrainer>(handle).trainer.probe(number);
  val object = val::object();
  object.set("ids", from_ids(example.ids));
  object.set("targets", from_ids(example.targets));
  return object;
}

size_t model_of_trainer(size_t handle) {
  auto owner = std::make_unique<OwnedModel>();
  owner->model = std::make_shared<LoadedModel>(trained_model(owned<OwnedTrainer>(handle).trainer));
  return give_away(std::move(owner));
}

size_t take_snapshot(size_t handle) {
  return give_away(std::make_unique<OwnedSnapshot>(owned<OwnedTrainer>(handle).trainer.snapshot()));
}
void restore_snapshot(size_t handle, size_t snapshot) {
  guarded([&] { owned<OwnedTrainer>(handle).trainer.restore(owned<OwnedSnapshot>(snapshot).snapshot); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(qkv_training) {
  using namespace emscripten;
  function("saveModel", &save_model);
  function(
      "taskNames", +[] { return from_strings(task_names()); });
  function("aboutTask", &about_task);
  function("makeTrainer", &make_trainer);
  function("train", &train);
  function("trainerState", &trainer_state);
  function("measureTrainer", &measure_trainer);
  function("measureModel", &measure_model);
  function("foresight", &foresight_of);
  function("probe", &probe);
  function("trainedModel", &model_of_trainer);
  function("takeSnapshot", &take_snapshot);
  function("restoreSnapshot", &restore_snapshot);
}

}  // namespace qkv::bindings

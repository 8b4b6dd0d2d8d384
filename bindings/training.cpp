// What the lab module has beside the model module: learning.
#include "model/sharing.h"
#include "owned_model.h"
#include "train/foresight.h"
#include "train/pairs_task.h"
#include "train/trained_model.h"

namespace qkv::bindings {
namespace {

struct Learner : Owned {
  const char* kind() const override { return "Trainer"; }
  Learner(Task task, const Recipe& recipe, uint64_t seed) : trainer(std::move(task), recipe, seed) {}
  Trainer trainer;
};
struct Snapshot : Owned {
  const char* kind() const override { return "Snapshot"; }
  explicit Snapshot(const Learner& of) : of(&of), taken(of.trainer.snapshot()) {}
  const Learner* of;
  Trainer::Snapshot taken;
};

/// What a latent needs of a model, whose numbers it keeps alive.
struct Latents : Owned {
  const char* kind() const override { return "Latents"; }
  std::shared_ptr<LoadedModel> model;
  std::vector<Latent> layers;
};

constexpr Index kTextTokens = 64;  // of a piece of the reader's own text

/// The number that stands under this name, or what is usual.
template <typename T>
T option(const val& options, const char* name, T usual) {
  return is_absent(options) ? usual : From<std::optional<T>>::js(options[name], name).value_or(usual);
}

/// 'text' is learned from options.text; of 'pairs' there are options.pairs, if it says so.
Task task_of(const std::string& name, const val& options) {
  if (name == "pairs") return pairs_task(option<Index>(options, "pairs", 0));
  return name == "text" ? text_task(option<std::string>(options, "text", ""), kTextTokens) : make_task(name);
}
Task task_in(const val& options) { return task_of(to_text(options["task"], "task"), options); }

std::unique_ptr<Learner> make_trainer(const val& options) {
  Task task = task_in(options);
  const Recipe recipe = option<Recipe>(options, "recipe", task.recipe);
  const auto seed = option<uint64_t>(options, "seed", 1);
  return std::make_unique<Learner>(std::move(task), recipe, seed);
}

/// The loss of each of `count` more steps.
std::vector<double> learn(Learner& learner, std::optional<Index> count) {
  std::vector<double> losses;
  for (Index i = 0; i < count.value_or(1); ++i) losses.push_back(learner.trainer.step());
  return losses;
}

std::unique_ptr<Model> model_of(const Learner& learner) {
  auto model = std::make_unique<Model>();
  model->loaded = std::make_shared<LoadedModel>(trained_model(learner.trainer));
  return model;
}

/// A model with other parameters; words and all else as they were.
std::unique_ptr<Model> changed(const LoadedModel& from, Transformer transformer) {
  auto model = std::make_unique<Model>();
  model->loaded = std::make_shared<LoadedModel>(from);
  model->loaded->transformer = std::move(transformer);
  return model;
}

/// Over examples of a task, as many as options.examples says.
std::unique_ptr<Latents> latents_over(const Model& model, const val& options) {
  const Task task = task_in(options);
  const auto examples = option<Index>(options, "examples", 100);
  check(1 <= examples && examples <= 10000, "latents", "there can be 1 to 10000 examples, got %", {examples});
  Random random = measuring_stream(option<uint64_t>(options, "seed", 1) + 1);
  std::vector<int32_t> ids;
  for (Index i = 0; i < examples; ++i) {
    const std::vector<int32_t> one = task.example(random, false).ids;
    ids.insert(ids.end(), one.begin(), one.end());
  }
  auto latents = std::make_unique<Latents>();
  latents->model = model.loaded;
  latents->layers = latents_of(model.loaded->transformer, ids, examples);
  return latents;
}

std::vector<std::vector<double>> spreads(const Latents& latents) {
  std::vector<std::vector<double>> all;
  for (const Latent& layer : latents.layers) all.push_back(layer.spreads);
  return all;
}

AbsorbedScores absorb(const Latents& latents, const std::vector<int32_t>& ids, const val& options) {
  return absorbed_scores(latents.model->transformer, latents.layers, ids, option<Index>(options, "layer", 0),
                         option<Index>(options, "head", 0), option<Index>(options, "width", 1),
                         option<bool>(options, "rope", false));
}

val probe(const Learner& learner, std::optional<Index> number, std::optional<std::string> language) {
  const Example example = learner.trainer.probe(number.value_or(0), language.value_or(""));
  val object = val::object();
  set(object, "ids", to_js(example.ids));
  set(object, "targets", to_js(example.targets));
  return object;
}

const bool added = add({
    {"get taskNames", call<task_names>},
    {"task", call<task_of, "name", "options">},
    {"trainer", call<make_trainer, "options">},
    {"Trainer.step", call<learn, "trainer", "count">},
    {"get Trainer.state", call<[](const Learner& l) { return l.trainer.progress(); }, "trainer">},
    {"Trainer.measure", call<[](const Learner& l, std::optional<Index> examples) {
       return l.trainer.measure(examples.value_or(100));
     },
                             "trainer", "examples">},
    {"Trainer.probe", call<probe, "trainer", "number", "language">},
    {"Trainer.model", call<model_of, "trainer">},
    {"Trainer.snapshot", call<[](const Learner& l) { return std::make_unique<Snapshot>(l); }, "trainer">},
    {"Trainer.restore", call<[](Learner& l, const Snapshot& snapshot) {
       check(snapshot.of == &l, "restore", "this is no snapshot of this trainer");
       l.trainer.restore(snapshot.taken);
     },
                             "trainer", "snapshot">},
    {"cacheNumbers", call<cache_numbers, "config">},
    {"Model.mergeHeads", call<[](const Model& m, Index n_kv_heads) {
       return changed(*m.loaded, merge_kv_heads(m.loaded->transformer, n_kv_heads));
     },
                              "model", "nKvHeads">},
    {"Model.latents", call<latents_over, "model", "options">},
    {"own Latents.spreads", call<spreads, "latents">},
    {"Latents.model", call<[](const Latents& l, Index width) {
       return changed(*l.model, with_latent(l.model->transformer, l.layers, width));
     },
                           "latents", "width">},
    {"Latents.absorb", call<absorb, "latents", "ids", "options">},
    {"Model.measure", call<[](const Model& m, const val& options) {
       return measure(m.loaded->transformer, task_in(options), option<uint64_t>(options, "seed", 1),
                      option<Index>(options, "examples", 100));
     },
                           "model", "options">},
    {"Model.foresight", call<[](const Model& m, const val& options) {
       return foresight(m.loaded->transformer, task_in(options), option<uint64_t>(options, "seed", 1),
                        option<Index>(options, "examples", 100), option<Index>(options, "prefix", 0));
     },
                             "model", "options">},
    {"Model.save", call<[](const Model& m, std::optional<FileFormat> format) {
       return save_model(*m.loaded, format.value_or(FileFormat::kSafetensors));
     },
                        "model", "format">},
});

}  // namespace
}  // namespace qkv::bindings

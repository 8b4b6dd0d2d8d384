#include "train/trainer.h"

#include <cmath>
#include <utility>

#include "io/model_file.h"
#include "model/sampler.h"
#include "train/cross_entropy.h"

namespace qkv {
namespace {

constexpr double kGradientLimit = 1.0;

void check_fits(const Task& task, const Config& c) {
  check(c.n_vocab == static_cast<Index>(task.words.size()) && c.max_tokens >= task.tokens, "Trainer",
        "the task has % words and % tokens, the model % and %",
        {task.words.size(), task.tokens, c.n_vocab, c.max_tokens});
}

const Recipe& checked(const Task& task, const Recipe& recipe) {
  check_config(recipe.config);
  check_fits(task, recipe.config);
  // Far above anything a page can run: no batch that asks for absurd memory.
  check(1 <= recipe.batch && recipe.batch <= 1'000'000, "Trainer",
        "a batch must have 1 to 1000000 sequences, got %", {recipe.batch});
  check(recipe.steps >= 0 && recipe.warm_up >= 0, "Trainer",
        "steps and warm-up must be 0 or more, got % and %", {recipe.steps, recipe.warm_up});
  check(recipe.learning_rate >= 0 && std::isfinite(recipe.learning_rate), "Trainer",
        "the learning rate must be 0 or more, got %", {recipe.learning_rate});
  return recipe;
}

void append(Batch& batch, const Example& e) {
  batch.ids.insert(batch.ids.end(), e.ids.begin(), e.ids.end());
  batch.targets.insert(batch.targets.end(), e.targets.begin(), e.targets.end());
}

}  // namespace

Transformer initial_model(const Config& config, Random& random) {
  Transformer model{config, make_parameters(config)};
  const float deviation = 1.0f / std::sqrt(static_cast<float>(config.d_model));
  for_each_parameter(config, model.parameters,
                     [&](const std::string& name, Matrix& matrix, Index rows, Index cols) {
                       if (name.ends_with(".gain"))
                         matrix.setOnes();
                       else if (name == "position_embedding")
                         matrix = random_normal(random, rows, cols, 0.02f);
                       else if (rows > 1 || name == "token_embedding")
                         matrix = random_normal(random, rows, cols, deviation);
                     });
  return model;
}

Random measuring_stream(uint64_t seed) { return Random(seed ^ 0x5DEECE66Dull); }

Trainer::Trainer(Task task, const Recipe& recipe, uint64_t seed)
    : task_(std::move(task)),
      recipe_(checked(task_, recipe)),
      seed_(seed),
      random_(seed),
      model_(initial_model(recipe.config, random_)),
      gradients_(make_parameters(recipe.config)),
      optimizer_({.weight_decay = recipe.weight_decay}) {}

Batch Trainer::sample(Random& random, Index sequences, bool held_out) const {
  Batch batch{sequences, task_.tokens, {}, {}};
  for (Index s = 0; s < sequences; ++s) append(batch, task_.example(random, held_out));
  return batch;
}

double Trainer::step() {
  const Batch batch = sample(random_, recipe_.batch, false);
  const double loss = loss_and_gradients(model_, batch, gradients_);
  const std::vector<Matrix*> gradients = matrices_of(model_.config, gradients_);
  const double norm = clip_gradients(gradients, kGradientLimit);
  if (!std::isfinite(loss) || !std::isfinite(norm))
    fail_file("Trainer",
              "after % steps the loss is not a number: the learning rate % is too large for this model",
              {progress_.steps, recipe_.learning_rate}, kDiverged);
  ++progress_.steps;
  progress_.gradient_norm = norm;
  progress_.step_flops = step_flops(model_.config, batch);
  progress_.rate = learning_rate(recipe_.cosine, static_cast<double>(recipe_.learning_rate), progress_.steps,
                                 recipe_.warm_up, recipe_.steps);
  optimizer_.step(matrices_of(model_.config, model_.parameters), gradients,
                  static_cast<float>(progress_.rate));
  return loss;
}

Measurement measure(const Transformer& model, const Task& task, uint64_t seed, Index examples) {
  const Config& c = model.config;
  check_fits(task, c);
  check(examples >= 1, "measure", "needs at least one example, got %", {examples});
  Random random = measuring_stream(seed);
  Measurement result;
  result.looks = Matrix::Zero(c.n_layers, c.n_heads);
  Matrix counts = Matrix::Zero(c.n_layers, 1);
  double asked = 0, right = 0, whole = 0;
  for (Index s = 0; s < examples; ++s) {
    const Example e = task.example(random, true);
    const Forward out = forward(model, e.ids, Trace::kAttention);
    bool all = true;
    for (Index i = 0; i < task.tokens; ++i) {
      const int32_t target = e.targets[static_cast<size_t>(i)];
      if (target == kIgnored) continue;
      Matrix logits = out.logits.row(i);
      const bool hit = greedy(logits) == target;
      result.loss += cross_entropy(logits, {&target, 1});
      asked += 1;
      right += hit;
      all = all && hit;
    }
    whole += all;
    for (const Look& look : e.looks) {
      if (look.layer >= c.n_layers) continue;
      counts(look.layer, 0) += 1.0f;
      for (Index h = 0; h < c.n_heads; ++h)
        result.looks(look.layer, h) +=
            out.layers[static_cast<size_t>(look.layer)].heads[static_cast<size_t>(h)].weights(look.from,
                                                                                              look.to);
    }
  }
  for (Index l = 0; l < c.n_layers; ++l)
    result.looks.row(l) /= counts(l, 0);  // 0 / 0: nothing is told of this layer
  result.loss /= asked;
  result.accuracy = right / asked;
  result.sequences = whole / static_cast<double>(examples);
  return result;
}

Example Trainer::probe(Index number, std::string_view language) const {
  Random random(seed_ + 1 + static_cast<uint64_t>(number));
  Example example = task_.example(random, true);
  constexpr int kTries = 64;  // of a language that the task may not speak
  for (int i = 0; i < kTries && *example.language && !language.empty() && language != example.language; ++i)
    example = task_.example(random, true);
  return example;
}

void Trainer::restore(const Snapshot& snapshot) {
  check(config_to_json(snapshot.model.config) == config_to_json(model_.config), "Trainer",
        "the snapshot is of another model");
  model_ = snapshot.model;
  optimizer_ = snapshot.optimizer;
  random_ = snapshot.random;
  progress_ = snapshot.progress;
}

}  // namespace qkv

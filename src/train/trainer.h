// Learning, step by step: a task, a model, an optimizer, and one stream of random numbers for all of it. The
// same seed gives the same losses bit for bit on the same module.
#pragma once

#include "train/adamw.h"
#include "train/backward.h"
#include "train/tasks.h"

namespace qkv {

/// What was found on fresh examples.
struct Measurement {
  double loss = 0;       // nats for each target
  double accuracy = 0;   // share of targets whose likeliest token is right
  double sequences = 0;  // share of sequences in which all are
  Matrix
      looks;  // (n_layers, n_heads)  mean weight of that head where a solving head looks; NaN if none is told
};
void fields(const Measurement& m, auto visit) {
  visit("loss", m.loss), visit("accuracy", m.accuracy), visit("sequences", m.sequences),
      visit("looks", m.looks);
}

/// How far a trainer is.
struct Progress {
  int64_t steps = 0;
  double rate = 0;           // of the last step, as the next three
  double gradient_norm = 0;  // before it was clipped
  double step_flops = 0;
};
void fields(const Progress& p, auto visit) {
  visit("steps", p.steps), visit("rate", p.rate), visit("gradient_norm", p.gradient_norm);
  visit("step_flops", p.step_flops);
}

/// How well a model does a task, on `examples` fresh examples, held-out ones where the task has them; the
/// same for the same seed and count. Throws std::invalid_argument if the model has another vocabulary or
/// reads too little, or there are no examples.
Measurement measure(const Transformer& model, const Task& task, uint64_t seed, Index examples);

/// The random numbers of what is measured: a stream of its own, so that measuring changes nothing that is
/// learned.
Random measuring_stream(uint64_t seed);

/// Parameters before any learning: matrices normal with deviation 1/√d_model, learned positions 0.02, gains
/// 1, biases 0.
Transformer initial_model(const Config& config, Random& random);

class Trainer {
 public:
  /// `recipe` may differ from the task's own: no mask, no scale, another size. Throws std::invalid_argument
  /// if it does not fit the task's vocabulary and length.
  Trainer(Task task, const Recipe& recipe, uint64_t seed);

  /// Learns from one more batch and returns its loss. Throws Failure (kDiverged) once the loss is not a
  /// number; the model is then as it was before that step.
  double step();

  Measurement measure(Index examples) const { return qkv::measure(model_, task_, seed_, examples); }

  /// Everything but the task, to go back to.
  struct Snapshot {
    Transformer model;
    AdamW optimizer;
    Random random;
    Progress progress;
  };
  Snapshot snapshot() const { return {model_, optimizer_, random_, progress_}; }
  void restore(const Snapshot& snapshot);

  /// One example, always the same for its number and language, a held-out one where the task has them; in
  /// that language if the task speaks it.
  Example probe(Index number = 0, std::string_view language = {}) const;

  const Task& task() const { return task_; }
  const Recipe& recipe() const { return recipe_; }
  uint64_t seed() const { return seed_; }
  const Transformer& model() const { return model_; }
  const Progress& progress() const { return progress_; }
  int64_t steps() const { return progress_.steps; }

 private:
  Batch sample(Random& random, Index sequences, bool held_out) const;

  Task task_;
  Recipe recipe_;
  uint64_t seed_;
  Random random_;
  Transformer model_;
  Parameters gradients_;
  AdamW optimizer_;
  Progress progress_;
};

}  // namespace qkv

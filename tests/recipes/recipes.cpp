// Every recipe reaches its result, with three seeds: what the lessons promise to happen when Train is
// pressed.
//   qkv_recipes [name [steps]]
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "train/pairs_task.h"
#include "train/trainer.h"

using namespace qkv;

namespace {

struct Goal {
  const char* name;
  const char* task;
  std::function<void(Recipe&)> change;
  std::function<bool(const Measurement&, const Trainer&)> reached;
  const char* wanted;
};

/// Of the sink task's positions in the last layer's head, how much weight the first token gets: where nothing
/// can be matched yet, and where the next token can be copied.
struct Sink {
  double without_match = 0, with_match = 0;
};

Sink sink_of(const Trainer& trainer) {
  Random random(99);
  Sink sum;
  double without = 0, with = 0;
  for (int s = 0; s < 200; ++s) {
    const Example e = trainer.task().example(random, true);
    const Matrix weights = forward(trainer.model(), e.ids, Trace::kAttention).layers.back().heads[0].weights;
    const Index first_match = e.looks.front().from;
    for (Index i = 1; i + 1 < first_match; ++i) sum.without_match += weights(i, 0), without += 1;
    for (const Look& look : e.looks) sum.with_match += weights(look.from, 0), with += 1;
  }
  return {sum.without_match / without, sum.with_match / with};
}

/// Right answers with so many pairs to hold, printed for every number.
double right_with(const Trainer& trainer, Index pairs) {
  const double right = measure(trainer.model(), pairs_task(pairs), 7, 250).accuracy;
  std::printf("[%d: %.2f] ", static_cast<int>(pairs), right);
  return right;
}

double right_with_all(const Trainer& trainer, Index last) {
  for (Index pairs = 1; pairs < last; pairs *= 2) right_with(trainer, pairs);
  return right_with(trainer, last);
}

double best_look(const Measurement& m, Index layer) {
  return static_cast<double>(m.looks.row(layer).maxCoeff());
}

const Goal kGoals[] = {
    {"reversal",
     "reversal",
     {},
     [](const Measurement& m, const Trainer&) { return m.sequences == 1.0 && best_look(m, 0) >= 0.9; },
     "all sequences right, anti-diagonal ≥ 0.9"},
    {"pronoun",
     "pronoun",
     {},
     [](const Measurement& m, const Trainer&) { return m.accuracy == 1.0 && best_look(m, 0) >= 0.85; },
     "all right, ≥ 0.85 on the right noun"},
    {"control verbs",
     "control",
     {},
     [](const Measurement& m, const Trainer&) { return m.accuracy >= 0.995; },
     "≥ 99.5 % right"},
    {"who is 他: the clause",
     "who-is-he",
     {},
     [](const Measurement& m, const Trainer&) { return m.accuracy >= 0.995; },
     "≥ 99.5 % right"},
    {"random tokens, masked",
     "random",
     {},
     [](const Measurement& m, const Trainer&) { return m.loss > 2.985 && m.loss < 3.015; },
     "loss 2.99 … 3.01: ln 20"},
    {"random tokens, no mask", "random", [](Recipe& r) { r.config.causal = false; },
     [](const Measurement& m, const Trainer&) { return m.loss < 0.3 && best_look(m, 0) > 0.9; },
     "loss < 0.3, next token seen"},
    {"recall",
     "recall",
     {},
     [](const Measurement& m, const Trainer&) { return m.accuracy >= 0.995 && best_look(m, 1) >= 0.9; },
     "≥ 99.5 %, ≥ 0.9 on the value"},
    {"recall, heads of width 6", "recall",
     [](Recipe& r) { r.config.n_heads = r.config.n_kv_heads = 8, r.config.d_head = 6; },
     [](const Measurement& m, const Trainer&) { return m.accuracy <= 0.7; },
     "as many steps are not enough: ≤ 70 %"},
    {"induction",
     "induction",
     {},
     [](const Measurement& m, const Trainer&) { return m.accuracy >= 0.99 && best_look(m, 1) >= 0.95; },
     "≥ 99 %, ≥ 0.95 on the next"},
    {"sink",
     "sink",
     {},
     [](const Measurement& m, const Trainer& trainer) {
       const Sink sink = sink_of(trainer);
       std::printf("[<s> gets %.2f without a match, %.3f with one] ", sink.without_match, sink.with_match);
       return sink.without_match >= 0.6 && sink.with_match <= 0.05 && best_look(m, 1) >= 0.85;
     },
     "<s> ≥ 0.6 without a match, ≤ 0.05 with one"},
    {"sorting without positions",
     "sorting",
     {},
     [](const Measurement& m, const Trainer&) { return m.accuracy == 1.0; },
     "all right"},
    {"no 1/√d at head size 256", "reversal",
     [](Recipe& r) { r.config.d_model = 64, r.config.d_head = 256, r.config.scaled = false, r.steps = 400; },
     [](const Measurement& m, const Trainer&) { return m.accuracy <= 0.2; }, "still ≤ 20 %"},
    {"with 1/√d at head size 256", "reversal",
     [](Recipe& r) { r.config.d_model = 64, r.config.d_head = 256, r.steps = 400; },
     [](const Measurement& m, const Trainer&) { return m.accuracy >= 0.99; }, "≥ 99 %"},
    {"addition",
     "addition",
     {},
     [](const Measurement& m, const Trainer&) { return m.sequences >= 0.95; },
     "≥ 95 % of sums"},
    {"brackets",
     "brackets",
     {},
     [](const Measurement& m, const Trainer&) { return m.accuracy >= 0.97; },
     "≥ 97 % of brackets"},
    {"modular",
     "modular",
     {},
     [](const Measurement& m, const Trainer&) { return m.accuracy >= 0.9; },
     "≥ 90 % on pairs never seen"},
    {"pairs, softmax",
     "pairs",
     {},
     [](const Measurement&, const Trainer& trainer) { return right_with_all(trainer, 32) >= 0.9; },
     "32 pairs: ≥ 90 %"},
    {"pairs, linear", "pairs", [](Recipe& r) { r.config.features = Features::kElu; },
     [](const Measurement&, const Trainer& trainer) { return right_with_all(trainer, 32) <= 0.8; },
     "a state of 16 × 16, 32 pairs: ≤ 80 %"},
    {"pairs, linear, twice as wide", "pairs",
     [](Recipe& r) { r.config.features = Features::kElu, r.config.d_head = 32; },
     [](const Measurement&, const Trainer& trainer) { return right_with_all(trainer, 32) >= 0.85; },
     "a state of 32 × 32, 32 pairs: ≥ 85 %"},
    {"recall, window of 4", "recall", [](Recipe& r) { r.config.window = 4; },
     [](const Measurement& m, const Trainer&) { return m.accuracy <= 0.6; },
     "what lies outside is not seen: ≤ 60 %"},
};

}  // namespace

int main(int argc, char** argv) {
  int failed = 0;
  for (const Goal& goal : kGoals) {
    if (argc > 1 && !std::strstr(goal.name, argv[1])) continue;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      Task task = make_task(goal.task);
      Recipe recipe = task.recipe;
      if (goal.change) goal.change(recipe);
      if (argc > 2) recipe.steps = std::atoi(argv[2]);
      Trainer trainer(std::move(task), recipe, seed);
      const auto start = std::chrono::steady_clock::now();
      double loss = 0;
      for (int64_t i = 0; i < recipe.steps; ++i) loss = trainer.step();
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      const Measurement m = trainer.measure(500);
      const bool good = goal.reached(m, trainer);
      failed += !good;
      std::printf("%s %-27s seed %d: %4d steps %5.1f s, loss %.4f → %.4f, right %.3f, whole %.3f, looks",
                  good ? "✓" : "✗", goal.name, static_cast<int>(seed), static_cast<int>(recipe.steps),
                  seconds, loss, m.loss, m.accuracy, m.sequences);
      for (Index l = 0; l < m.looks.rows(); ++l) std::printf(" %.3f", best_look(m, l));
      std::printf("   (%s)\n", goal.wanted);
      std::fflush(stdout);
    }
  }
  return failed == 0 ? 0 : 1;
}

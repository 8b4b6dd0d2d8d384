// What small transformers can learn in seconds: data made by rules, each with the recipe that is known to
// work, and with the places where a head should end up looking.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config.h"
#include "numeric/random.h"
#include "train/batch.h"

namespace qkv {

/// A head of this layer that solves the task looks from one position to another.
struct Look {
  Index layer, from, to;
};

struct Example {
  std::vector<int32_t> ids, targets;  // as in Batch, one sequence
  std::vector<Look> looks;            // empty where no single place is the right one
  const char* language = "";          // of tasks that speak some: "zh", "en"
};

/// With what a task is learned.
struct Recipe {
  Config config;
  float learning_rate = 3e-3f;
  float weight_decay = 0.01f;
  Index batch = 64;
  int64_t steps = 300;
  int64_t warm_up = 50;
  bool cosine = false;  // the learning rate falls to zero along half a cosine
};
void fields(Either<Recipe> auto& r, auto visit) {
  visit("config", r.config), visit("learning_rate", r.learning_rate), visit("weight_decay", r.weight_decay);
  visit("batch", r.batch), visit("steps", r.steps), visit("warm_up", r.warm_up), visit("cosine", r.cosine);
}

struct Task {
  std::string name;
  std::vector<std::string> words;  // the vocabulary; ids are places in it
  Index tokens = 0;                // of every sequence
  Recipe recipe;
  /// One example; `held_out` asks for one of those that training never sees, where the task keeps some back.
  std::function<Example(Random&, bool held_out)> example;
  double least_loss = 0;    // mean nats that no model can get below without looking ahead; NaN: not known
  bool characters = false;  // the words are single characters, and spaces count
  std::string asked = "";   // where answers count, see asked_places; what fills examples up stands behind
  Index kinds = 0;          // of tokens that are equally likely everywhere; 0: they are not
  Index repeats_at = 0;     // where every example begins to say again what it said; 0: it does not
};
void fields(const Task& t, auto visit) {
  visit("words", t.words), visit("tokens", t.tokens), visit("least_loss", t.least_loss);
  visit("recipe", t.recipe), visit("asked", t.asked), visit("kinds", t.kinds),
      visit("repeats_at", t.repeats_at);
}

// clang-format off
/// reversal   ten digits, read from both sides, to be written backwards
/// sorting    six different digits, then the same in order
/// pronoun    奖杯放不进箱子，因为它太大: which noun? Chinese and English; a fifth of the noun pairs is held out
/// control    老板命令员工，他必须加班 / 老板答应员工，他会加班: who is 他? the verb decides
/// who-is-he  老板告诉员工他必须加班 / 员工告诉老板他不想干了: the clause decides, or the verb
/// recall     keys with values, then keys alone
/// induction  different tokens, then a part of them again
/// sink       the same, but every position is asked, also those that cannot be known
/// random     noise: what follows cannot be known, unless one may look at it
/// addition   two numbers of two digits
/// brackets   of three kinds, all closed by the same sign: which kind?
/// modular    (a + b) mod 23, pairs held out
/// pairs      keys with their values in one token, then keys alone: how many can be held (pairs_task.h)
/// Throws InvalidArgument if there is no such task.
// clang-format on
Task make_task(std::string_view name);

/// The next character of a text, in pieces of at most `tokens`. Throws if the text is shorter than two
/// characters or has more than 2,000 different ones.
Task text_task(std::string_view text, Index tokens);

/// In the order in which they are offered.
std::vector<std::string> task_names();

}  // namespace qkv

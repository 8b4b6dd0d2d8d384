// What small transformers can learn in seconds: data made by rules, each with the recipe that is known to
// work, and with the places where a head should end up looking.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config.h"
#include "numeric/random.h"
#include "train/adamw.h"
#include "train/batch.h"

namespace qkv {

/// A head of this layer that solves the task looks from one position to another.
struct Look {
  Index layer, from, to;
};

struct Example {
  std::vector<int32_t> ids, targets;  // as in Batch, one sequence
  std::vector<Look> looks;            // empty where no single place is the right one
};

/// With what a task is learned.
struct Recipe {
  Config config;
  float learning_rate = 3e-3f;
  float weight_decay = 0.01f;
  Index batch = 64;
  int64_t steps = 300;
  int64_t warm_up = 50;
  Schedule schedule = Schedule::kConstant;
};

struct Task {
  std::string name;
  std::vector<std::string> words;  // the vocabulary; ids are places in it
  Index tokens = 0;                // of every sequence
  Recipe recipe;
  /// One example; `held_out` asks for one of those that training never sees, where the task keeps some back.
  std::function<Example(Random&, bool held_out)> example;
  double least_loss = 0;    // mean nats that no model can get below without looking ahead; NaN: not known
  bool characters = false;  // the words are single characters, and spaces count
};

// clang-format off
/// reversal   ten digits, read from both sides, to be written backwards
/// sort       six different digits, then the same in order
/// pronoun    奖杯放不进箱子，因为它太大: which noun? Chinese and English; a fifth of the noun pairs is held out
/// control    老板命令员工，他必须加班 / 老板答应员工，他会加班: who is 他? the verb decides
/// clause     老板告诉员工他必须加班 / 员工告诉老板他不想干了: the clause decides, or the verb
/// recall     keys with values, then keys alone
/// induction  different tokens, then a part of them again
/// sink       the same, but every position is asked, also those that cannot be known
/// random     noise: what follows cannot be known, unless one may look at it
/// addition   two numbers of two digits
/// brackets   of three kinds, all closed by the same sign: which kind?
/// modular    (a + b) mod 23, pairs held out
/// Throws std::invalid_argument if there is no such task.
// clang-format on
Task make_task(std::string_view name);

/// The next character of a text, in pieces of at most `tokens`. Throws if the text is shorter than two
/// characters or has more than 2,000 different ones.
Task text_task(std::string_view text, Index tokens);

const std::vector<std::string>& task_names();

}  // namespace qkv

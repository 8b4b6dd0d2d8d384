#include "train/tasks.h"

#include <algorithm>

#include "numeric/real.h"
#include "train/build_task.h"
#include "train/grammar.h"
#include "train/pairs_task.h"

namespace qkv {
namespace {

std::vector<std::string> numbered(int count, const std::string& prefix = "") {
  std::vector<std::string> words;
  for (int i = 0; i < count; ++i) words.push_back(prefix + whole_text(i));
  return words;
}

std::vector<int32_t> unasked(size_t count) { return std::vector<int32_t>(count, kIgnored); }

Task reversal() {
  static constexpr int32_t kLength = 16;
  Task task{"reversal", numbered(10), kLength, {attention_only(1, 32), 3e-3f}, {}};
  task.recipe.config.causal = false;
  task.recipe.steps = 300;
  task.example = [](Random& random, bool) {
    Example e;
    for (int i = 0; i < kLength; ++i) e.ids.push_back(below(random, 10));
    e.targets.assign(e.ids.rbegin(), e.ids.rend());
    for (Index i = 0; i < kLength; ++i) e.looks.push_back({0, i, kLength - 1 - i});
    return e;
  };
  return task;
}

Task sorting() {
  static constexpr int32_t kDigits = 10, kLength = 6;
  Task task{
      "sorting", numbered(kDigits), 2 * kLength, {with_feed_forward(attention_only(1, 32), 4), 4e-3f}, {}};
  task.words.push_back("→");
  task.asked = "from →";
  task.recipe.config.position = Position::kNone;
  task.recipe.steps = 400;
  task.example = [](Random& random, bool) {
    std::vector<int32_t> sequence = different(random, kDigits, kLength), sorted = sequence;
    std::sort(sorted.begin(), sorted.end());
    sequence.push_back(kDigits);
    sequence.insert(sequence.end(), sorted.begin(), sorted.end());
    Example e = next_tokens(sequence, kLength);
    for (Index i = kLength; i < 2 * kLength; ++i) {  // to where the next digit stands in what was given
      const auto found =
          std::find(sequence.begin(), sequence.begin() + kLength, e.targets[static_cast<size_t>(i)]);
      e.looks.push_back({0, i, found - sequence.begin()});
    }
    return e;
  };
  return task;
}

Task recall() {
  static constexpr int32_t kKinds = 16, kPairs = 6, kAsked = 3, kStart = 2 * kKinds;
  Task task{"recall",
            numbered(kKinds, "k"),
            1 + 2 * kPairs + 2 * kAsked,
            {with_rope(attention_only(2, 48)), 4e-3f},
            {}};
  task.asked = "again";
  for (const std::string& key : task.words) task.asked += " " + key;
  for (const std::string& value : numbered(kKinds, "v")) task.words.push_back(value);
  task.words.push_back("<s>");
  task.recipe.steps = 700;
  task.example = [](Random& random, bool) {
    const std::vector<int32_t> keys = different(random, kKinds, kPairs),
                               order = different(random, kPairs, kAsked);
    std::vector<int32_t> values;
    Example e;
    e.ids.push_back(kStart);
    for (const int32_t key : keys) {
      values.push_back(kKinds + below(random, kKinds));
      e.ids.push_back(key), e.ids.push_back(values.back());
    }
    for (const int32_t i : order)
      e.ids.push_back(keys[static_cast<size_t>(i)]), e.ids.push_back(values[static_cast<size_t>(i)]);
    e.targets = unasked(e.ids.size());
    for (int32_t j = 0; j < kAsked; ++j) {
      const Index at = 1 + 2 * kPairs + 2 * j;
      e.targets[static_cast<size_t>(at)] = e.ids[static_cast<size_t>(at + 1)];
      e.looks.push_back({1, at, 2 + 2 * order[static_cast<size_t>(j)]});
    }
    return e;
  };
  return task;
}

Task induction(bool ask_everywhere) {
  static constexpr int32_t kKinds = 24, kDifferent = 10, kAgain = 6;
  Task task{ask_everywhere ? "sink" : "induction",
            numbered(kKinds),
            kDifferent + kAgain,
            {with_rope(attention_only(2, 48)), 4e-3f},
            {}};
  task.words[0] = "<s>";
  task.asked = ask_everywhere ? "but " + whole_text(kDifferent) : "again";
  task.repeats_at = kDifferent + 1;
  task.recipe.steps = ask_everywhere ? 900 : 600;
  if (ask_everywhere) {  // the first ten are drawn from what has not been there; then five can be copied
    double nats = 0;
    for (int32_t i = 0; i < kDifferent; ++i) nats += natural_log(static_cast<double>(kKinds - 1 - i));
    task.least_loss = nats / (kDifferent + kAgain - 1);
  }
  task.example = [ask_everywhere](Random& random, bool) {
    std::vector<int32_t> sequence = {0};
    for (const int32_t token : different(random, kKinds - 1, kDifferent)) sequence.push_back(token + 1);
    const int32_t from = 1 + below(random, kDifferent - kAgain + 1);
    for (int32_t i = 0; i < kAgain; ++i) sequence.push_back(sequence[static_cast<size_t>(from + i)]);
    Example e = next_tokens(sequence, ask_everywhere ? 0 : kDifferent + 1);
    e.targets[kDifferent] = kIgnored;  // where the repetition begins cannot be known
    for (Index i = 0; i + 1 < kAgain; ++i) e.looks.push_back({1, kDifferent + 1 + i, from + i + 1});
    return e;
  };
  return task;
}

Task random_tokens() {
  static constexpr int32_t kKinds = 20, kLength = 16;
  Task task{"random", numbered(kKinds), kLength, {attention_only(1, 32), 4e-3f}, {}};
  task.least_loss = natural_log(kKinds);
  task.kinds = kKinds;
  task.example = [](Random& random, bool) {
    std::vector<int32_t> sequence;
    for (int i = 0; i <= kLength; ++i) sequence.push_back(below(random, kKinds));
    Example e = next_tokens(sequence, 0);
    for (Index i = 0; i + 1 < kLength; ++i) e.looks.push_back({0, i, i + 1});  // only without a mask
    return e;
  };
  return task;
}

Task addition() {
  static constexpr int32_t kPlus = 10, kEquals = 11;
  Task task{"addition", numbered(10), 8, {with_feed_forward(attention_only(2, 48, 2), 4), 4e-3f}, {}};
  task.words.insert(task.words.end(), {"+", "="});
  task.asked = "from =";
  task.recipe.batch = 128;
  task.recipe.steps = 1000;
  task.example = [](Random& random, bool) {
    const int32_t a = below(random, 100), b = below(random, 100), c = a + b;
    return next_tokens({a / 10, a % 10, kPlus, b / 10, b % 10, kEquals, c / 100, c / 10 % 10, c % 10}, 5);
  };
  return task;
}

Task brackets() {
  static constexpr int32_t kKinds = 3, kLength = 16, kDeepest = 4;
  Task task{
      "brackets", {"(", "[", "{", "·"}, kLength, {with_feed_forward(attention_only(2, 48, 2), 4), 3e-3f}, {}};
  task.asked = "at ·";
  task.recipe.steps = 1000;
  task.example = [](Random& random, bool) {
    Example e;
    std::vector<std::pair<int32_t, Index>> open;
    while (static_cast<Index>(e.ids.size()) < kLength) {
      const Index left = kLength - static_cast<Index>(e.ids.size());
      const Index depth = static_cast<Index>(open.size());
      if (depth == left || (depth > 0 && (depth >= kDeepest || below(random, 2) == 0))) {
        e.looks.push_back({1, static_cast<Index>(e.ids.size()), open.back().second});
        e.targets.push_back(open.back().first);
        e.ids.push_back(kKinds);
        open.pop_back();
      } else {
        open.push_back({below(random, kKinds), static_cast<Index>(e.ids.size())});
        e.targets.push_back(kIgnored);
        e.ids.push_back(open.back().first);
      }
    }
    return e;
  };
  return task;
}

/// A number without pattern for each number (Knuth's multiplicative hash).
uint32_t scrambled(int32_t number) { return (static_cast<uint32_t>(number) * 2654435761u) >> 16; }

Task modular() {
  static constexpr int32_t kModulus = 23;
  Task task{
      "modular", numbered(kModulus), 3, {with_feed_forward(attention_only(1, 48, 4), 4), 5e-3f, 1.0f}, {}};
  task.words.push_back("=");
  task.asked = "at =";
  task.recipe.config.norm = Norm::kNone;
  task.recipe.batch = 211;
  task.recipe.steps = 1600;
  task.recipe.warm_up = 10;
  task.example = [](Random& random, bool held_out) {
    int32_t a = 0, b = 0;
    do {  // a fifth of the unordered pairs, without pattern, is held out: b + a would give a + b away
      a = below(random, kModulus), b = below(random, kModulus);
    } while ((scrambled(std::min(a, b) * kModulus + std::max(a, b)) % 5 == 0) != held_out);
    return Example{{a, b, kModulus}, {kIgnored, kIgnored, (a + b) % kModulus}, {}};
  };
  return task;
}

constexpr std::pair<const char*, Task (*)()> kTasks[] = {{"reversal", reversal},
                                                         {"pronoun", pronoun_task},
                                                         {"who-is-he", who_is_he_task},
                                                         {"control", control_task},
                                                         {"sorting", sorting},
                                                         {"recall", recall},
                                                         {"induction", [] { return induction(false); }},
                                                         {"sink", [] { return induction(true); }},
                                                         {"random", random_tokens},
                                                         {"addition", addition},
                                                         {"brackets", brackets},
                                                         {"modular", modular},
                                                         {"pairs", [] { return pairs_task(); }}};

}  // namespace

Task make_task(std::string_view name) {
  std::string known;
  for (const auto& [one, make] : kTasks) {
    if (name == one) return finished(make());
    (known += known.empty() ? "" : ", ") += one;
  }
  fail("make_task", "unknown task '%'; known are %", {name, known});
}

std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const auto& [name, make] : kTasks) names.emplace_back(name);
  return names;
}

}  // namespace qkv

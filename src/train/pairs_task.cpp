#include "train/pairs_task.h"

#include <iterator>
#include <utility>

#include "numeric/real.h"
#include "train/build_task.h"

namespace qkv {
namespace {

constexpr int32_t kKeys = 32, kValues = 16, kAsked = 4;
constexpr int32_t kLoads[] = {1, 2, 4, 8, 12, 16, 24, 32};

// Where each kind of word begins in the vocabulary.
constexpr int32_t kQuestions = kKeys * kValues, kAnswers = kQuestions + kKeys, kFiller = kAnswers + kValues;

std::vector<std::string> all_words() {
  std::vector<std::string> words;
  const auto key = [](int32_t k) { return "k" + whole_text(k); };
  const auto value = [](int32_t v) { return "v" + whole_text(v); };
  for (int32_t k = 0; k < kKeys; ++k)
    for (int32_t v = 0; v < kValues; ++v) words.push_back(key(k) + "=" + value(v));
  for (int32_t k = 0; k < kKeys; ++k) words.push_back(key(k) + "?");
  for (int32_t v = 0; v < kValues; ++v) words.push_back(value(v));
  words.push_back("·");
  return words;
}

}  // namespace

Task pairs_task(Index pairs) {
  check(0 <= pairs && pairs <= kKeys, "pairs_task", "there can be 0 to % pairs, got %", {kKeys, pairs});
  Task task{"pairs", all_words(), kKeys + kAsked, {attention_only(1, 64), 6e-3f}, {}};
  Config& c = task.recipe.config;
  c.position = Position::kNone, c.d_head = 16, c.norm = Norm::kRms;
  task.recipe.steps = 2000, task.recipe.cosine = true;
  task.asked = "at";
  for (int32_t k = 0; k < kKeys; ++k) task.asked += " k" + whole_text(k) + "?";
  task.example = [pairs](Random& random, bool) {
    const int32_t count = pairs > 0 ? static_cast<int32_t>(pairs) : kLoads[below(random, std::size(kLoads))];
    const std::vector<int32_t> keys = different(random, kKeys, count);
    std::vector<int32_t> values;
    Example e;
    e.ids.assign(static_cast<size_t>(kKeys - count), kFiller);
    for (const int32_t key : keys) {
      values.push_back(below(random, kValues));
      e.ids.push_back(key * kValues + values.back());
    }
    e.targets.assign(e.ids.size(), kIgnored);
    for (int32_t i = 0; i < kAsked; ++i) {
      const auto which = static_cast<size_t>(below(random, count));
      e.looks.push_back({0, static_cast<Index>(e.ids.size()), kKeys - count + static_cast<Index>(which)});
      e.ids.push_back(kQuestions + keys[which]);
      e.targets.push_back(kAnswers + values[which]);
    }
    return e;
  };
  return finished(std::move(task));
}

}  // namespace qkv

#include <algorithm>
#include <cmath>
#include <map>

#include "io/utf8.h"
#include "train/build_task.h"

namespace qkv {

Task text_task(std::string_view text, Index tokens) {
  constexpr const char* who = "text_task";
  constexpr size_t kMostKinds = 2000;
  check(tokens >= 1, who, "a piece must be at least 1 character long, got %", {tokens});
  Task task{"text", {}, 0, {with_rope(with_feed_forward(attention_only(2, 64, 4), 4)), 2e-3f}, {}};
  std::map<std::string, int32_t, std::less<>> ids;
  std::vector<int32_t> characters;
  while (!text.empty()) {
    const size_t length = std::max<size_t>(utf8_length(text), 1);  // 1 for a byte that begins no character
    const auto [place, is_new] = ids.emplace(text.substr(0, length), static_cast<int32_t>(task.words.size()));
    if (is_new) task.words.push_back(place->first);
    check(task.words.size() <= kMostKinds, who, "the text has more than % different characters",
          {kMostKinds});
    characters.push_back(place->second);
    text.remove_prefix(length);
  }
  check(characters.size() >= 2, who, "the text must have at least two characters, got %",
        {characters.size()});
  task.tokens = std::min(tokens, static_cast<Index>(characters.size()) - 1);
  task.characters = true;
  task.least_loss = std::nan("");
  task.recipe.batch = 16;
  task.recipe.steps = 1000;
  task.example = [characters, n = static_cast<size_t>(task.tokens)](Random& random, bool) {
    const auto start = characters.begin() + below(random, characters.size() - n);
    return next_tokens({start, start + static_cast<std::ptrdiff_t>(n) + 1}, 0);
  };
  return finished(std::move(task));
}

}  // namespace qkv

#include "train/tasks.h"

#include <algorithm>
#include <map>
#include <utility>

namespace qkv {
namespace {

int32_t below(Random& random, size_t bound) {
  return static_cast<int32_t>(random.below(static_cast<uint32_t>(bound)));
}

/// `count` different numbers below `bound`, in random order (Fisher and Yates).
std::vector<int32_t> different(Random& random, int32_t bound, int32_t count) {
  std::vector<int32_t> all(static_cast<size_t>(bound));
  for (int32_t i = 0; i < bound; ++i) all[static_cast<size_t>(i)] = i;
  for (int32_t i = 0; i < count; ++i)
    std::swap(all[static_cast<size_t>(i)],
              all[static_cast<size_t>(i + below(random, static_cast<size_t>(bound - i)))]);
  all.resize(static_cast<size_t>(count));
  return all;
}

std::vector<std::string> numbered(int count, const std::string& prefix = "") {
  std::vector<std::string> words;
  for (int i = 0; i < count; ++i) words.push_back(prefix + whole_text(i));
  return words;
}

/// A small decoder without feed-forward layers, from which the recipes start.
Config attention_only(Index n_layers, Index d_model, Index n_heads = 1) {
  Config c;
  c.n_layers = n_layers;
  c.d_model = d_model;
  c.n_heads = c.n_kv_heads = n_heads;
  c.d_head = d_model / n_heads;
  c.biases = false;
  c.tied = false;
  return c;
}

Config with_rope(Config c) {
  c.position = Position::kRope;
  c.rope_theta = 50.0f;  // short sequences: wavelengths of a few tokens
  return c;
}

Config with_feed_forward(Config c, Index times) {
  c.d_ff = times * c.d_model;
  c.biases = true;
  return c;
}

std::vector<int32_t> unasked(size_t count) { return std::vector<int32_t>(count, kIgnored); }

/// Targets for "the next token", asked from position `first` on.
std::vector<int32_t> next_tokens(const std::vector<int32_t>& sequence, size_t first) {
  std::vector<int32_t> targets = unasked(sequence.size() - 1);
  for (size_t i = first; i < targets.size(); ++i) targets[i] = sequence[i + 1];
  return targets;
}

Example all_but_last(std::vector<int32_t> sequence, size_t first) {
  Example example{{}, next_tokens(sequence, first), {}};
  sequence.pop_back();
  example.ids = std::move(sequence);
  return example;
}

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

Task sort() {
  static constexpr int32_t kDigits = 10, kLength = 6;
  Task task{"sort", numbered(kDigits), 2 * kLength, {with_feed_forward(attention_only(1, 32), 4), 4e-3f}, {}};
  task.words.push_back("→");
  task.recipe.config.position = Position::kNone;
  task.recipe.steps = 400;
  task.example = [](Random& random, bool) {
    std::vector<int32_t> sequence = different(random, kDigits, kLength), sorted = sequence;
    std::sort(sorted.begin(), sorted.end());
    sequence.push_back(kDigits);
    sequence.insert(sequence.end(), sorted.begin(), sorted.end());
    Example e = all_but_last(sequence, kLength);
    for (Index i = kLength; i < 2 * kLength; ++i) {  // to where the next digit stands in what was given
      const auto found =
          std::find(sequence.begin(), sequence.begin() + kLength, e.targets[static_cast<size_t>(i)]);
      e.looks.push_back({0, i, found - sequence.begin()});
    }
    return e;
  };
  return task;
}

/// A sentence with two nouns and a word that decides between them.
struct Grammar {
  std::vector<std::string> nouns;
  std::vector<std::string> first, second;  // deciding words that mean the first noun, the second
  std::vector<std::string> sentence;       // words; X, Y and ? stand for the nouns and the deciding word
  std::vector<std::vector<std::string>> fillers;  // words that stand for !0, !1 … and decide nothing
};

int32_t id_of(std::vector<std::string>& words, const std::string& word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) words.push_back(word);
  return static_cast<int32_t>(found - words.begin());
}

/// Reads the answer, the noun that is meant, at `asked` (a word of the sentence). Shorter sentences are
/// filled up with the first word; nothing asks there, and a causal mask hides it.
Task which_noun(const char* name, std::vector<Grammar> grammars, const std::string& asked, Config config) {
  Task task{name, {"<s>"}, 0, {config, 3e-3f}, {}};
  for (const Grammar& g : grammars) {
    task.tokens = std::max(task.tokens, static_cast<Index>(g.sentence.size()) + 1);
    for (const std::string& word : g.sentence)
      if (word != "X" && word != "Y" && word != "?" && word[0] != '!') id_of(task.words, word);
    const auto add = [&](const std::vector<std::string>& list) {
      for (const std::string& word : list) id_of(task.words, word);
    };
    add(g.nouns), add(g.first), add(g.second);
    for (const std::vector<std::string>& list : g.fillers) add(list);
  }
  std::vector<std::string> words = task.words;
  const Index tokens = task.tokens, layers = config.n_layers;
  task.example = [=](Random& random, bool held_out) mutable {
    const Grammar& g = grammars[static_cast<size_t>(below(random, grammars.size()))];
    const auto pick = [&](const std::vector<std::string>& list) {
      return list[static_cast<size_t>(below(random, list.size()))];
    };
    std::vector<int32_t> pair;
    do pair = different(random, static_cast<int32_t>(g.nouns.size()), 2);
    while (((pair[0] * 31 + pair[1] * 17) % 5 == 0) != held_out);  // a fifth of the pairs
    const std::string x = g.nouns[static_cast<size_t>(pair[0])], y = g.nouns[static_cast<size_t>(pair[1])];
    const bool first = below(random, 2) == 0;
    Example e;
    e.ids.push_back(0);
    Index from = 0, place_x = 0, place_y = 0;
    for (const std::string& word : g.sentence) {
      const Index at = static_cast<Index>(e.ids.size());
      if (word == asked || (asked == "?" && word == "?")) from = at;
      if (word == "X") place_x = at;
      if (word == "Y") place_y = at;
      e.ids.push_back(id_of(words, word == "X"      ? x
                                   : word == "Y"    ? y
                                   : word == "?"    ? pick(first ? g.first : g.second)
                                   : word[0] == '!' ? pick(g.fillers[static_cast<size_t>(word[1] - '0')])
                                                    : word));
    }
    e.ids.resize(static_cast<size_t>(tokens), 0);
    e.targets = unasked(static_cast<size_t>(tokens));
    e.targets[static_cast<size_t>(from)] = id_of(words, first ? x : y);
    if (layers == 1) e.looks.push_back({0, from, first ? place_x : place_y});
    return e;
  };
  return task;
}

Task pronoun() {
  const Grammar zh{{"奖杯", "箱子", "书", "书包", "雕像", "柜子", "沙发", "房间", "钢琴", "货车", "花瓶",
                    "盒子", "画", "抽屉"},
                   {"大", "长", "宽", "高", "厚"},
                   {"小", "短", "窄", "矮", "薄"},
                   {"X", "放不进", "Y", ",", "因为", "它", "太", "?"},
                   {}};
  const Grammar en{{"trophy", "suitcase", "book", "bag", "statue", "cabinet", "sofa", "room", "piano",
                    "truck", "vase", "box", "painting", "drawer"},
                   {"big", "long", "wide", "tall", "thick"},
                   {"small", "short", "narrow", "low", "thin"},
                   {"the", "X", "does", "not", "fit", "in", "the", "Y", "because", "it", "is", "too", "?"},
                   {}};
  Task task = which_noun("pronoun", {zh, en}, "?", attention_only(1, 32));
  task.recipe.steps = 500;
  return task;
}

Task control() {
  const Grammar zh{
      {"老板", "员工", "老师", "学生", "医生", "病人", "妈妈", "孩子", "经理", "秘书", "警察", "司机"},
      {"答应", "保证", "承诺"},
      {"命令", "要求", "提醒", "劝", "警告"},
      {"X", "?", "Y", ",", "他", "!0", "!1"},
      {{"必须", "应该", "会", "要"}, {"加班", "休息", "道歉", "离开", "早起", "吃药"}}};
  const Grammar en{
      {"boss", "clerk", "teacher", "student", "doctor", "patient", "father", "boy", "manager", "driver"},
      {"promised", "assured"},
      {"ordered", "reminded", "asked", "warned"},
      {"the", "X", "?", "the", "Y", "that", "he", "!0", "!1"},
      {{"must", "should", "would"}, {"leave", "rest", "apologize", "wait"}}};
  Task task = which_noun("control", {zh, en}, "", attention_only(2, 32));
  // Asked at the pronoun, whose word differs between the languages: at the word before the first filler.
  const auto inner = task.example;
  const int32_t he =
      static_cast<int32_t>(std::find(task.words.begin(), task.words.end(), "he") - task.words.begin());
  const int32_t ta =
      static_cast<int32_t>(std::find(task.words.begin(), task.words.end(), "他") - task.words.begin());
  task.example = [=](Random& random, bool held_out) {
    Example e = inner(random, held_out);
    const int32_t answer = e.targets[0];
    e.targets = unasked(e.ids.size());
    for (size_t i = 0; i < e.ids.size(); ++i)
      if (e.ids[i] == he || e.ids[i] == ta) e.targets[i] = answer;
    return e;
  };
  task.recipe.steps = 600;
  return task;
}

Task recall() {
  static constexpr int32_t kKinds = 16, kPairs = 6, kAsked = 3, kStart = 2 * kKinds;
  Task task{"recall",
            numbered(kKinds, "k"),
            1 + 2 * kPairs + 2 * kAsked,
            {with_rope(attention_only(2, 32)), 4e-3f},
            {}};
  for (const std::string& value : numbered(kKinds, "v")) task.words.push_back(value);
  task.words.push_back("<s>");
  task.recipe.steps = 800;
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
            {with_rope(attention_only(2, 32)), 4e-3f},
            {}};
  task.words[0] = "<s>";
  task.recipe.steps = ask_everywhere ? 900 : 600;
  task.example = [ask_everywhere](Random& random, bool) {
    std::vector<int32_t> sequence = {0};
    for (const int32_t token : different(random, kKinds - 1, kDifferent)) sequence.push_back(token + 1);
    const int32_t from = 1 + below(random, kDifferent - kAgain + 1);
    for (int32_t i = 0; i < kAgain; ++i) sequence.push_back(sequence[static_cast<size_t>(from + i)]);
    Example e = all_but_last(sequence, ask_everywhere ? 0 : kDifferent + 1);
    e.targets[kDifferent] = kIgnored;  // where the repetition begins cannot be known
    for (Index i = 0; i + 1 < kAgain; ++i) e.looks.push_back({1, kDifferent + 1 + i, from + i + 1});
    return e;
  };
  return task;
}

Task random_tokens() {
  static constexpr int32_t kKinds = 20, kLength = 16;
  Task task{"random", numbered(kKinds), kLength, {attention_only(1, 32), 4e-3f}, {}};
  task.example = [](Random& random, bool) {
    std::vector<int32_t> sequence;
    for (int i = 0; i <= kLength; ++i) sequence.push_back(below(random, kKinds));
    Example e = all_but_last(sequence, 0);
    for (Index i = 0; i + 1 < kLength; ++i) e.looks.push_back({0, i, i + 1});  // only without a mask
    return e;
  };
  return task;
}

Task addition() {
  static constexpr int32_t kPlus = 10, kEquals = 11;
  Task task{"addition", numbered(10), 8, {with_feed_forward(attention_only(2, 48, 2), 4), 4e-3f}, {}};
  task.words.insert(task.words.end(), {"+", "="});
  task.recipe.batch = 128;
  task.recipe.steps = 1000;
  task.example = [](Random& random, bool) {
    const int32_t a = below(random, 100), b = below(random, 100), c = a + b;
    return all_but_last({a / 10, a % 10, kPlus, b / 10, b % 10, kEquals, c / 100, c / 10 % 10, c % 10}, 5);
  };
  return task;
}

Task brackets() {
  static constexpr int32_t kKinds = 3, kLength = 16, kDeepest = 4;
  Task task{
      "brackets", {"(", "[", "{", "·"}, kLength, {with_feed_forward(attention_only(2, 48, 2), 4), 3e-3f}, {}};
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

Task modular() {
  static constexpr int32_t kModulus = 23;
  Task task{
      "modular", numbered(kModulus), 3, {with_feed_forward(attention_only(1, 48, 4), 4), 5e-3f, 1.0f}, {}};
  task.words.push_back("=");
  task.recipe.config.norm = Norm::kNone;
  task.recipe.batch = 211;
  task.recipe.steps = 1600;
  task.recipe.warm_up = 10;
  task.example = [](Random& random, bool held_out) {
    int32_t a = 0, b = 0;
    do {  // a fifth of the unordered pairs is held out: b + a would give a + b away
      a = below(random, kModulus), b = below(random, kModulus);
    } while (((std::min(a, b) * 29 + std::max(a, b) * 13) % 5 == 0) != held_out);
    return Example{{a, b, kModulus}, {kIgnored, kIgnored, (a + b) % kModulus}, {}};
  };
  return task;
}

const std::map<std::string, Task (*)(), std::less<>>& table() {
  static const auto& tasks =
      *new std::map<std::string, Task (*)(), std::less<>>{{"reversal", reversal},
                                                          {"sort", sort},
                                                          {"pronoun", pronoun},
                                                          {"control", control},
                                                          {"recall", recall},
                                                          {"induction", [] { return induction(false); }},
                                                          {"sink", [] { return induction(true); }},
                                                          {"random", random_tokens},
                                                          {"addition", addition},
                                                          {"brackets", brackets},
                                                          {"modular", modular}};
  return tasks;
}

Task finished(Task task) {
  task.recipe.config.n_vocab = static_cast<Index>(task.words.size());
  task.recipe.config.max_tokens = task.tokens;
  check_config(task.recipe.config);
  return task;
}

/// How many bytes the character at `at` has in UTF-8; 1 for a byte that begins none.
size_t character_length(std::string_view text, size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  const size_t length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
  return std::min(length, text.size() - at);
}

}  // namespace

Task make_task(std::string_view name) {
  const auto found = table().find(name);
  if (found == table().end()) {
    std::string known;
    for (const std::string& one : task_names()) known += (known.empty() ? "" : ", ") + one;
    fail("make_task", "unknown task '%'; known are %", {name, known});
  }
  return finished(found->second());
}

const std::vector<std::string>& task_names() {
  static const auto& names = *[] {
    auto* list = new std::vector<std::string>;
    for (const auto& [name, make] : table()) list->push_back(name);
    return list;
  }();
  return names;
}

Task text_task(std::string_view text, Index tokens) {
  constexpr const char* who = "text_task";
  constexpr size_t kMostKinds = 2000;
  check(tokens >= 1, who, "a piece must be at least 1 character long, got %", {tokens});
  Task task{"text", {}, 0, {with_rope(with_feed_forward(attention_only(2, 64, 4), 4)), 2e-3f}, {}};
  std::map<std::string, int32_t, std::less<>> ids;
  std::vector<int32_t> characters;
  for (size_t at = 0; at < text.size();) {
    const size_t length = character_length(text, at);
    const auto [place, is_new] =
        ids.emplace(text.substr(at, length), static_cast<int32_t>(task.words.size()));
    if (is_new) task.words.push_back(place->first);
    check(task.words.size() <= kMostKinds, who, "the text has more than % different characters",
          {kMostKinds});
    characters.push_back(place->second);
    at += length;
  }
  check(characters.size() >= 2, who, "the text must have at least two characters, got %",
        {characters.size()});
  task.tokens = std::min(tokens, static_cast<Index>(characters.size()) - 1);
  task.recipe.batch = 32;
  task.recipe.steps = 1000;
  task.example = [characters, n = static_cast<size_t>(task.tokens)](Random& random, bool) {
    const auto start = characters.begin() + below(random, characters.size() - n);
    return all_but_last({start, start + static_cast<std::ptrdiff_t>(n) + 1}, 0);
  };
  return finished(task);
}

}  // namespace qkv

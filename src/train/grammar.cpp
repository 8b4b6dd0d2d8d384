#include "train/grammar.h"

#include <algorithm>
#include <span>

#include "train/build_task.h"

namespace qkv {
namespace {

// Grammars are written as lists of words with a space between them.

/// One way to choose the words that stand for 0, 1, 2, and the noun that is then meant.
struct Reading {
  bool first;  // the noun X, not Y
  const char* choices[3];
};

struct Grammar {
  const char* language;
  const char* nouns;     // for X and Y, never the same
  const char* sentence;  // X, Y, 0, 1, 2 stand for other words
  size_t asked;          // the word of the sentence from which on the answer can be known, and is asked
  std::span<const Reading> readings;
};

constexpr Reading kFitsZh[] = {{true, {"大 长 宽 高 厚"}}, {false, {"小 短 窄 矮 薄"}}};
constexpr Reading kFitsEn[] = {{true, {"big long wide tall thick"}},
                               {false, {"small short narrow low thin"}}};
constexpr Grammar kPronoun[] = {
    {"zh", "奖杯 箱子 书 书包 雕像 柜子 沙发 房间 钢琴 货车 花瓶 盒子 画 抽屉", "X 放不进 Y , 因为 它 太 0",
     7, kFitsZh},
    {"en", "trophy suitcase book bag statue cabinet sofa room piano truck vase box painting drawer",
     "the X does not fit in the Y because it is too 0", 12, kFitsEn}};

constexpr const char* kPeopleZh = "老板 员工 老师 学生 医生 病人 爸爸 儿子 经理 秘书 警察 司机";
constexpr const char* kPeopleEn = "boss employee teacher student doctor patient father boy manager driver";

constexpr const char* kActionsZh = "加班 休息 道歉 离开 早起 吃药";
constexpr const char* kActionsEn = "leave rest apologize wait";
constexpr Reading kVerbsZh[] = {{true, {"答应 保证 承诺", "必须 应该 会 要", kActionsZh}},
                                {false, {"命令 要求 提醒 劝 警告", "必须 应该 会 要", kActionsZh}}};
constexpr Reading kVerbsEn[] = {{true, {"promised assured", "must should would", kActionsEn}},
                                {false, {"ordered reminded asked warned", "must should would", kActionsEn}}};
constexpr Grammar kControl[] = {{"zh", kPeopleZh, "X 0 Y , 他 1 2", 4, kVerbsZh},
                                {"en", kPeopleEn, "the X 0 the Y that he 1 2", 6, kVerbsEn}};

constexpr const char* kWorkZh = "加班 休息 道歉 离开 出差 开会";
constexpr const char* kWorkEn = "leave rest apologize stay";
constexpr Reading kClausesZh[] = {{false, {"告诉", "必须 应该 得", kWorkZh}},
                                  {true, {"告诉", "不想", "干了 加班 出差 开会"}},
                                  {true, {"告诉", "打算 决定", kWorkZh}},
                                  {false, {"命令 提醒", "必须 应该 得 要", kWorkZh}},
                                  {true, {"答应 保证", "必须 应该 会 要", kWorkZh}}};
constexpr Reading kClausesEn[] = {{false, {"told", "had needed", kWorkEn}},
                                  {true, {"told", "refused planned decided wanted", kWorkEn}},
                                  {false, {"ordered reminded", "had needed was", kWorkEn}},
                                  {true, {"promised assured", "had needed was", kWorkEn}}};
constexpr Grammar kWhoIsHe[] = {{"zh", kPeopleZh, "X 0 Y 他 1 2", 4, kClausesZh},
                                {"en", kPeopleEn, "the X 0 the Y that he 1 to 2", 7, kClausesEn}};

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const size_t length = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return words;
}

using Ids = std::vector<int32_t>;

/// A grammar in the ids of a vocabulary. Places are negative: -1 for X, -2 for Y, -3 for 0 and so on.
struct Rules {
  const char* language;
  Ids nouns, sentence;
  size_t asked;
  struct Choice {
    bool first;
    std::vector<Ids> words;
  };
  std::vector<Choice> readings;
};

int32_t id_of(std::vector<std::string>& vocabulary, const std::string& word) {
  const auto id = std::find(vocabulary.begin(), vocabulary.end(), word) - vocabulary.begin();
  if (id == static_cast<std::ptrdiff_t>(vocabulary.size())) vocabulary.push_back(word);
  return static_cast<int32_t>(id);
}

Rules rules_of(const Grammar& grammar, std::vector<std::string>& vocabulary) {
  const auto ids_of = [&](std::string_view text) {
    Ids ids;
    for (const std::string& word : words_of(text)) {
      const size_t place =
          word.size() == 1 ? std::string_view("XY012").find(word[0]) : std::string_view::npos;
      ids.push_back(place != std::string_view::npos ? -1 - static_cast<int32_t>(place)
                                                    : id_of(vocabulary, word));
    }
    return ids;
  };
  Rules rules{grammar.language, ids_of(grammar.nouns), ids_of(grammar.sentence), grammar.asked, {}};
  for (const Reading& reading : grammar.readings) {
    Rules::Choice choice{reading.first, {}};
    for (const char* words : reading.choices) choice.words.push_back(ids_of(words ? words : ""));
    rules.readings.push_back(std::move(choice));
  }
  return rules;
}

int32_t one_of(Random& random, const Ids& ids) { return ids[static_cast<size_t>(below(random, ids.size()))]; }

/// The answer is the noun itself. Shorter sentences are filled up with the first word; nothing asks there,
/// and a causal mask hides it.
Task which_noun(const char* name, const char* asked, std::span<const Grammar> grammars, Config config,
                int64_t steps) {
  Task task{name, {"<s>"}, 0, {config, 3e-3f}, {}};
  task.asked = asked;
  task.recipe.steps = steps;
  std::vector<Rules> all;
  for (const Grammar& grammar : grammars) {
    all.push_back(rules_of(grammar, task.words));
    task.tokens = std::max(task.tokens, static_cast<Index>(all.back().sentence.size()) + 1);
  }
  const Index last_layer = config.n_layers - 1;
  task.example = [all, tokens = static_cast<size_t>(task.tokens), last_layer](Random& random, bool held_out) {
    const Rules& rules = all[static_cast<size_t>(below(random, all.size()))];
    Ids pair;
    do pair = different(random, static_cast<int32_t>(rules.nouns.size()), 2);
    while (((pair[0] * 31 + pair[1] * 17) % 5 == 0) != held_out);  // a fifth of the pairs
    const Rules::Choice& reading = rules.readings[static_cast<size_t>(below(random, rules.readings.size()))];
    const int32_t meant = reading.first ? -1 : -2;
    Example e;
    e.language = rules.language;
    e.ids.push_back(0);
    Index noun = 0;
    for (const int32_t id : rules.sentence) {
      if (id == meant) noun = static_cast<Index>(e.ids.size());
      e.ids.push_back(id >= 0    ? id
                      : id >= -2 ? rules.nouns[static_cast<size_t>(pair[static_cast<size_t>(-1 - id)])]
                                 : one_of(random, reading.words[static_cast<size_t>(-3 - id)]));
    }
    const size_t end = e.ids.size();
    const int32_t answer = e.ids[static_cast<size_t>(noun)];
    e.ids.resize(tokens, 0);
    e.targets.resize(tokens, kIgnored);
    for (size_t i = rules.asked + 1; i < end; ++i) {
      e.targets[i] = answer;
      e.looks.push_back({last_layer, static_cast<Index>(i), noun});
    }
    return e;
  };
  return task;
}

}  // namespace

Task pronoun_task() { return which_noun("pronoun", "after 太 too", kPronoun, attention_only(1, 32), 500); }
Task control_task() { return which_noun("control", "from 他 he", kControl, attention_only(2, 32), 600); }
Task who_is_he_task() { return which_noun("who-is-he", "after 他 he", kWhoIsHe, attention_only(2, 32), 600); }

}  // namespace qkv

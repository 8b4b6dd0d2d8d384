// train/tasks.h and train/trainer.h
#include "train/trainer.h"

#include <algorithm>

#include "expect.h"
#include "io/asked.h"
#include "train/foresight.h"
#include "train/trained_model.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE(
    "every task makes examples that fit its vocabulary and length, and the same ones for the same seed") {
  for (const std::string& name : task_names()) {
    const Task task = make_task(name);
    Random random(1), again(1);
    for (int i = 0; i < 200; ++i) {
      const bool held_out = i % 2 == 0;
      const Example e = task.example(random, held_out);
      CHECK(task.example(again, held_out).ids == e.ids);
      CHECK(static_cast<Index>(e.ids.size()) == task.tokens);
      CHECK(e.targets.size() == e.ids.size());
      bool asks = false;
      for (const int32_t id : e.ids) CHECK((0 <= id && id < static_cast<int32_t>(task.words.size())));
      for (const int32_t target : e.targets) {
        CHECK((target == kIgnored || (0 <= target && target < static_cast<int32_t>(task.words.size()))));
        asks = asks || target != kIgnored;
      }
      CHECK(asks);
      for (const Look& look : e.looks) {
        CHECK((0 <= look.from && look.from < task.tokens && 0 <= look.to && look.to < task.tokens));
        if (task.recipe.config.causal && name != "random") CHECK(look.to <= look.from);
      }
    }
  }
  expect_error([] { make_task("chess"); }, "unknown task 'chess'; known are reversal, pronoun, who-is-he");
}

TEST_CASE("every task says where its answers count, for any text: its own examples agree") {
  for (const std::string& name : task_names()) {
    const Task task = make_task(name);
    Random random(3);
    for (int i = 0; i < 200; ++i) {
      const Example e = task.example(random, i % 2 == 0);
      const size_t end = static_cast<size_t>(std::find_if(e.targets.rbegin(), e.targets.rend(),
                                                          [](int32_t target) { return target != kIgnored; })
                                                 .base() -
                                             e.targets.begin());  // behind it only filling
      const std::vector<uint8_t> asked = asked_places(task.asked, task.words, {e.ids.data(), end});
      CAPTURE(name);
      for (size_t at = 0; at < end; ++at) CHECK((asked[at] != 0) == (e.targets[at] != kIgnored));
    }
  }
}

TEST_CASE("a task says where it repeats itself and how many kinds of tokens are equally likely") {
  for (const std::string& name : task_names()) {
    const Task task = make_task(name);
    CAPTURE(name);
    CHECK((task.kinds == 0 || task.least_loss == doctest::Approx(std::log(static_cast<double>(task.kinds)))));
    if (task.repeats_at == 0) continue;
    Random random(5);
    const Example e = task.example(random, false);
    const auto seen_before = [&](Index at) {
      return std::find(e.ids.begin(), e.ids.begin() + at, e.ids[static_cast<size_t>(at)]) !=
             e.ids.begin() + at;
    };
    CHECK(seen_before(task.repeats_at));
    CHECK(!seen_before(task.repeats_at - 1));
  }
}

TEST_CASE("probe: the same for its number and language; in the language asked, where a task speaks some") {
  const Task task = make_task("who-is-he");
  const Trainer trainer(task, task.recipe, 1);
  for (const char* language : {"zh", "en"})
    for (Index number = 0; number < 20; ++number) {
      CHECK(trainer.probe(number, language).language == std::string(language));
      CHECK(trainer.probe(number, language).ids == trainer.probe(number, language).ids);
    }
  const Task digits = make_task("reversal");
  CHECK(Trainer(digits, digits.recipe, 1).probe(0, "en").ids ==
        Trainer(digits, digits.recipe, 1).probe(0).ids);
}

TEST_CASE("tasks ask what they say: worked checks of every rule") {
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    const Example reversal = make_task("reversal").example(random, false);
    CHECK(reversal.targets[3] == reversal.ids[12]);
    const Example sort = make_task("sorting").example(random, false);
    for (size_t j = 7; j < 11; ++j) CHECK(sort.targets[j] > sort.targets[j - 1]);
    const Example sum = make_task("addition").example(random, false);
    const auto& d = sum.ids;
    CHECK(10 * d[0] + d[1] + 10 * d[3] + d[4] == 100 * sum.targets[5] + 10 * sum.targets[6] + sum.targets[7]);
    const Example modular = make_task("modular").example(random, false);
    CHECK((modular.ids[0] + modular.ids[1]) % 23 == modular.targets[2]);
    const Example recall = make_task("recall").example(random, false);
    for (const Look& look : recall.looks)
      CHECK(recall.ids[static_cast<size_t>(look.to)] == recall.targets[static_cast<size_t>(look.from)]);
    const Example induction = make_task("induction").example(random, false);
    for (const Look& look : induction.looks)
      CHECK(induction.ids[static_cast<size_t>(look.to)] == induction.targets[static_cast<size_t>(look.from)]);
  }
}

TEST_CASE(
    "the least possible loss: ln 20 for noise; for the sink task what drawing without replacement leaves") {
  CHECK(make_task("random").least_loss == doctest::Approx(std::log(20.0)));
  double nats = 0;
  for (int left = 23; left > 13; --left) nats += std::log(left);
  CHECK(make_task("sink").least_loss == doctest::Approx(nats / 15));
  CHECK(make_task("reversal").least_loss == 0);
  CHECK(std::isnan(text_task("abc", 2).least_loss));
}

TEST_CASE("clause: the texts' own sentences are in the grammar, and mean whom they say") {
  const Task task = make_task("who-is-he");
  const auto tokenizer = make_tokenizer(task.words, false);
  const auto answer = [&](const char* sentence) -> std::string {
    const std::vector<int32_t> wanted = tokenizer->encode(sentence);
    Random random(1);
    for (int i = 0; i < 100000; ++i)
      for (const bool held_out : {false, true}) {
        const Example e = task.example(random, held_out);
        if (!std::equal(wanted.begin(), wanted.end(), e.ids.begin())) continue;
        CHECK(e.targets[wanted.size() - 1] == e.targets[wanted.size() - 2]);  // asked from the clause word on
        CHECK(e.targets[wanted.size() - 3] == kIgnored);
        return task.words[static_cast<size_t>(e.targets[wanted.size() - 1])];
      }
    return "never made";
  };
  CHECK(answer("老板告诉员工他必须加班") == "员工");
  CHECK(answer("员工告诉老板他不想干了") == "员工");
  CHECK(answer("老板命令员工他必须加班") == "员工");
  CHECK(answer("老板答应员工他会加班") == "老板");
}

TEST_CASE("trained_model: runs as it learned, keeps its words, and comes back from a file") {
  const Task task = make_task("pronoun");
  Recipe recipe = task.recipe;
  recipe.batch = 8;
  Trainer trainer(task, recipe, 3);
  for (int i = 0; i < 5; ++i) trainer.step();
  const LoadedModel model = trained_model(trainer);
  CHECK(model.metadata.at("name") == "pronoun");
  CHECK(model.metadata.at("seed") == "3");
  CHECK(model.metadata.at("steps") == "5");
  const std::vector<int32_t> ids = model.tokenizer->encode("奖杯放不进箱子，因为它太大");
  const std::vector<uint8_t> bytes = write_model(model.transformer, model.metadata, DType::kF32);
  const LoadedModel read = load_model(bytes, {}, "safetensors");
  CHECK(forward(read.transformer, ids).logits == forward(trainer.model(), ids).logits);
  CHECK(read.tokenizer->encode("奖杯放不进箱子，因为它太大") == ids);
  trainer.step();  // the copy stays as it was
  CHECK(write_model(model.transformer, model.metadata, DType::kF32) == bytes);

  Trainer text(text_task("春 眠\n不觉晓", 3), text_task("春 眠\n不觉晓", 3).recipe, 1);
  const LoadedModel characters = trained_model(text);
  const LoadedModel again =
      load_model(write_model(characters.transformer, characters.metadata, DType::kF32), {}, "safetensors");
  CHECK(again.tokenizer->encode(" \n").size() == 2);
}

TEST_CASE("step_flops: a worked example, and half as many scores under a causal mask") {
  Config c;
  c.n_vocab = 5, c.max_tokens = 4, c.d_model = 8, c.n_layers = 1, c.d_head = 8, c.d_ff = 0;
  const Batch batch{1, 4, {0, 1, 2, 3}, {1, kIgnored, 3, kIgnored}};
  // 4 tokens × 4 matrices of 8 × 8, scores and values 4 × 2 × 2 seen × 8, two targets × 8 × 5; forward once,
  // back twice
  CHECK(step_flops(c, batch) == 6.0 * (4 * 4 * 64 + 4 * 2 * 2 * 8 + 2 * 8 * 5));
  c.causal = false;
  CHECK(step_flops(c, batch) == 6.0 * (4 * 4 * 64 + 4 * 2 * 4 * 8 + 2 * 8 * 5));
}

TEST_CASE("pronoun: the adjective decides, and noun pairs that are held out are never trained on") {
  const Task task = make_task("pronoun");
  Random random(3);
  std::vector<std::pair<int32_t, int32_t>> trained;
  const auto nouns = [&](const Example& e) {
    const bool chinese = task.words[static_cast<size_t>(e.ids[2])] == "放不进";
    return chinese ? std::pair(e.ids[1], e.ids[3]) : std::pair(e.ids[2], e.ids[8]);
  };
  for (int i = 0; i < 500; ++i) {
    const Example e = task.example(random, false);
    trained.push_back(nouns(e));
    const Look look = e.looks[0];
    const std::string adjective = task.words[static_cast<size_t>(e.ids[static_cast<size_t>(look.from)])];
    const int32_t answer = e.targets[static_cast<size_t>(look.from)];
    CHECK(e.ids[static_cast<size_t>(look.to)] == answer);
    if (adjective == "大" || adjective == "big") CHECK(answer == trained.back().first);
    if (adjective == "小" || adjective == "small") CHECK(answer == trained.back().second);
  }
  for (int i = 0; i < 200; ++i) {
    const auto pair = nouns(task.example(random, true));
    CHECK(std::find(trained.begin(), trained.end(), pair) == trained.end());
  }
}

TEST_CASE("text_task: characters of any script, the next one is asked") {
  const Task task = text_task("春眠不觉晓，ab🙂", 4);
  CHECK(task.words.size() == 9);
  CHECK(task.words[8] == "🙂");
  Random random(1);
  const Example e = task.example(random, false);
  CHECK(e.ids[1] == e.targets[0]);
  CHECK(text_task("abab", 100).tokens == 3);
  expect_error([] { text_task("a", 4); }, "at least two characters, got 1");
  expect_error([] { text_task("", 4); }, "at least two characters, got 0");
  expect_error([] { text_task("ab", 0); }, "at least 1 character long, got 0");
}

TEST_CASE("Trainer: the loss falls, the same seed gives the same losses bit for bit, a snapshot goes back") {
  const Task task = make_task("reversal");
  Recipe recipe = task.recipe;
  recipe.batch = 16;
  Trainer a(task, recipe, 5), b(task, recipe, 5), other(task, recipe, 6);
  const double first = a.step();
  CHECK(b.step() == first);
  CHECK(other.step() != first);
  CHECK(first == doctest::Approx(std::log(10.0)).epsilon(0.4));
  const Trainer::Snapshot snapshot = a.snapshot();
  std::vector<double> losses;
  for (int i = 0; i < 60; ++i) losses.push_back(a.step());
  CHECK(losses.back() < 0.8 * first);
  CHECK(a.progress().rate == doctest::Approx(3e-3));
  CHECK(a.progress().gradient_norm > 0);
  a.restore(snapshot);
  CHECK(a.steps() == 1);
  for (int i = 0; i < 5; ++i) CHECK(a.step() == losses[static_cast<size_t>(i)]);
  const Measurement before = a.measure(20);
  CHECK(a.measure(20).loss == before.loss);  // measuring learns nothing
  CHECK(before.looks.rows() == 1);
}

TEST_CASE("Trainer: an absurd learning rate ends with a sentence and the last model that was one") {
  const Task task = make_task("pronoun");
  Recipe recipe = task.recipe;
  recipe.learning_rate = 1e30f, recipe.batch = 4, recipe.warm_up = 0;
  Trainer trainer(task, recipe, 1);
  std::string message;
  try {
    for (int i = 0; i < 50; ++i) trainer.step();
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  CHECK(message.find("the loss is not a number") != std::string::npos);
  expect_error([&] { trainer.step(); }, "the learning rate");
  recipe.learning_rate = -1;
  expect_error([&] { Trainer(task, recipe, 1); }, "the learning rate must be 0 or more, got -1");
  recipe = task.recipe, recipe.batch = 0;
  expect_error([&] { Trainer(task, recipe, 1); }, "a batch must have 1 to 1000000 sequences, got 0");
  recipe = task.recipe, recipe.config.n_vocab = 3;
  expect_error([&] { Trainer(task, recipe, 1); }, "the model 3 and");
}

TEST_CASE(
    "foresight: without a mask the answer is seen, and gone when writing; with one there is no difference") {
  Task task = make_task("random");
  Recipe recipe = task.recipe;
  Random random(1);
  const Transformer causal = initial_model(recipe.config, random);
  const Foresight same = foresight(causal, task, 1, 20, 8);
  CHECK(same.seen == doctest::Approx(same.writing).epsilon(1e-4));
  CHECK(same.seen == doctest::Approx(0.05).epsilon(1));
  recipe.config.causal = false;
  Trainer trainer(task, recipe, 1);
  for (int i = 0; i < 120; ++i) trainer.step();
  const Foresight peeked = foresight(trainer.model(), task, 1, 20, 8);
  CHECK(peeked.seen > 0.5);
  CHECK(peeked.writing < 0.3);
}

TEST_CASE("Trainer: a snapshot of another model is refused") {
  const Task task = make_task("sorting");
  Recipe wide = task.recipe;
  wide.config.d_model = 16, wide.config.d_head = 16, wide.config.d_ff = 64;
  Trainer trainer(task, task.recipe, 1);
  const Trainer other(task, wide, 1);
  expect_error([&] { trainer.restore(other.snapshot()); }, "the snapshot is of another model");
}

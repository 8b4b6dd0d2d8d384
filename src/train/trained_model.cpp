#include "train/trained_model.h"

#include "io/json.h"

namespace qkv {

LoadedModel trained_model(const Trainer& trainer) {
  const Task& task = trainer.task();
  LoadedModel model{trainer.model(), make_tokenizer(task.words, task.characters), {}};
  std::string words;
  for (const std::string& word : task.words) words += (words.empty() ? "[" : ",") + json_quote(word);
  model.metadata = {{"name", task.name},
                    {"vocabulary", words + "]"},
                    {"seed", whole_text(static_cast<int64_t>(trainer.seed()))},
                    {"steps", whole_text(trainer.steps())}};
  if (!task.asked.empty()) model.metadata["asked"] = task.asked;
  if (task.characters) model.metadata["tokens"] = "characters";
  return model;
}

}  // namespace qkv

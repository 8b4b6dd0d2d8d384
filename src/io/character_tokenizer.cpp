#include <algorithm>
#include <map>

#include "io/tokenizer.h"
#include "io/utf8.h"

namespace qkv {
namespace {

class CharacterTokenizer final : public Tokenizer {
 public:
  explicit CharacterTokenizer(std::vector<std::string> characters) : characters_(std::move(characters)) {
    for (size_t id = 0; id < characters_.size(); ++id)
      ids_.emplace(characters_[id], static_cast<int32_t>(id));
  }

  size_t size() const override { return characters_.size(); }

  std::vector<int32_t> encode(std::string_view text) const override {
    std::vector<int32_t> ids;
    while (!text.empty()) {
      const size_t length = std::max<size_t>(utf8_length(text), 1);
      const auto found = ids_.find(text.substr(0, length));
      if (found == ids_.end())
        fail("encode", "the model has never seen '%'", {text.substr(0, length)}, kUnknownWord);
      ids.push_back(found->second);
      text.remove_prefix(length);
    }
    return ids;
  }

  std::string decode(const std::vector<int32_t>& ids) const override {
    std::string text;
    for (const std::string& character : tokens(ids)) text += character;
    return text;
  }

  std::vector<std::string> tokens(const std::vector<int32_t>& ids) const override {
    std::vector<std::string> shown;
    for (const int32_t id : ids) {
      if (id < 0 || static_cast<size_t>(id) >= characters_.size())
        fail("decode", "there is no token %", {id});
      shown.push_back(characters_[static_cast<size_t>(id)]);
    }
    return shown;
  }

 private:
  std::vector<std::string> characters_;
  std::map<std::string, int32_t, std::less<>> ids_;
};

}  // namespace

std::unique_ptr<Tokenizer> make_character_tokenizer(std::vector<std::string> characters) {
  return std::make_unique<CharacterTokenizer>(std::move(characters));
}

}  // namespace qkv

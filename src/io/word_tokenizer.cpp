#include <algorithm>
#include <map>

#include "io/tokenizer.h"
#include "io/utf8.h"
#include "numeric/error.h"

namespace qkv {
namespace {

// Full-width forms that a Chinese keyboard produces, and the plain form that vocabularies hold.
const std::pair<std::string_view, std::string_view> kPunctuation[] = {
    {"，", ","}, {"。", "."}, {"！", "!"}, {"？", "?"}, {"；", ";"}, {"：", ":"}, {"　", " "}};

std::string normalized(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto same = [&](const auto& pair) { return text.starts_with(pair.first); };
    const auto* found = std::find_if(std::begin(kPunctuation), std::end(kPunctuation), same);
    if (found != std::end(kPunctuation)) {
      result += found->second;
      text.remove_prefix(found->first.size());
      continue;
    }
    const char c = text.front();
    result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    text.remove_prefix(1);
  }
  return result;
}

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

class WordTokenizer final : public Tokenizer {
 public:
  explicit WordTokenizer(std::vector<std::string> words) : words_(std::move(words)) {
    for (size_t id = 0; id < words_.size(); ++id) {
      ids_.emplace(words_[id], static_cast<int32_t>(id));
      longest_ = std::max(longest_, words_[id].size());
    }
    if (ids_.size() != words_.size()) fail_file("vocabulary", "the same word stands in it twice");
  }

  size_t size() const override { return words_.size(); }

  std::vector<int32_t> encode(std::string_view original) const override {
    const std::string text = normalized(original);
    std::vector<int32_t> ids;
    if (const auto begin = ids_.find("<s>"); begin != ids_.end()) ids.push_back(begin->second);
    for (size_t at = 0; at < text.size();) {
      if (is_space(text[at])) {
        ++at;
        continue;
      }
      const size_t length = longest_match(text, at);
      if (length == 0) fail("encode", "the model has never seen '%'", {unknown_word(text, at)}, kUnknownWord);
      ids.push_back(ids_.find(std::string_view(text).substr(at, length))->second);
      at += length;
    }
    return ids;
  }

  std::string decode(const std::vector<int32_t>& ids) const override {
    std::string text;
    for (const int32_t id : ids) {
      const std::string& next = word(id);
      if (next == "<s>") continue;
      // Latin words need a space between them, Chinese ones do not.
      if (!text.empty() && is_letter(text.back()) && is_letter(next.front())) text += ' ';
      text += next;
    }
    return text;
  }

  std::vector<std::string> tokens(const std::vector<int32_t>& ids) const override {
    std::vector<std::string> shown;
    for (const int32_t id : ids) shown.push_back(word(id));
    return shown;
  }

 private:
  const std::string& word(int32_t id) const {
    if (id < 0 || static_cast<size_t>(id) >= words_.size()) fail("decode", "there is no token %", {id});
    return words_[static_cast<size_t>(id)];
  }

  size_t longest_match(std::string_view text, size_t at) const {
    for (size_t length = std::min(longest_, text.size() - at); length > 0; --length) {
      // "it" must not be found inside "item": a Latin word ends where its letters end.
      const bool cut =
          at + length < text.size() && is_letter(text[at + length - 1]) && is_letter(text[at + length]);
      if (!cut && ids_.contains(text.substr(at, length))) return length;
    }
    return 0;
  }

  static std::string unknown_word(std::string_view text, size_t at) {
    size_t end = at;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end == at) end += std::max<size_t>(utf8_length(text.substr(at)), 1);
    return std::string(text.substr(at, end - at));
  }

  std::vector<std::string> words_;
  std::map<std::string, int32_t, std::less<>> ids_;
  size_t longest_ = 0;
};

}  // namespace

std::unique_ptr<Tokenizer> make_word_tokenizer(std::vector<std::string> vocabulary) {
  return std::make_unique<WordTokenizer>(std::move(vocabulary));
}

}  // namespace qkv

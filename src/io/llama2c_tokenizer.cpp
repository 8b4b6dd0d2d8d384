#include <algorithm>
#include <limits>
#include <map>
#include <queue>

#include "io/file_kind.h"
#include "io/tokenizer.h"
#include "io/utf8.h"
#include "numeric/error.h"

namespace qkv {
namespace {

constexpr int32_t kUnknown = 0, kBegin = 1, kEnd = 2, kFirstByte = 3, kGone = -1;

class Llama2cTokenizer final : public Tokenizer {
 public:
  Llama2cTokenizer(Bytes bytes, size_t n_vocab) {
    refuse_foreign(bytes.first(std::min<size_t>(bytes.size(), kJudgedBytes)), bytes.size());
    ByteReader reader(bytes, "tokenizer.bin");
    reader.read<uint32_t>();  // the longest piece's length: a hint for buffers that are not used here
    // A piece takes at least eight bytes: a false n_vocab cannot ask for more memory than the file has.
    if (n_vocab > reader.remaining() / 8)
      fail_file("tokenizer.bin", "the model has % tokens, the tokenizer file is too short for that",
                {n_vocab});
    for (size_t id = 0; id < n_vocab; ++id) {
      scores_.push_back(reader.read<float>());
      const Bytes piece = reader.take(reader.read<uint32_t>());
      pieces_.emplace_back(reinterpret_cast<const char*>(piece.data()), piece.size());
      ids_.emplace(pieces_.back(), static_cast<int32_t>(id));  // of equal pieces the first counts
    }
    if (reader.remaining() > 0)
      fail_file("tokenizer.bin", "% bytes are left after % tokens: it belongs to another model",
                {reader.remaining(), n_vocab});
    for (int b = 0; b < 256 && has_id(kFirstByte + b); ++b) {
      constexpr std::string_view hex = "0123456789ABCDEF";
      const std::string name{
          '<', '0', 'x', hex[static_cast<size_t>(b / 16)], hex[static_cast<size_t>(b % 16)], '>'};
      if (pieces_[static_cast<size_t>(kFirstByte + b)] == name)
        n_bytes_ = b + 1;
      else
        break;
    }
  }

  size_t size() const override { return pieces_.size(); }

  std::vector<int32_t> encode(std::string_view text) const override {
    std::vector<int32_t> ids{kBegin};
    if (text.empty()) return ids;
    if (const auto space = ids_.find(" "); space != ids_.end()) ids.push_back(space->second);
    while (!text.empty()) {
      const size_t length = std::max<size_t>(utf8_length(text), 1);  // a broken byte stands for itself
      append_character(ids, text.substr(0, length));
      text.remove_prefix(length);
    }
    merge_pairs(ids);
    return ids;
  }

  std::string decode(const std::vector<int32_t>& ids) const override {
    std::string text;
    for (size_t i = 0; i < ids.size(); ++i) {
      const int32_t id = ids[i];
      if (id == kBegin || id == kEnd) continue;
      if (is_byte(id))
        text += static_cast<char>(id - kFirstByte);
      else
        text += without_leading_space(piece(id), i > 0 && ids[i - 1] == kBegin);
    }
    return text;
  }

  std::vector<std::string> tokens(const std::vector<int32_t>& ids) const override {
    std::vector<std::string> shown;
    for (size_t i = 0; i < ids.size(); ++i) {
      if (!is_byte(ids[i])) {
        shown.push_back(ids[i] == kBegin ? "<s>" : ids[i] == kEnd ? "</s>" : piece(ids[i]));
        continue;
      }
      const auto lead = static_cast<unsigned char>(ids[i] - kFirstByte);
      std::string bytes;
      for (size_t j = i; j < ids.size() && is_byte(ids[j]) && bytes.size() < utf8_expected_length(lead); ++j)
        bytes += static_cast<char>(ids[j] - kFirstByte);
      const size_t length = utf8_length(bytes);
      shown.push_back(length == 0 ? piece(ids[i]) : bytes);
      for (size_t j = 1; j < length; ++j) shown.emplace_back();
      if (length > 1) i += length - 1;
    }
    return shown;
  }

 private:
  bool has_id(int32_t id) const { return id >= 0 && static_cast<size_t>(id) < pieces_.size(); }
  bool is_byte(int32_t id) const { return id >= kFirstByte && id < kFirstByte + n_bytes_; }

  const std::string& piece(int32_t id) const {
    check(has_id(id), "decode", "there is no token %", {id});
    return pieces_[static_cast<size_t>(id)];
  }

  static std::string_view without_leading_space(std::string_view text, bool strip) {
    return strip && text.starts_with(' ') ? text.substr(1) : text;
  }

  void append_character(std::vector<int32_t>& ids, std::string_view character) const {
    if (const auto known = ids_.find(character); known != ids_.end()) {
      ids.push_back(known->second);
      return;
    }
    for (const char c : character) {
      const int32_t id = kFirstByte + static_cast<unsigned char>(c);
      ids.push_back(is_byte(id) ? id : kUnknown);
    }
  }

  /// Two neighbours that would make one piece. Of equal scores the pair further left is joined first.
  struct Pair {
    float score;
    size_t left, right;  // places in the list of ids
    int32_t left_id, right_id, joint;
    bool operator<(const Pair& other) const {
      return score != other.score ? score < other.score : left > other.left;
    }
  };

  /// Joins the best pair, again and again. The pairs wait in a heap, so that a long text takes n log n steps;
  /// one that has lost a neighbour in the meantime is recognized by its ids and dropped.
  void merge_pairs(std::vector<int32_t>& ids) const {
    const size_t n = ids.size();
    std::vector<size_t> next(n), previous(n);
    for (size_t i = 0; i < n; ++i) next[i] = i + 1, previous[i] = i - 1;
    std::priority_queue<Pair> waiting;
    const auto consider = [&](size_t left, size_t right) {
      if (left == 0 || left >= n || right >= n) return;  // the begin token joins with nothing
      const auto joint = ids_.find(piece(ids[left]) + piece(ids[right]));
      if (joint == ids_.end()) return;
      const float score = scores_[static_cast<size_t>(joint->second)];
      if (score == score) waiting.push({score, left, right, ids[left], ids[right], joint->second});
    };
    for (size_t i = 1; i + 1 < n; ++i) consider(i, i + 1);
    while (!waiting.empty()) {
      const Pair best = waiting.top();
      waiting.pop();
      const bool there =
          ids[best.left] == best.left_id && next[best.left] == best.right && ids[best.right] == best.right_id;
      if (!there) continue;
      ids[best.left] = best.joint;
      ids[best.right] = kGone;
      next[best.left] = next[best.right];
      if (next[best.left] < n) previous[next[best.left]] = best.left;
      consider(previous[best.left], best.left);
      consider(best.left, next[best.left]);
    }
    std::erase(ids, kGone);
  }

  std::vector<std::string> pieces_;  // id -> text
  std::vector<float> scores_;        // id -> how gladly it is joined
  std::map<std::string, int32_t, std::less<>> ids_;
  int n_bytes_ = 0;  // 256, or 0 if the vocabulary has no byte pieces
};

}  // namespace

std::unique_ptr<Tokenizer> read_llama2c_tokenizer(Bytes bytes, size_t n_vocab) {
  return std::make_unique<Llama2cTokenizer>(bytes, n_vocab);
}

}  // namespace qkv

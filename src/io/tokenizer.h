// From text to token ids and back.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/bytes.h"

namespace qkv {

class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  virtual size_t size() const = 0;
  /// The ids of the text, with the begin-of-sequence token first where the model was trained with one.
  /// Throws std::invalid_argument if the text has something the vocabulary cannot express.
  virtual std::vector<int32_t> encode(std::string_view text) const = 0;
  virtual std::string decode(const std::vector<int32_t>& ids) const = 0;
  /// One string per id, for showing: whole characters, never half a one. Where several byte tokens make one
  /// character, the first shows the character and the others are empty; bytes that make none show as <0xE5>.
  virtual std::vector<std::string> tokens(const std::vector<int32_t>& ids) const = 0;
};

/// Sentence-piece style byte-pair encoding, as in llama2.c's tokenizer.bin (github.com/karpathy/llama2.c,
/// run.c): u32 longest piece; then for each of n_vocab pieces f32 score, u32 length, bytes. 0 is unknown, 1
/// begin, 2 end, and piece 3 + b is the byte b. Encoding starts from characters and joins, again and again,
/// the neighbours whose joint piece has the highest score. Throws std::runtime_error if the file is cut off
/// or longer than its pieces.
std::unique_ptr<Tokenizer> read_llama2c_tokenizer(Bytes bytes, size_t n_vocab);

/// Whole words: at each place the longest word of the vocabulary that fits, spaces skipped, letters A–Z read
/// as a–z, full-width punctuation as its plain form. If "<s>" is in the vocabulary it comes first.
std::unique_ptr<Tokenizer> make_word_tokenizer(std::vector<std::string> vocabulary);

/// Single characters, spaces and line ends among them, as they stand.
std::unique_ptr<Tokenizer> make_character_tokenizer(std::vector<std::string> characters);

inline std::unique_ptr<Tokenizer> make_tokenizer(std::vector<std::string> words, bool characters) {
  return characters ? make_character_tokenizer(std::move(words)) : make_word_tokenizer(std::move(words));
}

}  // namespace qkv

#include "io/tokenizer.h"

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

namespace {

// A tokenizer.bin with the three specials, all 256 bytes, and some pieces with scores.
std::vector<uint8_t> tokenizer_file(const std::vector<std::pair<std::string, float>>& pieces) {
  std::vector<uint8_t> bytes;
  const auto put = [&](const void* from, size_t count) {
    bytes.insert(bytes.end(), static_cast<const uint8_t*>(from), static_cast<const uint8_t*>(from) + count);
  };
  const auto put_piece = [&](const std::string& text, float score) {
    const auto length = static_cast<uint32_t>(text.size());
    put(&score, 4), put(&length, 4), put(text.data(), text.size());
  };
  const uint32_t longest = 16;
  put(&longest, 4);
  for (const char* special : {"<unk>", "\n<s>\n", "\n</s>\n"}) put_piece(special, 0);
  for (int b = 0; b < 256; ++b) {
    char name[8];
    std::snprintf(name, sizeof name, "<0x%02X>", b);
    put_piece(name, 0);
  }
  for (const auto& [text, score] : pieces) put_piece(text, score);
  return bytes;
}

const std::vector<std::pair<std::string, float>> kPieces = {{" ", -1},  {"a", -2},  {"b", -3},
                                                            {"ab", -4}, {"ba", -5}, {" ab", -6}};
const size_t kSize = 259 + 6;

}  // namespace

TEST_CASE("llama2.c tokenizer: joins the best pair first, puts a space before the text") {
  const auto tokenizer = read_llama2c_tokenizer(tokenizer_file(kPieces), kSize);
  // " ", a, b, a -> "ab" scores -4, better than "ba" -5 -> " ", ab, a -> " ab", a
  CHECK(tokenizer->encode("aba") == std::vector<int32_t>{1, 264, 260});
  CHECK(tokenizer->decode({1, 264, 260}) == "aba");
  CHECK(tokenizer->encode("") == std::vector<int32_t>{1});
}

TEST_CASE(
    "llama2.c tokenizer: text comes back, whatever the script; bytes are grouped under their character") {
  const auto tokenizer = read_llama2c_tokenizer(tokenizer_file(kPieces), kSize);
  for (const char* text : {"ab ba", "年假怎么申请", "a😀b", "é", "\xFF\xFE broken"})
    CHECK(tokenizer->decode(tokenizer->encode(text)) == text);
  const auto shown = tokenizer->tokens(tokenizer->encode("a年😀"));
  CHECK(shown == std::vector<std::string>{"<s>", " ", "a", "年", "", "", "😀", "", "", ""});
  CHECK(tokenizer->tokens({3 + 0xE5, 3 + 0xB9, 260}) == std::vector<std::string>{"<0xE5>", "<0xB9>", "a"});
}

TEST_CASE("llama2.c tokenizer: broken files are refused") {
  std::vector<uint8_t> bytes = tokenizer_file(kPieces);
  expect_error([&] { read_llama2c_tokenizer(bytes, kSize - 1); }, "it belongs to another model");
  expect_error([&] { read_llama2c_tokenizer(bytes, 1u << 30); }, "too short for that");
  for (size_t length = 0; length < bytes.size(); ++length)
    CHECK_THROWS_AS(read_llama2c_tokenizer(Bytes(bytes.data(), length), kSize), std::runtime_error);
  bytes[8] = 0xFF, bytes[11] = 0xFF;  // the first piece's length
  expect_error([&] { read_llama2c_tokenizer(bytes, kSize); }, "the file ends at byte");
  const auto tokenizer = read_llama2c_tokenizer(tokenizer_file(kPieces), kSize);
  expect_error([&] { tokenizer->decode({5000}); }, "there is no token 5000");
  expect_error([&] { tokenizer->tokens({-1}); }, "there is no token -1");
}

TEST_CASE("word tokenizer: the longest word that fits, with or without spaces") {
  const auto tokenizer =
      make_word_tokenizer({"<s>", "奖杯", "放", "放不进", "箱子", ",", "it", "item", "suitcase"});
  CHECK(tokenizer->encode("奖杯放不进箱子，") == std::vector<int32_t>{0, 1, 3, 4, 5});
  CHECK(tokenizer->encode("It  item,suitcase") == std::vector<int32_t>{0, 6, 7, 5, 8});
  CHECK(tokenizer->decode({0, 6, 8}) == "it suitcase");
  CHECK(tokenizer->decode({0, 1, 3, 4}) == "奖杯放不进箱子");
  CHECK(tokenizer->tokens({0, 1}) == std::vector<std::string>{"<s>", "奖杯"});
  CHECK(make_word_tokenizer({"a"})->encode("").empty());
}

TEST_CASE("word tokenizer: names the word it does not know") {
  const auto tokenizer = make_word_tokenizer({"it", "放"});
  expect_error([&] { tokenizer->encode("it items"); }, "the model has never seen 'items'");
  expect_error([&] { tokenizer->encode("放年"); }, "the model has never seen '年'");
  expect_error([] { make_word_tokenizer({"a", "a"}); }, "the same word stands in it twice");
}

TEST_CASE("character tokenizer: every character counts, spaces and line ends too") {
  const auto tokenizer = make_character_tokenizer({"春", " ", "\n", "🙂"});
  const std::vector<int32_t> ids = tokenizer->encode("春 🙂\n春");
  CHECK(ids == std::vector<int32_t>{0, 1, 3, 2, 0});
  CHECK(tokenizer->decode(ids) == "春 🙂\n春");
  CHECK(tokenizer->tokens(ids)[2] == "🙂");
  CHECK(tokenizer->encode("").empty());
  expect_error([&] { tokenizer->encode("春秋"); }, "the model has never seen '秋'");
  expect_error([&] { tokenizer->decode({4}); }, "there is no token 4");
}

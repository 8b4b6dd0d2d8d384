#include "io/asked.h"

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

namespace {

const std::vector<std::string> kWords = {"<s>", "他", "k0", "v0", "→"};

/// "0110" by the rule, over ids.
std::string places(std::string_view rule, std::vector<int32_t> ids) {
  std::string text;
  for (const uint8_t asked : asked_places(rule, kWords, ids)) text += asked ? '1' : '0';
  return text;
}

}  // namespace

TEST_CASE("asked_places: every rule, worked out") {
  CHECK(places("", {0, 1, 2}) == "111");
  CHECK(places("everywhere", {0, 1, 2}) == "111");
  CHECK(places("from 他 →", {0, 2, 1, 2}) == "0011");
  CHECK(places("after 他 →", {0, 2, 1, 2}) == "0001");
  CHECK(places("at k0 v0", {0, 2, 1, 3}) == "0101");
  CHECK(places("again", {2, 3, 2, 3, 1}) == "00110");
  CHECK(places("again k0", {2, 3, 2, 3, 1}) == "00100");
  CHECK(places("but 2", {0, 0, 0, 0}) == "1101");
}

TEST_CASE("asked_places: nothing of the kind in the text, no text, no such rule") {
  CHECK(places("from →", {0, 1}) == "00");
  CHECK(places("but 10", {0, 1}) == "11");
  CHECK(places("again", {}) == "");
  expect_error([] { places("sometimes", {0}); }, "the rule 'sometimes' for where answers count is unknown");
}

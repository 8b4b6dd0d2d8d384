// json.h and utf8.h
#include "io/json.h"

#include "expect.h"
#include "io/utf8.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("parse_json reads every kind of value") {
  const Json json =
      parse_json(R"( {"a": [1, -2.5e1, true, false, null], "b": {"c": "x\n\u5e74\ud83d\ude00\/"}} )");
  CHECK(json.find("a")->array[1].number == -25.0);
  CHECK(json.find("a")->array[2].boolean);
  CHECK(json.find("a")->array[4].kind == Json::Kind::kNull);
  CHECK(json.find("b")->find("c")->string == "x\n年😀/");
  CHECK(json.find("d") == nullptr);
}

TEST_CASE("parse_json: numbers") {
  for (const char* text : {"0", "-0.5", "12345678901", "1e-5", "2.5E+3", "6.02e23", "0.000125",
                           "9007199254740991", "3.14159265358979"})
    CHECK(parse_json(text).number == doctest::Approx(std::strtod(text, nullptr)).epsilon(1e-15));
  CHECK(parse_json("1e999").number == HUGE_VAL);
  for (const char* text : {"1.", ".5", "1e", "1e+", "--1", "1.e5", "00", "-"}) CHECK_THROWS(parse_json(text));
}

TEST_CASE("parse_json: hundreds of digits are a number, and many keys take no time to compare") {
  CHECK(parse_json("0." + std::string(400, '3')).number == doctest::Approx(1.0 / 3));
  CHECK(parse_json(std::string(300, '9')).number == doctest::Approx(1e300));
  std::string many = "{";
  for (int i = 0; i < 100000; ++i) many += (i ? ",\"k" : "\"k") + std::to_string(i) + "\":0";
  CHECK(parse_json(many + "}").object.size() == 100000);
  CHECK_THROWS(parse_json(many + ",\"k7\":0}"));
}

TEST_CASE("json_quote is read back as it was") {
  const std::string text = "quote \" back\\slash \n tab \t 年 \x01";
  CHECK(parse_json(json_quote(text)).string == text);
}

TEST_CASE("parse_json refuses what is not JSON, and says where") {
  for (const char* text :
       {"", "{", "[1,", "[1,]", "{\"a\":1,}", "{a:1}", "\"abc", "\"\\x\"", "\"\\u12", "\"\\ud800\"",
        "\"\\udc00\"", "nul", "01a", "+1", "1 2", "{\"a\":1,\"a\":2}", "\"\x01\"", "-", "[1 2]"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_json(text), std::runtime_error);
  }
  expect_error([] { parse_json("[1, 2, x]"); }, "at byte 7");
  expect_error([] { parse_json(std::string(100000, '[')); }, "too deeply nested");
}

TEST_CASE("utf8_length accepts characters and nothing else") {
  CHECK(utf8_length("a") == 1);
  CHECK(utf8_length("é!") == 2);
  CHECK(utf8_length("年") == 3);
  CHECK(utf8_length("😀") == 4);
  for (const char* broken : {"", "\x80", "\xE5\xB9", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80",
                             "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE5 "}) {
    CAPTURE(broken);
    CHECK(utf8_length(broken) == 0);
  }
}

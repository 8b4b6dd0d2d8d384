#include "expect.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("join: text, whole numbers, real numbers and shapes") {
  CHECK(format("m is %, % and %", {shape_of(Matrix(4, 2)), -3, 0.5f}) == "m is 4 x 2, -3 and 0.5");
}

TEST_CASE("number_text: short where possible, and reads back as the same float32") {
  CHECK(number_text(0.5) == "0.5");
  CHECK(number_text(-2) == "-2");
  CHECK(number_text(10000) == "10000");
  CHECK(number_text(1e-5) == "0.00001");
  CHECK(number_text(1.5e-9) == "1.5e-9");
  CHECK(number_text(1e30) == "1e30");
  CHECK(number_text(0) == "0");
  CHECK(number_text(NAN) == "nan");
  CHECK(number_text(-INFINITY) == "-inf");
  CHECK(number_text(0.9999999999) == "1");
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const float value = random.normal() * std::pow(10.0f, static_cast<float>(random.below(40)) - 20.0f);
    CHECK(std::strtof(number_text(static_cast<double>(value)).c_str(), nullptr) == value);
  }
}

TEST_CASE("check_shape: names the function, the matrix, the expected and the given shape") {
  check_shape("f", "m", Matrix(2, 3), 2, 3);
  expect_error([] { check_shape("f", "m", Matrix(2, 3), 2, 4); }, "f: m must be 2 x 4, got 2 x 3");
  CHECK_THROWS_AS(check(false, "f", "no"), std::invalid_argument);
}

TEST_CASE("errors carry a code, their text and its values, so that they can be said in another language") {
  try {
    fail("encode", "the model has never seen '%' in %", {"员工", 3}, kUnknownWord);
  } catch (const InvalidArgument& error) {
    CHECK(std::string(error.what()) == "encode: the model has never seen '员工' in 3");
    CHECK(error.code == std::string("unknown_word"));
    CHECK(error.text == std::string("the model has never seen '%' in %"));
    CHECK(error.values == std::vector<std::string>{"员工", "3"});
  }
  try {
    fail_file("tensors", "the header claims % bytes", {7});
  } catch (const Failure& error) {
    CHECK(error.code == std::string("bad_file"));
    CHECK(error.values == std::vector<std::string>{"7"});
  }
}

TEST_CASE("row_differences: the largest of each row, NaN where there is one") {
  CHECK(row_differences(Matrix{{1, 2}, {3, 4}}, Matrix{{1, 5}, {2.5, 4}}) == Matrix{{3}, {0.5}});
  CHECK(row_differences(Matrix(2, 0), Matrix(2, 0)) == Matrix::Zero(2, 1));
  CHECK(std::isnan(row_differences(Matrix{{1, NAN}}, Matrix{{5, 1}})(0, 0)));
  CHECK_THROWS_WITH(row_differences(Matrix(1, 2), Matrix(2, 2)),
                    "row_differences: the second matrix must be 1 x 2, got 2 x 2");
}

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("shape_text: rows, then columns") { CHECK(shape_text(Matrix(4, 2)) == "4 x 2"); }

TEST_CASE("check_shape: names the function, the matrix, the expected and the given shape") {
  check_shape("f", "m", Matrix(2, 3), 2, 3);
  expect_error([] { check_shape("f", "m", Matrix(2, 3), 2, 4); }, "f: m must be 2 x 4, got 2 x 3");
  CHECK_THROWS_AS(check(false, "f", "no"), std::invalid_argument);
}

#include "attention/mask.h"

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("masks equal the golden data") {
  const Golden golden("masks");
  golden.expect("none", no_mask(5), 0);
  golden.expect("causal", causal_mask(5), 0);
  golden.expect("padding", padding_mask(5, 3), 0);
  golden.expect("window", window_mask(5, 2), 0);
  golden.expect("prefix", prefix_mask(5, 3), 0);
}

TEST_CASE("masks meet in their limits") {
  CHECK(window_mask(6, 6) == causal_mask(6));
  CHECK(prefix_mask(6, 0) == causal_mask(6));
  CHECK(prefix_mask(6, 1) == causal_mask(6));
  CHECK(prefix_mask(6, 6) == no_mask(6));
  CHECK(padding_mask(6, 6) == no_mask(6));
  CHECK(causal_mask(1) == no_mask(1));
  CHECK((padding_mask(2, 0).array() == -kInfinity).all());
}

TEST_CASE("masks refuse sizes that make no sense") {
  expect_error([] { padding_mask(4, 5); }, "n_valid must be between 0 and n = 4, got 5");
  expect_error([] { prefix_mask(4, -1); }, "prefix must be between 0 and n = 4, got -1");
  expect_error([] { window_mask(4, 0); }, "width must be at least 1, got 0");
}

TEST_CASE("check_mask: only 0 and -infinity, of the right shape") {
  check_mask(causal_mask(3), 3, 3);
  expect_error([] { check_mask(causal_mask(3), 3, 4); }, "mask must be 3 x 4, got 3 x 3");
  Matrix mask = no_mask(3);
  mask(1, 2) = -1e9f;
  expect_error([&] { check_mask(mask, 3, 3); }, "row 1, column 2");
  mask(1, 2) = NAN;
  expect_error([&] { check_mask(mask, 3, 3); }, "0 (allowed) or -infinity (forbidden)");
}

#include "cost/traffic.h"

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("traffic: by hand, and what it tells") {
  // n 4, d 2: Q, K, V and the output 4 × 8, the table written, read, written, read 4 × 16.
  CHECK(whole_table_traffic(4, 2).numbers == 96);
  CHECK(whole_table_traffic(4, 2).table == 16);
  // Tiles of 2 × 2: Q and the output 16; each of two blocks of queries reads all K and V, 2 × 16.
  const Traffic tiles = tiled_traffic(4, 2, 2, false);
  CHECK(tiles.numbers == 48);
  CHECK(tiles.table == 4);
  CHECK(tiles.tiles == 4);
  // Causal: one of the four stands above the diagonal, and its 8 numbers are not read.
  const Traffic causal = tiled_traffic(4, 2, 2, true);
  CHECK(causal.numbers == 40);
  CHECK(causal.tiles == 3);
  CHECK(causal.tiles_skipped == 1);
  // One tile is the whole table, read once instead of four times.
  CHECK(tiled_traffic(4, 2, 4, false).table == 16);
  CHECK(tiled_traffic(4, 2, 100, false).numbers == 32);
  CHECK(tiled_traffic(5, 2, 2, true).tiles == 6);  // ragged: blocks of 2, 2 and 1
  // With blocks of one, K and V are read again for each query: more than the table would have cost for d > 2.
  CHECK(tiled_traffic(64, 8, 1, false).numbers > whole_table_traffic(64, 8).numbers);
  CHECK(tiled_traffic(0, 8, 4, false).numbers == 0);
}

TEST_CASE("traffic: what cannot be is said") {
  expect_error([] { tiled_traffic(4, 2, 0, false); }, "at least one row, got 0");
  expect_error([] { tiled_traffic(-4, 2, 1, false); }, "must not be negative");
  expect_error([] { whole_table_traffic(4, -2); }, "must not be negative");
}

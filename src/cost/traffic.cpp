#include "cost/traffic.h"

#include <algorithm>

namespace qkv {

Traffic whole_table_traffic(Index n, Index d) {
  check(n >= 0 && d >= 0, "whole_table_traffic", "sizes must not be negative, got % and %", {n, d});
  const double rows = static_cast<double>(n), width = static_cast<double>(d);
  return {4 * rows * width + 4 * rows * rows, rows * rows, 1, 0};
}

Traffic tiled_traffic(Index n, Index d, Index block, bool causal) {
  check(n >= 0 && d >= 0, "tiled_traffic", "sizes must not be negative, got % and %", {n, d});
  check(block >= 1, "tiled_traffic", "a tile must have at least one row, got %", {block});
  const Index blocks = n / block + (n % block != 0);
  double keys = 0, tiles = 0;
  for (Index i = 0; i < blocks; ++i) {  // the last tile that a block of queries sees stands on the diagonal
    keys += static_cast<double>(causal ? std::min(n, (i + 1) * block) : n);
    tiles += static_cast<double>(causal ? i + 1 : blocks);
  }
  const double rows = static_cast<double>(n), width = static_cast<double>(d),
               all = static_cast<double>(blocks);
  const double side = static_cast<double>(std::min(n, block));
  return {2 * rows * width + 2 * keys * width, side * side, tiles, all * all - tiles};
}

}  // namespace qkv

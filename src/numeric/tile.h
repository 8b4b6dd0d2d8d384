// The innermost loop of every matrix product: a tile of the result that stays in registers while k runs.
//
// For each of the k steps the tile loads one row of the right factor (its width, four numbers at a time) and
// one number from each of its rows of the left factor, and does rows × width multiply-adds with them. The
// larger the tile, the more arithmetic for each number loaded: 4 × 8 does 8 vector multiply-adds for 6 loads.
// But the sums must fit into registers: V8 leaves WebAssembly 15 of the 16 on x86, and beyond about ten sums
// it starts to spill them to memory. And there must be enough of them: a multiply-add takes four cycles and
// two can start in each, so fewer than eight independent sums leave the unit waiting.
//
// Hence 3 × 12 (nine sums) where multiplication and addition are one instruction, 4 × 8 where they are two
// and the rest matters little, 6 × 8 on Arm with its 32 registers. Which one is best here is measured, not
// known: whoever has a clock times them and calls use_tile.
#pragma once

#include <span>

#include "numeric/matrix.h"

namespace qkv {

/// Where a tile kernel reads and writes. Strides count floats.
struct Strip {
  const float* a;  // (rows, k)  the left factor, row by row
  Index a_stride;
  const float* panel;  // (k, width)  some columns of the right factor, packed one row after the other
  float* out;          // (rows, width)
  Index out_stride;
  Index rows, k;
  bool accumulate;  // add to what `out` holds, instead of overwriting it
};

/// out (rows, width) (+)= a (rows, k) panel (k, width), `rows` at a time. Every number is the sum of its
/// products in the order of k, whatever the tile: all tiles give the same bits.
struct Tile {
  int rows, width;
  void (*multiply)(const Strip&);
};

inline constexpr int kWidestTile = 12;

/// All that this build has.
std::span<const Tile> tiles();

/// The tile in use: at first the one that is usually best for this kind of processor.
const Tile& tile();

/// The tile for the last columns, where the one in use is too wide to fill.
const Tile& narrow_tile();

/// Uses the tile with this index from now on. Throws std::invalid_argument if there is none.
void use_tile(Index index);

}  // namespace qkv

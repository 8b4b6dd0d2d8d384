#include "numeric/tile.h"

#include <cmath>

#include "numeric/simd.h"

namespace qkv {
namespace {

/// One tile: Rows × Vectors · 4 sums.
template <int Rows, int Vectors>
inline void multiply_tile(const Strip& s, Index row) {
  constexpr int kWidth = Vectors * kLanes;
  f32x4 sums[Rows][Vectors];
  float* const out = s.out + row * s.out_stride;
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < Vectors; ++v)
      sums[r][v] = s.accumulate ? load(out + r * s.out_stride + v * kLanes) : splat(0.0f);
  const float* left[Rows];
  for (int r = 0; r < Rows; ++r) {
    left[r] = s.a + (row + r) * s.a_stride;
    // Says nothing, but hides that the pointers are one pointer and a stride: else each is computed anew in
    // every step, and integer work is what limits this loop.
    asm("" : "+r"(left[r]));
  }
  const float* panel = s.panel;
  for (Index c = 0; c < s.k; ++c, panel += kWidth) {
    f32x4 b[Vectors];
    for (int v = 0; v < Vectors; ++v) b[v] = load(panel + v * kLanes);
    for (int r = 0; r < Rows; ++r) {
      const f32x4 x = splat(*left[r]++);
      for (int v = 0; v < Vectors; ++v) sums[r][v] = multiply_add(x, b[v], sums[r][v]);
    }
  }
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < Vectors; ++v) store(out + r * s.out_stride + v * kLanes, sums[r][v]);
}

/// All rows of a strip; those left over go by tiles of half the rows, and so on.
template <int Rows, int Vectors>
inline void multiply_rows(const Strip& s, Index row) {
  for (; row + Rows <= s.rows; row += Rows) multiply_tile<Rows, Vectors>(s, row);
  if constexpr (Rows > 1)
    if (row < s.rows) multiply_rows<Rows / 2, Vectors>(s, row);
}

template <int Rows, int Vectors>
void multiply_strip(const Strip& s) {
  multiply_rows<Rows, Vectors>(s, 0);
}

#if defined(__wasm__) && !defined(__wasm_simd128__)
constexpr Tile kTiles[] = {{2, 4, multiply_strip<2, 1>}};  // plain numbers: eight sums are all that fit
constexpr Index kNarrow = 0;
#else
constexpr Tile kTiles[] = {
    {3, 12, multiply_strip<3, 3>}, {4, 8, multiply_strip<4, 2>}, {6, 8, multiply_strip<6, 2>}};
constexpr Index kNarrow = 1;
#endif
constexpr Index kTileCount = static_cast<Index>(std::size(kTiles));

/// On x86 the NaN of ∞ - ∞ has its sign set, on Arm it has not: the only way to tell them apart from inside
/// WebAssembly (XNNPACK does the same).
bool is_x86() {
  volatile float infinity = kInfinity;
  return std::signbit(infinity - infinity);
}

Index usual_tile() {
  if (kTileCount == 1) return 0;
#if defined(__wasm_relaxed_simd__)
  return is_x86() ? 0 : 2;
#else
  return is_x86() ? 1 : 2;
#endif
}

// Read through memory each time, so that the kernels stay out of line (see kernel.h).
const Tile* volatile all_tiles = kTiles;
const Tile* volatile in_use = nullptr;

}  // namespace

std::span<const Tile> tiles() { return {all_tiles, static_cast<size_t>(kTileCount)}; }

const Tile& tile() {
  if (in_use == nullptr) in_use = all_tiles + usual_tile();
  return *in_use;
}

const Tile& narrow_tile() {
  const Tile& now = tile();
  return now.width == kWidestTile ? all_tiles[kNarrow] : now;
}

void use_tile(Index index) {
  check(0 <= index && index < kTileCount, "use_tile", "there are % tiles, got index %", {kTileCount, index});
  in_use = all_tiles + index;
}

}  // namespace qkv

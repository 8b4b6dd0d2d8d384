#include "numeric/panels.h"

#include <algorithm>

#include "numeric/kernel.h"
#include "numeric/simd.h"

namespace qkv {
namespace {

/// Copies k rows of `columns` numbers, padded with zeros to `width`.
void pack_rows(const float* b, Index b_stride, Index k, Index columns, float* panel, Index width) {
  if (columns == width) {
    for (Index c = 0; c < k; ++c, b += b_stride, panel += width)
      for (Index j = 0; j < width; j += kLanes) store(panel + j, load(b + j));
    return;
  }
  for (Index c = 0; c < k; ++c, b += b_stride, panel += width)
    for (Index j = 0; j < width; ++j) panel[j] = j < columns ? b[j] : 0.0f;
}

void transpose_block(const float* from, Index from_stride, Index rows, Index cols, float* to,
                     Index to_stride) {
  Index i = 0;
  for (; i + kLanes <= rows; i += kLanes) {
    const float* row = from + i * from_stride;
    Index j = 0;
    for (; j + kLanes <= cols; j += kLanes) {
      f32x4 r0 = load(row + j), r1 = load(row + from_stride + j), r2 = load(row + 2 * from_stride + j),
            r3 = load(row + 3 * from_stride + j);
      transpose(r0, r1, r2, r3);
      float* column = to + j * to_stride + i;
      store(column, r0);
      store(column + to_stride, r1);
      store(column + 2 * to_stride, r2);
      store(column + 3 * to_stride, r3);
    }
    for (; j < cols; ++j)
      for (Index r = 0; r < kLanes; ++r) to[j * to_stride + i + r] = row[r * from_stride + j];
  }
  for (; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) to[j * to_stride + i] = from[i * from_stride + j];
}

}  // namespace

// The tile for the next of `left` columns. With a tile of 12, the last 12 + 4 columns are taken as 8 + 8 and
// the last 8 or fewer as 8: 64 columns are 4 × 12 + 2 × 8, without a padded one.
const Tile& Panels::tile_for(Index left) const {
  return left <= 8 || (left > 12 && left <= 16) ? *narrow_ : *wide_;
}

void copy_transposed(const float* from, Index from_stride, Index rows, Index cols, float* to,
                     Index to_stride) {
  run_kernel<transpose_block>(from, from_stride, rows, cols, to, to_stride);
}

void Panels::pack(const float* b, Index b_stride, Index k, Index n, bool transposed) {
  wide_ = &tile();
  narrow_ = &narrow_tile();
  k_ = k;
  n_ = n;
  float* panel = packed_.room_for(k * (n + kWidestTile));
  for (Index j = 0; j < n;) {
    const Index width = tile_for(n - j).width, columns = std::min(width, n - j);
    if (transposed) {
      if (columns < width) std::fill_n(panel, k * width, 0.0f);
      copy_transposed(b + j * b_stride, b_stride, columns, k, panel, width);
    } else {
      run_kernel<pack_rows>(b + j, b_stride, k, columns, panel, width);
    }
    panel += k * width;
    j += width;
  }
}

Index Panels::whole_panels(Index columns) const {
  Index end = 0;
  while (end < columns) end += tile_for(n_ - end).width;
  return end;
}

void Panels::multiply(const float* a, Index a_stride, Index m, Index depth, Index columns, float* out,
                      Index out_stride, bool accumulate) const {
  const float* panel = packed_.data();
  for (Index j = 0; j < columns;) {
    const Tile& now = tile_for(n_ - j);
    const Index whole = std::min<Index>(now.width, columns - j);
    if (whole == now.width) {
      now.multiply({a, a_stride, panel, out + j, out_stride, m, depth, accumulate});
    } else {  // the last columns, where they do not fill a tile, go by way of a copy
      constexpr Index kRows = 24;
      float edge[kRows * kWidestTile];
      for (Index i = 0; i < m; i += kRows) {
        const Index rows = std::min(kRows, m - i);
        float* to = out + i * out_stride + j;
        for (Index r = 0; accumulate && r < rows; ++r)
          std::copy_n(to + r * out_stride, whole, edge + r * now.width);
        now.multiply({a + i * a_stride, a_stride, panel, edge, now.width, rows, depth, accumulate});
        for (Index r = 0; r < rows; ++r) std::copy_n(edge + r * now.width, whole, to + r * out_stride);
      }
    }
    panel += k_ * now.width;
    j += now.width;
  }
}

}  // namespace qkv

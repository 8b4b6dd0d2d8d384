// The right factor of a product, copied so that tiles read it straight ahead.
//
// A tile walks down k through a few columns. In a row-major matrix the next row of those columns lies a whole
// row away: a new cache line, and soon a new page, for every step. So the columns are cut into panels as wide
// as a tile, and each panel is copied ("packed") with its rows one after the other. The copy costs one read
// and one write per number and is used for every row of the left factor. It is also where a transposed
// factor is turned, so that there is one kind of inner loop only.
#pragma once

#include "numeric/buffer.h"
#include "numeric/matrix.h"
#include "numeric/tile.h"

namespace qkv {

/// to (cols, rows) = fromᵀ, with from (rows, cols): copied turned. Strides count floats.
void copy_transposed(const float* from, Index from_stride, Index rows, Index cols, float* to,
                     Index to_stride);

class Panels {
 public:
  /// Packs b (k, n), or bᵀ if `transposed` and b is (n, k).
  void pack(const float* b, Index b_stride, Index k, Index n, bool transposed);

  /// out (m, columns) (+)= a (m, depth) b, using only the first `depth` ≤ k rows of b and the first `columns`
  /// ≤ n of its columns.
  void multiply(const float* a, Index a_stride, Index m, Index depth, Index columns, float* out,
                Index out_stride, bool accumulate) const;

  /// The end of the panel that column `columns` - 1 lies in: at least `columns`, and possibly beyond n, where
  /// the panels hold zeros. For results that have room for whole panels, which are faster.
  Index whole_panels(Index columns) const;

  /// How many bytes the copy takes.
  size_t bytes() const { return packed_.bytes(); }

 private:
  const Tile& tile_for(Index left) const;

  const Tile *wide_ = nullptr, *narrow_ = nullptr;  // the tiles in use when it was packed
  Index k_ = 0, n_ = 0;
  Buffer packed_;
};

}  // namespace qkv

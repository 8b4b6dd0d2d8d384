// The online softmax, one step at a time: what flash_attention does a tile at a time, with everything it holds in between.
//
// For each query only three things are kept: the largest score so far m, the sum of e^(score - m) so far ℓ, and the
// values weighed so far o, not yet divided by ℓ. A tile of keys that brings a larger score finds ℓ and o too large by
// e^(m_new - m_old), so both are first multiplied by e^(m_old - m_new) ≤ 1. The weights are never held as a row, which
// is why the table of n × n is never needed; and since sums do not mind their order, neither do tiles.
// Milakov and Gimelshein 2018, "Online normalizer calculation for softmax"; with tiles, Dao et al. 2022, FlashAttention.
#pragma once

#include <vector>

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

/// What is done with what was gathered when a tile comes: right, and three ways to get it wrong that were published.
enum class Rescale {
  kRight,      // ℓ and o times e^(m_old - m_new)
  kNone,       // left as they are: what was seen under a smaller maximum counts too much
  kWrongSign,  // times e^(m_new - m_old): it counts more still
  kNoMaximum,  // nothing is subtracted, m stays 0: right until e^score is more than a float can hold
};

Names<Rescale> names(Rescale);

/// What a tile did. n queries, c keys in the tile.
struct OnlineTile {
  Index first;          // of its keys, in the sequence
  Matrix scores;        // (n, c) scaled; -∞ where hidden
  Matrix exponentials;  // (n, c) e^(score - m)
  Matrix tile_max;      // (n, 1) the largest score of this tile alone
  Matrix
      factor;  // (n, 1) what ℓ and o were multiplied by; 1 where the maximum did not move or nothing was there
};
void fields(const OnlineTile& t, auto visit) {
  visit("first", t.first), visit("scores", t.scores), visit("exponentials", t.exponentials);
  visit("tile_max", t.tile_max), visit("factor", t.factor);
}

/// Attention of n queries over keys that come in tiles, in any order.
class OnlineSoftmax {
 public:
  /// For `n` queries over values of width `d_v`. Throws std::invalid_argument if either is negative.
  OnlineSoftmax(Index n, Index d_v, Rescale rescale = Rescale::kRight);

  /// Takes a tile: `scores` (n, c), already scaled and with -∞ where a key is hidden, of the keys from `first`, and
  /// their `values` (c, d_v). Returns what was done. Throws std::invalid_argument if the shapes do not fit.
  OnlineTile take(const MatrixRef& scores, const MatrixRef& values, Index first = 0);

  /// (n, d_v) o / ℓ: attention over what was taken so far; 0 for a query that saw nothing.
  Matrix output() const;

  const Matrix& row_max() const { return row_max_; }    // (n, 1) m; -∞ for a query that saw nothing
  const Matrix& row_sum() const { return row_sum_; }    // (n, 1) ℓ
  const Matrix& gathered() const { return gathered_; }  // (n, d_v) o, not divided

 private:
  Rescale rescale_;
  Matrix row_max_, row_sum_, gathered_;
};

/// A square of the table of scores that was taken, and what is held of its queries after it.
struct TileTaken {
  Index row, col;     // which, counted in tiles
  Index first_query;  // of its rows, in the sequence
  OnlineTile tile;
  Matrix row_max, row_sum;  // (rows of the tile, 1)
  Matrix gathered;          // (rows of the tile, d_v)
  double numbers;           // moved between slow and fast memory up to here; keys as wide as values
};
void fields(const TileTaken& t, auto visit) {
  visit("row", t.row), visit("col", t.col), visit("first_query", t.first_query), visit("numbers", t.numbers);
  fields(t.tile, visit);
  visit("row_max", t.row_max), visit("row_sum", t.row_sum), visit("gathered", t.gathered);
}

/// The table of n × n in squares of `block`, as far as they have been taken.
struct TiledRun {
  Index tiles;                   // along a side
  std::vector<uint8_t> hidden;   // tiles × tiles, row by row: nothing in it is visible, so it is skipped
  std::vector<TileTaken> taken;  // in the order in which they were
  Matrix row_max, row_sum, gathered;  // of all queries, (n, 1), (n, 1), (n, d_v)
  Matrix output;                      // (n, d_v) gathered / row_sum
  bool complete;                      // every tile that is not hidden was taken
  Matrix whole;                       // (n, d_v) from the table as a whole
  float difference;                   // the largest between output and whole
};
void fields(const TiledRun& r, auto visit) {
  visit("tiles", r.tiles), visit("hidden", r.hidden), visit("taken", r.taken);
  visit("row_max", r.row_max), visit("row_sum", r.row_sum), visit("gathered", r.gathered);
  visit("output", r.output), visit("complete", r.complete), visit("whole", r.whole);
  visit("difference", r.difference);
}

/// Takes the tiles `order`, numbered row by row, of `scores` (n, n), scaled and with -∞ where hidden, over `values`
/// (n, d_v). The last tile of a row or column is narrower if `block` does not divide n. Throws std::invalid_argument if
/// the shapes do not fit, `block` < 1, or a tile is not there, hidden, or taken twice. Row by row the numbers moved are
/// those of tiled_traffic; an order that leaves queries unfinished pays for putting aside what they hold and fetching it.
TiledRun take_tiles(const MatrixRef& scores, const MatrixRef& values, Index block,
                    const std::vector<int32_t>& order, Rescale rescale = Rescale::kRight);

}  // namespace qkv

// What attention moves between slow and fast memory, which a processor may wait for longer than it computes.
#pragma once

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

/// How many numbers go between slow and fast memory, and how large a table is held at once, for one head.
struct Traffic {
  double numbers;        // read and written
  double table;          // the largest table of scores held at once, in numbers
  double tiles;          // computed
  double tiles_skipped;  // above the diagonal of a causal mask: nothing of them is read
};
void fields(const Traffic& t, auto visit) {
  visit("numbers", t.numbers), visit("table", t.table);
  visit("tiles", t.tiles), visit("tiles_skipped", t.tiles_skipped);
}

/// The whole table: Q, K, V read once, scores written, read and written as weights, read again, the output written:
/// 4·n·d + 4·n² for d_v = d. One head; a causal mask changes nothing, as the table is square all the same.
Traffic whole_table_traffic(Index n, Index d);

/// Tiles of `block` queries by `block` keys, queries outside: Q read and the output written once, K and V read again
/// for each block of queries that sees them. Throws std::invalid_argument if `block` < 1 or n or d is negative.
/// The count of FlashAttention-2 (Dao 2023), whose outer loop goes over queries.
Traffic tiled_traffic(Index n, Index d, Index block, bool causal);

}  // namespace qkv

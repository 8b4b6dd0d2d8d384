// What writing token by token computes, with the keys and values kept and without.
#pragma once

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

/// Work of one head of one layer. Every other projection and every other head does the same number of times as much.
struct GenerationWork {
  double projections;   // of a token to q, k and v
  double dot_products;  // of a query and a key
};
void fields(const GenerationWork& w, auto visit) {
  visit("projections", w.projections), visit("dot_products", w.dot_products);
}

/// To know what comes after the n-th token, n ≥ 1. With a cache that token alone is projected and its query meets n keys;
/// without one all n are projected again and each meets itself and those before it: n (n + 1) / 2. Throws
/// std::invalid_argument if n < 1.
GenerationWork token_work(Index n, bool cached);

/// The same for each of the first n tokens together: n and n (n + 1) / 2 with a cache, n (n + 1) / 2 and
/// n (n + 1) (n + 2) / 6 without. The cache takes one power of n away and leaves the square. n = 0 is no work.
GenerationWork writing_work(Index n, bool cached);

}  // namespace qkv

#include "attention/reach.h"

#include <vector>

#include "attention/mask.h"

namespace qkv {

Matrix layers_to_reach(const MatrixRef& mask) {
  const Index n = mask.rows();
  check_mask(mask, n, n);
  Matrix layers = Matrix::Constant(n, n, kInfinity);
  // From each position back along what is seen, breadth first: each step is a layer.
  for (Index i = 0; i < n; ++i) {
    layers(i, i) = 0;
    std::vector<Index> front = {i};
    for (float layer = 1; !front.empty(); ++layer) {
      std::vector<Index> next;
      for (const Index at : front)
        for (Index j = 0; j < n; ++j)
          if (mask(at, j) == 0 && layers(i, j) == kInfinity) {
            layers(i, j) = layer;
            next.push_back(j);
          }
      front = std::move(next);
    }
  }
  return layers;
}

}  // namespace qkv

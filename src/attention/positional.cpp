#include "attention/positional.h"

#include <cmath>

#include "numeric/real.h"

namespace qkv {

Matrix sinusoidal_positions(Index n, Index d_model) {
  check(d_model % 2 == 0, "sinusoidal_positions", {"d_model must be even, got ", d_model});
  Matrix positions(n, d_model);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < d_model; c += 2) {
      const double angle =
          static_cast<double>(i) * power(10000.0, -static_cast<double>(c) / static_cast<double>(d_model));
      positions(i, c) = static_cast<float>(std::sin(angle));
      positions(i, c + 1) = static_cast<float>(std::cos(angle));
    }
  return positions;
}

void apply_rope(Matrix& x, Index d_head, float theta, RopeLayout layout, Index start) {
  check(d_head > 0 && d_head % 2 == 0, "apply_rope", {"d_head must be even, got ", d_head});
  check(x.cols() % d_head == 0, "apply_rope",
        {"x must be whole heads of ", d_head, " columns, got ", x.cols()});
  const Index pairs = d_head / 2;
  const bool interleaved = layout == RopeLayout::kInterleaved;
  for (Index c = 0; c < pairs; ++c) {
    // In double: at position 10,000 a float angle would be off in its third decimal.
    const double frequency =
        power(static_cast<double>(theta), -2.0 * static_cast<double>(c) / static_cast<double>(d_head));
    const Index first = interleaved ? 2 * c : c, second = interleaved ? 2 * c + 1 : c + pairs;
    for (Index i = 0; i < x.rows(); ++i) {
      const double angle = static_cast<double>(start + i) * frequency;
      const float cosine = static_cast<float>(std::cos(angle)), sine = static_cast<float>(std::sin(angle));
      for (Index head = 0; head < x.cols(); head += d_head) {
        const float a = x(i, head + first), b = x(i, head + second);
        x(i, head + first) = a * cosine - b * sine;
        x(i, head + second) = a * sine + b * cosine;
      }
    }
  }
}

}  // namespace qkv

#include "numeric/random.h"

#include <cmath>

#include "numeric/real.h"

namespace qkv {

uint64_t Random::bits() {
  state_ += 0x9E3779B97F4A7C15ull;
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

float Random::uniform() { return static_cast<float>(bits() >> 40) * 0x1p-24f; }

uint32_t Random::below(uint32_t bound) {
  check(bound > 0, "Random::below", "bound must be at least 1");
  // Multiply and shift (Lemire 2019); the bias of at most bound / 2^32 does not matter here.
  return static_cast<uint32_t>(((bits() >> 32) * bound) >> 32);
}

float Random::normal() {
  const double radius = std::sqrt(-2.0 * natural_log(1.0 - static_cast<double>(uniform())));
  const double angle = 6.283185307179586 * static_cast<double>(uniform());
  return static_cast<float>(radius * sine_cosine(angle).cosine);
}

Matrix random_normal(Random& random, Index rows, Index cols, float deviation) {
  Matrix result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) result.data()[i] = deviation * random.normal();
  return result;
}

}  // namespace qkv

// Seeded random numbers: the same seed gives the same numbers on every machine and in every module.
#pragma once

#include <cstdint>

#include "numeric/matrix.h"

namespace qkv {

/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
/// <random> is not used because its distributions differ between standard libraries.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  /// The next 64 random bits.
  uint64_t bits();
  /// Uniform in [0, 1), a multiple of 2^-24 (so that it is exact in float32).
  float uniform();
  /// Uniform in {0, …, bound - 1}. Throws std::invalid_argument if bound is 0.
  uint32_t below(uint32_t bound);
  /// Normal with mean 0 and standard deviation 1 (Box and Muller 1958).
  float normal();

 private:
  uint64_t state_;
};

/// (rows, cols) of independent normals with mean 0 and the given standard deviation.
Matrix random_normal(Random& random, Index rows, Index cols, float deviation = 1.0f);

}  // namespace qkv

// Scratch memory that is kept from call to call, because asking for it takes longer than small products do.
#pragma once

#include <cstddef>
#include <memory>

namespace qkv {

/// Grows, never shrinks, and is never cleared: what it holds is what was last written.
class Buffer {
 public:
  /// Room for at least `count` numbers. What was there is lost if it has to grow.
  float* room_for(std::ptrdiff_t count) {
    if (count > count_) {
      numbers_.reset();  // first, so that the old and the new are not there together
      count_ = 0;
      numbers_.reset(new float[static_cast<size_t>(count)]);
      count_ = count;
    }
    return numbers_.get();
  }
  const float* data() const { return numbers_.get(); }
  size_t bytes() const { return static_cast<size_t>(count_) * sizeof(float); }

 private:
  std::unique_ptr<float[]> numbers_;
  std::ptrdiff_t count_ = 0;
};

}  // namespace qkv

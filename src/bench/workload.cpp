#include "bench/workload.h"

#include <cmath>

#include "attention/attention.h"
#include "attention/flash.h"
#include "attention/mask.h"
#include "cost/cost.h"
#include "numeric/gemm.h"
#include "numeric/peak.h"
#include "numeric/random.h"
#include "numeric/softmax.h"

namespace qkv {
namespace {

constexpr const char* kNames[] = {"peak", "gemm", "softmax", "naive", "tiled"};
constexpr size_t kSizes[] = {0, 3, 2, 4, 4};
constexpr int kPeakSteps = 10'000;
constexpr double kLargest = 1 << 24;

Workload::Kind kind_of(std::string_view name) {
  for (int i = 0; i < 5; ++i)
    if (name == kNames[i]) return static_cast<Workload::Kind>(i);
  fail("workload", "unknown kind '%'; known are peak, gemm, softmax, naive and tiled", {name});
}

}  // namespace

Workload::Workload(std::string_view name, const std::vector<double>& sizes) : kind_(kind_of(name)) {
  const size_t wanted = kSizes[static_cast<size_t>(kind_)];
  check(sizes.size() == wanted, "workload", "% needs % sizes, got %", {name, wanted, sizes.size()});
  for (const double size : sizes)
    check(size >= 0 && size <= kLargest && size == std::floor(size), "workload",
          "sizes must be whole numbers between 0 and 2^24, got %", {size});
  const bool attends = kind_ == Kind::kNaive || kind_ == Kind::kTiled;
  check(!attends || (sizes[0] >= 1 && sizes[2] >= 1), "workload",
        "attention needs at least one head of width 1");
  Random random(1);
  const auto size = [&](size_t i) { return static_cast<Index>(sizes[i]); };
  const auto fits = [](double rows, double cols) {
    check(rows * cols <= kLargest * 16, "workload", "the shape is too large");
  };
  const auto add_input = [&](double rows, double cols) {
    fits(rows, cols);
    inputs_.push_back(random_normal(random, static_cast<Index>(rows), static_cast<Index>(cols)));
  };
  switch (kind_) {
    case Kind::kPeak:
      flops_ = kPeakFlopsPerStep * kPeakSteps;
      break;
    case Kind::kGemm:
      fits(sizes[0], sizes[2]);
      add_input(sizes[0], sizes[1]), add_input(sizes[1], sizes[2]);
      output_.resize(size(0), size(2));
      flops_ = 2.0 * sizes[0] * sizes[1] * sizes[2];
      break;
    case Kind::kSoftmax:
      add_input(sizes[0], sizes[1]);
      output_ = inputs_[0];
      break;
    default:
      for (int i = 0; i < 3; ++i) add_input(sizes[1], sizes[0] * sizes[2]);
      n_heads_ = size(0), causal_ = sizes[3] != 0;
      if (kind_ == Kind::kNaive && causal_) mask_ = causal_mask(size(1));
      output_.resize(size(1), n_heads_ * size(2));
      free_flash_scratch();  // so that scratch_bytes speaks of this work
      flops_ = sizes[0] * attention_flops(sizes[1], sizes[2]) / (causal_ ? 2 : 1);
  }
}

float Workload::run(int times) {
  float sink = 0;
  for (int i = 0; i < times; ++i) {
    switch (kind_) {
      case Kind::kPeak:
        sink += multiply_add_in_registers(kPeakSteps);
        continue;
      case Kind::kGemm:
        gemm(inputs_[0], inputs_[1], output_);
        break;
      case Kind::kSoftmax:
        softmax_in_place(output_);
        break;
      case Kind::kNaive: {
        const Index d_head = inputs_[0].cols() / n_heads_;
        const auto head = [&](int input, Index h) -> MatrixRef {
          return inputs_[static_cast<size_t>(input)].middleCols(h * d_head, d_head);
        };
        for (Index h = 0; h < n_heads_; ++h)
          output_.middleCols(h * d_head, d_head) =
              attention_output(head(0, h), head(1, h), head(2, h), mask_);
        break;
      }
      case Kind::kTiled:
        output_ = flash_attention(inputs_[0], inputs_[1], inputs_[2],
                                  {.n_heads = n_heads_, .n_kv_heads = n_heads_, .causal = causal_});
    }
    if (output_.size() > 0) sink += output_.data()[output_.size() - 1];
  }
  return sink;
}

double Workload::bytes() const {
  double numbers = static_cast<double>(output_.size());
  for (const Matrix& input : inputs_) numbers += static_cast<double>(input.size());
  const double tables = kind_ == Kind::kNaive ? 4.0 * static_cast<double>(n_heads_) * scratch_bytes() : 0;
  return numbers * sizeof(float) + tables;
}

double Workload::scratch_bytes() const {
  if (kind_ == Kind::kNaive) return score_table_bytes(static_cast<double>(inputs_[0].rows()));
  return kind_ == Kind::kTiled ? static_cast<double>(flash_scratch_bytes()) : 0;
}

Workload::Speed Workload::speed(double ms, double peak_ms) const {
  const double peak = flops_per_second(kPeakFlopsPerStep * kPeakSteps, peak_ms);
  const double rate = flops_per_second(flops_, ms);
  return {.flops_per_second = rate,
          .peak = peak,
          .peak_share = rate / peak,
          .intensity = flops_ / bytes(),
          .bytes_per_second = bytes() / ms * 1000,
          .ns_per_number = ms * 1e6 / static_cast<double>(output_.size())};
}

}  // namespace qkv

// Prepared work to be timed: the benchmark's side of the core. It knows no clock; whoever times it calls
// `run`.
#pragma once

#include <string_view>
#include <vector>

#include "numeric/fields.h"
#include "numeric/matrix.h"

namespace qkv {

class Workload {
 public:
  /// What is done, on normal numbers from a fixed seed:
  ///   kPeak     multiply-adds in registers; no sizes
  ///   kGemm     a (m, k) times b (k, n); sizes m, k, n
  ///   kSoftmax  of the rows of one matrix, in place; sizes n, m
  ///   kNaive    attention by way of a table of scores; sizes n_heads, n, d_head, causal (0 or 1)
  ///   kTiled    the same by flash_attention
  enum class Kind { kPeak, kGemm, kSoftmax, kNaive, kTiled };

  /// Throws std::invalid_argument if the kind is unknown or a size makes no sense.
  Workload(std::string_view kind, const std::vector<double>& sizes);

  /// Does it `times` times and returns a number that depends on the result.
  float run(int times);

  /// Floating-point operations of one run, a multiply-add counting two. Softmax counts none; under a causal
  /// mask half of the products count.
  double flops() const { return flops_; }

  /// Bytes that one run must at least read and write: inputs and output once, and for kNaive the table of
  /// scores four times (written, read and written by softmax, read).
  double bytes() const;

  /// Bytes that a run needs beside its inputs and its output; for kTiled what has been taken since this work
  /// was made, 0 before its first run.
  double scratch_bytes() const;

  struct Speed {
    double flops_per_second;
    double peak;              // of the registers, in the same unit
    double peak_share;        // flops_per_second / peak
    double intensity;         // operations for each byte that must at least be moved
    double bytes_per_second;  // if no more than those were moved
    double ns_per_number;     // of the output
  };
  /// What it means that a run takes `ms` milliseconds, and a run of the kind kPeak `peak_ms`.
  Speed speed(double ms, double peak_ms) const;

  const std::vector<Matrix>& inputs() const { return inputs_; }
  const Matrix& output() const { return output_; }

 private:
  Kind kind_;
  Index n_heads_ = 1;
  bool causal_ = false;
  double flops_ = 0;
  std::vector<Matrix> inputs_;
  Matrix mask_;  // kNaive, causal
  Matrix output_;
};

void fields(const Workload::Speed& s, auto visit) {
  visit("flops_per_second", s.flops_per_second), visit("peak", s.peak), visit("peak_share", s.peak_share);
  visit("intensity", s.intensity), visit("bytes_per_second", s.bytes_per_second);
  visit("ns_per_number", s.ns_per_number);
}

}  // namespace qkv

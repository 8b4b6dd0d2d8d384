// bench/workload.h and numeric/peak.h
#include "bench/workload.h"

#include "expect.h"
#include "numeric/peak.h"
#include "numeric/softmax.h"
#include "reference.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("Workload: a product is the product, twice as many operations as multiply-adds") {
  Workload gemm("gemm", {5, 7, 3});
  gemm.run(2);
  expect_near(gemm.output(), reference::matmul(gemm.inputs()[0], gemm.inputs()[1]), 1e-5);
  CHECK(gemm.flops() == 210);
  CHECK(gemm.bytes() == 4 * (35 + 21 + 15));
}

TEST_CASE("Workload: softmax is softmax") {
  Workload softmax("softmax", {4, 9});
  const Matrix scores = softmax.inputs()[0];
  softmax.run(1);
  expect_near(softmax.output(), softmax_rows(scores).weights, 0);
}

TEST_CASE("Workload: naive and tiled attention give the same numbers in very different memory") {
  for (const double causal : {0, 1}) {
    Workload naive("naive", {2, 300, 8, causal}), tiled("tiled", {2, 300, 8, causal});
    naive.run(1), tiled.run(1);
    expect_near(tiled.output(), naive.output(), 1e-5);
    CHECK(naive.flops() == 2 * 4.0 * 300 * 300 * 8 / (causal != 0 ? 2 : 1));
    CHECK(naive.scratch_bytes() == 4.0 * 300 * 300);
    CHECK(tiled.scratch_bytes() > 0);
    CHECK(tiled.scratch_bytes() < 1e6);
    CHECK(Workload("tiled", {1, 4, 8, 0}).scratch_bytes() == 0);  // nothing run yet
    CHECK(tiled.bytes() == 4 * 4 * 300 * 16);
    CHECK(naive.bytes() == tiled.bytes() + 2 * 4 * 4.0 * 300 * 300);
  }
}

TEST_CASE("Workload: the peak counts what it does, and its numbers stay tame") {
  Workload peak("peak", {});
  CHECK(peak.flops() == 8.0 * kPeakRegisters * 10'000);
  CHECK(peak.run(1) == doctest::Approx(4.0 * kPeakRegisters));  // lanes that have all become 1
  CHECK(multiply_add_in_registers(0) == doctest::Approx(4.0 * kPeakRegisters * (kPeakRegisters - 1) / 2));
}

TEST_CASE("Workload: what a measured time means") {
  // 2 · 5 · 7 · 3 = 210 operations over 4 (35 + 21 + 15) = 284 bytes in a microsecond; the peak does 10^6
  // steps a second.
  const Workload::Speed speed = Workload("gemm", {5, 7, 3}).speed(1e-3, 10);
  CHECK(speed.flops_per_second == doctest::Approx(210e6));
  CHECK(speed.peak == doctest::Approx(8e6 * kPeakRegisters));
  CHECK(speed.peak_share == doctest::Approx(210.0 / (8 * kPeakRegisters)));
  CHECK(speed.intensity == doctest::Approx(210.0 / 284));
  CHECK(speed.bytes_per_second == doctest::Approx(284e6));
  CHECK(speed.ns_per_number == doctest::Approx(1000.0 / 15));
}

TEST_CASE("Workload: unknown kinds and wrong sizes are refused") {
  expect_error([] { Workload("fft", {}); }, "unknown kind 'fft'");
  expect_error([] { Workload("gemm", {1, 2}); }, "gemm needs 3 sizes, got 2");
  expect_error([] { Workload("gemm", {1, 2, -1}); }, "between 0 and 2^24, got -1");
  expect_error([] { Workload("softmax", {1, NAN}); }, "got nan");
  expect_error([] { Workload("gemm", {1.5, 2, 2}); }, "whole numbers between 0 and 2^24, got 1.5");
  expect_error([] { Workload("tiled", {0, 4, 8, 0}); }, "at least one head of width 1");
  expect_error([] { Workload("naive", {1, 4, 0, 0}); }, "at least one head of width 1");
  expect_error([] { Workload("tiled", {65536, 4, 65536, 0}); }, "the shape is too large");
  expect_error([] { Workload("gemm", {1e7, 1, 1e7}); }, "the shape is too large");
}

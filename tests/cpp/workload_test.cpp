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
    CHECK(tiled.scratch_bytes() < 1e6);
    CHECK(tiled.bytes() == 4 * 4 * 300 * 16);
    CHECK(naive.bytes() == tiled.bytes() + 2 * 4 * 4.0 * 300 * 300);
  }
}

TEST_CASE("Workload: the peak counts what it does, and its numbers stay tame") {
  Workload peak("peak", {});
  CHECK(peak.flops() == 96 * 10'000);
  CHECK(peak.run(1) == doctest::Approx(48.0));  // 12 registers of 4 lanes that have all become 1
  CHECK(multiply_add_in_registers(0) == doctest::Approx(4.0 * 66));
}

TEST_CASE("Workload: unknown kinds and wrong sizes are refused") {
  expect_error([] { Workload("fft", {}); }, "unknown kind 'fft'");
  expect_error([] { Workload("gemm", {1, 2}); }, "gemm needs 3 sizes, got 2");
  expect_error([] { Workload("gemm", {1, 2, -1}); }, "between 0 and 2^24, got -1");
  expect_error([] { Workload("softmax", {1, NAN}); }, "got nan");
}

#include "numeric/gemm.h"

#include "expect.h"
#include "numeric/panels.h"
#include "numeric/tile.h"
#include "reference.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("matmul: a worked example") {
  // Row (1, 2) against columns (5, 7) and (6, 8): 1·5 + 2·7 = 19, 1·6 + 2·8 = 22.
  expect_near(matmul(matrix({{1, 2}, {3, 4}}), matrix({{5, 6}, {7, 8}})), matrix({{19, 22}, {43, 50}}), 0);
}

TEST_CASE("matmul and matmul_transposed equal the loops for every small shape") {
  for (const Index m : {1, 2, 5, 17})
    for (const Index k : {1, 3, 4, 33})
      for (const Index n : {1, 2, 7, 16}) {
        const Matrix a = random_matrix(m, k, 1), b = random_matrix(k, n, 2);
        const Matrix expected = reference::matmul(a, b);
        expect_near(matmul(a, b), expected, 1e-5);
        expect_near(matmul_transposed(a, Matrix(b.transpose())), expected, 1e-5);
      }
}

TEST_CASE("matmul equals the loops where tiles, panels and blocks begin and end") {
  for (const Index m : {3, 4, 5, 8})
    for (const Index n : {3, 4, 8, 9, 15, 24})
      for (const Index k : {511, 512, 513, 1030}) {
        const Matrix a = random_matrix(m, k, 1), b = random_matrix(k, n, 2);
        expect_near(matmul(a, b), reference::matmul(a, b), 2e-4);
      }
}

TEST_CASE("matmul works on some columns of a larger matrix, as the heads need") {
  const Matrix a = random_matrix(3, 8, 3), b = random_matrix(4, 5, 4);
  expect_near(matmul(a.middleCols(4, 4), b), reference::matmul(a.middleCols(4, 4), b), 1e-5);
}

TEST_CASE("matmul: one times the identity changes nothing, no rows give no rows") {
  const Matrix a = random_matrix(3, 3, 5);
  expect_near(matmul(a, Matrix::Identity(3, 3)), a, 0);
  CHECK(matmul(Matrix(0, 3), a).rows() == 0);
}

TEST_CASE("matmul: NaN reaches the row it stands in, and no other") {
  Matrix a = Matrix::Ones(2, 2);
  a(0, 1) = NAN;
  const Matrix product = matmul(a, Matrix::Ones(2, 2));
  CHECK(std::isnan(product(0, 0)));
  CHECK(product(1, 0) == 2.0f);
}

TEST_CASE("matmul: factors that do not fit are refused with both shapes") {
  expect_error([] { matmul(Matrix(2, 3), Matrix(2, 3)); }, "got 2 x 3 times 2 x 3");
  expect_error([] { matmul_transposed(Matrix(2, 3), Matrix(2, 4)); }, "got 2 x 3 and 2 x 4");
}

TEST_CASE("affine: the bias is added to every row, or left out") {
  const Matrix x = matrix({{1, 0}, {0, 1}}), w = matrix({{1, 2}, {3, 4}});
  expect_near(affine(x, w, matrix({{10, 20}})), matrix({{11, 22}, {13, 24}}), 0);
  expect_near(affine(x, w, Matrix()), w, 0);
  expect_error([&] { affine(x, w, Matrix(1, 3)); }, "b must be 1 x 2");
}

TEST_CASE("gemm: all four transpose cases, written over or added, for every way a shape can end") {
  for (const Index m : {1, 2, 3, 4, 5, 7, 13, 97, 193})
    for (const Index n : {1, 3, 4, 7, 8, 9, 12, 13, 16, 17, 20, 25, 64, 481})
      for (const Index k : {1, 3, 8, 33, 257}) {
        if (m * n * k > 97 * 64 * 257) continue;
        const Matrix a = random_matrix(m, k, 1), b = random_matrix(k, n, 2);
        const Matrix a_turned = a.transpose(), b_turned = b.transpose();
        const Matrix expected = reference::matmul(a, b), before = random_matrix(m, n, 3);
        for (const bool turn_a : {false, true})
          for (const bool turn_b : {false, true}) {
            Matrix out = Matrix::Constant(m, n, NAN), sum = before;
            gemm(turn_a ? a_turned : a, turn_b ? b_turned : b, out, {turn_a, turn_b, false});
            gemm(turn_a ? a_turned : a, turn_b ? b_turned : b, sum, {turn_a, turn_b, true});
            expect_near(out, expected, 1e-4);
            expect_near(sum, before + expected, 1e-4);
          }
      }
}

TEST_CASE("gemm writes into some columns of a larger matrix and touches no others") {
  const Matrix a = random_matrix(5, 6, 1), b = random_matrix(6, 7, 2);
  Matrix out = Matrix::Constant(5, 20, 9.0f);
  gemm(a, b, out.middleCols(6, 7));
  expect_near(out.middleCols(6, 7), reference::matmul(a, b), 1e-5);
  CHECK((out.leftCols(6).array() == 9.0f).all());
  CHECK((out.rightCols(7).array() == 9.0f).all());
}

TEST_CASE("gemm: nothing to sum gives zeros, or leaves what was there") {
  Matrix out = Matrix::Ones(5, 4);
  gemm(Matrix(5, 0), Matrix(0, 4), out, {.accumulate = true});
  expect_near(out, Matrix::Ones(5, 4), 0);
  gemm(Matrix(5, 0), Matrix(0, 4), out);
  expect_near(out, Matrix::Zero(5, 4), 0);
}

TEST_CASE("gemm: shapes that do not fit are refused") {
  Matrix out(2, 3);
  expect_error([&] { gemm(Matrix(2, 4), Matrix(3, 3), out); }, "inner dimensions must be equal, got 4 and 3");
  expect_error([&] { gemm(Matrix(2, 4), Matrix(4, 2), out); }, "out must be 2 x 2, got 2 x 3");
}

TEST_CASE("every tile gives the same bits, so that the fastest may be chosen by the clock") {
  const Index usual = &tile() - tiles().data();
  for (const auto& [m, k, n] : {std::tuple<Index, Index, Index>{64, 64, 64}, {37, 300, 29}, {6, 5, 13}}) {
    const Matrix a = random_matrix(m, k, 1), b = random_matrix(k, n, 2);
    const Matrix expected = matmul(a, b);
    for (Index i = 0; i < static_cast<Index>(tiles().size()); ++i) {
      use_tile(i);
      expect_near(matmul(a, b), expected, 0);
    }
  }
  use_tile(usual);
  expect_error([] { use_tile(99); }, "got index 99");
}

TEST_CASE("copy_transposed turns every shape") {
  for (Index rows = 1; rows < 10; ++rows)
    for (Index cols = 1; cols < 10; ++cols) {
      const Matrix from = random_matrix(rows, cols, 1);
      Matrix to(cols, rows);
      copy_transposed(from.data(), cols, rows, cols, to.data(), rows);
      expect_near(to, from.transpose(), 0);
    }
}

#include "numeric/gemm.h"

#include "expect.h"
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

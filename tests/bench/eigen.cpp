// The same products by Eigen alone, compiled for SIMD128 as well as the compiler can: what the engine would
// be without its kernels.
#include <Eigen/Core>
#include <cmath>
#include <vector>

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

namespace {
Matrix inputs[3], out;

void softmax(Matrix& x) {
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    x.row(i) = (x.row(i).array() - x.row(i).maxCoeff()).exp();
    x.row(i) /= x.row(i).sum();
  }
}
}  // namespace

#define EXPORT(name) extern "C" __attribute__((used, export_name(#name)))

EXPORT(resize) float* resize(int i, int rows, int cols) {
  Matrix& matrix = i < 3 ? inputs[i] : out;
  matrix.resize(rows, cols);
  return matrix.data();
}
EXPORT(gemm) void gemm(int times) {
  for (int i = 0; i < times; ++i) out.noalias() = inputs[0] * inputs[1];
}
EXPORT(softmaxRows) void softmax_rows(int times) {
  for (int i = 0; i < times; ++i) softmax(out);
}
EXPORT(attention) void attention(int times, int heads, int causal) {
  const auto d = inputs[0].cols() / heads;
  for (int t = 0; t < times; ++t)
    for (int h = 0; h < heads; ++h) {
      Matrix scores = inputs[0].middleCols(h * d, d) * inputs[1].middleCols(h * d, d).transpose();
      scores /= std::sqrt(static_cast<float>(d));
      if (causal != 0)
        for (Eigen::Index i = 0; i < scores.rows(); ++i)
          scores.row(i).tail(scores.cols() - i - 1).setConstant(-INFINITY);
      softmax(scores);
      out.middleCols(h * d, d).noalias() = scores * inputs[2].middleCols(h * d, d);
    }
}

#include "attention/arithmetic.h"

#include <algorithm>
#include <cmath>

namespace qkv {
namespace {

CellArithmetic dot(const MatrixRef& left, const MatrixRef& right, float result) {
  CellArithmetic cell{"dot", {}, {}, {}, result};
  for (Index i = 0; i < left.size(); ++i) {
    cell.left.push_back(left(0, i));
    cell.right.push_back(right(0, i));
    cell.terms.push_back(left(0, i) * right(0, i));
  }
  return cell;
}

CellArithmetic projection(const Matrix& x, const Matrix& w, const Matrix& step, Index row, Index col) {
  const Matrix column = w.col(col).transpose();
  return dot(x.row(row), column, step(row, col));
}

std::vector<float> row_of(const Matrix& matrix, Index row) {
  return {matrix.row(row).data(), matrix.row(row).data() + matrix.cols()};
}

const Matrix& step_named(const AttentionSteps& s, const std::string& name) {
  const std::pair<const char*, const Matrix*> table[] = {{"q", &s.q},
                                                         {"k", &s.k},
                                                         {"v", &s.v},
                                                         {"scores", &s.scores},
                                                         {"scaled", &s.scaled},
                                                         {"masked", &s.masked},
                                                         {"row_max", &s.row_max},
                                                         {"exps", &s.exps},
                                                         {"row_sum", &s.row_sum},
                                                         {"weights", &s.weights},
                                                         {"output", &s.output}};
  for (const auto& [known, matrix] : table)
    if (name == known) return *matrix;
  fail("cell_arithmetic", {"there is no step named '", name, "'"});
}

// The plain loops of difference_from_float64.
using Table = std::vector<std::vector<double>>;

Table product(const Matrix& x, const Matrix& w) {
  Table out(x.rows(), std::vector<double>(w.cols(), 0.0));
  for (Index i = 0; i < x.rows(); ++i)
    for (Index j = 0; j < w.cols(); ++j)
      for (Index k = 0; k < x.cols(); ++k)
        out[i][j] += static_cast<double>(x(i, k)) * static_cast<double>(w(k, j));
  return out;
}

double difference(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;
  const double d = std::abs(a - b);
  return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

double difference(const Table& expected, const Matrix& actual) {
  double worst = 0.0;
  for (Index i = 0; i < actual.rows(); ++i)
    for (Index j = 0; j < actual.cols(); ++j)
      worst = std::max(worst, difference(expected[i][j], static_cast<double>(actual(i, j))));
  return worst;
}

}  // namespace

CellArithmetic cell_arithmetic(const HeadInputs& in, const AttentionSteps& s, const std::string& step,
                               Index row, Index col) {
  const Matrix& matrix = step_named(s, step);
  check(0 <= row && row < matrix.rows() && 0 <= col && col < matrix.cols(), "cell_arithmetic",
        {step, " is ", shape_of(matrix), ", there is no row ", row, ", column ", col});
  const float result = matrix(row, col);
  if (step == "q") return projection(in.x, in.w_q, s.q, row, col);
  if (step == "k") return projection(in.x, in.w_k, s.k, row, col);
  if (step == "v") return projection(in.x, in.w_v, s.v, row, col);
  if (step == "scores") return dot(s.q.row(row), s.k.row(col), result);
  if (step == "output") return projection(s.weights, s.v, s.output, row, col);
  if (step == "scaled")
    return {"scale", {s.scores(row, col)}, {attention_scale(in.options, s.q.cols())}, {}, result};
  if (step == "masked")
    return {"mask", {s.scaled(row, col)}, {in.mask.size() > 0 ? in.mask(row, col) : 0.0f}, {}, result};
  if (step == "row_max") return {"max", row_of(s.masked, row), {}, {}, result};
  if (step == "row_sum") return {"sum", row_of(s.exps, row), {}, {}, result};
  if (step == "weights") return {"divide", {s.exps(row, col)}, {s.row_sum(row, 0)}, {}, result};
  const float shifted = s.masked(row, col) - s.row_max(row, 0);
  const float exponent = shifted == 0.0f ? 0.0f : shifted / in.options.temperature;
  return {"exp", {s.masked(row, col)}, {s.row_max(row, 0)}, {exponent}, result};
}

Matrix weighted_values(const AttentionSteps& steps, Index row) {
  check(0 <= row && row < steps.weights.rows(), "weighted_values",
        {"there are ", steps.weights.rows(), " queries, no row ", row});
  return steps.v.array().colwise() * steps.weights.row(row).transpose().array();
}

double difference_from_float64(const HeadInputs& in, const AttentionSteps& s) {
  const Table q = product(in.x, in.w_q), k = product(in.x, in.w_k), v = product(in.x, in.w_v);
  const double scale = in.options.scale ? static_cast<double>(*in.options.scale)
                                        : 1.0 / std::sqrt(static_cast<double>(in.w_q.cols()));
  const double temperature = static_cast<double>(in.options.temperature);
  const size_t n = q.size(), d_head = static_cast<size_t>(s.q.cols()), d_v = static_cast<size_t>(s.v.cols());
  Table weights(n, std::vector<double>(n, 0.0)), output(n, std::vector<double>(d_v, 0.0));
  for (size_t i = 0; i < n; ++i) {
    std::vector<double> masked(n, 0.0);
    for (size_t j = 0; j < n; ++j) {
      for (size_t c = 0; c < d_head; ++c) masked[j] += q[i][c] * k[j][c];
      masked[j] *= scale;
      if (in.mask.size() > 0 && in.mask(static_cast<Index>(i), static_cast<Index>(j)) != 0.0f)
        masked[j] = -std::numeric_limits<double>::infinity();
    }
    const double maximum = *std::max_element(masked.begin(), masked.end());
    double sum = 0.0;
    for (size_t j = 0; j < n; ++j) {
      const double shifted = masked[j] - maximum;
      if (std::isinf(masked[j]) && masked[j] < 0) continue;
      weights[i][j] = shifted == 0.0 ? 1.0 : std::exp(shifted / temperature);
      sum += weights[i][j];
    }
    for (size_t j = 0; j < n; ++j) {
      if (sum != 0.0) weights[i][j] /= sum;
      for (size_t c = 0; c < d_v; ++c) output[i][c] += weights[i][j] * v[j][c];
    }
  }
  return std::max({difference(q, s.q), difference(k, s.k), difference(v, s.v), difference(weights, s.weights),
                   difference(output, s.output)});
}

}  // namespace qkv

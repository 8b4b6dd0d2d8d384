#include "attention/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/real.h"

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

CellArithmetic sum_of_products(const Matrix& x, const Matrix& w, const Matrix& step, Index row, Index col) {
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
  fail("cell_arithmetic", "there is no step named '%'", {name});
}

double difference(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;
  const double d = std::abs(a - b);
  return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

double dot_float64(const Matrix& a, Index i, const Matrix& b, Index j, bool transposed) {
  double sum = 0.0;
  for (Index c = 0; c < a.cols(); ++c)
    sum += static_cast<double>(a(i, c)) * static_cast<double>(transposed ? b(j, c) : b(c, j));
  return sum;
}

// The steps of one head belong together: n queries, m keys, one d_head, one d_v.
void check_steps(const AttentionSteps& s) {
  constexpr const char* who = "steps";
  const Index n = s.q.rows(), m = s.k.rows();
  check_shape(who, "k", s.k, m, s.q.cols());
  check_shape(who, "v", s.v, m, s.v.cols());
  for (const auto& [name, matrix] :
       {std::pair("scores", &s.scores), std::pair("scaled", &s.scaled), std::pair("masked", &s.masked),
        std::pair("exps", &s.exps), std::pair("weights", &s.weights)})
    check_shape(who, name, *matrix, n, m);
  check_shape(who, "row_max", s.row_max, n, 1);
  check_shape(who, "row_sum", s.row_sum, n, 1);
  check_shape(who, "output", s.output, n, s.v.cols());
}

// And so do the inputs that they were computed from.
void check_projection(const Matrix& x, const char* name, const Matrix& w, const Matrix& result) {
  check_shape("inputs", "x", x, result.rows(), x.cols());
  check_shape("inputs", name, w, x.cols(), result.cols());
}

void check_mask_shape(const HeadInputs& in, const AttentionSteps& s) {
  if (in.mask.size() > 0) check_shape("inputs", "mask", in.mask, s.q.rows(), s.k.rows());
}

}  // namespace

CellArithmetic cell_arithmetic(const HeadInputs& in, const AttentionSteps& s, const std::string& step,
                               Index row, Index col) {
  const Matrix& matrix = step_named(s, step);
  check_steps(s);
  check_mask_shape(in, s);
  check(0 <= row && row < matrix.rows() && 0 <= col && col < matrix.cols(), "cell_arithmetic",
        "% is %, there is no row %, column %", {step, shape_of(matrix), row, col});
  const float result = matrix(row, col);
  const auto projection = [&](const char* name, const Matrix& w) {
    check_projection(in.x, name, w, matrix);
    return sum_of_products(in.x, w, matrix, row, col);
  };
  if (step == "q") return projection("w_q", in.w_q);
  if (step == "k") return projection("w_k", in.w_k);
  if (step == "v") return projection("w_v", in.w_v);
  if (step == "scores") return dot(s.q.row(row), s.k.row(col), result);
  if (step == "output") return sum_of_products(s.weights, s.v, s.output, row, col);
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
  check_steps(steps);
  check(0 <= row && row < steps.weights.rows(), "weighted_values", "there are % queries, no row %",
        {steps.weights.rows(), row});
  return steps.v.array().colwise() * steps.weights.row(row).transpose().array();
}

double difference_from_float64(const HeadInputs& in, const AttentionSteps& s) {
  check_steps(s);
  check_mask_shape(in, s);
  check_projection(in.x, "w_q", in.w_q, s.q);
  check_projection(in.x, "w_k", in.w_k, s.k);
  check_projection(in.x, "w_v", in.w_v, s.v);
  const double scale = in.options.scale ? static_cast<double>(*in.options.scale)
                                        : 1.0 / std::sqrt(static_cast<double>(s.q.cols()));
  const double temperature = static_cast<double>(in.options.temperature);
  double worst = 0.0;
  const auto compare = [&worst](double expected, float actual) {
    worst = std::max(worst, difference(expected, static_cast<double>(actual)));
  };
  struct Product {
    const Matrix &result, &left, &right;
    bool transposed;
  };
  for (const Product& p : {Product{s.q, in.x, in.w_q, false}, Product{s.k, in.x, in.w_k, false},
                           Product{s.v, in.x, in.w_v, false}, Product{s.scores, s.q, s.k, true},
                           Product{s.output, s.weights, s.v, false}})
    for (Index i = 0; i < p.result.rows(); ++i)
      for (Index j = 0; j < p.result.cols(); ++j)
        compare(dot_float64(p.left, i, p.right, j, p.transposed), p.result(i, j));
  for (Index i = 0; i < s.scores.rows(); ++i) {
    const double row_max = static_cast<double>(s.row_max(i, 0)),
                 row_sum = static_cast<double>(s.row_sum(i, 0));
    double sum = 0.0;
    for (Index j = 0; j < s.scores.cols(); ++j) {
      const double masked = static_cast<double>(s.masked(i, j)), share = static_cast<double>(s.exps(i, j));
      const bool forbidden = in.mask.size() > 0 && in.mask(i, j) != 0.0f;
      const bool nothing = s.masked(i, j) == -kInfinity && !std::isnan(row_max);
      const bool whole = masked - row_max == 0.0 || std::isinf(temperature);
      compare(static_cast<double>(s.scores(i, j)) * scale, s.scaled(i, j));
      compare(forbidden ? static_cast<double>(-kInfinity) : static_cast<double>(s.scaled(i, j)),
              s.masked(i, j));
      compare(nothing ? 0.0 : whole ? 1.0 : exponential((masked - row_max) / temperature), s.exps(i, j));
      compare(row_sum == 0.0 ? 0.0 : share / row_sum, s.weights(i, j));
      sum += share;
    }
    compare(sum, s.row_sum(i, 0));
  }
  return worst;
}

}  // namespace qkv

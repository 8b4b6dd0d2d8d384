#include "attention/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "numeric/real.h"

namespace qkv {
namespace {

CellArithmetic dot(const MatrixRef& left, const MatrixRef& right) {
  CellArithmetic cell{"dot", {}, {}, {}};
  for (Index i = 0; i < left.size(); ++i) {
    cell.left.push_back(left(0, i));
    cell.right.push_back(right(0, i));
    cell.terms.push_back(left(0, i) * right(0, i));
  }
  return cell;
}

CellArithmetic row_times_column(const Matrix& left, Index row, const Matrix& right, Index col) {
  const Matrix column = right.col(col).transpose();
  return dot(left.row(row), column);
}

std::vector<float> row_of(const Matrix& matrix, Index row) {
  return {matrix.row(row).data(), matrix.row(row).data() + matrix.cols()};
}

// And so do the inputs that they were computed from.
void check_projection(const Matrix& x, const char* name, const Matrix& w, const Matrix& result) {
  check_shape("inputs", "x", x, result.rows(), x.cols());
  check_shape("inputs", name, w, x.cols(), result.cols());
}

// What a query may not see does not count, be it NaN.
bool hidden(const AttentionSteps& s, Index query, Index key) { return s.masked(query, key) == -kInfinity; }

/// The cell (i, j) of one step, from the steps before it.
using Explain = CellArithmetic (*)(const HeadInputs& in, const AttentionSteps& s, Index i, Index j);

CellArithmetic explain_exp(const HeadInputs& in, const AttentionSteps& s, Index i, Index j) {
  const float shifted = s.masked(i, j) - s.row_max(i, 0);
  const float exponent = shifted == 0.0f ? 0.0f : shifted / in.options.temperature;
  return {"exp", {s.masked(i, j)}, {s.row_max(i, 0)}, {exponent}};
}

// In the order of kSteps.
constexpr Explain kExplain[] = {
    [](auto& in, auto& s, Index i, Index j) {
      check_projection(in.x, "w_q", in.w_q, s.q);
      return row_times_column(in.x, i, in.w_q, j);
    },
    [](auto& in, auto& s, Index i, Index j) {
      check_projection(in.x, "w_k", in.w_k, s.k);
      return row_times_column(in.x, i, in.w_k, j);
    },
    [](auto& in, auto& s, Index i, Index j) {
      check_projection(in.x, "w_v", in.w_v, s.v);
      return row_times_column(in.x, i, in.w_v, j);
    },
    [](auto&, auto& s, Index i, Index j) { return dot(s.q.row(i), s.k.row(j)); },
    [](auto& in, auto& s, Index i, Index j) -> CellArithmetic {
      return {"scale", {s.scores(i, j)}, {attention_scale(in.options.scale, s.q.cols())}};
    },
    [](auto& in, auto& s, Index i, Index j) -> CellArithmetic {
      return {"mask", {s.scaled(i, j)}, {in.mask.size() > 0 ? in.mask(i, j) : 0.0f}};
    },
    [](auto&, auto& s, Index i, Index) -> CellArithmetic {
      return {"max", row_of(s.masked, i)};
    },
    explain_exp,
    [](auto&, auto& s, Index i, Index) -> CellArithmetic {
      return {"sum", row_of(s.exps, i)};
    },
    [](auto&, auto& s, Index i, Index j) -> CellArithmetic {
      return {"divide", {s.exps(i, j)}, {s.row_sum(i, 0)}};
    },
    [](auto&, auto& s, Index i, Index j) {
      CellArithmetic cell = row_times_column(s.weights, i, s.v, j);
      for (Index key = 0; key < s.v.rows(); ++key)
        if (hidden(s, i, key)) cell.terms[static_cast<size_t>(key)] = 0.0f;
      return cell;
    }};
static_assert(std::size(kExplain) == std::size(kSteps));

double difference(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;
  const double d = std::abs(a - b);
  return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

double dot_float64(const Matrix& a, Index i, const Matrix& b, Index j, bool transposed,
                   const AttentionSteps* only_seen) {
  double sum = 0.0;
  for (Index c = 0; c < a.cols(); ++c)
    if (!only_seen || !hidden(*only_seen, i, c))
      sum += static_cast<double>(a(i, c)) * static_cast<double>(transposed ? b(j, c) : b(c, j));
  return sum;
}

// The steps of one head belong together: n queries, m keys, one d_head, one d_v.
void check_steps(const AttentionSteps& s) {
  const auto length = [&s](Axis axis) {
    switch (axis) {
      case Axis::kQuery:
        return s.q.rows();
      case Axis::kKey:
        return s.k.rows();
      case Axis::kHead:
        return s.q.cols();
      case Axis::kValue:
        return s.v.cols();
      default:
        return Index{1};
    }
  };
  for (const Step& step : kSteps)
    check_shape("steps", step.name, s.*step.matrix, length(step.rows), length(step.cols));
}

void check_mask_shape(const HeadInputs& in, const AttentionSteps& s) {
  if (in.mask.size() > 0) check_shape("inputs", "mask", in.mask, s.q.rows(), s.k.rows());
}

}  // namespace

CellArithmetic cell_arithmetic(const HeadInputs& in, const AttentionSteps& s, std::string_view step,
                               Index row, Index col) {
  constexpr const char* who = "cell_arithmetic";
  const auto found = std::find_if(std::begin(kSteps), std::end(kSteps),
                                  [step](const Step& known) { return step == known.name; });
  check(found != std::end(kSteps), who, "there is no step named '%'", {step});
  const Matrix& matrix = s.*found->matrix;
  check_steps(s);
  check_mask_shape(in, s);
  check(0 <= row && row < matrix.rows() && 0 <= col && col < matrix.cols(), who,
        "% is %, there is no row %, column %", {step, shape_of(matrix), row, col});
  CellArithmetic cell = kExplain[found - kSteps](in, s, row, col);
  cell.result = matrix(row, col);
  return cell;
}

Matrix weighted_values(const AttentionSteps& steps, Index row) {
  check_steps(steps);
  check(0 <= row && row < steps.weights.rows(), "weighted_values", "there are % queries, no row %",
        {steps.weights.rows(), row});
  Matrix parts = steps.v.array().colwise() * steps.weights.row(row).transpose().array();
  for (Index j = 0; j < parts.rows(); ++j)
    if (hidden(steps, row, j)) parts.row(j).setZero();
  return parts;
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
        compare(dot_float64(p.left, i, p.right, j, p.transposed, &p.result == &s.output ? &s : nullptr),
                p.result(i, j));
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

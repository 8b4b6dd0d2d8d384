#include "model/sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numeric/softmax.h"

namespace qkv {
namespace {

constexpr const char* kName = "sampling_stages";

/// The tokens that are left, likeliest first, with what their logits have become.
struct Left {
  std::vector<Index> ids;
  std::vector<float> logits;

  void keep(size_t count) { ids.resize(count), logits.resize(count); }

  std::vector<double> probabilities() const {
    std::vector<double> result;
    for (const float logit : logits)
      result.push_back(logit == logits.front() ? 1 : std::exp(double{logit} - double{logits.front()}));
    const double sum = std::accumulate(result.begin(), result.end(), 0.0);
    for (double& probability : result) probability /= sum;
    return result;
  }
};

Left sorted(const MatrixRef& logits) {
  check(logits.rows() == 1 && logits.cols() > 0, kName, "logits must be one row, got %", {shape_of(logits)});
  Left left;
  left.ids.resize(static_cast<size_t>(logits.cols()));
  std::iota(left.ids.begin(), left.ids.end(), Index{0});
  for (const Index id : left.ids)
    check(!std::isnan(logits(0, id)), kName, "the logit of token % is not a number", {id});
  std::stable_sort(left.ids.begin(), left.ids.end(),
                   [&](Index a, Index b) { return logits(0, a) > logits(0, b); });
  for (const Index id : left.ids) left.logits.push_back(logits(0, id));
  return left;
}

/// How many stay of tokens with these probabilities, the largest first.
size_t kept(const std::vector<double>& probabilities, const SamplingStep& step) {
  const size_t all = probabilities.size();
  const double value = double{step.value};
  size_t count = 1;
  switch (step.kind) {
    case Sampling::kTemperature:
      return value == 0 ? 1 : all;
    case Sampling::kTopK:
      return value == 0 ? all : std::min(all, static_cast<size_t>(step.value));
    case Sampling::kTopP:
      if (value == 1) return all;  // sums of rounded numbers may reach 1 early
      for (double sum = probabilities.front(); count < all && sum < value; ++count)
        sum += probabilities[count];
      return count;
    case Sampling::kMinP:
      while (count < all && probabilities[count] >= value * probabilities.front()) ++count;
      return count;
  }
  return all;
}

void check_step(const SamplingStep& step) {
  const float value = step.value;
  switch (step.kind) {
    case Sampling::kTemperature:
      return check(value >= 0 && std::isfinite(value), kName,
                   "temperature must be 0 or more and finite, got %", {value});
    case Sampling::kTopK:
      return check(value >= 0 && value == std::floor(value) && value < 1e9f, kName,
                   "top-k must be a whole number, 0 or more, got %", {value});
    case Sampling::kTopP:
    case Sampling::kMinP:
      return check(value >= 0 && value <= 1, kName, "top-p and min-p must be between 0 and 1, got %",
                   {value});
  }
}

SamplingStage stage_of(const Left& left, const std::vector<double>& probabilities, Index n_vocab,
                       double mass) {
  SamplingStage stage{Matrix::Zero(1, n_vocab), static_cast<Index>(left.ids.size()),
                      static_cast<float>(mass)};
  for (size_t i = 0; i < left.ids.size(); ++i)
    stage.probabilities(0, left.ids[i]) = static_cast<float>(probabilities[i]);
  return stage;
}

}  // namespace

Names<Sampling> names(Sampling) {
  static constexpr std::pair<const char*, Sampling> all[] = {{"temperature", Sampling::kTemperature},
                                                             {"top_k", Sampling::kTopK},
                                                             {"top_p", Sampling::kTopP},
                                                             {"min_p", Sampling::kMinP}};
  return all;
}

std::vector<SamplingStage> sampling_stages(const MatrixRef& logits, const std::vector<SamplingStep>& steps) {
  Left left = sorted(logits);
  std::vector<double> probabilities = left.probabilities();
  std::vector<SamplingStage> stages = {stage_of(left, probabilities, logits.cols(), 1)};
  for (const SamplingStep& step : steps) {
    check_step(step);
    left.keep(kept(probabilities, step));
    double mass = 1;
    if (step.kind != Sampling::kTemperature) {
      const auto end = probabilities.begin() + static_cast<std::ptrdiff_t>(left.ids.size());
      mass = std::accumulate(probabilities.begin(), end, 0.0);
    } else if (step.value > 0) {
      for (float& logit : left.logits) logit /= step.value;
    }
    probabilities = left.probabilities();
    stages.push_back(stage_of(left, probabilities, logits.cols(), mass));
  }
  return stages;
}

int32_t draw(const MatrixRef& probabilities, Random& random) {
  check(probabilities.rows() == 1, "draw", "probabilities must be one row, got %", {shape_of(probabilities)});
  const double at = double{random.uniform()};
  double sum = 0;
  Index last = 0;  // rounding may leave the sum a little below 1: then the last that can be
  for (Index id = 0; id < probabilities.cols(); ++id) {
    if (!(probabilities(0, id) > 0)) continue;
    last = id;
    sum += double{probabilities(0, id)};
    if (at < sum) break;
  }
  return static_cast<int32_t>(last);
}

std::vector<Candidate> likeliest(const MatrixRef& logits, Index count, float temperature) {
  check(logits.rows() == 1, "likeliest", "logits must be one row, got %", {shape_of(logits)});
  const Matrix odds = softmax_rows(logits, temperature).weights;
  const Index n_vocab = logits.cols();
  std::vector<bool> taken(static_cast<size_t>(n_vocab));
  std::vector<Candidate> result;
  // One walk for each: only a few are ever asked for, and sorting would be more code than the rest of this
  // file.
  for (Index rank = 0; rank < std::min(count, n_vocab); ++rank) {
    Index best = -1;
    for (Index id = 0; id < n_vocab; ++id) {
      if (taken[static_cast<size_t>(id)]) continue;
      // NaN is larger than nothing, so that such logits come last, by id.
      if (best < 0 || logits(0, id) > logits(0, best) ||
          (std::isnan(logits(0, best)) && !std::isnan(logits(0, id))))
        best = id;
    }
    taken[static_cast<size_t>(best)] = true;
    result.push_back({static_cast<int32_t>(best), odds(0, best)});
  }
  return result;
}

int32_t greedy(const MatrixRef& logits) { return likeliest(logits, 1).at(0).id; }

}  // namespace qkv

// From logits to the next token.
#pragma once

#include <cstdint>
#include <vector>

#include "numeric/fields.h"
#include "numeric/matrix.h"
#include "numeric/random.h"

namespace qkv {

struct Candidate {
  int32_t id;
  float probability;
};
void fields(const Candidate& c, auto visit) { visit("id", c.id), visit("probability", c.probability); }

/// The `count` likeliest next tokens after softmax(logits / temperature), likeliest first, ties by smaller
/// id. `logits` is one row (1, n_vocab). Throws if it is not one row or the temperature is negative.
std::vector<Candidate> likeliest(const MatrixRef& logits, Index count, float temperature = 1.0f);

/// The likeliest next token; of equals the one with the smallest id.
int32_t greedy(const MatrixRef& logits);

/// One thing done to the distribution before a token is drawn.
enum class Sampling {
  kTemperature,  // logits / value; 0 leaves the likeliest alone
  kTopK,         // the `value` likeliest stay; a whole number, 0 for all
  kTopP,         // the fewest that together have at least `value`; at least one, 1 for all
  kMinP,         // those with at least `value` times the largest probability; 0 for all
};
Names<Sampling> names(Sampling);

struct SamplingStep {
  Sampling kind;
  float value;
};
void fields(Either<SamplingStep> auto& s, auto visit) { visit("kind", s.kind), visit("value", s.value); }

/// What is left after a step.
struct SamplingStage {
  Matrix probabilities;  // (1, n_vocab) sum 1; 0 where cut
  Index kept;            // how many are not cut
  float mass;            // what those had together before the others were cut; 1 after a temperature
};
void fields(const SamplingStage& s, auto visit) {
  visit("probabilities", s.probabilities), visit("kept", s.kept), visit("mass", s.mass);
}

/// softmax(logits) and then each step in the given order over the whole vocabulary, which matters: after a
/// temperature below 1 fewer tokens reach top-p. Of equals the smaller id is the likelier. The first stage is
/// before any step. Throws std::invalid_argument if `logits` is not one row of numbers with at least one column or a value
/// is out of its range. top-k: Fan et al. 2018; top-p: Holtzman et al. 2019; min-p: Nguyen et al. 2024.
std::vector<SamplingStage> sampling_stages(const MatrixRef& logits, const std::vector<SamplingStep>& steps);

/// A token by its probability, one draw of `random`. `probabilities` is one row that sums to 1, as in a stage.
int32_t draw(const MatrixRef& probabilities, Random& random);

}  // namespace qkv

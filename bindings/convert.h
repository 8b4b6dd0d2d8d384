// The only code that knows both worlds: core structs become plain JavaScript objects and back.
// Numbers are copied at the border in both directions, because a grown heap detaches every view into it.
// Names change their case and nothing else: row_max becomes rowMax.
#pragma once

#include <emscripten/val.h>

#include <vector>

#include "attention/arithmetic.h"
#include "io/model_file.h"
#include "model/sampler.h"

namespace qkv::bindings {

using emscripten::val;

/// { rows, cols, data: Float32Array } -> Matrix. Throws std::invalid_argument naming `name` if it is not
/// that.
Matrix to_matrix(const val& object, const char* name);
/// An empty matrix for undefined and null.
Matrix to_optional_matrix(const val& object, const char* name);
/// Uint8Array -> bytes.
std::vector<uint8_t> to_bytes(const val& array);
std::vector<int32_t> to_ids(const val& array);
std::vector<double> to_numbers(const val& array);
/// { scale?, temperature? }
AttentionOptions to_options(const val& object);
/// { x?, wQ?, wK?, wV?, mask?, scale?, temperature? }
HeadInputs to_inputs(const val& object);
AttentionSteps to_steps(const val& object);

val from_matrix(const Matrix& matrix);
val from_steps(const AttentionSteps& steps);
val from_arithmetic(const CellArithmetic& cell);
val from_forward(const Forward& forward);
val from_bytes(const std::vector<uint8_t>& bytes);
val from_numbers(const std::vector<double>& numbers);
val from_ids(const std::vector<int32_t>& ids);
val from_strings(const std::vector<std::string>& strings);
val from_candidates(const std::vector<Candidate>& candidates);
val from_metadata(const std::map<std::string, std::string>& metadata);

}  // namespace qkv::bindings

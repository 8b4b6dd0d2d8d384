#include "cost/generation.h"

namespace qkv {

GenerationWork token_work(Index n, bool cached) {
  check(n >= 1, "token_work", "there must be at least 1 token, got %", {n});
  const auto tokens = static_cast<double>(n);
  if (cached) return {1, tokens};
  return {tokens, tokens * (tokens + 1) / 2};
}

GenerationWork writing_work(Index n, bool cached) {
  check(n >= 0, "writing_work", "the number of tokens must not be negative, got %", {n});
  const auto tokens = static_cast<double>(n);
  const double pairs = tokens * (tokens + 1) / 2;
  if (cached) return {tokens, pairs};
  return {pairs, pairs * (tokens + 2) / 3};
}

}  // namespace qkv

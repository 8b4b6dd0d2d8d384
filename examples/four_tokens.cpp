// The core from a native program: one head, four tokens, every step.
//   cmake -B build/native && cmake --build build/native --target four_tokens &&
//   build/native/examples/four_tokens
#include <cstdio>

#include "attention/attention.h"
#include "attention/mask.h"

int main() {
  const char* tokens[] = {"年", "假", "怎么", "申请"};
  qkv::Matrix x(4, 4), w_q(4, 2), w_k(4, 2), w_v(4, 2);
  x << 0, 1, 0, 0,  //
      2, 0, 0, 0,   //
      0, 0, 1, 0,   //
      0, 0, 0, 1;
  w_q << 0, 1, 1, 1, 1, 0, 2, 0;
  w_k << 1, 0, 1, 0, 0, 1, 0, 0;
  w_v << 1, 0, 1, 0, 0, 1, 0, 1;

  const qkv::AttentionSteps steps = qkv::self_attention(x, w_q, w_k, w_v, qkv::causal_mask(4));
  for (int i = 0; i < 4; ++i) {
    std::printf("%s\n  weights", tokens[i]);
    for (int j = 0; j < 4; ++j) std::printf(" %.3f", static_cast<double>(steps.weights(i, j)));
    std::printf("\n  output ");
    for (int j = 0; j < 2; ++j) std::printf(" %.3f", static_cast<double>(steps.output(i, j)));
    std::printf("\n");
  }
}

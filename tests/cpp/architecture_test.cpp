#include "cost/architecture.h"

#include "expect.h"
#include "model/parameters.h"

using namespace qkv;
using namespace qkv::test;

namespace {

Cost of(const char* name, double tokens = 1, double bytes = 2) {
  return cost(architecture(name), tokens, bytes);
}

}  // namespace

TEST_CASE("architectures: parameters are those that the models are published with") {
  CHECK(of("Llama-3.1-8B").parameters == 8'030'261'248);
  CHECK(of("Llama-3.1-70B").parameters == 70'553'706'496);
  CHECK(of("Llama-3.1-405B").parameters == 405'853'388'800);
  CHECK(of("GPT-2").parameters == 124'439'808);
  CHECK(of("GPT-2-XL").parameters == 1'557'611'200);
  CHECK(of("Mistral-7B").parameters == 7'241'732'096);
  CHECK(of("Qwen2.5-7B").parameters == 7'615'616'512);
  CHECK(of("Qwen2.5-72B").parameters == 72'706'203'648);
  // Published to three or four digits.
  CHECK(of("GPT-3-175B").parameters == doctest::Approx(174.6e9).epsilon(0.002));
  CHECK(of("DeepSeek-V2-Lite").parameters == doctest::Approx(15.7e9).epsilon(0.002));
  CHECK(of("DeepSeek-V2").parameters == doctest::Approx(235.7e9).epsilon(0.002));
  CHECK(of("DeepSeek-V3").parameters == doctest::Approx(671.0e9).epsilon(0.002));
}

TEST_CASE("cost: Llama-3.1-8B by hand") {
  // A layer: 2 · 4096² + 2 · 4096 · 1024 + 3 · 4096 · 14336 = 218,103,808 numbers; 32 layers and the unembedding
  // of 128256 · 4096, two operations each.
  CHECK(of("Llama-3.1-8B").linear_flops == 2.0 * (32.0 * 218'103'808 + 525'336'576));
  CHECK(of("Llama-3.1-8B").linear_flops == 15'009'316'864);
  CHECK(of("Llama-3.1-8B", 8192).attention_flops == 4'294'967'296);
  CHECK(of("Llama-3.1-8B", 131072).attention_flops == 68'719'476'736);
  const double gib = 1024.0 * 1024 * 1024;
  for (const auto& [n, mean, table] :
       {std::tuple(8192.0, 0.143, 4.0), {32768.0, 0.572, 64.0}, {131072.0, 2.289, 1024.0}}) {
    const Cost c = of("Llama-3.1-8B", n);
    CHECK(c.mean_attention_flops / c.linear_flops == doctest::Approx(mean).epsilon(0.002));
    CHECK(c.score_table_bytes == table * gib);
  }
  CHECK(of("Llama-3.1-8B").cache_bytes_per_token == 131'072);
  CHECK(of("Llama-3.1-8B", 131072).cache_bytes == 16 * gib);
  CHECK(of("Llama-3.1-8B").crossing == doctest::Approx(28'628).epsilon(1e-5));
  CHECK(of("Llama-3.1-8B").mean_crossing == doctest::Approx(57'255).epsilon(2e-5));
  CHECK(of("Llama-3.1-70B").crossing == doctest::Approx(53'026).epsilon(1e-5));
  CHECK(of("Llama-3.1-405B").crossing == doctest::Approx(97'789).epsilon(1e-5));
}

TEST_CASE("cost: bytes that a cached token takes") {
  for (const auto& [name, bytes] : {std::pair("GPT-2", 36'864),
                                    {"GPT-2-XL", 307'200},
                                    {"Mistral-7B", 131'072},
                                    {"Qwen2.5-72B", 327'680},
                                    {"DeepSeek-V2-Lite", 31'104},
                                    {"DeepSeek-V2", 69'120},
                                    {"DeepSeek-V3", 70'272}})
    CHECK_MESSAGE(of(name).cache_bytes_per_token == bytes, name);
  CHECK(of("GPT-2", 1000, 4).cache_bytes == 2 * 36'864 * 1000);
  CHECK(of("GPT-2", 1000, 4).memory_bytes == 4 * 124'439'808.0 + 2 * 36'864 * 1000);
}

TEST_CASE("cost: prefill is the sum over all tokens, each meeting those before it and itself") {
  const Architecture& a = architecture("Qwen2.5-7B");
  double attention = 0;
  for (int n = 1; n <= 50; ++n) attention += cost(a, n).attention_flops;
  CHECK(cost(a, 50).prefill_attention_flops == doctest::Approx(attention));
  CHECK(cost(a, 50).prefill_flops == doctest::Approx(50 * cost(a, 50).linear_flops + attention));
  // At the crossing both are the same.
  CHECK(cost(a, cost(a, 1).crossing).attention_share == doctest::Approx(0.5));
  CHECK(cost(a, cost(a, 1).mean_crossing).mean_attention_share == doctest::Approx(0.5));
  CHECK(cost(a, cost(a, 1).crossing).attention_flops == doctest::Approx(cost(a, 1).linear_flops));
  CHECK(cost(a, cost(a, 1).mean_crossing).mean_attention_flops == doctest::Approx(cost(a, 1).linear_flops));
}

TEST_CASE("cost: a model of ours has the parameters that it has") {
  for (const bool gated : {false, true})
    for (const bool biases : {false, true})
      for (const bool tied : {false, true}) {
        Config c{.n_vocab = 11,
                 .max_tokens = 7,
                 .d_model = 12,
                 .n_layers = 2,
                 .n_heads = 4,
                 .n_kv_heads = 2,
                 .d_head = 3,
                 .d_ff = 20};
        c.gated = gated, c.biases = biases, c.tied = tied;
        c.norm = biases ? Norm::kLayer : Norm::kRms;
        CHECK(cost(architecture_of(c), 1).parameters == static_cast<double>(parameter_count(c)));
      }
}

TEST_CASE("cost: what makes no sense is refused") {
  expect_error([] { architecture("GPT-5"); }, "unknown architecture 'GPT-5'; known are Llama-3.1-8B");
  expect_error([] { of("GPT-2", 0); }, "tokens and bytes must be positive, got 0 and 2");
  expect_error([] { of("GPT-2", 1, NAN); }, "must be positive");
  CHECK(architectures().size() == 12);
  for (const Architecture& a : architectures()) CHECK(std::string_view(a.source).size() > 10);
}

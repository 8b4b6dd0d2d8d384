#include "cost/generation.h"

#include "expect.h"

using namespace qkv;

TEST_CASE("writing 200 tokens: 20,100 dot products a head with a cache, 1,353,400 without") {
  CHECK(writing_work(200, true).dot_products == 20'100);
  CHECK(writing_work(200, false).dot_products == 1'353'400);
  CHECK(writing_work(200, true).projections == 200);
  CHECK(writing_work(200, false).projections == 20'100);
}

TEST_CASE("writing is the sum over its tokens") {
  for (const bool cached : {true, false}) {
    double projections = 0, dot_products = 0;
    for (Index n = 1; n <= 60; ++n) {
      projections += token_work(n, cached).projections, dot_products += token_work(n, cached).dot_products;
      CHECK(writing_work(n, cached).projections == projections);
      CHECK(writing_work(n, cached).dot_products == dot_products);
    }
  }
}

TEST_CASE("token work counts what a walk over queries and keys counts") {
  for (Index n = 1; n <= 12; ++n) {
    Index pairs = 0;
    for (Index query = 1; query <= n; ++query)
      for (Index key = 1; key <= query; ++key) ++pairs;
    CHECK(token_work(n, false).dot_products == static_cast<double>(pairs));
  }
}

TEST_CASE("the work of no tokens is none, of fewer an error") {
  CHECK(writing_work(0, false).dot_products == 0);
  CHECK(token_work(1, true).dot_products == token_work(1, false).dot_products);
  CHECK_THROWS_WITH(token_work(0, true), "token_work: there must be at least 1 token, got 0");
  CHECK_THROWS_WITH(writing_work(-1, true),
                    "writing_work: the number of tokens must not be negative, got -1");
}

#include "io/safetensors.h"

#include "expect.h"

using namespace qkv;
using namespace qkv::test;

namespace {

std::vector<uint8_t> file_of(const std::string& header, size_t data_bytes, int64_t claimed = -1) {
  std::vector<uint8_t> bytes(8);
  const uint64_t size = claimed < 0 ? header.size() : static_cast<uint64_t>(claimed);
  std::memcpy(bytes.data(), &size, 8);
  bytes.insert(bytes.end(), header.begin(), header.end());
  bytes.insert(bytes.end(), data_bytes, 0);
  return bytes;
}

std::string tensor(const std::string& shape, const std::string& offsets, const std::string& type = "F32") {
  return R"({"w":{"dtype":")" + type + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
}

}  // namespace

TEST_CASE("safetensors: written and read again, exactly in F32, rounded in F16 and BF16") {
  const TensorFile file{{{"a", random_matrix(3, 4, 1)}, {"b", random_matrix(1, 5, 2)}},
                        {{"note", "年\"假\""}}};
  for (const auto& [dtype, error] :
       {std::pair(DType::kF32, 0.0), std::pair(DType::kF16, 2e-3), std::pair(DType::kBF16, 2e-2)}) {
    const TensorFile again = read_safetensors(write_safetensors(file, dtype));
    CHECK(again.metadata.at("note") == "年\"假\"");
    REQUIRE(again.tensors.size() == 2);
    expect_near(again.tensors.at("a"), file.tensors.at("a"), error);
    expect_near(again.tensors.at("b"), file.tensors.at("b"), error);
  }
}

TEST_CASE("safetensors: a vector is one row, more dimensions fold into rows, an empty tensor is empty") {
  CHECK(read_safetensors(file_of(tensor("[4]", "[0,16]"), 16)).tensors.at("w").rows() == 1);
  CHECK(read_safetensors(file_of(tensor("[2,3,4]", "[0,96]"), 96)).tensors.at("w").rows() == 6);
  CHECK(read_safetensors(file_of(tensor("[]", "[0,4]"), 4)).tensors.at("w").size() == 1);
  CHECK(read_safetensors(file_of(tensor("[0,7]", "[0,0]"), 0)).tensors.at("w").size() == 0);
}

TEST_CASE("half precision: the bits of known numbers, both ways") {
  CHECK(half_to_float(0x3C00) == 1.0f);
  CHECK(half_to_float(0xC000) == -2.0f);
  CHECK(half_to_float(0x0001) == doctest::Approx(5.9604645e-8));
  CHECK(half_to_float(0xFC00) == -kInfinity);
  CHECK(float_to_half(65504.0f) == 0x7BFF);
  CHECK(float_to_half(1e6f) == 0x7C00);
  CHECK(bfloat16_to_float(0x3F80) == 1.0f);
  CHECK(float_to_bfloat16(1.0f) == 0x3F80);
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const float value = half_to_float(static_cast<uint16_t>(bits));
    if (!std::isnan(value)) CHECK_UNARY(float_to_half(value) == bits);
  }
}

TEST_CASE("safetensors: truncated files are refused at every length") {
  const std::vector<uint8_t> whole = write_safetensors({{{"a", random_matrix(2, 3, 1)}}, {{"k", "v"}}});
  for (size_t length = 0; length < whole.size(); ++length)
    CHECK_THROWS_AS(read_safetensors(Bytes(whole.data(), length)), std::runtime_error);
}

TEST_CASE("safetensors: a changed byte never crashes and never allocates more than the file holds") {
  const std::vector<uint8_t> whole = write_safetensors({{{"a", random_matrix(2, 3, 1)}}, {{"k", "v"}}});
  for (size_t at = 0; at < whole.size(); ++at)
    for (const uint8_t value : {0x00, 0x2D, 0x39, 0x7B, 0xFF}) {
      std::vector<uint8_t> changed = whole;
      changed[at] = value;
      try {
        for (const auto& [name, matrix] : read_safetensors(changed).tensors)
          CHECK(static_cast<size_t>(matrix.size()) * 2 <= changed.size());
      } catch (const std::runtime_error&) {
      }
    }
}

TEST_CASE("safetensors: lying headers are refused with the reason") {
  const auto refused = [](const std::vector<uint8_t>& bytes, const std::string& why) {
    expect_error([&] { read_safetensors(bytes); }, why);
  };
  refused(file_of("{}", 0, int64_t{1} << 62), "the header claims 4611686018427387904 bytes");
  // A header that is there but too long is another matter than one that is not there.
  refused(file_of(std::string(kMaxHeader + 1, ' '), 0),
          "the header has 16777217 bytes; at most 16777216 can be read here");
  refused(file_of("{}", 4), "4 bytes that belong to no tensor");
  refused(file_of("[1]", 0), "not a JSON object");
  refused(file_of("{\"\xFF\xFE\":1}", 0), "the header is not UTF-8");
  refused(file_of(tensor("[2,2]", "[0,8]"), 8), "8 bytes, which does not fit its shape");
  refused(file_of(tensor("[2,2]", "[0,16]"), 8), "ends outside the file");
  refused(file_of(tensor("[1]", "[4,8]"), 8), "overlaps another or leaves a hole");
  refused(file_of(tensor("[1]", "[4,0]"), 4), "overlaps another or leaves a hole");
  refused(file_of(tensor("[4294967296,4294967296]", "[0,4]"), 4), "absurdly large");
  refused(file_of(tensor("[-1]", "[0,4]"), 4), "not a whole number");
  refused(file_of(tensor("[1.5]", "[0,4]"), 4), "not a whole number");
  refused(file_of(tensor("[1]", "[0,4]", "I64"), 4), "is I64; F32, F16 and BF16 can be read");
  refused(file_of(R"({"w":{"dtype":"F32","shape":[1]}})", 4), "no valid data_offsets");
  refused(file_of(R"({"__metadata__":{"a":1}})", 0), "only strings");
}

// What the tests share: golden files, near-equality that says where it fails, and real model files where they
// are.
#pragma once

#include <doctest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "numeric/matrix.h"
#include "numeric/random.h"

namespace qkv::test {

inline std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file.good(), "cannot read " << path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A file of tests/golden in double precision: "name rows cols", then the numbers.
class Golden {
 public:
  explicit Golden(const std::string& name) : name_(name) {
    std::ifstream file(std::string(QKV_ROOT) + "/tests/golden/" + name + ".txt");
    REQUIRE_MESSAGE(file.good(), "tests/golden/" << name << ".txt is missing; see tools/golden/generate.py");
    std::string line, tensor, number;
    std::getline(file, line);  // the comment
    for (Index rows, cols; file >> tensor >> rows >> cols;) {
      Eigen::MatrixXd& matrix = tensors_[tensor];
      matrix.resize(rows, cols);
      for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < cols; ++j) {
          file >> number;  // by strtod: streams do not read "-inf"
          matrix(i, j) = std::strtod(number.c_str(), nullptr);
        }
    }
  }

  bool has(const std::string& tensor) const { return tensors_.contains(tensor); }
  const Eigen::MatrixXd& exact(const std::string& tensor) const {
    REQUIRE_MESSAGE(has(tensor), name_ << " has no tensor " << tensor);
    return tensors_.at(tensor);
  }
  Matrix operator[](const std::string& tensor) const { return exact(tensor).cast<float>(); }

  /// Every cell within `tolerance`, relative where the expected value is larger than 1.
  void expect(const std::string& tensor, const Matrix& actual, double tolerance = 1e-5) const {
    const Eigen::MatrixXd& expected = exact(tensor);
    REQUIRE_MESSAGE(actual.rows() == expected.rows(), name_ << ": " << tensor);
    REQUIRE_MESSAGE(actual.cols() == expected.cols(), name_ << ": " << tensor);
    for (Index i = 0; i < actual.rows(); ++i)
      for (Index j = 0; j < actual.cols(); ++j) {
        const double e = expected(i, j), a = static_cast<double>(actual(i, j));
        const bool close = e == a || (std::isnan(e) && std::isnan(a)) ||
                           std::abs(e - a) <= tolerance * std::max(1.0, std::abs(e));
        CHECK_MESSAGE(close,
                      name_ << ": " << tensor << "(" << i << ", " << j << ") is " << a << ", expected " << e);
      }
  }

 private:
  std::string name_;
  std::map<std::string, Eigen::MatrixXd> tensors_;
};

inline Matrix matrix(std::initializer_list<std::initializer_list<float>> rows) {
  Matrix result(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
  Index i = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (const float value : row) result(i, j++) = value;
    ++i;
  }
  return result;
}

inline Matrix random_matrix(Index rows, Index cols, uint64_t seed) {
  Random random(seed);
  return random_normal(random, rows, cols);
}

inline void expect_near(const Matrix& actual, const Matrix& expected, double tolerance) {
  REQUIRE(actual.rows() == expected.rows());
  REQUIRE(actual.cols() == expected.cols());
  for (Index i = 0; i < actual.rows(); ++i)
    for (Index j = 0; j < actual.cols(); ++j) {
      const double a = static_cast<double>(actual(i, j)), e = static_cast<double>(expected(i, j));
      const bool close = a == e || std::abs(a - e) <= tolerance;
      CHECK_MESSAGE(close, "(" << i << ", " << j << ") is " << a << ", expected " << e);
    }
}

/// Checks that the call throws and that its message contains the text.
template <typename Call>
void expect_error(Call call, const std::string& text) {
  std::string message = "(nothing was thrown)";
  try {
    call();
  } catch (const std::exception& error) {
    message = error.what();
  }
  CHECK_MESSAGE(message.find(text) != std::string::npos,
                "message is: " << message << "\nexpected in it: " << text);
}

/// The folder of real model files that are not ours to ship; empty, with a line saying so, where there is
/// none.
inline std::string real_model_folder() {
  const char* named = std::getenv("QKV_DATA");
  const std::string folder = named ? named : std::string(QKV_ROOT) + "/../shared/data";
  if (std::ifstream(folder + "/stories260K.bin").good()) return folder;
  MESSAGE("skipped: no real model files in " << folder);
  return "";
}

}  // namespace qkv::test

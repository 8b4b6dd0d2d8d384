// What every function of the tables needs: errors that JavaScript understands, and objects that it can hold.
#pragma once

#include <cmath>
#include <memory>

#include "convert.h"

namespace qkv::bindings {

// Strings come as val and are converted inside `guarded`: embind frees a std::string argument only after a
// call that returns, and a call that throws would leak it.
inline std::string to_text(const val& text, const char* name) {
  check(text.isString(), name, "must be a string");
  return text.as<std::string>();
}

inline uint64_t to_seed(double seed) {
  check(seed >= 0 && seed <= 9007199254740992.0 && seed == std::floor(seed), "seed",
        "must be a whole number from 0 to 2^53, got %", {seed});
  return static_cast<uint64_t>(seed);
}

// A C++ exception must not cross into JavaScript, where it has no message: it becomes an Error with its
// what().
template <typename Call>
auto guarded(Call call) -> decltype(call()) {
  std::string message;
  try {
    return call();
  } catch (const std::bad_alloc&) {
    message = "out of memory";
  } catch (const std::exception& error) {
    message = error.what();
  }
  val::global("Error").new_(message).throw_();
  __builtin_unreachable();
}

// What lives longer than a call is known to JavaScript as a number, its address; web/engine wraps it, never
// uses it after releasing it, and gives it back to the functions of its own kind only. (embind's classes
// would do the same for 4 kB more.)
struct Owned {
  virtual ~Owned() = default;
};
struct OwnedModel : Owned {
  std::shared_ptr<LoadedModel> model;
};
template <typename T>
T& owned(size_t handle) {
  return *static_cast<T*>(reinterpret_cast<Owned*>(handle));
}
template <typename T>
size_t give_away(std::unique_ptr<T> object) {
  return reinterpret_cast<size_t>(static_cast<Owned*>(object.release()));
}
inline LoadedModel& model_of(size_t handle) { return *owned<OwnedModel>(handle).model; }

}  // namespace qkv::bindings

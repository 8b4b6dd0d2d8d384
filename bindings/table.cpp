#include "table.h"

#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include <stdexcept>

namespace qkv::bindings {
namespace {

std::vector<Entry>& entries() {
  static auto& all = *new std::vector<Entry>;
  return all;
}

val names() {
  val list = val::array();
  for (const Entry& entry : entries()) list.call<void>("push", to_js(entry.name));
  return list;
}

/// An Error with what the core says, and with its code and values where it has some.
val error_of(const std::exception& error) {
  const auto* detail = dynamic_cast<const ErrorDetail*>(&error);
  val result = val::global("Error").new_(to_js(error.what()));
  if (detail) {
    set(result, "code", to_js(detail->code));
    set(result, "text", to_js(detail->text));
    set(result, "values", to_js(detail->values));
  }
  return result;
}

val out_of_memory() {
  val error = val::global("Error").new_(to_js("out of memory"));
  set(error, "code", to_js("out_of_memory"));
  return error;
}

// A C++ exception must not cross into JavaScript, where it has no message.
val invoke(int index, const val& arguments) {
  val error = val::undefined();
  try {
    return entries()[static_cast<size_t>(index)].call(arguments);
  } catch (const std::bad_alloc&) {
    error = out_of_memory();
  } catch (const std::length_error&) {  // more than a vector can hold at all
    error = out_of_memory();
  } catch (const std::exception& thrown) {
    error = error_of(thrown);
  }
  error.throw_();
  __builtin_unreachable();
}

void release(size_t handle) { delete reinterpret_cast<Owned*>(handle); }

}  // namespace

bool add(std::initializer_list<Entry> more) {
  entries().insert(entries().end(), more);
  return true;
}

EMSCRIPTEN_BINDINGS(qkv) {
  emscripten::function("names", &names);
  emscripten::function("invoke", &invoke);
  emscripten::function("release", &release);
  emscripten::function(
      "memoryBytes", +[] { return static_cast<double>(emscripten_get_heap_size()); });
}

}  // namespace qkv::bindings

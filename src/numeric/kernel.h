// How a kernel is called: out of line, and in a way that no optimizer can undo.
//
// Engines first translate WebAssembly quickly and badly, count how often each function runs, and replace the
// busy ones by well-compiled code; but V8 never replaces a function while it is running. A hot loop inside
// one long call therefore stays in the slow first version, four times slower, until the call ends. So the
// loops that cost live in small functions called thousands of times, and the long driver around them may stay
// slow. `noinline` alone does not keep them apart: the linker's optimizer and then wasm-opt both like to copy
// a function into its only caller. A call through a pointer that is read from memory each time is left alone
// by both; it costs about a nanosecond.
#pragma once

#include <utility>

namespace qkv {

namespace internal {
template <auto* Kernel>
struct OutOfLine {
  static inline decltype(Kernel) volatile pointer = Kernel;
};
}  // namespace internal

/// Kernel(arguments...), never inlined.
template <auto* Kernel, typename... Arguments>
inline auto run_kernel(Arguments&&... arguments) {
  return internal::OutOfLine<Kernel>::pointer(std::forward<Arguments>(arguments)...);
}

}  // namespace qkv

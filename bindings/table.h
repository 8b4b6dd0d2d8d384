// What JavaScript may call is a table of names and functions. An entry is
//   {"softmax", call<softmax_rows, "scores", "temperature">}
// with the names that errors call its parameters; conversions follow from their types (convert.h). In names,
//   "Model.forward"     is a method of the class Model, whose first parameter is the model
//   "get tile"          is read like a property
//   "own Model.config"  is read once, when the object is made
//   "_tiles"            is for web/engine alone
#pragma once

#include <memory>
#include <tuple>

#include "convert.h"

namespace qkv::bindings {

/// A name as a template argument.
template <size_t N>
struct Text {
  char text[N];
  constexpr Text(const char (&from)[N]) { std::copy_n(from, N, text); }
};

struct Entry {
  const char* name;
  val (*call)(const val& arguments);
};

/// Adds entries to what this module has; files of the table call it before main.
bool add(std::initializer_list<Entry> entries);

/// What lives longer than a call is known to JavaScript as its address and kind; web/engine wraps it in a
/// class of that name.
struct Owned {
  virtual ~Owned() = default;
  virtual const char* kind() const = 0;
};
template <std::derived_from<Owned> T>
val to_js(std::unique_ptr<T> object) {
  val result = val::object();
  set(result, "kind", to_js(object->kind()));
  set(result, "handle", to_js(reinterpret_cast<size_t>(static_cast<Owned*>(object.release()))));
  return result;
}
template <std::derived_from<Owned> T>
struct From<T> {
  static T& js(const val& handle, const char* name) {
    auto* object =
        handle.isNumber() ? dynamic_cast<T*>(reinterpret_cast<Owned*>(handle.as<size_t>())) : nullptr;
    check(object != nullptr, name, "is not one of this engine");
    return *object;
  }
};

namespace internal {

template <typename F>
struct Signature;
template <typename R, typename... As>
struct Signature<R (*)(As...)> {
  using Result = R;
  using Arguments = std::tuple<std::remove_cvref_t<As>...>;
};
template <typename C, typename R, typename... As>
struct Signature<R (C::*)(As...) const> : Signature<R (*)(As...)> {};
template <typename F>
requires requires { &F::operator(); }
struct Signature<F> : Signature<decltype(&F::operator())> {};

}  // namespace internal

/// F(arguments...), each converted by its type, the result converted back.
template <auto F, Text... Names>
val call(const val& arguments) {
  using Of = internal::Signature<std::remove_cv_t<decltype(F)>>;
  static_assert(sizeof...(Names) == std::tuple_size_v<typename Of::Arguments>, "a name for each parameter");
  static constexpr const char* names[] = {Names.text..., nullptr};
  return [&]<size_t... I>(std::index_sequence<I...>) {
    const auto run = [&] {
      return F(From<std::tuple_element_t<I, typename Of::Arguments>>::js(arguments[static_cast<int>(I)],
                                                                         names[I])...);
    };
    if constexpr (std::is_void_v<typename Of::Result>) {
      run();
      return val::undefined();
    } else {
      return to_js(run());
    }
  }
  (std::make_index_sequence<sizeof...(Names)>());
}

}  // namespace qkv::bindings

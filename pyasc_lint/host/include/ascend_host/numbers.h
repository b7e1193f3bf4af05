// The types in which elements are computed.
#pragma once

#include <cmath>
#include <type_traits>

#include "half.h"

namespace ascend_host {

template <typename T> struct WideOf {
    using Type = T;
};
template <> struct WideOf<half> {
    using Type = float;
};
// Integers are computed modulo their width, without C++'s undefined overflow.
template <> struct WideOf<int32_t> {
    using Type = int64_t;
};
template <> struct WideOf<int16_t> {
    using Type = int64_t;
};
template <typename T> using Wide = typename WideOf<T>::Type;

template <typename T> Wide<T> Widen(T value) { return static_cast<Wide<T>>(value); }

}  // namespace ascend_host

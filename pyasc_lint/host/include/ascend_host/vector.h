// Instructions of the vector unit that work element by element.
#pragma once

#include "lanes.h"
#include "numbers.h"
#include "params.h"

namespace ascend_host {

// One operand of an elementwise instruction.
template <typename T> struct Element {
    using Type = T;
    AscendC::LocalTensor<T> tensor;
    const char* name;
    Strides strides;
};

constexpr Strides kPacked{1, 8};

inline Strides DestinationOf(const AscendC::UnaryRepeatParams& params) { return {params.dstBlkStride, params.dstRepStride}; }
inline Strides SourceOf(const AscendC::UnaryRepeatParams& params) { return {params.srcBlkStride, params.srcRepStride}; }

template <typename D, typename A, typename F>
void Map(const char* name, Site at, Lanes lanes, Element<D> dst, Element<A> src, F function)
{
    Issue(V, at, name, [=, lanes = std::move(lanes)](Instruction& op) {
        Operand& to = op.Use(dst.tensor.place, dst.name);
        Operand& from = op.Use(src.tensor.place, src.name);
        for (const Lane& lane : lanes.lanes) {
            op.tainted = false;
            const A value = from.Get<A>(lanes.Offset(lane, src.strides, sizeof(A)));
            to.Put(lanes.Offset(lane, dst.strides, sizeof(D)), static_cast<D>(function(Widen(value))));
        }
    });
}

template <typename D, typename A, typename B, typename F>
void Map(const char* name, Site at, Lanes lanes, Element<D> dst, Element<A> first, Element<B> second, F function)
{
    Issue(V, at, name, [=, lanes = std::move(lanes)](Instruction& op) {
        Operand& to = op.Use(dst.tensor.place, dst.name);
        Operand& left = op.Use(first.tensor.place, first.name);
        Operand& right = op.Use(second.tensor.place, second.name);
        for (const Lane& lane : lanes.lanes) {
            op.tainted = false;
            const A a = left.Get<A>(lanes.Offset(lane, first.strides, sizeof(A)));
            const B b = right.Get<B>(lanes.Offset(lane, second.strides, sizeof(B)));
            to.Put(lanes.Offset(lane, dst.strides, sizeof(D)), static_cast<D>(function(Widen(a), Widen(b))));
        }
    });
}

// `dst` is a source too: function(dst, first, second).
template <typename D, typename A, typename B, typename F>
void Update(const char* name, Site at, Lanes lanes, Element<D> dst, Element<A> first, Element<B> second, F function)
{
    Issue(V, at, name, [=, lanes = std::move(lanes)](Instruction& op) {
        Operand& to = op.Use(dst.tensor.place, dst.name);
        Operand& left = op.Use(first.tensor.place, first.name);
        Operand& right = op.Use(second.tensor.place, second.name);
        for (const Lane& lane : lanes.lanes) {
            op.tainted = false;
            const int64_t place = lanes.Offset(lane, dst.strides, sizeof(D));
            const A a = left.Get<A>(lanes.Offset(lane, first.strides, sizeof(A)));
            const B b = right.Get<B>(lanes.Offset(lane, second.strides, sizeof(B)));
            to.Put(place, static_cast<D>(function(Widen(to.Get<D>(place)), Widen(a), Widen(b))));
        }
    });
}

template <typename D, typename A, typename F>
void Update(const char* name, Site at, Lanes lanes, Element<D> dst, Element<A> src, F function)
{
    Issue(V, at, name, [=, lanes = std::move(lanes)](Instruction& op) {
        Operand& to = op.Use(dst.tensor.place, dst.name);
        Operand& from = op.Use(src.tensor.place, src.name);
        for (const Lane& lane : lanes.lanes) {
            op.tainted = false;
            const int64_t place = lanes.Offset(lane, dst.strides, sizeof(D));
            const A value = from.Get<A>(lanes.Offset(lane, src.strides, sizeof(A)));
            to.Put(place, static_cast<D>(function(Widen(to.Get<D>(place)), Widen(value))));
        }
    });
}

template <typename D, typename A> constexpr int64_t Widest()
{
    return sizeof(D) > sizeof(A) ? sizeof(D) : sizeof(A);
}

template <typename T> T Shifted(T value, int64_t by)
{
    using U = std::make_unsigned_t<T>;
    return by >= static_cast<int64_t>(sizeof(T) * 8) ? 0 : static_cast<T>(static_cast<U>(value) << by);
}

// Arithmetic for signed numbers, logical for unsigned ones.
template <typename T> T ShiftedRight(T value, int64_t by)
{
    const int64_t most = static_cast<int64_t>(sizeof(T) * 8) - 1;
    return by > most ? (value < 0 ? static_cast<T>(-1) : 0) : static_cast<T>(value >> by);
}

}  // namespace ascend_host

namespace AscendC {

using ascend_host::Mask;

// ------------------------------------------------------------------------------------------------------- two sources

#define ASCEND_HOST_BINARY(NAME, EXPRESSION)                                                                           \
    template <typename T>                                                                                              \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, int64_t count,        \
              Site at = Site::Here())                                                                                  \
    {                                                                                                                  \
        ascend_host::Map(#NAME, at, ascend_host::Counted(count, sizeof(T), true),                                      \
                         ascend_host::Element<T>{dst, "dst", ascend_host::kPacked},                                    \
                         ascend_host::Element<T>{src0, "src0", ascend_host::kPacked},                                  \
                         ascend_host::Element<T>{src1, "src1", ascend_host::kPacked}, EXPRESSION);                     \
    }                                                                                                                  \
    template <typename T, bool isSetMask = true>                                                                       \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, const Mask& mask,     \
              uint8_t repeatTimes, const BinaryRepeatParams& params, Site at = Site::Here())                           \
    {                                                                                                                  \
        ascend_host::Map(#NAME, at, ascend_host::Masked(mask, repeatTimes, sizeof(T), isSetMask),                      \
                         ascend_host::Element<T>{dst, "dst", {params.dstBlkStride, params.dstRepStride}},              \
                         ascend_host::Element<T>{src0, "src0", {params.src0BlkStride, params.src0RepStride}},          \
                         ascend_host::Element<T>{src1, "src1", {params.src1BlkStride, params.src1RepStride}},          \
                         EXPRESSION);                                                                                  \
    }

ASCEND_HOST_BINARY(Add, [](auto a, auto b) { return a + b; })
ASCEND_HOST_BINARY(Sub, [](auto a, auto b) { return a - b; })
ASCEND_HOST_BINARY(Mul, [](auto a, auto b) { return a * b; })
ASCEND_HOST_BINARY(Div, [](auto a, auto b) { return a / b; })
ASCEND_HOST_BINARY(Max, [](auto a, auto b) { return a > b ? a : b; })
ASCEND_HOST_BINARY(Min, [](auto a, auto b) { return a < b ? a : b; })
ASCEND_HOST_BINARY(And, [](auto a, auto b) { return a & b; })
ASCEND_HOST_BINARY(Or, [](auto a, auto b) { return a | b; })
ASCEND_HOST_BINARY(AddRelu, [](auto a, auto b) { return a + b > 0 ? a + b : 0; })
ASCEND_HOST_BINARY(SubRelu, [](auto a, auto b) { return a - b > 0 ? a - b : 0; })

// -------------------------------------------------------------------------------------------------------- one source

#define ASCEND_HOST_UNARY(NAME, EXPRESSION)                                                                            \
    template <typename T>                                                                                              \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, int64_t count, Site at = Site::Here())             \
    {                                                                                                                  \
        ascend_host::Map(#NAME, at, ascend_host::Counted(count, sizeof(T), true),                                      \
                         ascend_host::Element<T>{dst, "dst", ascend_host::kPacked},                                    \
                         ascend_host::Element<T>{src, "src", ascend_host::kPacked}, EXPRESSION);                       \
    }                                                                                                                  \
    template <typename T, bool isSetMask = true>                                                                       \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Mask& mask, uint8_t repeatTimes,             \
              const UnaryRepeatParams& params, Site at = Site::Here())                                                 \
    {                                                                                                                  \
        ascend_host::Map(#NAME, at, ascend_host::Masked(mask, repeatTimes, sizeof(T), isSetMask),                      \
                         ascend_host::Element<T>{dst, "dst", ascend_host::DestinationOf(params)},                      \
                         ascend_host::Element<T>{src, "src", ascend_host::SourceOf(params)}, EXPRESSION);              \
    }

ASCEND_HOST_UNARY(Abs, [](auto a) { return a < 0 ? -a : a; })
ASCEND_HOST_UNARY(Exp, [](auto a) { return std::exp(a); })
ASCEND_HOST_UNARY(Ln, [](auto a) { return std::log(a); })
ASCEND_HOST_UNARY(Relu, [](auto a) { return a > 0 ? a : 0; })
ASCEND_HOST_UNARY(Sqrt, [](auto a) { return std::sqrt(a); })
ASCEND_HOST_UNARY(Rsqrt, [](auto a) { return 1 / std::sqrt(a); })
ASCEND_HOST_UNARY(Reciprocal, [](auto a) { return 1 / a; })
ASCEND_HOST_UNARY(Not, [](auto a) { return ~a; })

// -------------------------------------------------------------------------------------------- one source and a number

#define ASCEND_HOST_SCALAR(NAME, EXPRESSION)                                                                           \
    template <typename T, bool isSetMask = true>                                                                       \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalar, int64_t count,                    \
              Site at = Site::Here())                                                                                  \
    {                                                                                                                  \
        const auto b = ascend_host::Widen(scalar);                                                                     \
        ascend_host::Map(#NAME, at, ascend_host::Counted(count, sizeof(T), isSetMask),                                 \
                         ascend_host::Element<T>{dst, "dst", ascend_host::kPacked},                                    \
                         ascend_host::Element<T>{src, "src", ascend_host::kPacked}, EXPRESSION);                       \
    }                                                                                                                  \
    template <typename T, bool isSetMask = true>                                                                       \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalar, const Mask& mask,                 \
              uint8_t repeatTimes, const UnaryRepeatParams& params, Site at = Site::Here())                            \
    {                                                                                                                  \
        const auto b = ascend_host::Widen(scalar);                                                                     \
        ascend_host::Map(#NAME, at, ascend_host::Masked(mask, repeatTimes, sizeof(T), isSetMask),                      \
                         ascend_host::Element<T>{dst, "dst", ascend_host::DestinationOf(params)},                      \
                         ascend_host::Element<T>{src, "src", ascend_host::SourceOf(params)}, EXPRESSION);              \
    }

ASCEND_HOST_SCALAR(Adds, [b](auto a) { return a + b; })
ASCEND_HOST_SCALAR(Muls, [b](auto a) { return a * b; })
ASCEND_HOST_SCALAR(Maxs, [b](auto a) { return a > b ? a : b; })
ASCEND_HOST_SCALAR(Mins, [b](auto a) { return a < b ? a : b; })
ASCEND_HOST_SCALAR(LeakyRelu, [b](auto a) { return a > 0 ? a : a * b; })
ASCEND_HOST_SCALAR(ShiftLeft, [b](auto a) { return ascend_host::Shifted(static_cast<T>(a), b); })
ASCEND_HOST_SCALAR(ShiftRight, [b](auto a) { return ascend_host::ShiftedRight(static_cast<T>(a), b); })

}  // namespace AscendC

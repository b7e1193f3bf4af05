// Vector instructions that work element by element, by count or by mask and repeats.
#pragma once

#include "tensor.h"

namespace AscendC {

using ascend_host::Mask;

#define ASCEND_HOST_BINARY(NAME, OP)                                                                                   \
    template <typename T, typename U>                                                                                  \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1, int64_t count,        \
              Site at = Site::Here())                                                                                  \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        const Part parts[] = {{Of(dst, "dst"), {}}, {Of(src0, "src0"), {}}, {Of(src1, "src1"), {}}};                   \
        Elementwise(Op::OP, #NAME, at, Count(count), parts, 3);                                                        \
    }                                                                                                                  \
    template <typename T, typename U, bool isSetMask = true>                                                           \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1, const Mask& mask,     \
              uint8_t repeatTimes, const BinaryRepeatParams& params, Site at = Site::Here())                           \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        const Part parts[] = {{Of(dst, "dst"), {params.dstBlkStride, params.dstRepStride}},                            \
                              {Of(src0, "src0"), {params.src0BlkStride, params.src0RepStride}},                        \
                              {Of(src1, "src1"), {params.src1BlkStride, params.src1RepStride}}};                       \
        Elementwise(Op::OP, #NAME, at, Repeats(mask, repeatTimes, isSetMask), parts, 3);                               \
    }                                                                                                                  \
    template <typename T, bool isSetMask>                                                                              \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, const Mask& mask,     \
              uint8_t repeatTimes, const BinaryRepeatParams& params, Site at = Site::Here())                           \
    {                                                                                                                  \
        NAME<T, T, isSetMask>(dst, src0, src1, mask, repeatTimes, params, at);                                         \
    }

ASCEND_HOST_BINARY(Add, ADD)
ASCEND_HOST_BINARY(Sub, SUB)
ASCEND_HOST_BINARY(Mul, MUL)
ASCEND_HOST_BINARY(Div, DIV)
ASCEND_HOST_BINARY(Max, MAX)
ASCEND_HOST_BINARY(Min, MIN)
ASCEND_HOST_BINARY(And, AND)
ASCEND_HOST_BINARY(Or, OR)
ASCEND_HOST_BINARY(AddRelu, ADD_RELU)
ASCEND_HOST_BINARY(SubRelu, SUB_RELU)
ASCEND_HOST_BINARY(AddReluCast, ADD_RELU)
ASCEND_HOST_BINARY(SubReluCast, SUB_RELU)
ASCEND_HOST_BINARY(MulCast, MUL)
ASCEND_HOST_BINARY(AddDeqRelu, ADD_DEQ_RELU)
ASCEND_HOST_BINARY(MulAddDst, MUL_ADD_DST)
ASCEND_HOST_BINARY(FusedMulAdd, FUSED_MUL_ADD)
ASCEND_HOST_BINARY(FusedMulAddRelu, FUSED_MUL_ADD_RELU)

#define ASCEND_HOST_UNARY(NAME, OP)                                                                                    \
    template <typename T>                                                                                              \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, int64_t count, Site at = Site::Here())             \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        const Part parts[] = {{Of(dst, "dst"), {}}, {Of(src, "src"), {}}};                                             \
        Elementwise(Op::OP, #NAME, at, Count(count), parts, 2);                                                        \
    }                                                                                                                  \
    template <typename T, bool isSetMask = true>                                                                       \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Mask& mask, uint8_t repeatTimes,             \
              const UnaryRepeatParams& params, Site at = Site::Here())                                                 \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        const Part parts[] = {{Of(dst, "dst"), {params.dstBlkStride, params.dstRepStride}},                            \
                              {Of(src, "src"), {params.srcBlkStride, params.srcRepStride}}};                           \
        Elementwise(Op::OP, #NAME, at, Repeats(mask, repeatTimes, isSetMask), parts, 2);                               \
    }

ASCEND_HOST_UNARY(Abs, ABS)
ASCEND_HOST_UNARY(Exp, EXP)
ASCEND_HOST_UNARY(Ln, LN)
ASCEND_HOST_UNARY(Relu, RELU)
ASCEND_HOST_UNARY(Sqrt, SQRT)
ASCEND_HOST_UNARY(Rsqrt, RSQRT)
ASCEND_HOST_UNARY(Reciprocal, RECIPROCAL)
ASCEND_HOST_UNARY(Not, NOT)

#define ASCEND_HOST_SCALAR(NAME, OP)                                                                                   \
    template <typename T, bool isSetMask = true>                                                                       \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalar, int64_t count,                    \
              Site at = Site::Here())                                                                                  \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        const Part parts[] = {{Of(dst, "dst"), {}}, {Of(src, "src"), {}}};                                             \
        Elementwise(Op::OP, #NAME, at, Count(count, isSetMask), parts, 2, scalar);                                     \
    }                                                                                                                  \
    template <typename T, bool isSetMask = true>                                                                       \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalar, const Mask& mask,                 \
              uint8_t repeatTimes, const UnaryRepeatParams& params, Site at = Site::Here())                            \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        const Part parts[] = {{Of(dst, "dst"), {params.dstBlkStride, params.dstRepStride}},                            \
                              {Of(src, "src"), {params.srcBlkStride, params.srcRepStride}}};                           \
        Elementwise(Op::OP, #NAME, at, Repeats(mask, repeatTimes, isSetMask), parts, 2, scalar);                       \
    }

ASCEND_HOST_SCALAR(Adds, ADD)
ASCEND_HOST_SCALAR(Muls, MUL)
ASCEND_HOST_SCALAR(Maxs, MAX)
ASCEND_HOST_SCALAR(Mins, MIN)
ASCEND_HOST_SCALAR(LeakyRelu, LEAKY_RELU)
ASCEND_HOST_SCALAR(ShiftLeft, SHIFT_LEFT)
ASCEND_HOST_SCALAR(ShiftRight, SHIFT_RIGHT)

// dst = src * scalar + dst
template <typename T, typename U>
void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const U& scalar, int64_t count, Site at = Site::Here())
{
    using namespace ascend_host;
    const Part parts[] = {{Of(dst, "dst"), {}}, {Of(src, "src"), {}}};
    Elementwise(Op::AXPY, "Axpy", at, Count(count), parts, 2, scalar);
}
template <typename T, typename U, bool isSetMask = true>
void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const U& scalar, const Mask& mask, uint8_t repeatTimes,
          const UnaryRepeatParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    const Part parts[] = {{Of(dst, "dst"), {params.dstBlkStride, params.dstRepStride}},
                          {Of(src, "src"), {params.srcBlkStride, params.srcRepStride}}};
    Elementwise(Op::AXPY, "Axpy", at, Repeats(mask, repeatTimes, isSetMask), parts, 2, scalar);
}

template <typename T>
void Duplicate(const LocalTensor<T>& dst, const T& scalar, int64_t count, Site at = Site::Here())
{
    using namespace ascend_host;
    const Part parts[] = {{Of(dst, "dst"), {}}};
    Elementwise(Op::FILL, "Duplicate", at, Count(count), parts, 1, scalar);
}
template <typename T, bool isSetMask = true>
void Duplicate(const LocalTensor<T>& dst, const T& scalar, const Mask& mask, uint8_t repeatTimes, uint16_t dstBlockStride,
               uint8_t dstRepeatStride, Site at = Site::Here())
{
    using namespace ascend_host;
    const Part parts[] = {{Of(dst, "dst"), {dstBlockStride, dstRepeatStride}}};
    Elementwise(Op::FILL, "Duplicate", at, Repeats(mask, repeatTimes, isSetMask), parts, 1, scalar);
}

template <typename T, bool isSetMask = true>
void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Mask& mask, uint8_t repeatTimes,
          const CopyRepeatParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    const Part parts[] = {{Of(dst, "dst"), {params.dstStride, params.dstRepeatSize}},
                          {Of(src, "src"), {params.srcStride, params.srcRepeatSize}}};
    Elementwise(Op::COPY, "Copy", at, Repeats(mask, repeatTimes, isSetMask), parts, 2);
}

template <typename T, typename U>
void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, RoundMode mode, int64_t count, Site at = Site::Here())
{
    using namespace ascend_host;
    Convert("Cast", at, Count(count), {Of(dst, "dst"), {}}, {Of(src, "src"), {}}, mode);
}
template <typename T, typename U, bool isSetMask = true>
void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, RoundMode mode, const Mask& mask, uint8_t repeatTimes,
          const UnaryRepeatParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    Convert("Cast", at, Repeats(mask, repeatTimes, isSetMask),
            {Of(dst, "dst"), {params.dstBlkStride, params.dstRepStride}},
            {Of(src, "src"), {params.srcBlkStride, params.srcRepStride}}, mode);
}

}  // namespace AscendC

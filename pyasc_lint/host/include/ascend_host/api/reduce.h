// Reductions within pairs, blocks and repeats, and of a whole tensor.
#pragma once

#include "vector.h"

namespace AscendC {

#define ASCEND_HOST_REPEAT_REDUCE(NAME, REDUCTION)                                                                     \
    template <typename T, bool isSetMask = true>                                                                       \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Mask& mask, int32_t repeatTime,              \
              int32_t dstRepStride, int32_t srcBlkStride, int32_t srcRepStride,                                        \
              ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX, Site at = Site::Here())                              \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        Reduce(Reduction::REDUCTION, Group::REPEAT, #NAME, at, Repeats(mask, repeatTime, isSetMask), Of(dst, "dst"),   \
               {Of(src, "src"), {srcBlkStride, srcRepStride}}, dstRepStride, order);                                   \
    }
ASCEND_HOST_REPEAT_REDUCE(WholeReduceMax, MAX)
ASCEND_HOST_REPEAT_REDUCE(WholeReduceMin, MIN)

template <typename T, bool isSetMask = true>
void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Mask& mask, int32_t repeatTime,
                    int32_t dstRepStride, int32_t srcBlkStride, int32_t srcRepStride, Site at = Site::Here())
{
    using namespace ascend_host;
    Reduce(Reduction::SUM, Group::REPEAT, "WholeReduceSum", at, Repeats(mask, repeatTime, isSetMask), Of(dst, "dst"),
           {Of(src, "src"), {srcBlkStride, srcRepStride}}, dstRepStride, ReduceOrder::ORDER_ONLY_VALUE);
}
template <typename T, bool isSetMask = true>
void RepeatReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, int32_t repeatTime, const Mask& mask,
                     int32_t dstBlkStride, int32_t srcBlkStride, int32_t dstRepStride, int32_t srcRepStride,
                     Site at = Site::Here())
{
    using namespace ascend_host;
    Reduce(Reduction::SUM, Group::REPEAT, "RepeatReduceSum", at, Repeats(mask, repeatTime, isSetMask), Of(dst, "dst"),
           {Of(src, "src"), {srcBlkStride, srcRepStride}}, dstRepStride, ReduceOrder::ORDER_ONLY_VALUE);
}

#define ASCEND_HOST_GROUP_REDUCE(NAME, REDUCTION, GROUP)                                                               \
    template <typename T, bool isSetMask = true>                                                                       \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, int32_t repeatTime, const Mask& mask,              \
              int32_t dstRepStride, int32_t srcBlkStride, int32_t srcRepStride, Site at = Site::Here())                \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        Reduce(Reduction::REDUCTION, Group::GROUP, #NAME, at, Repeats(mask, repeatTime, isSetMask), Of(dst, "dst"),    \
               {Of(src, "src"), {srcBlkStride, srcRepStride}}, dstRepStride, ReduceOrder::ORDER_ONLY_VALUE);           \
    }
ASCEND_HOST_GROUP_REDUCE(BlockReduceMax, MAX, BLOCK)
ASCEND_HOST_GROUP_REDUCE(BlockReduceMin, MIN, BLOCK)
ASCEND_HOST_GROUP_REDUCE(BlockReduceSum, SUM, BLOCK)
ASCEND_HOST_GROUP_REDUCE(PairReduceSum, SUM, PAIR)

#define ASCEND_HOST_REDUCE_ALL(NAME, REDUCTION)                                                                        \
    template <typename T>                                                                                              \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>&, int64_t count,              \
              bool calIndex = false, Site at = Site::Here())                                                           \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        ReduceAll(Reduction::REDUCTION, #NAME, at, Count(count), Of(dst, "dst"), {Of(src, "src"), {}}, calIndex);      \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>&, const Mask& mask,           \
              int32_t repeatTime, int32_t srcRepStride, bool calIndex = false, Site at = Site::Here())                 \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        ReduceAll(Reduction::REDUCTION, #NAME, at, Repeats(mask, repeatTime), Of(dst, "dst"),                          \
                  {Of(src, "src"), {1, srcRepStride}}, calIndex);                                                      \
    }
ASCEND_HOST_REDUCE_ALL(ReduceMax, MAX)
ASCEND_HOST_REDUCE_ALL(ReduceMin, MIN)
ASCEND_HOST_REDUCE_ALL(ReduceSum, SUM)

}  // namespace AscendC

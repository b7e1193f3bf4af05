// Comparisons and selections.
#pragma once

#include "vector.h"

namespace AscendC {

template <typename T, typename U>
void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE mode, int64_t count,
             Site at = Site::Here())
{
    using namespace ascend_host;
    const Tile result = Of(dst, "dst");
    const Part second{Of(src1, "src1"), {}};
    ascend_host::Compare("Compare", at, Count(count), &result, {Of(src0, "src0"), {}}, &second, {}, mode);
}
template <typename T, typename U>
void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE mode,
             const Mask& mask, uint8_t repeatTimes, const BinaryRepeatParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    const Tile result = Of(dst, "dst");
    const Part second{Of(src1, "src1"), {params.src1BlkStride, params.src1RepStride}};
    ascend_host::Compare("Compare", at, Repeats(mask, repeatTimes), &result,
                         {Of(src0, "src0"), {params.src0BlkStride, params.src0RepStride}}, &second, {}, mode);
}
template <typename T>
void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE mode, const Mask& mask,
             const BinaryRepeatParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    const Part second{Of(src1, "src1"), {params.src1BlkStride, params.src1RepStride}};
    ascend_host::Compare("Compare", at, Repeats(mask, 1), nullptr,
                         {Of(src0, "src0"), {params.src0BlkStride, params.src0RepStride}}, &second, {}, mode);
}

template <typename T, typename U>
void CompareScalar(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T scalar, CMPMODE mode, int64_t count,
                   Site at = Site::Here())
{
    using namespace ascend_host;
    const Tile result = Of(dst, "dst");
    ascend_host::Compare("CompareScalar", at, Count(count), &result, {Of(src0, "src0"), {}}, nullptr, scalar, mode);
}
template <typename T, typename U>
void CompareScalar(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T scalar, CMPMODE mode, const Mask& mask,
                   uint8_t repeatTimes, const UnaryRepeatParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    const Tile result = Of(dst, "dst");
    ascend_host::Compare("CompareScalar", at, Repeats(mask, repeatTimes), &result,
                         {Of(src0, "src0"), {params.srcBlkStride, params.srcRepStride}}, nullptr, scalar, mode);
}

template <typename T, typename U>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, T src1, SELMODE mode,
            int64_t count, Site at = Site::Here())
{
    using namespace ascend_host;
    ascend_host::Select(at, Count(count), {Of(dst, "dst"), {}}, Of(selMask, "sel_mask"), {Of(src0, "src0"), {}}, nullptr,
                        src1, mode);
}
template <typename T, typename U>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
            SELMODE mode, int64_t count, Site at = Site::Here())
{
    using namespace ascend_host;
    const Part second{Of(src1, "src1"), {}};
    ascend_host::Select(at, Count(count), {Of(dst, "dst"), {}}, Of(selMask, "sel_mask"), {Of(src0, "src0"), {}}, &second, {},
                        mode);
}
template <typename T, typename U>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, T src1, SELMODE mode,
            const Mask& mask, uint8_t repeatTimes, const BinaryRepeatParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    ascend_host::Select(at, Repeats(mask, repeatTimes), {Of(dst, "dst"), {params.dstBlkStride, params.dstRepStride}},
                        Of(selMask, "sel_mask"), {Of(src0, "src0"), {params.src0BlkStride, params.src0RepStride}}, nullptr,
                        src1, mode);
}
template <typename T, typename U>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
            SELMODE mode, const Mask& mask, uint8_t repeatTimes, const BinaryRepeatParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    const Part second{Of(src1, "src1"), {params.src1BlkStride, params.src1RepStride}};
    ascend_host::Select(at, Repeats(mask, repeatTimes), {Of(dst, "dst"), {params.dstBlkStride, params.dstRepStride}},
                        Of(selMask, "sel_mask"), {Of(src0, "src0"), {params.src0BlkStride, params.src0RepStride}}, &second,
                        {}, mode);
}
template <typename T, typename U>
void Select(const LocalTensor<T>&, const LocalTensor<U>&, const LocalTensor<T>&, uint8_t, const BinaryRepeatParams&,
            Site at = Site::Here())
{
    ascend_host::NotModelled("Select with the mask register", at);
}

template <typename T> void GetCmpMask(const LocalTensor<T>& dst, Site at = Site::Here())
{
    ascend_host::CompareMask(ascend_host::Of(dst, "dst"), false, at);
}
template <typename T> void SetCmpMask(const LocalTensor<T>& src, Site at = Site::Here())
{
    ascend_host::CompareMask(ascend_host::Of(src, "src"), true, at);
}

}  // namespace AscendC

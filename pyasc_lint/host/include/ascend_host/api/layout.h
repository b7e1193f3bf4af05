// Gathering, spreading, transposing and sorting.
#pragma once

#include "vector.h"

namespace AscendC {

template <typename T>
void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint32_t>& srcOffset, uint32_t srcBase,
            uint32_t count, Site at = Site::Here())
{
    using namespace ascend_host;
    ascend_host::Gather(at, Count(count), {Of(dst, "dst"), {}}, Of(src, "src"), Of(srcOffset, "src_offset"), srcBase);
}
template <typename T>
void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint32_t>& srcOffset, uint32_t srcBase,
            const Mask& mask, uint8_t repeatTimes, uint16_t dstRepStride, Site at = Site::Here())
{
    using namespace ascend_host;
    ascend_host::Gather(at, Repeats(mask, repeatTimes), {Of(dst, "dst"), {1, dstRepStride}}, Of(src, "src"),
                        Of(srcOffset, "src_offset"), srcBase);
}
template <typename T>
void Gatherb(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<uint32_t>& offset,
             uint8_t repeatTimes, const GatherRepeatParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    GatherBlocks(at, Of(dst, "dst"), Of(src0, "src0"), Of(offset, "offset"), repeatTimes, params);
}
template <typename T>
void Brcb(const LocalTensor<T>& dst, const LocalTensor<T>& src0, uint8_t repeatTimes, const BrcbRepeatParams& params,
          Site at = Site::Here())
{
    using namespace ascend_host;
    Broadcast(at, Of(dst, "dst"), Of(src0, "src0"), repeatTimes, params);
}
template <typename T, typename U>
void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<U>& pattern, bool reduceMode,
                uint32_t mask, const GatherMaskParams& params, uint64_t& count, Site at = Site::Here())
{
    using namespace ascend_host;
    const Tile bits = Of(pattern, "src1_pattern");
    count = ascend_host::GatherMask(at, Of(dst, "dst"), Of(src0, "src0"), &bits, 0, reduceMode, mask, params);
}
template <typename T>
void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0, uint8_t pattern, bool reduceMode, uint32_t mask,
                const GatherMaskParams& params, uint64_t& count, Site at = Site::Here())
{
    using namespace ascend_host;
    count = ascend_host::GatherMask(at, Of(dst, "dst"), Of(src0, "src0"), nullptr, pattern, reduceMode, mask, params);
}
inline int64_t GetGatherMaskRemainCount() { return static_cast<int64_t>(ascend_host::GatheredCount()); }

template <typename T> void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src, Site at = Site::Here())
{
    ascend_host::Transpose(at, ascend_host::Of(dst, "dst"), ascend_host::Of(src, "src"), {});
}
template <typename T>
void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint8_t>&,
               const TransposeParamsExt& params, Site at = Site::Here())
{
    ascend_host::Transpose(at, ascend_host::Of(dst, "dst"), ascend_host::Of(src, "src"), params);
}
template <typename T>
void TransDataTo5HD(const LocalTensor<T> (&dst)[16], const LocalTensor<T> (&src)[16], const TransDataTo5HDParams& params,
                    Site at = Site::Here())
{
    ascend_host::Tile to[16], from[16];
    for (int number = 0; number < 16; ++number) {
        to[number] = ascend_host::Of(dst[number], "dst_list");
        from[number] = ascend_host::Of(src[number], "src_list");
    }
    ascend_host::TransDataTo5HD(at, to, from, params);
}

// -------------------------------------------------------------------------------------------------------------- sorting

template <typename T> struct MrgSortSrcList {
    LocalTensor<T> src1, src2, src3, src4;
};

template <typename T>
void Sort32(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<uint32_t>& src1, int32_t repeatTime,
            Site at = Site::Here())
{
    using namespace ascend_host;
    ascend_host::Sort32("Sort32", at, Of(dst, "dst"), Of(src0, "src0"), Of(src1, "src1"), repeatTime);
}
template <typename T, bool isFullSort>
void Sort(const LocalTensor<T>& dst, const LocalTensor<T>& concat, const LocalTensor<uint32_t>& index, LocalTensor<T>&,
          int32_t repeatTime, Site at = Site::Here())
{
    static_assert(!isFullSort, "a full sort is not modelled");
    using namespace ascend_host;
    ascend_host::Sort32("Sort", at, Of(dst, "dst"), Of(concat, "concat"), Of(index, "index"), repeatTime);
}
template <typename T> constexpr uint32_t GetSortLen(uint32_t count) { return count * 8 / sizeof(T); }
template <typename T> constexpr uint32_t GetSortOffset(uint32_t offset) { return offset * 8 / sizeof(T); }

template <typename T, bool isExhaustedSuspension = false>
void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& list, const uint16_t (&lengths)[4], uint32_t (&sorted)[4],
             uint16_t validBit, int32_t repeatTimes, Site at = Site::Here())
{
    using namespace ascend_host;
    const Tile sources[] = {Of(list.src1, "sort_list.src1"), Of(list.src2, "sort_list.src2"),
                            Of(list.src3, "sort_list.src3"), Of(list.src4, "sort_list.src4")};
    MergeSort(at, Of(dst, "dst"), sources, lengths, sorted, validBit, repeatTimes, isExhaustedSuspension);
}
template <typename T>
void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& list, const MrgSort4Info& info, Site at = Site::Here())
{
    using namespace ascend_host;
    const Tile sources[] = {Of(list.src1, "sort_list.src1"), Of(list.src2, "sort_list.src2"),
                            Of(list.src3, "sort_list.src3"), Of(list.src4, "sort_list.src4")};
    MergeSort(at, Of(dst, "dst"), sources, info.elementLengths, nullptr, info.validBit, info.repeatTimes,
              info.ifExhaustedSuspension);
}
inline void GetMrgSortResult(uint16_t& first, uint16_t& second, uint16_t& third, uint16_t& fourth)
{
    first = static_cast<uint16_t>(ascend_host::MergedCount(0));
    second = static_cast<uint16_t>(ascend_host::MergedCount(1));
    third = static_cast<uint16_t>(ascend_host::MergedCount(2));
    fourth = static_cast<uint16_t>(ascend_host::MergedCount(3));
}

}  // namespace AscendC

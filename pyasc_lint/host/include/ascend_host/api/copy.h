// Copies between memories.
#pragma once

#include "tensor.h"

namespace ascend_host {

inline PadCopy PadOf(const AscendC::DataCopyParams& params)
{
    return {params.blockCount, params.blockLen, params.srcStride, params.dstStride};
}
inline PadCopy PadOf(const AscendC::DataCopyExtParams& params)
{
    return {params.blockCount, params.blockLen, params.srcStride, params.dstStride};
}

}  // namespace ascend_host

namespace AscendC {

// One form of DataCopy for the pairs of tensors it has.
#define ASCEND_HOST_COPY(DST, SRC, PARAMETERS, CALL)                                                                   \
    template <typename T, typename U>                                                                                  \
    void DataCopy(const DST<T>& dst, const SRC<U>& src, PARAMETERS, Site at = Site::Here())                            \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        const Tile to = Of(dst, "dst"), from = Of(src, "src");                                                         \
        CALL;                                                                                                          \
    }
#define ASCEND_HOST_COPIES(PARAMETERS, CALL)                                                                           \
    ASCEND_HOST_COPY(LocalTensor, GlobalTensor, PARAMETERS, CALL)                                                      \
    ASCEND_HOST_COPY(GlobalTensor, LocalTensor, PARAMETERS, CALL)                                                      \
    ASCEND_HOST_COPY(LocalTensor, LocalTensor, PARAMETERS, CALL)

ASCEND_HOST_COPIES(uint32_t count, CopyCount(to, from, count, at))
ASCEND_HOST_COPIES(const DataCopyParams& params, CopyBlocks(to, from, params, at))
ASCEND_HOST_COPY(LocalTensor, GlobalTensor, const Nd2NzParams& params, NdToNz(to, from, params, at))
ASCEND_HOST_COPY(LocalTensor, LocalTensor, const Nd2NzParams& params, NdToNz(to, from, params, at))
ASCEND_HOST_COPY(GlobalTensor, LocalTensor, const Nz2NdParamsFull& params, NzToNd(to, from, params, at))

#define ASCEND_HOST_ENHANCED_COPY(DST, SRC)                                                                            \
    template <typename T, typename U>                                                                                  \
    void DataCopy(const DST<T>& dst, const SRC<U>& src, const DataCopyParams& params,                                  \
                  const DataCopyEnhancedParams& enhanced, Site at = Site::Here())                                      \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        CopyEnhanced(Of(dst, "dst"), Of(src, "src"), params, enhanced, at);                                            \
    }                                                                                                                  \
    template <typename T, typename U>                                                                                  \
    void DataCopy(const DST<T>& dst, const SRC<U>& src, const SliceInfo* dstSlices, const SliceInfo* srcSlices,        \
                  uint32_t dimensions, Site at = Site::Here())                                                         \
    {                                                                                                                  \
        using namespace ascend_host;                                                                                   \
        CopySlices(Of(dst, "dst"), Of(src, "src"), dstSlices, srcSlices, dimensions, at);                              \
    }
ASCEND_HOST_ENHANCED_COPY(LocalTensor, GlobalTensor)
ASCEND_HOST_ENHANCED_COPY(GlobalTensor, LocalTensor)
ASCEND_HOST_ENHANCED_COPY(LocalTensor, LocalTensor)

template <typename T, typename P>
void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const P& params, const DataCopyPadExtParams<T>& pad,
                 Site at = Site::Here())
{
    using namespace ascend_host;
    PadIn(Of(dst, "dst"), Of(src, "src"), PadOf(params), pad.isPad, pad.leftPadding, pad.rightPadding, pad.paddingValue, at);
}
template <typename T, typename P>
void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const P& params, const DataCopyPadParams& pad,
                 Site at = Site::Here())
{
    using namespace ascend_host;
    T value;
    std::memcpy(&value, &pad.paddingValue, sizeof(T));
    PadIn(Of(dst, "dst"), Of(src, "src"), PadOf(params), pad.isPad, pad.leftPadding, pad.rightPadding, value, at);
}
template <typename T, typename P>
void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const P& params, Site at = Site::Here())
{
    using namespace ascend_host;
    PadOut(Of(dst, "dst"), Of(src, "src"), PadOf(params), at);
}
template <typename T, typename P>
void DataCopyPad(const LocalTensor<T>&, const LocalTensor<T>&, const P&, const Nd2NzParams&, Site at = Site::Here())
{
    ascend_host::NotModelled("DataCopyPad from UB to L1", at);
}

}  // namespace AscendC

// Functions that the model knows by name only: debug aids, which do nothing, and what stops a run with a clear reason.
#pragma once

#include "vector.h"

namespace ascend_host {

// The first argument of a call, whatever it is, with the place of the call.
struct First {
    template <typename T> First(const T&, Site site = Site::Here()) : at(site) {}
    Site at;
};

}  // namespace ascend_host

namespace AscendC {

// ---------------------------------------------------------------------------------------------------------- debug aids

template <typename... Rest> void DumpTensor(const ascend_host::First&, Rest&&...) {}
template <typename... Rest> void DumpAccChkPoint(const ascend_host::First&, Rest&&...) {}
inline void PrintTimeStamp(int64_t) {}
inline void MetricsProfStart() {}
inline void MetricsProfStop() {}
struct CheckLocalMemoryIAParam : ascend_host::Unused {
    using ascend_host::Unused::Unused;
};
inline void CheckLocalMemoryIA(const CheckLocalMemoryIAParam&) {}
inline void Trap(Site at = Site::Here()) { ascend_host::NotModelled("what the host does after Trap", at); }
inline void GetArchVersion(uint32_t& version) { version = 0xc220; }

// --------------------------------------------------------------------------------------------------------- not modelled

#define ASCEND_HOST_UNKNOWN(NAME)                                                                                      \
    template <typename... Rest> void NAME(const ascend_host::First& first, Rest&&...)                                  \
    {                                                                                                                  \
        ascend_host::NotModelled(#NAME, first.at);                                                                     \
    }
ASCEND_HOST_UNKNOWN(BilinearInterpolation)
ASCEND_HOST_UNKNOWN(LoadDataWithSparse)
ASCEND_HOST_UNKNOWN(LoadImageToLocal)
ASCEND_HOST_UNKNOWN(MmadWithSparse)
ASCEND_HOST_UNKNOWN(MrgSort4)
ASCEND_HOST_UNKNOWN(NotifyNextBlock)
ASCEND_HOST_UNKNOWN(ProposalConcat)
ASCEND_HOST_UNKNOWN(ProposalExtract)
ASCEND_HOST_UNKNOWN(RpSort16)
ASCEND_HOST_UNKNOWN(Scatter)
ASCEND_HOST_UNKNOWN(SetAippFunctions)
ASCEND_HOST_UNKNOWN(SetSysWorkspace)
ASCEND_HOST_UNKNOWN(WaitPreBlock)
ASCEND_HOST_UNKNOWN(GetStoreAtomicConfig)

template <typename T, typename U, bool isVecDeq, bool halfBlock>
void CastDeq(const LocalTensor<T>&, const LocalTensor<U>&, int64_t, Site at = Site::Here())
{
    ascend_host::NotModelled("CastDeq", at);
}
template <typename T, typename U, bool isSetMask, bool isVecDeq, bool halfBlock>
void CastDeq(const LocalTensor<T>&, const LocalTensor<U>&, const Mask&, uint8_t, const UnaryRepeatParams&,
             Site at = Site::Here())
{
    ascend_host::NotModelled("CastDeq", at);
}
struct VdeqInfo : ascend_host::Unused {
    using ascend_host::Unused::Unused;
};
template <typename T> void SetDeqScale(const LocalTensor<T>&, const VdeqInfo&, Site at = Site::Here())
{
    ascend_host::NotModelled("SetDeqScale with a vector", at);
}
inline void SetDeqScale(float, int16_t, bool, Site at = Site::Here())
{
    ascend_host::NotModelled("SetDeqScale with an offset", at);
}

template <bool isAivOnly, typename... Rest> void IBSet(const ascend_host::First& first, Rest&&...)
{
    ascend_host::NotModelled("IBSet", first.at);
}
template <bool isAivOnly, typename... Rest> void IBWait(const ascend_host::First& first, Rest&&...)
{
    ascend_host::NotModelled("IBWait", first.at);
}
inline uint8_t* GetSysWorkSpacePtr(Site at = Site::Here())
{
    ascend_host::NotModelled("GetSysWorkSpacePtr", at);
}

#define ASCEND_HOST_UNUSED(NAME)                                                                                       \
    struct NAME : ascend_host::Unused {                                                                                \
        using Unused::Unused;                                                                                          \
    };
ASCEND_HOST_UNUSED(LoadData2DParamsV2)
ASCEND_HOST_UNUSED(LoadData2dTransposeParamsV2)
ASCEND_HOST_UNUSED(LoadData3DParamsV2Pro)
ASCEND_HOST_UNUSED(LoadImageToLocalParams)
template <typename T> ASCEND_HOST_UNUSED(LoadData3DParamsV1)
template <typename T> ASCEND_HOST_UNUSED(AippParams)
ASCEND_HOST_UNUSED(AippChannelPaddingParams)
ASCEND_HOST_UNUSED(AippColorSpaceConvParams)
template <typename T> ASCEND_HOST_UNUSED(AippDataTypeConvParams)
ASCEND_HOST_UNUSED(AippSingleLineParams)
ASCEND_HOST_UNUSED(AippSwapParams)
template <typename T> ASCEND_HOST_UNUSED(AippPaddingParams)

template <typename Dst, typename Src, typename Params>
void LoadData(const Dst&, const Src&, const Params&, Site at = Site::Here())
{
    ascend_host::NotModelled("LoadData with these parameters", at);
}
template <typename Dst, typename Src>
void LoadDataWithTranspose(const Dst&, const Src&, const LoadData2dTransposeParamsV2&, Site at = Site::Here())
{
    ascend_host::NotModelled("LoadDataWithTranspose with these parameters", at);
}

}  // namespace AscendC

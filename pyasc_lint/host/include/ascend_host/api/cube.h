// Loads of the cube unit, products and their results.
#pragma once

#include "tensor.h"

namespace ascend_host {

inline AscendC::FixpipeParamsV220 ResultOf(const AscendC::DataCopyCO12DstParams& params, Site at)
{
    if (params.nz2ndEn) {
        NotModelled("DataCopy from L0C with nz2ndEn", at);
    }
    AscendC::FixpipeParamsV220 made;
    made.nSize = static_cast<uint16_t>(params.nSize);
    made.mSize = static_cast<uint16_t>(params.mSize);
    made.srcStride = static_cast<uint16_t>(params.srcStride);
    made.dstStride = static_cast<uint32_t>(params.dstStride);
    made.reluEn = params.reluPre != 0;
    made.quantPre = params.quantPre;
    made.isChannelSplit = params.channelSplit;
    return made;
}

}  // namespace ascend_host

namespace AscendC {

template <typename T>
void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData2DParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    LoadFractals(Of(dst, "dst"), Of(src, "src"), params, at);
}
template <typename T>
void LoadData(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const LoadData2DParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    LoadFractals(Of(dst, "dst"), Of(src, "src"), params, at);
}
template <typename T, typename U>
void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData3DParamsV2<U>& params,
              Site at = Site::Here())
{
    using namespace ascend_host;
    const Image image{{params.padList[0], params.padList[1], params.padList[2], params.padList[3]},
                      params.l1H, params.l1W, params.channelSize, params.kExtension, params.mExtension, params.kStartPt,
                      params.mStartPt, params.strideW, params.strideH, params.filterW + (params.filterSizeW ? 256 : 0),
                      params.filterH + (params.filterSizeH ? 256 : 0), params.dilationFilterW, params.dilationFilterH,
                      params.enTranspose, params.padValue};
    LoadImage(Of(dst, "dst"), Of(src, "src"), image, at);
}
template <typename T>
void LoadDataWithTranspose(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData2dTransposeParams& params,
                           Site at = Site::Here())
{
    using namespace ascend_host;
    LoadTransposed(Of(dst, "dst"), Of(src, "src"), params, at);
}
template <typename T, typename U>
void InitConstValue(const LocalTensor<T>& dst, const InitConstValueParams<U>& params, Site at = Site::Here())
{
    using namespace ascend_host;
    InitConst(Of(dst, "dst"), params.repeatTimes, params.blockNum, params.dstGap, params.initValue, at);
}

template <typename T, typename U, typename S>
void Mmad(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter, const MmadParams& params,
          Site at = Site::Here())
{
    using namespace ascend_host;
    Multiply(Of(dst, "dst"), Of(fm, "fm"), Of(filter, "filter"), nullptr, params, at);
}
template <typename T, typename U, typename S, typename V>
void Mmad(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter, const LocalTensor<V>& bias,
          const MmadParams& params, Site at = Site::Here())
{
    using namespace ascend_host;
    const Tile added = Of(bias, "bias");
    Multiply(Of(dst, "dst"), Of(fm, "fm"), Of(filter, "filter"), &added, params, at);
}

template <typename T, typename U, const FixpipeConfig& config>
void Fixpipe(const GlobalTensor<T>& dst, const LocalTensor<U>& src, const FixpipeParamsV220& params, Site at = Site::Here())
{
    using namespace ascend_host;
    FixpipeOut(Of(dst, "dst"), Of(src, "src"), params, config.layout, false, at);
}
template <typename T, typename U, const FixpipeConfig& config>
void Fixpipe(const LocalTensor<T>& dst, const LocalTensor<U>& src, const FixpipeParamsV220& params, Site at = Site::Here())
{
    using namespace ascend_host;
    FixpipeOut(Of(dst, "dst"), Of(src, "src"), params, config.layout, true, at);
}
template <typename T, typename U, const FixpipeConfig& config, typename W>
void Fixpipe(const GlobalTensor<T>&, const LocalTensor<U>&, const LocalTensor<W>&, const FixpipeParamsV220&,
             Site at = Site::Here())
{
    ascend_host::NotModelled("Fixpipe with a vector of quantisation parameters", at);
}

// Results of the cube unit as blocks of columns, as Fixpipe writes them with CFG_NZ.
template <typename T, typename U>
void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyCO12DstParams& params,
              Site at = Site::Here())
{
    using namespace ascend_host;
    FixpipeOut(Of(dst, "dst"), Of(src, "src"), ResultOf(params, at), CO2Layout::NZ, false, at);
}
template <typename T, typename U>
void DataCopy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyCO12DstParams& params,
              Site at = Site::Here())
{
    using namespace ascend_host;
    FixpipeOut(Of(dst, "dst"), Of(src, "src"), ResultOf(params, at), CO2Layout::NZ, true, at);
}

inline void SetLoadDataRepeat(const LoadDataRepeatParam& param) { ascend_host::SetLoadRepeat(param.repeatTime); }
template <typename T> void SetLoadDataPaddingValue(T) {}
inline void SetLoadDataBoundary(uint32_t) {}
inline void SetFixpipePreQuantFlag(uint64_t) {}
inline void SetHF32Mode(bool) {}
inline void SetHF32TransMode(bool) {}
inline void SetMMLayoutTransform(bool) {}

}  // namespace AscendC

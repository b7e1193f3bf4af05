// Parameter structs of Ascend C, with the fields and types of its headers.
#pragma once

#include <cstdint>

#include "enums.h"
#include "types.h"

namespace AscendC {

struct DataCopyParams {
    uint16_t blockCount = 1, blockLen = 0, srcStride = 0, dstStride = 0;
};
struct DataCopyExtParams {
    uint16_t blockCount = 1;
    uint32_t blockLen = 0, srcStride = 0, dstStride = 0, rsv = 0;
};
struct DataCopyPadParams {
    bool isPad = false;
    uint16_t leftPadding = 0, rightPadding = 0;
    uint64_t paddingValue = 0;
};
template <typename T> struct DataCopyPadExtParams {
    bool isPad = false;
    uint16_t leftPadding = 0, rightPadding = 0;
    ascend_host::Number paddingValue;  // a T
};
struct DataCopyEnhancedParams {
    BlockMode blockMode = BlockMode::BLOCK_MODE_NORMAL;
    DeqScale deqScale = DeqScale::DEQ_NONE;
    uint64_t deqValue = 0;
    uint8_t sidStoreMode = 0;
    bool isRelu = false;
    pad_t padMode = pad_t::PAD_NONE;
    uint64_t padValue = 0;
};
struct DataCopyCO12DstParams {
    uint64_t nSize = 0, mSize = 0, dstStride = 0, srcStride = 0;
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    uint8_t reluPre = 0;
    bool channelSplit = false, nz2ndEn = false;
};
struct SliceInfo {
    uint32_t startIndex = 0, endIndex = 0, stride = 0, burstLen = 0, shapeValue = 0;
};
struct Nd2NzParams {
    uint16_t ndNum, nValue, dValue, srcNdMatrixStride, srcDValue, dstNzC0Stride, dstNzNStride, dstNzMatrixStride;
};
struct Nz2NdParamsFull {
    uint16_t ndNum, nValue, dValue, srcNdMatrixStride, srcNStride, dstDStride, dstNdMatrixStride;
};

struct UnaryRepeatParams {
    uint16_t dstBlkStride = 1, srcBlkStride = 1;
    uint8_t dstRepStride = 8, srcRepStride = 8;
};
struct BinaryRepeatParams {
    uint8_t dstBlkStride = 1, src0BlkStride = 1, src1BlkStride = 1, dstRepStride = 8, src0RepStride = 8, src1RepStride = 8;
};
struct CopyRepeatParams {
    uint16_t dstStride = 0, srcStride = 0, dstRepeatSize = 0, srcRepeatSize = 0;
};
struct BrcbRepeatParams {
    uint16_t dstBlkStride = 1, dstRepStride = 8;
};
struct GatherRepeatParams {
    uint16_t dstBlkStride = 1, dstRepStride = 8;
};
struct GatherMaskParams {
    uint8_t src0BlockStride = 1;
    uint16_t repeatTimes = 1, src0RepeatStride = 0;
    uint8_t src1RepeatStride = 0;
};
struct TransposeParamsExt {
    uint16_t nSize = 0, cSize = 0, hSize = 0, wSize = 0;
    TransposeType transposeType = TransposeType::TRANSPOSE_ND2ND_B16;
};
struct TransDataTo5HDParams {
    bool dstHighHalf = false, srcHighHalf = false;
    uint8_t repeatTimes = 1;
    uint16_t dstRepStride = 0, srcRepStride = 0;
};
struct MrgSort4Info {
    MrgSort4Info(const uint16_t lengths[4], bool suspends, uint16_t valid, uint16_t repeats)
        : elementLengths{lengths[0], lengths[1], lengths[2], lengths[3]}, ifExhaustedSuspension(suspends),
          validBit(valid), repeatTimes(repeats)
    {
    }
    uint16_t elementLengths[4];
    bool ifExhaustedSuspension;
    uint16_t validBit, repeatTimes;
};

struct LoadData2DParams {
    uint16_t startIndex = 0;
    uint8_t repeatTimes = 1;
    uint16_t srcStride = 0;
    uint16_t sid = 0;
    uint16_t dstGap = 0;
    bool ifTranspose = false;
    uint8_t addrMode = 0;
};
struct LoadData2dTransposeParams {
    uint16_t startIndex = 0;
    uint8_t repeatTimes = 1;
    uint16_t srcStride = 0, dstGap = 0, dstFracGap = 0;
    uint8_t addrMode = 0;
};
template <typename T> struct LoadData3DParamsV2 {
    LoadData3DParamsV2(const uint8_t pad[4], uint16_t l1H, uint16_t l1W, uint16_t channelSize, uint16_t kExtension,
                       uint16_t mExtension, uint16_t kStartPt, uint16_t mStartPt, uint8_t strideW, uint8_t strideH,
                       uint8_t filterW, uint8_t filterH, uint8_t dilationFilterW, uint8_t dilationFilterH,
                       bool enTranspose, const ascend_host::Number& padValue, bool filterSizeW, bool filterSizeH, bool fMatrixCtrl)
        : padList{pad[0], pad[1], pad[2], pad[3]}, l1H(l1H), l1W(l1W), channelSize(channelSize), kExtension(kExtension),
          mExtension(mExtension), kStartPt(kStartPt), mStartPt(mStartPt), strideW(strideW), strideH(strideH),
          filterW(filterW), filterH(filterH), dilationFilterW(dilationFilterW), dilationFilterH(dilationFilterH),
          enTranspose(enTranspose), padValue(padValue), filterSizeW(filterSizeW), filterSizeH(filterSizeH),
          fMatrixCtrl(fMatrixCtrl)
    {
    }
    uint8_t padList[4];  // left, right, top, bottom
    uint16_t l1H, l1W, channelSize, kExtension, mExtension, kStartPt, mStartPt;
    uint8_t strideW, strideH, filterW, filterH, dilationFilterW, dilationFilterH;
    bool enTranspose;
    ascend_host::Number padValue;
    bool filterSizeW, filterSizeH, fMatrixCtrl;
};
template <typename T> struct InitConstValueParams {
    uint16_t repeatTimes = 0, blockNum = 0, dstGap = 0;
    ascend_host::Number initValue;  // a T
};
struct LoadDataRepeatParam {
    uint8_t repeatTime = 1;
    uint16_t repeatStride = 0;
    uint8_t repeatMode = 0;
};

struct MmadParams {
    MmadParams() = default;
    MmadParams(uint16_t m, uint16_t n, uint16_t k, uint8_t unitFlag, bool cmatrixSource, bool cmatrixInitVal)
        : m(m), n(n), k(k), unitFlag(unitFlag), cmatrixSource(cmatrixSource), cmatrixInitVal(cmatrixInitVal)
    {
    }
    uint16_t m = 0, n = 0, k = 0;
    bool isBias = false;
    int32_t fmOffset = 0;
    bool enSsparse = false, enWinogradA = false, enWinogradB = false;
    uint8_t unitFlag = 0;
    bool cmatrixSource = false, cmatrixInitVal = true;
};
struct FixpipeParamsV220 {
    uint16_t nSize = 0, mSize = 0, srcStride = 0;
    uint32_t dstStride = 0;
    bool reluEn = false;
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    uint64_t deqScalar = 0;
    uint16_t ndNum = 1, srcNdStride = 0, dstNdStride = 0;
    uint8_t unitFlag = 0;
    bool isChannelSplit = false;
};
struct FixpipeConfig {
    CO2Layout layout;
};
struct ShapeInfo : ascend_host::Unused {
    using Unused::Unused;
};
constexpr FixpipeConfig CFG_NZ{CO2Layout::NZ}, CFG_ROW_MAJOR{CO2Layout::ROW_MAJOR};

}  // namespace AscendC

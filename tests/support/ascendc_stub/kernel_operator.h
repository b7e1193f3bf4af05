// Declares the part of Ascend C that tests compile generated kernels against. Nothing here is defined: the text is
// checked for syntax, names, types and overloads, and never linked.
#pragma once

#include <cstdint>

#define __global__
#define __aicore__
#define __gm__
#define GM_ADDR uint8_t*
#define KERNEL_TASK_TYPE_DEFAULT(type) static_assert(AscendC::type >= 0, "")

struct half {
    half() = default;
    explicit half(float value);
    explicit operator float() const;
};

enum pipe_t { PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL, PIPE_FIX };
enum class QuantMode_t { NoQuant, F322F16, F322BF16, DEQF16, VDEQF16, QF322B8_PRE, VQF322B8_PRE, REQ8, VREQ8 };

namespace AscendC {

enum KernelType {
    KERNEL_TYPE_AIV_ONLY, KERNEL_TYPE_AIC_ONLY, KERNEL_TYPE_MIX_AIV_1_0, KERNEL_TYPE_MIX_AIC_1_0,
    KERNEL_TYPE_MIX_AIC_1_1, KERNEL_TYPE_MIX_AIC_1_2, KERNEL_TYPE_MIX_AIV_HARD_SYNC, KERNEL_TYPE_MIX_AIC_HARD_SYNC
};
enum CoreType { AIC, AIV };
enum class TPosition { GM, A1, A2, B1, B2, C1, C2, CO1, CO2, VECIN, VECOUT, VECCALC, MAX };
enum class Hardware { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };
enum class HardEvent {
    MTE2_MTE1, MTE1_MTE2, MTE1_M, M_MTE1, MTE2_V, V_MTE2, MTE3_V, V_MTE3, M_V, V_M, V_V, MTE3_MTE1, MTE1_MTE3, MTE1_V,
    MTE2_M, M_MTE2, V_MTE1, M_FIX, FIX_M, MTE3_MTE2, MTE2_MTE3, S_V, V_S, S_MTE2, MTE2_S, S_MTE3, MTE3_S, MTE2_FIX,
    FIX_MTE2, FIX_S, M_S, FIX_MTE3, MTE1_FIX, FIX_MTE1, FIX_FIX
};
enum class RoundMode { CAST_NONE, CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC, CAST_ODD };
enum class CMPMODE { LT, GT, EQ, LE, GE, NE };
enum class SELMODE { VSEL_CMPMASK_SPR, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };
enum class ReduceOrder { ORDER_VALUE_INDEX, ORDER_INDEX_VALUE, ORDER_ONLY_VALUE, ORDER_ONLY_INDEX };
enum class MaskMode { NORMAL, COUNTER };

enum class DataFormat { ND, NZ, NCHW, NC1HWC0, NHWC, NCDHW, NDC1HWC0, FRACTAL_Z_3D };
constexpr int32_t DEFAULT_C0_SIZE = 32;
constexpr int16_t ONE_BLK_SIZE = 32;

struct ShapeInfo {
    ShapeInfo();
    ShapeInfo(uint8_t dims, const uint32_t* shape);
    ShapeInfo(uint8_t dims, const uint32_t* shape, uint8_t originalDims, const uint32_t* original, DataFormat format);
    uint32_t shape[8], originalShape[8];
};

template <typename T> struct LocalTensor {
    void SetShapeInfo(const ShapeInfo& info);
    ShapeInfo GetShapeInfo() const;
    LocalTensor();
    LocalTensor(TPosition position, uint32_t address, uint32_t size);
    LocalTensor operator[](uint32_t offset) const;
    template <typename U> LocalTensor<U> ReinterpretCast() const;
    T GetValue(uint32_t index) const;
    void SetValue(uint32_t index, T value) const;
    uint32_t GetSize() const;
    uint32_t GetLength() const;
    void SetSize(uint32_t size);
};

template <typename T> struct GlobalTensor {
    void SetGlobalBuffer(T* buffer);
    void SetGlobalBuffer(T* buffer, uint64_t size);
    GlobalTensor operator[](uint64_t offset) const;
    T GetValue(uint64_t offset) const;
    void SetValue(uint64_t offset, T value);
    T* GetPhyAddr(uint64_t offset = 0) const;
    uint64_t GetSize() const;
};

template <Hardware hardware = Hardware::UB> struct LocalMemAllocator {
    template <TPosition position, typename T, uint32_t size> LocalTensor<T> Alloc();
    template <TPosition position, typename T> LocalTensor<T> Alloc(uint32_t size);
    uint32_t GetCurAddr() const;
};

// ---------------------------------------------------------------------------------------------------------- structs

struct DataCopyParams { uint16_t blockCount, blockLen, srcStride, dstStride; };
struct DataCopyExtParams { uint16_t blockCount; uint32_t blockLen, srcStride, dstStride, rsv; };
template <typename T> struct DataCopyPadExtParams { bool isPad; uint8_t leftPadding, rightPadding; T paddingValue; };
struct Nd2NzParams { uint16_t ndNum, nValue, dValue, srcNdMatrixStride, srcDValue, dstNzC0Stride, dstNzNStride, dstNzMatrixStride; };
struct UnaryRepeatParams { uint16_t dstBlkStride, srcBlkStride; uint8_t dstRepStride, srcRepStride; };
struct BinaryRepeatParams { uint8_t dstBlk, src0Blk, src1Blk, dstRep, src0Rep, src1Rep; };
struct GatherMaskParams { uint8_t src0BlockStride; uint16_t repeatTimes, src0RepeatStride; uint8_t src1RepeatStride; };
struct LoadData2DParams {
    LoadData2DParams(uint16_t startIndex, uint8_t repeatTimes, uint16_t srcStride, uint8_t sid, uint16_t dstGap,
                     bool ifTranspose, uint8_t addrMode);
};
struct MmadParams {
    MmadParams();
    MmadParams(uint16_t m, uint16_t n, uint16_t k, uint8_t unitFlag, bool cmatrixSource, bool cmatrixInitVal);
    MmadParams(uint16_t m, uint16_t n, uint16_t k, bool isBias, int32_t fmOffset, bool enSsparse, bool enWinogradA,
               bool enWinogradB);
    uint16_t m, n, k;
    bool isBias;
    int32_t fmOffset;
    bool enSsparse, enWinogradA, enWinogradB;
    int8_t unitFlag;
    bool cmatrixSource, cmatrixInitVal;
};
struct FixpipeParamsV220 {
    FixpipeParamsV220(uint16_t nSize, uint16_t mSize, uint16_t srcStride, uint32_t dstStride, bool reluEn,
                      QuantMode_t quantPre, int64_t deqScalar, uint16_t ndNum, uint16_t srcNdStride,
                      uint16_t dstNdStride, uint8_t unitFlag, bool isChannelSplit);
};
struct FixpipeConfig { int layout; };
constexpr FixpipeConfig CFG_NZ{0}, CFG_ROW_MAJOR{1};
template <typename T> struct MrgSortSrcList { LocalTensor<T> src1, src2, src3, src4; };
struct MrgSort4Info { MrgSort4Info(const uint16_t lengths[4], bool suspend, uint16_t validBit, uint16_t repeatTimes); };

// ------------------------------------------------------------------------------------------------------------ vector

#define BINARY(name)                                                                                                   \
    template <typename T>                                                                                              \
    void name(const LocalTensor<T>& dst, const LocalTensor<T>& a, const LocalTensor<T>& b, const int32_t& count);      \
    template <typename T, bool isSetMask = true>                                                                       \
    void name(const LocalTensor<T>& dst, const LocalTensor<T>& a, const LocalTensor<T>& b, uint64_t mask,              \
              const uint8_t repeatTimes, const BinaryRepeatParams& params);                                            \
    template <typename T, bool isSetMask = true>                                                                       \
    void name(const LocalTensor<T>& dst, const LocalTensor<T>& a, const LocalTensor<T>& b, uint64_t mask[],            \
              const uint8_t repeatTimes, const BinaryRepeatParams& params)
BINARY(Add);
BINARY(Sub);
BINARY(Mul);
BINARY(Div);
BINARY(Max);
BINARY(Min);
BINARY(And);
BINARY(Or);
BINARY(MulAddDst);
#define UNARY(name)                                                                                                    \
    template <typename T> void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t& count);       \
    template <typename T, bool isSetMask = true>                                                                       \
    void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint64_t mask, const uint8_t repeatTimes,          \
              const UnaryRepeatParams& params);                                                                        \
    template <typename T, bool isSetMask = true>                                                                       \
    void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint64_t mask[], const uint8_t repeatTimes,        \
              const UnaryRepeatParams& params)
UNARY(Abs);
UNARY(Exp);
UNARY(Ln);
UNARY(Relu);
UNARY(Sqrt);
UNARY(Rsqrt);
UNARY(Reciprocal);
UNARY(Not);
#define SCALAR(name)                                                                                                   \
    template <typename T, bool isSetMask = true>                                                                       \
    void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalar, const int32_t& count);            \
    template <typename T, bool isSetMask = true>                                                                       \
    void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalar, uint64_t mask,                    \
              const uint8_t repeatTimes, const UnaryRepeatParams& params)
SCALAR(Adds);
SCALAR(Muls);
SCALAR(Maxs);
SCALAR(Mins);
SCALAR(LeakyRelu);
SCALAR(ShiftLeft);
SCALAR(ShiftRight);
template <typename T> void Duplicate(const LocalTensor<T>& dst, const T& scalar, const int32_t& count);
template <typename T, typename U>
void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, const RoundMode& mode, const uint32_t count);
template <typename T, typename U>
void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& a, const LocalTensor<T>& b, CMPMODE mode, uint32_t count);
template <typename T, typename U>
void CompareScalar(const LocalTensor<U>& dst, const LocalTensor<T>& a, const T b, CMPMODE mode, uint32_t count);
template <typename T, typename U>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& mask, const LocalTensor<T>& a, const T b, SELMODE mode,
            uint32_t count);
template <typename T, typename U>
void Select(const LocalTensor<T>& dst, const LocalTensor<U>& mask, const LocalTensor<T>& a, const LocalTensor<T>& b,
            SELMODE mode, uint32_t count);
#define WHOLE_REDUCE(name, ...)                                                                                        \
    template <typename T, bool isSetMask = true>                                                                       \
    void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t mask, const int32_t repeatTime,      \
              const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride __VA_ARGS__)
WHOLE_REDUCE(WholeReduceMax, , ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX);
WHOLE_REDUCE(WholeReduceMin, , ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX);
WHOLE_REDUCE(WholeReduceSum);
template <typename T, typename U>
void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<U>& pattern,
                const bool reduceMode, const uint32_t mask, const GatherMaskParams& params, uint64_t& count);
template <typename T>
void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint8_t pattern, const bool reduceMode,
                const uint32_t mask, const GatherMaskParams& params, uint64_t& count);
template <typename T, bool isExhaustedSuspension = false>
void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& list, const uint16_t lengths[4], uint32_t sorted[4],
             uint16_t validBit, int32_t repeatTimes);
template <typename T>
void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& list, const MrgSort4Info& info);
template <typename T, MaskMode mode> void SetVectorMask(int32_t length);
template <typename T, MaskMode mode> void SetVectorMask(uint64_t high, uint64_t low);
void ResetMask();

// ------------------------------------------------------------------------------------------------------------ copies

template <typename T> void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const uint32_t count);
template <typename T> void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count);
template <typename T> void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count);
template <typename T> void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& params);
template <typename T> void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& params);
template <typename T> void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const Nd2NzParams& params);
template <typename T>
void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyExtParams& params,
                 const DataCopyPadExtParams<T>& pad);
template <typename T>
void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyExtParams& params);

// -------------------------------------------------------------------------------------------------------------- cube

struct AippSwapParams { bool isSwapRB, isSwapUV, isSwapAX; };
struct AippDataTypeConvParams {
    uint8_t dtcMeanCh0, dtcMeanCh1, dtcMeanCh2;
    half dtcMinCh0, dtcMinCh1, dtcMinCh2, dtcVarCh0, dtcVarCh1, dtcVarCh2;
    uint32_t dtcRoundMode;
};
template <typename T> struct AippPaddingParams {
    uint32_t paddingMode;
    T paddingValueCh0, paddingValueCh1, paddingValueCh2, paddingValueCh3;
};
template <typename T> struct AippParams {
    AippPaddingParams<T> paddingParams;
    AippSwapParams swapParams;
    AippDataTypeConvParams dtcParams;
};
enum class AippInputFormat { YUV420SP_U8, XRGB8888_U8, RGB888_U8, YUV400_U8 };
template <typename T, typename U>
void SetAippFunctions(const GlobalTensor<T>& src, AippInputFormat format, AippParams<U> config);
template <typename T> void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData2DParams& params);
template <typename T, typename U, typename S>
void Mmad(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter, const MmadParams& params);
template <typename T, typename U, const FixpipeConfig& config>
void Fixpipe(const GlobalTensor<T>& dst, const LocalTensor<U>& src, const FixpipeParamsV220& params);

// ----------------------------------------------------------------------------------------------------- sync and system

void InitSocState();
template <HardEvent event> void SetFlag(int32_t id);
template <HardEvent event> void WaitFlag(int32_t id);
template <pipe_t pipe> void PipeBarrier();
template <uint8_t mode, pipe_t pipe> void CrossCoreSetFlag(uint16_t id);
template <uint8_t mode, pipe_t pipe> void CrossCoreWaitFlag(uint16_t id);
int64_t GetBlockIdx();
int64_t GetBlockNum();
int64_t GetSubBlockIdx();
int64_t GetSystemCycle();
void GetArchVersion(uint32_t& version);
void GetMrgSortResult(uint16_t& first, uint16_t& second, uint16_t& third, uint16_t& fourth);
void GetStoreAtomicConfig(uint16_t& type, uint16_t& op);
template <typename T> void SetAtomicAdd();
void SetAtomicNone();
template <typename... Arguments> void printf(const char* format, Arguments... arguments);

}  // namespace AscendC

extern AscendC::CoreType g_coreType;

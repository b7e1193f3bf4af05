// The functions of the model that the API calls.
#pragma once

#include "params.h"
#include "types.h"

namespace ascend_host {

// ---------------------------------------------------------------------------------------------------- memory, scalars

Place MakeTensor(int hardware, int64_t address, int64_t bytes, bool allocated, Site at);
Place MakeGlobal(const void* address, int64_t bytes);  // bytes < 0: to the end of the array
void* AddressOf(const Place& place);
void NewAllocator(int hardware, Site at);
void ReadElement(const Tile& tile, int64_t index, void* value, Site at);
void WriteElement(const Tile& tile, int64_t index, const void* value, Site at);

// --------------------------------------------------------------------------------------------------------- vector unit

enum class Op : uint8_t {
    ADD, SUB, MUL, DIV, MAX, MIN, AND, OR, ADD_RELU, SUB_RELU, ABS, EXP, LN, RELU, SQRT, RSQRT, RECIPROCAL, NOT,
    LEAKY_RELU, SHIFT_LEFT, SHIFT_RIGHT, FILL, COPY, AXPY, MUL_ADD_DST, FUSED_MUL_ADD, FUSED_MUL_ADD_RELU, ADD_DEQ_RELU
};

// Element by element: parts[0] is the destination, the others are sources; `scalar` comes after them.
void Elementwise(Op op, const char* name, Site at, const Extent& extent, const Part* parts, int count, Number scalar = {});
void Convert(const char* name, Site at, const Extent& extent, const Part& dst, const Part& src, AscendC::RoundMode mode);
void Compare(const char* name, Site at, const Extent& extent, const Tile* dst, const Part& src0, const Part* src1,
             Number scalar, AscendC::CMPMODE mode);
void Select(Site at, const Extent& extent, const Part& dst, const Tile& mask, const Part& src0, const Part* src1,
            Number scalar, AscendC::SELMODE mode);
void CompareMask(const Tile& tile, bool sets, Site at);

enum class Reduction : uint8_t { SUM, MAX, MIN };
enum class Group : uint8_t { PAIR, BLOCK, REPEAT };
void Reduce(Reduction reduction, Group group, const char* name, Site at, const Extent& extent, const Tile& dst, const Part& src,
            int64_t dstRepStride, AscendC::ReduceOrder order);
void ReduceAll(Reduction reduction, const char* name, Site at, const Extent& extent, const Tile& dst, const Part& src,
               bool withIndex);

void Gather(Site at, const Extent& extent, const Part& dst, const Tile& src, const Tile& offsets, int64_t base);
void GatherBlocks(Site at, const Tile& dst, const Tile& src, const Tile& offsets, int64_t repeats,
                  const AscendC::GatherRepeatParams& params);
void Broadcast(Site at, const Tile& dst, const Tile& src, int64_t repeats, const AscendC::BrcbRepeatParams& params);
uint64_t GatherMask(Site at, const Tile& dst, const Tile& src, const Tile* pattern, int builtin, bool counted, int64_t mask,
                    const AscendC::GatherMaskParams& params);
void Transpose(Site at, const Tile& dst, const Tile& src, const AscendC::TransposeParamsExt& params);
void TransDataTo5HD(Site at, const Tile* dst, const Tile* src, const AscendC::TransDataTo5HDParams& params);
void Sort32(const char* name, Site at, const Tile& dst, const Tile& scores, const Tile& indices, int64_t repeats);
void MergeSort(Site at, const Tile& dst, const Tile* sources, const uint16_t* lengths, uint32_t* sorted, int validBit,
               int64_t repeats, bool suspends);

int MergedCount(int queue);  // elements that the last MergeSort took of a queue

// ---------------------------------------------------------------------------------------------------------------- copies

struct PadCopy {
    int64_t count, length, srcStride, dstStride;  // length in bytes, strides as in the parameter struct
};
void CopyCount(const Tile& dst, const Tile& src, int64_t count, Site at);
void CopyBlocks(const Tile& dst, const Tile& src, const AscendC::DataCopyParams& params, Site at);
void CopyEnhanced(const Tile& dst, const Tile& src, const AscendC::DataCopyParams& params,
                  const AscendC::DataCopyEnhancedParams& enhanced, Site at);
void CopySlices(const Tile& dst, const Tile& src, const AscendC::SliceInfo* dstSlices, const AscendC::SliceInfo* srcSlices,
                uint32_t dimensions, Site at);
void PadIn(const Tile& dst, const Tile& src, const PadCopy& params, bool isPad, int64_t left, int64_t right, Number value,
           Site at);
void PadOut(const Tile& dst, const Tile& src, const PadCopy& params, Site at);
void NdToNz(const Tile& dst, const Tile& src, const AscendC::Nd2NzParams& params, Site at);
void NzToNd(const Tile& dst, const Tile& src, const AscendC::Nz2NdParamsFull& params, Site at);

// ------------------------------------------------------------------------------------------------------------- cube unit

struct Image {
    uint8_t padList[4];
    int64_t height, width, channels, kExtension, mExtension, kStart, mStart, strideW, strideH, filterW, filterH,
        dilationW, dilationH;
    bool transposes;
    Number pad;
};
void LoadFractals(const Tile& dst, const Tile& src, const AscendC::LoadData2DParams& params, Site at);
void LoadTransposed(const Tile& dst, const Tile& src, const AscendC::LoadData2dTransposeParams& params, Site at);
void LoadImage(const Tile& dst, const Tile& src, const Image& image, Site at);
void InitConst(const Tile& dst, int64_t repeats, int64_t blocks, int64_t gap, Number value, Site at);
void Multiply(const Tile& dst, const Tile& fm, const Tile& filter, const Tile* bias, const AscendC::MmadParams& params,
              Site at);
void FixpipeOut(const Tile& dst, const Tile& src, const AscendC::FixpipeParamsV220& params, AscendC::CO2Layout layout,
                bool toTensor, Site at);

// ---------------------------------------------------------------------------------------------------- order, registers

void HandFlag(bool sets, int event, int64_t id, Site at);
void Barrier(pipe_t pipe, Site at);
void SetKernelType(AscendC::KernelType type, Site at = Site::Here());
void ResetRegisters();
void SetCounterMode(bool counter);
void SetMaskCount(int64_t count, bool counter);
void SetMaskBits(uint64_t high, uint64_t low);
void SetAtomic(int operation);  // 0 none, 1 add, 2 max, 3 min
void SetScale(float scale);
void SetLoadRepeat(int64_t repeats);
int64_t CoreIndex();
int64_t CoreCount();
bool IsCube();
uint64_t GatheredCount();
[[noreturn]] void NotModelled(const char* what, Site at);

}  // namespace ascend_host

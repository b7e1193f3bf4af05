// Copies that change the layout: rows and columns (ND), column blocks (NZ), slices of several dimensions.
#pragma once

#include "copies.h"

namespace ascend_host {

// Each row is cut into blocks of 32 bytes, the last one filled up with zeros.
ASCEND_HOST_FUNCTION void NdToNz(const Tile& dst, const Tile& src, const AscendC::Nd2NzParams& params, Site at)
{
    const int64_t size = SizeOf(src.type), used = params.dValue * size;
    Issue(CopyPipe(dst, src, "DataCopy", at), at, "DataCopy", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        for (int64_t matrix = 0; matrix < params.ndNum; ++matrix) {
            for (int64_t row = 0; row < params.nValue; ++row) {
                const int64_t first = (matrix * params.srcNdMatrixStride + row * params.srcDValue) * size;
                for (int64_t column = 0; column < used; column += kCopyUnit) {
                    const int64_t target = matrix * params.dstNzMatrixStride * size +
                                           (column / kCopyUnit * params.dstNzC0Stride + row * params.dstNzNStride) * kCopyUnit;
                    const int64_t length = std::min(kCopyUnit, used - column);
                    to.Copy(target, from, first + column, length);
                    op.tainted = false;
                    if (length < kCopyUnit && to.Write(target + length, kCopyUnit - length)) {
                        std::memset(to.At(target + length), 0, kCopyUnit - length);
                    }
                }
            }
        }
    });
}

// Column blocks of 16 elements back to rows.
ASCEND_HOST_FUNCTION void NzToNd(const Tile& dst, const Tile& src, const AscendC::Nz2NdParamsFull& params, Site at)
{
    const int64_t size = SizeOf(src.type), width = 16;
    const Atomic atomic = AtomicFor(dst);
    Issue(CopyPipe(dst, src, "DataCopy", at), at, "DataCopy", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        for (int64_t matrix = 0; matrix < params.ndNum; ++matrix) {
            for (int64_t row = 0; row < params.nValue; ++row) {
                for (int64_t column = 0; column < params.dValue; column += width) {
                    const int64_t start = (matrix * params.srcNdMatrixStride * width * width +
                                           column / width * params.srcNStride * width + row * width) * size;
                    const int64_t target = (matrix * params.dstNdMatrixStride + row * params.dstDStride + column) * size;
                    Store(op, to, target, from, start, std::min(width, params.dValue - column) * size, atomic, dst.type);
                }
            }
        }
    });
}

// The starts of all runs of a slice, in bytes.
inline std::vector<int64_t> RunsOf(const AscendC::SliceInfo* slices, uint32_t dimensions, int64_t bursts, int64_t length,
                                   int64_t size, bool global)
{
    const int64_t gap = slices[0].stride * size;
    const int64_t step = length + (global ? gap : gap / kCopyUnit * kCopyUnit);
    std::vector<int64_t> starts;
    for (int64_t burst = 0; burst < bursts; ++burst) {
        starts.push_back(slices[0].startIndex * size + burst * step);
    }
    int64_t row = size;
    for (uint32_t dimension = 1; dimension < dimensions; ++dimension) {
        const AscendC::SliceInfo& slice = slices[dimension];
        row *= slices[dimension - 1].shapeValue;
        std::vector<int64_t> outer;
        for (int64_t index = slice.startIndex; index <= slice.endIndex; index += slice.stride + 1) {
            for (const int64_t start : starts) {
                outer.push_back(start + index * row);
            }
        }
        starts = std::move(outer);
    }
    return starts;
}

ASCEND_HOST_FUNCTION void CopySlices(const Tile& dst, const Tile& src, const AscendC::SliceInfo* dstSlices,
                                     const AscendC::SliceInfo* srcSlices, uint32_t dimensions, Site at)
{
    const int64_t size = SizeOf(src.type), length = srcSlices[0].burstLen * kCopyUnit;
    const int64_t elements = srcSlices[0].endIndex - srcSlices[0].startIndex + 1;
    const int64_t bursts = (elements + srcSlices[0].stride) / std::max<int64_t>(length / size + srcSlices[0].stride, 1);
    const auto targets = RunsOf(dstSlices, dimensions, bursts, length, size, HardwareOf(dst) == GM);
    const auto starts = RunsOf(srcSlices, dimensions, bursts, length, size, HardwareOf(src) == GM);
    if (targets.size() != starts.size()) {
        NotModelled("a DataCopy between slices of different numbers of pieces", at);
    }
    const Atomic atomic = AtomicFor(dst);
    Issue(CopyPipe(dst, src, "DataCopy", at), at, "DataCopy", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        for (size_t run = 0; run < starts.size(); ++run) {
            Store(op, to, targets[run], from, starts[run], length, atomic, dst.type);
        }
    });
}

}  // namespace ascend_host

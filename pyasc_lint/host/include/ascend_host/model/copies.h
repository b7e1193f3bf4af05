// Copies between global memory and on-chip memories, and between on-chip memories.
#pragma once

#include "numbers.h"
#include "tensors.h"

namespace ascend_host {

constexpr int64_t kCopyUnit = 32;  // bytes

inline int HardwareOf(const Tile& tile) { return tile.place.memory == nullptr ? GM : tile.place.memory->hardware; }

// The pipe of a copy. Stops where there is no such data path.
inline Pipe CopyPipe(const Tile& dst, const Tile& src, const char* name, Site at)
{
    const int from = HardwareOf(src), to = HardwareOf(dst);
    const Pipe pipe = PathPipe(from, to);
    if (pipe == NONE) {
        core().Cannot(at, Text("%s from %s to %s is no data path, or not modelled", name, HardwareName(from), HardwareName(to)));
    }
    return pipe;
}

inline Atomic AtomicFor(const Tile& dst) { return HardwareOf(dst) == GM ? core().registers.atomic : Atomic::NONE; }

inline void Combine(Atomic atomic, Type type, uint8_t* place, const uint8_t* value)
{
    const Number a = Load(type, place), b = Load(type, value);
    if (IsReal(type)) {
        StoreReal(type, place, atomic == Atomic::ADD ? a.real + b.real : atomic == Atomic::MAX ? std::max(a.real, b.real)
                                                                                               : std::min(a.real, b.real));
    } else {
        StoreWhole(type, place, atomic == Atomic::ADD ? a.integer + b.integer
                                : atomic == Atomic::MAX ? std::max(a.integer, b.integer)
                                                        : std::min(a.integer, b.integer));
    }
}

// Stores a run of bytes; an atomic combines its elements with what is there.
inline void Store(Instruction& op, Operand& to, int64_t target, Operand& from, int64_t start, int64_t length, Atomic atomic,
                  Type type)
{
    if (atomic == Atomic::NONE) {
        to.Copy(target, from, start, length);
        return;
    }
    const int64_t size = SizeOf(type);
    op.ordered = false;
    for (int64_t byte = 0; byte + size <= length; byte += size) {
        op.tainted = false;
        if (from.Read(start + byte, size) && to.Read(target + byte, size) && to.Write(target + byte, size)) {
            Combine(atomic, type, to.At(target + byte), from.At(start + byte));
        }
    }
}

// `count` runs of `length` bytes; the starts of two runs are `dstStep` and `srcStep` bytes apart.
inline void CopyRuns(const char* name, Site at, const Tile& dst, const Tile& src, int64_t count, int64_t length,
                     int64_t dstStep, int64_t srcStep)
{
    const Atomic atomic = AtomicFor(dst);
    Issue(CopyPipe(dst, src, name, at), at, name, [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        for (int64_t run = 0; run < count; ++run) {
            Store(op, to, run * dstStep, from, run * srcStep, length, atomic, dst.type);
        }
    });
}

// Bytes that a copy to a memory counts in.
inline int64_t UnitOf(const Tile& dst)
{
    const int hardware = HardwareOf(dst);
    return hardware == BIAS ? 64 : hardware == FIXBUF ? 128 : kCopyUnit;
}

ASCEND_HOST_FUNCTION void CopyCount(const Tile& dst, const Tile& src, int64_t count, Site at)
{
    const int64_t unit = UnitOf(dst), bytes = count * SizeOf(src.type), whole = bytes / unit * unit;
    if (whole != bytes) {
        core().Find("ASC115", at, Text("DataCopy of %lld bytes moves %lld, whole units of %lld; DataCopyPad moves any number",
                                       static_cast<long long>(bytes), static_cast<long long>(whole),
                                       static_cast<long long>(unit)));
    }
    CopyRuns("DataCopy", at, dst, src, 1, whole, 0, 0);
}

ASCEND_HOST_FUNCTION void CopyBlocks(const Tile& dst, const Tile& src, const AscendC::DataCopyParams& params, Site at)
{
    const int64_t unit = UnitOf(dst), length = params.blockLen * unit;
    if (unit != kCopyUnit && params.blockCount > 1) {
        NotModelled("a DataCopy of several blocks to BIAS or FIXBUF", at);
    }
    if (SizeOf(src.type) != SizeOf(dst.type)) {
        NotModelled("a DataCopy that converts", at);
    }
    CopyRuns("DataCopy", at, dst, src, params.blockCount, length, length + params.dstStride * kCopyUnit,
             length + params.srcStride * kCopyUnit);
}

ASCEND_HOST_FUNCTION void CopyEnhanced(const Tile& dst, const Tile& src, const AscendC::DataCopyParams& params,
                                       const AscendC::DataCopyEnhancedParams& enhanced, Site at)
{
    if (enhanced.blockMode != AscendC::BlockMode::BLOCK_MODE_NORMAL || enhanced.deqScale != AscendC::DeqScale::DEQ_NONE) {
        NotModelled("this mode of an enhanced DataCopy", at);
    }
    CopyBlocks(dst, src, params, at);
}

inline int64_t RoundUp(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

// From global memory: blocks of any length, filled up to whole 32 bytes: with the padding value, or with nothing defined.
ASCEND_HOST_FUNCTION void PadIn(const Tile& dst, const Tile& src, const PadCopy& params, bool isPad, int64_t left,
                                int64_t right, Number value, Site at)
{
    const Type type = dst.type;
    const int64_t size = SizeOf(type);
    Issue(CopyPipe(dst, src, "DataCopyPad", at), at, "DataCopyPad", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        const int64_t before = isPad ? left * size : 0, used = before + params.length + (isPad ? right * size : 0);
        const int64_t filled = RoundUp(params.length + (left + right) * size, kCopyUnit);
        for (int64_t block = 0; block < params.count && params.length > 0; ++block) {
            const int64_t target = block * (filled + params.dstStride * kCopyUnit);
            to.Copy(target + before, from, block * (params.length + params.srcStride), params.length);
            for (int64_t byte = 0; byte < filled; byte += size) {
                const bool padding = byte < before || byte >= before + params.length;
                op.tainted = false;
                if (padding && to.Write(target + byte, std::min(size, filled - byte)) && byte < used) {
                    IsReal(type) ? StoreReal(type, to.At(target + byte), value.real)
                                 : StoreWhole(type, to.At(target + byte), value.integer);
                }
            }
        }
    });
}

ASCEND_HOST_FUNCTION void PadOut(const Tile& dst, const Tile& src, const PadCopy& params, Site at)
{
    const int64_t stored = RoundUp(params.length, kCopyUnit) + params.srcStride * kCopyUnit;
    CopyRuns("DataCopyPad", at, dst, src, params.length > 0 ? params.count : 0, params.length,
             params.length + params.dstStride, stored);
}

}  // namespace ascend_host

// Gathering and spreading of elements and blocks.
#pragma once

#include "lanes.h"
#include "numbers.h"

namespace ascend_host {

constexpr int64_t kOffset = 4;  // bytes of an offset

inline int64_t OffsetAt(Operand& offsets, int64_t number)
{
    return offsets.Read(number * kOffset, kOffset) ? LoadWhole(Type::UINT32, offsets.At(number * kOffset)) : 0;
}

ASCEND_HOST_FUNCTION void Gather(Site at, const Extent& extent, const Part& dst, const Tile& src, const Tile& offsets,
                                 int64_t base)
{
    const int64_t size = SizeOf(dst.tile.type), limit = kRepeat / size;
    Issue(V, at, "Gather", [=, lanes = LanesOf(extent, size)](Instruction& op) {
        Operand& to = op.Use(dst.tile);
        Operand& from = op.Use(src);
        Operand& where = op.Use(offsets);
        for (const Lane& lane : lanes.lanes) {
            op.tainted = false;
            const int64_t offset = base + OffsetAt(where, lane.repeat * limit + lane.element);
            to.Copy(lanes.Offset(lane, dst.strides, size), from, offset, size);
        }
    });
}

ASCEND_HOST_FUNCTION void GatherBlocks(Site at, const Tile& dst, const Tile& src, const Tile& offsets, int64_t repeats,
                                       const AscendC::GatherRepeatParams& params)
{
    const int64_t block = std::max<int64_t>(params.dstBlkStride, 1) * kBlock;
    Issue(V, at, "Gatherb", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        Operand& where = op.Use(offsets);
        for (int64_t number = 0; number < repeats * 8; ++number) {
            to.Copy(number / 8 * params.dstRepStride * kBlock + number % 8 * block, from, OffsetAt(where, number), kBlock);
        }
    });
    core().registers.low = core().registers.high = ~0ull;
}

ASCEND_HOST_FUNCTION void Broadcast(Site at, const Tile& dst, const Tile& src, int64_t repeats,
                                    const AscendC::BrcbRepeatParams& params)
{
    const int64_t size = SizeOf(src.type), block = std::max<int64_t>(params.dstBlkStride, 1) * kBlock;
    Issue(V, at, "Brcb", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        for (int64_t number = 0; number < repeats * 8; ++number) {
            const int64_t place = number / 8 * params.dstRepStride * kBlock + number % 8 * block;
            for (int64_t byte = 0; byte < kBlock; byte += size) {
                to.Copy(place + byte, from, number * size, size);
            }
        }
    });
    core().registers.low = core().registers.high = ~0ull;
}

// Built-in patterns: every element, one of two, or one of four.
inline bool Picked(int pattern, int64_t element)
{
    switch (pattern) {
        case 1: return element % 2 == 0;
        case 2: return element % 2 == 1;
        case 3: case 4: case 5: case 6: return element % 4 == pattern - 3;
        default: return true;
    }
}

ASCEND_HOST_FUNCTION uint64_t GatherMask(Site at, const Tile& dst, const Tile& src, const Tile* pattern, int builtin,
                                         bool counted, int64_t mask, const AscendC::GatherMaskParams& params)
{
    const int64_t size = SizeOf(src.type), used = counted ? mask : kRepeat / size;
    const bool tensor = pattern != nullptr;
    const Tile bits = tensor ? *pattern : Tile();
    int64_t found = -1;
    if (!tensor && (builtin < 1 || builtin > 7)) {
        core().Find("ASC404", at, Text("GatherMask has no pattern %d", builtin));
    }
    Issue(V, at, "GatherMask", [=, &found](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        Operand* picks = tensor ? &op.Use(bits) : nullptr;
        const Strides strides{params.src0BlockStride, params.src0RepeatStride};
        int64_t number = 0;
        for (int64_t repeat = 0; repeat < params.repeatTimes; ++repeat) {
            for (int64_t element = 0; element < used; ++element) {
                op.tainted = false;
                const int64_t offset = Lanes().Offset({repeat, element}, strides, size);
                const int64_t byte = repeat * params.src1RepeatStride * kBlock + element / 8;
                const bool picked = !tensor ? Picked(builtin, element)
                                            : picks->Read(byte, 1) && *picks->At(byte) >> (element % 8) & 1;
                if (picked) {
                    to.Copy(number++ * size, from, offset, size);
                } else {
                    from.Read(offset, size);
                }
            }
        }
        op.core.registers.gathered = static_cast<uint64_t>(number);
        found = number;
    });
    core().registers.counter = false;
    core().registers.low = Ones(mask);
    core().registers.high = Ones(mask - 64);
    if (found < 0) {
        core().Cannot(at, "the count of a GatherMask that waits for a flag set later is not modelled");
    }
    return static_cast<uint64_t>(found);
}

ASCEND_HOST_FUNCTION uint64_t GatheredCount() { return core().registers.gathered; }

}  // namespace ascend_host

// Comparisons and selections. A mask has one bit for each element, eight to a byte, without gaps between repeats.
#pragma once

#include "lanes.h"
#include "numbers.h"

namespace ascend_host {

constexpr int64_t kMaskBytes = 16;  // of the compare-mask register

inline bool Holds(AscendC::CMPMODE mode, double a, double b)
{
    using AscendC::CMPMODE;
    switch (mode) {
        case CMPMODE::LT: return a < b;
        case CMPMODE::GT: return a > b;
        case CMPMODE::EQ: return a == b;
        case CMPMODE::LE: return a <= b;
        case CMPMODE::GE: return a >= b;
        default: return a != b;
    }
}

// A number for comparing; all types of comparisons fit.
inline double Comparable(Type type, const void* from)
{
    return IsReal(type) ? LoadReal(type, from) : static_cast<double>(LoadWhole(type, from));
}

// What a comparison with a result tensor compares: whole repeats, whatever the mask says (architecture 2201).
inline Lanes Compared(const Extent& extent, int64_t size, Site at)
{
    const int64_t limit = kRepeat / size;
    Lanes made;
    if (extent.counted) {
        LanesOf(extent, size);  // for what it does to the registers
        const int64_t used = extent.count / limit * limit;
        if (used != extent.count) {
            core().Find("ASC404", at, Text("a comparison of %lld elements compares %lld: whole repeats of %lld",
                                           static_cast<long long>(extent.count), static_cast<long long>(used),
                                           static_cast<long long>(limit)));
        }
        made.contiguous = true;
        for (int64_t element = 0; element < used; ++element) {
            made.lanes.push_back({0, element});
        }
        return made;
    }
    for (int64_t number = 0; number < extent.repeats * limit; ++number) {
        made.lanes.push_back({number / limit, number % limit});
    }
    return made;
}

ASCEND_HOST_FUNCTION void Compare(const char* name, Site at, const Extent& extent, const Tile* dst, const Part& src0,
                                  const Part* src1, Number scalar, AscendC::CMPMODE mode)
{
    const Type type = src0.tile.type;
    const int64_t size = SizeOf(type);
    const bool toTensor = dst != nullptr, two = src1 != nullptr;
    const Tile result = toTensor ? *dst : Tile();
    const Part second = two ? *src1 : Part();
    const double number = IsReal(type) ? scalar.real : static_cast<double>(scalar.integer);
    Lanes lanes = toTensor ? Compared(extent, size, at) : LanesOf(extent, size);
    Issue(V, at, name, [=, lanes = std::move(lanes)](Instruction& op) {
        Operand& a = op.Use(src0.tile);
        Operand* b = two ? &op.Use(second.tile) : nullptr;
        Operand* to = toTensor ? &op.Use(result) : nullptr;
        uint8_t byte = 0;
        bool unknown = false;
        for (size_t number_ = 0; number_ < lanes.lanes.size(); ++number_) {
            const Lane& lane = lanes.lanes[number_];
            op.tainted = false;
            const int64_t left = lanes.Offset(lane, src0.strides, size), right = lanes.Offset(lane, second.strides, size);
            double first = 0, other = number;
            if (a.Read(left, size)) {
                first = Comparable(type, a.At(left));
            }
            if (two && b->Read(right, size)) {
                other = Comparable(type, b->At(right));
            }
            unknown |= op.tainted;
            const bool holds = Holds(mode, first, other);
            if (!toTensor) {
                uint64_t& word = op.core.registers.compared[lane.element / 64];
                const uint64_t bit = 1ull << (lane.element % 64);
                word = holds ? word | bit : word & ~bit;
                continue;
            }
            byte |= static_cast<uint8_t>(holds ? 1 << (number_ % 8) : 0);
            if (number_ % 8 == 7) {
                op.tainted = unknown;
                if (to->Write(static_cast<int64_t>(number_ / 8), 1)) {
                    *to->At(static_cast<int64_t>(number_ / 8)) = byte;
                }
                byte = 0;
                unknown = false;
            }
        }
    });
}

ASCEND_HOST_FUNCTION void Select(Site at, const Extent& extent, const Part& dst, const Tile& mask, const Part& src0,
                                 const Part* src1, Number scalar, AscendC::SELMODE mode)
{
    const Type type = dst.tile.type;
    const int64_t size = SizeOf(type), limit = kRepeat / size;
    const bool two = src1 != nullptr, repeats = mode == AscendC::SELMODE::VSEL_CMPMASK_SPR;
    const Part second = two ? *src1 : Part();
    Issue(V, at, "Select", [=, lanes = LanesOf(extent, size)](Instruction& op) {
        Operand& to = op.Use(dst.tile);
        Operand& bits = op.Use(mask);
        Operand& a = op.Use(src0.tile);
        Operand* b = two ? &op.Use(second.tile) : nullptr;
        if (repeats) {
            bits.Read(0, kMaskBytes);  // into the register, whole
        }
        for (const Lane& lane : lanes.lanes) {
            op.tainted = false;
            const int64_t bit = repeats ? lane.element % limit : lane.repeat * limit + lane.element;
            if (!bits.Read(bit / 8, 1)) {
                continue;
            }
            const bool first = *bits.At(bit / 8) >> (bit % 8) & 1;
            const int64_t place = lanes.Offset(lane, dst.strides, size), left = lanes.Offset(lane, src0.strides, size);
            const int64_t right = lanes.Offset(lane, second.strides, size);
            const bool tainted = op.tainted;
            // Both sources are read; only the one that is chosen decides the result.
            const bool hasA = a.Read(left, size), unknownA = op.tainted;
            op.tainted = tainted;
            const bool hasB = !two || b->Read(right, size), unknownB = op.tainted;
            op.tainted = first ? unknownA : unknownB;
            if (!hasA || !hasB || !to.Write(place, size)) {
                continue;
            }
            if (first || two) {
                std::memcpy(to.At(place), first ? a.At(left) : b->At(right), size);
            } else if (IsReal(type)) {
                StoreReal(type, to.At(place), scalar.real);
            } else {
                StoreWhole(type, to.At(place), scalar.integer);
            }
        }
    });
}

// Moves the compare-mask register from or to a tensor.
ASCEND_HOST_FUNCTION void CompareMask(const Tile& tile, bool sets, Site at)
{
    Issue(V, at, sets ? "SetCmpMask" : "GetCmpMask", [=](Instruction& op) {
        Operand& operand = op.Use(tile);
        uint64_t* compared = op.core.registers.compared;
        if (sets && operand.Read(0, kMaskBytes)) {
            std::memcpy(compared, operand.At(0), kMaskBytes);
        }
        if (!sets && operand.Write(0, kMaskBytes)) {
            std::memcpy(operand.At(0), compared, kMaskBytes);
        }
    });
}

}  // namespace ascend_host

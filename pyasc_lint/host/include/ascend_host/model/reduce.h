// Reductions: of pairs, of blocks, of repeats, and of a whole tensor.
#pragma once

#include <map>

#include "lanes.h"
#include "numbers.h"

namespace ascend_host {

struct Candidate {
    double value;
    int64_t index;
};

// Sums pairwise, each sum rounded to the type; the largest and smallest are the first of their kind.
inline Candidate Reduced(Reduction reduction, Type type, std::vector<Candidate> values)
{
    if (reduction != Reduction::SUM) {
        Candidate best = values.front();
        for (const Candidate& each : values) {
            if (reduction == Reduction::MAX ? each.value > best.value : each.value < best.value) {
                best = each;
            }
        }
        return best;
    }
    while (values.size() > 1) {
        size_t kept = 0;
        for (size_t number = 0; number < values.size(); number += 2) {
            double sum = values[number].value;
            if (number + 1 < values.size()) {
                char rounded[8];
                StoreReal(type, rounded, sum + values[number + 1].value);
                sum = LoadReal(type, rounded);
            }
            values[kept++].value = sum;
        }
        values.resize(kept);
    }
    return values.front();
}

// An index is stored in the bits of an element (of an uint32_t where it stands alone).
inline void StoreResult(Operand& to, int64_t place, Type type, const Candidate& result, AscendC::ReduceOrder order)
{
    using AscendC::ReduceOrder;
    const int64_t size = SizeOf(type), indexSize = order == ReduceOrder::ORDER_ONLY_INDEX ? 4 : size;
    const int64_t value = order == ReduceOrder::ORDER_INDEX_VALUE ? place + size : place;
    const int64_t index = order == ReduceOrder::ORDER_VALUE_INDEX ? place + size : place;
    if (order != ReduceOrder::ORDER_ONLY_INDEX && to.Write(value, size)) {
        StoreReal(type, to.At(value), result.value);
    }
    if (order != ReduceOrder::ORDER_ONLY_VALUE && to.Write(index, indexSize)) {
        std::memcpy(to.At(index), &result.index, indexSize);
    }
}

ASCEND_HOST_FUNCTION void Reduce(Reduction reduction, Group group, const char* name, Site at, const Extent& extent,
                                 const Tile& dst, const Part& src, int64_t dstRepStride, AscendC::ReduceOrder order)
{
    using AscendC::ReduceOrder;
    const Type type = src.tile.type;
    const int64_t size = SizeOf(type), limit = kRepeat / size;
    const int64_t members = group == Group::PAIR ? 2 : group == Group::BLOCK ? kBlock / size : limit;
    const int64_t unit = order == ReduceOrder::ORDER_ONLY_VALUE ? size : order == ReduceOrder::ORDER_ONLY_INDEX ? 4 : 2 * size;
    const int64_t step = group == Group::PAIR ? kRepeat / 2 : group == Group::BLOCK ? 8 * size : unit;
    Issue(V, at, name, [=, lanes = LanesOf(extent, size)](Instruction& op) {
        op.reduces = true;
        Operand& to = op.Use(dst, unit);
        Operand& from = op.Use(src.tile);
        std::map<std::pair<int64_t, int64_t>, std::vector<Candidate>> groups;
        for (const Lane& lane : lanes.lanes) {
            const int64_t offset = lanes.Offset(lane, src.strides, size);
            if (from.Read(offset, size)) {
                groups[{lane.repeat, lane.element / members}].push_back({LoadReal(type, from.At(offset)), lane.element});
            }
        }
        for (auto& [number, values] : groups) {
            const int64_t place = number.first * dstRepStride * step + number.second * unit;
            StoreResult(to, place, type, Reduced(reduction, type, std::move(values)), order);
        }
    });
}

ASCEND_HOST_FUNCTION void ReduceAll(Reduction reduction, const char* name, Site at, const Extent& extent, const Tile& dst,
                                    const Part& src, bool withIndex)
{
    const Type type = src.tile.type;
    const int64_t size = SizeOf(type);
    Issue(V, at, name, [=, lanes = LanesOf(extent, size)](Instruction& op) {
        op.reduces = true;
        Operand& to = op.Use(dst, size);
        Operand& from = op.Use(src.tile);
        std::vector<Candidate> values;
        for (const Lane& lane : lanes.lanes) {
            const int64_t offset = lanes.Offset(lane, src.strides, size);
            if (from.Read(offset, size)) {
                values.push_back({LoadReal(type, from.At(offset)), offset / size});
            }
        }
        if (!values.empty()) {
            const auto order = withIndex ? AscendC::ReduceOrder::ORDER_VALUE_INDEX : AscendC::ReduceOrder::ORDER_ONLY_VALUE;
            StoreResult(to, 0, type, Reduced(reduction, type, std::move(values)), order);
        }
    });
}

}  // namespace ascend_host

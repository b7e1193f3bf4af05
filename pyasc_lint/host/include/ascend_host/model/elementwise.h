// Vector instructions that work element by element.
#pragma once

#include "lanes.h"
#include "numbers.h"

namespace ascend_host {

constexpr int kMostSources = 3;

inline bool ReadsDestination(Op op)
{
    return op == Op::AXPY || op == Op::MUL_ADD_DST || op == Op::FUSED_MUL_ADD || op == Op::FUSED_MUL_ADD_RELU;
}

// `a` and `b` are the sources (or source and scalar), `d` the old value of the destination.
inline double Computed(Op op, double a, double b, double d)
{
    switch (op) {
        case Op::ADD: return a + b;
        case Op::SUB: return a - b;
        case Op::MUL: return a * b;
        case Op::DIV: return a / b;
        case Op::MAX: return a > b ? a : b;
        case Op::MIN: return a < b ? a : b;
        case Op::ADD_RELU: return std::max(a + b, 0.0);
        case Op::SUB_RELU: return std::max(a - b, 0.0);
        case Op::ABS: return std::fabs(a);
        case Op::EXP: return std::exp(a);
        case Op::LN: return std::log(a);
        case Op::RELU: return a > 0 ? a : 0;
        case Op::SQRT: return std::sqrt(a);
        case Op::RSQRT: return 1 / std::sqrt(a);
        case Op::RECIPROCAL: return 1 / a;
        case Op::LEAKY_RELU: return a > 0 ? a : a * b;
        case Op::AXPY: return a * b + d;
        case Op::MUL_ADD_DST: return a * b + d;
        case Op::FUSED_MUL_ADD: return a * d + b;
        case Op::FUSED_MUL_ADD_RELU: return std::max(a * d + b, 0.0);
        case Op::FILL: return b;
        default: return a;
    }
}

inline int64_t Computed(Op op, int64_t a, int64_t b, int64_t d)
{
    const auto wrapped = [](uint64_t value) { return static_cast<int64_t>(value); };
    const uint64_t x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
    switch (op) {
        case Op::ADD: return wrapped(x + y);
        case Op::SUB: return wrapped(x - y);
        case Op::MUL: return wrapped(x * y);
        case Op::DIV: return b == 0 ? 0 : a / b;
        case Op::MAX: return std::max(a, b);
        case Op::MIN: return std::min(a, b);
        case Op::AND: return a & b;
        case Op::OR: return a | b;
        case Op::ADD_RELU: return std::max<int64_t>(a + b, 0);
        case Op::SUB_RELU: return std::max<int64_t>(a - b, 0);
        case Op::ABS: return a < 0 ? -a : a;
        case Op::RELU: return std::max<int64_t>(a, 0);
        case Op::NOT: return ~a;
        case Op::SHIFT_LEFT: return b > 63 ? 0 : wrapped(x << b);
        case Op::SHIFT_RIGHT: return a >> std::min<int64_t>(b, 63);  // arithmetic for signed elements
        case Op::AXPY: case Op::MUL_ADD_DST: return a * b + d;
        case Op::FILL: return b;
        default: return a;
    }
}

// Stores a result computed from elements of another type; whole numbers saturate.
inline void StoreConverted(Type type, void* to, double value)
{
    if (IsReal(type)) {
        StoreReal(type, to, value);
    } else {
        StoreWhole(type, to, Saturated(std::nearbyint(value), type));
    }
}

ASCEND_HOST_FUNCTION void Elementwise(Op op, const char* name, Site at, const Extent& extent, const Part* parts, int count,
                                      Number scalar)
{
    int64_t widest = 1;
    std::array<Part, kMostSources> own;
    for (int part = 0; part < count; ++part) {
        own[part] = parts[part];
        widest = std::max(widest, SizeOf(parts[part].tile.type));
    }
    const float scale = core().registers.scale;
    Lanes found = op == Op::COPY ? LanesOfCopy(extent, widest) : LanesOf(extent, widest);
    Issue(V, at, name, [=, lanes = std::move(found)](Instruction& instruction) {
        const Type to = own[0].tile.type, from = own[count > 1 ? 1 : 0].tile.type;
        const int64_t dstSize = SizeOf(to), srcSize = SizeOf(from);
        const bool reads = ReadsDestination(op), same = to == from;
        Operand& dst = instruction.Use(own[0].tile);
        Operand* sources[2] = {count > 1 ? &instruction.Use(own[1].tile) : nullptr,
                               count > 2 ? &instruction.Use(own[2].tile) : nullptr};
        for (const Lane& lane : lanes.lanes) {
            instruction.tainted = false;
            const int64_t place = lanes.Offset(lane, own[0].strides, dstSize);
            Number values[] = {Number(), scalar, Number()};
            for (int source = 0; source < 2; ++source) {
                const int64_t offset = lanes.Offset(lane, own[std::min(source + 1, count - 1)].strides, srcSize);
                if (sources[source] != nullptr && sources[source]->Read(offset, srcSize)) {
                    values[source] = Load(from, sources[source]->At(offset));
                }
            }
            if (reads && dst.Read(place, dstSize)) {
                values[2] = Load(to, dst.At(place));
            }
            if (!dst.Write(place, dstSize)) {
                continue;
            }
            if (op == Op::ADD_DEQ_RELU) {
                const double sum = static_cast<double>(values[0].integer + values[1].integer) * scale;
                StoreReal(to, dst.At(place), std::max(sum, 0.0));
            } else if (op == Op::COPY) {
                std::memcpy(dst.At(place), sources[0]->At(lanes.Offset(lane, own[1].strides, srcSize)), dstSize);
            } else if (IsReal(from)) {
                StoreConverted(to, dst.At(place), Computed(op, values[0].real, values[1].real, values[2].real));
            } else {
                const int64_t result = Computed(op, values[0].integer, values[1].integer, values[2].integer);
                StoreWhole(to, dst.At(place), same ? result : Saturated(result, to));
            }
        }
    });
}

ASCEND_HOST_FUNCTION void Convert(const char* name, Site at, const Extent& extent, const Part& dst, const Part& src,
                                  AscendC::RoundMode mode)
{
    const Type to = dst.tile.type, from = src.tile.type;
    const int64_t dstSize = SizeOf(to), srcSize = SizeOf(from);
    const float scale = core().registers.scale;
    Issue(V, at, name, [=, lanes = LanesOf(extent, std::max(dstSize, srcSize))](Instruction& instruction) {
        Operand& result = instruction.Use(dst.tile);
        Operand& source = instruction.Use(src.tile);
        for (const Lane& lane : lanes.lanes) {
            instruction.tainted = false;
            const int64_t offset = lanes.Offset(lane, src.strides, srcSize);
            const int64_t place = lanes.Offset(lane, dst.strides, dstSize);
            if (!source.Read(offset, srcSize) || !result.Write(place, dstSize)) {
                continue;
            }
            if (!IsReal(from) && !IsReal(to)) {
                StoreWhole(to, result.At(place), Saturated(LoadWhole(from, source.At(offset)), to));
                continue;
            }
            double value = IsReal(from) ? LoadReal(from, source.At(offset))
                                        : static_cast<double>(LoadWhole(from, source.At(offset)));
            if (from == Type::INT32 && to == Type::HALF) {
                value *= scale;  // what SetDeqScale has set
            }
            if (!IsReal(to)) {
                StoreWhole(to, result.At(place), Saturated(Rounded(value, mode), to));
            } else {
                StoreReal(to, result.At(place), to == from ? Rounded(value, mode) : RoundedTo(value, to, mode));
            }
        }
    });
}

}  // namespace ascend_host

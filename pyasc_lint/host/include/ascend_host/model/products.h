// Matrix products, and their results on the way out of L0C.
//
// L0A holds fractals row by row, L0B holds transposed fractals row by row; L0C holds blocks of 16 columns, each row of
// one after the other.
#pragma once

#include "loads.h"

namespace ascend_host {

constexpr int64_t kResult = 4;  // bytes of an element of L0C
constexpr int64_t kEnoughFractals = 10;  // from which on a product that adds to an earlier one needs no barrier

inline int64_t Fractals(int64_t count, int64_t of) { return (count + of - 1) / of; }

ASCEND_HOST_FUNCTION void Multiply(const Tile& dst, const Tile& fm, const Tile& filter, const Tile* bias,
                                   const AscendC::MmadParams& params, Site at)
{
    const int64_t m = params.m, n = params.n, k = params.k, size = SizeOf(fm.type), depth = kCopyUnit / size;
    const bool real = IsReal(fm.type), biased = bias != nullptr;
    const bool adds = !biased && (!params.cmatrixInitVal || params.isBias);
    const Tile added = biased ? *bias : Tile();
    if (m == 0 || n == 0 || k == 0) {
        return;
    }
    if (!biased && params.cmatrixSource) {
        NotModelled("Mmad with cmatrixSource and no bias", at);
    }
    Issue(M, at, "Mmad", [=](Instruction& op) {
        Operand& to = op.Use(dst, op.core.settings.mmadAlignment);
        Operand& left = op.Use(fm);
        Operand& right = op.Use(filter);
        Operand* start = biased ? &op.Use(added) : nullptr;
        const int64_t rowBlocks = Fractals(m, kCube), columnBlocks = Fractals(n, kCube), deepBlocks = Fractals(k, depth);
        op.eager = adds && rowBlocks * columnBlocks < kEnoughFractals;
        // Both matrices as numbers first; a vector (m is 1) is not cut into fractals.
        std::vector<double> a(static_cast<size_t>(m * k)), b(static_cast<size_t>(n * k));
        std::vector<char> unknownA(a.size()), unknownB(b.size());
        const auto load = [&](Operand& from, Type type, int64_t place, double& value, char& unknown) {
            op.tainted = false;
            if (from.Read(place, size)) {
                value = real ? LoadReal(type, from.At(place)) : static_cast<double>(LoadWhole(type, from.At(place)));
            }
            unknown = op.tainted;
        };
        for (int64_t row = 0; row < m; ++row) {
            for (int64_t deep = 0; deep < k; ++deep) {
                const int64_t fractal = row / kCube * deepBlocks + deep / depth;
                const int64_t place = m == 1 ? deep * size : fractal * kFractal + (row % kCube * depth + deep % depth) * size;
                load(left, fm.type, place, a[row * k + deep], unknownA[row * k + deep]);
            }
        }
        for (int64_t column = 0; column < n; ++column) {
            for (int64_t deep = 0; deep < k; ++deep) {
                const int64_t fractal = deep / depth * columnBlocks + column / kCube;
                const int64_t place = fractal * kFractal + (column % kCube * depth + deep % depth) * size;
                load(right, filter.type, place, b[column * k + deep], unknownB[column * k + deep]);
            }
        }
        for (int64_t column = 0; column < n; ++column) {
            for (int64_t row = 0; row < m; ++row) {
                const int64_t place = (column / kCube * rowBlocks * kCube + row) * kCube * kResult + column % kCube * kResult;
                op.tainted = false;
                double sum = 0;
                if (adds && to.Read(place, kResult)) {
                    sum = real ? LoadReal(Type::FLOAT, to.At(place)) : static_cast<double>(LoadWhole(Type::INT32, to.At(place)));
                }
                if (biased && start->Read(column * kResult, kResult)) {
                    sum = real ? LoadReal(Type::FLOAT, start->At(column * kResult))
                               : static_cast<double>(LoadWhole(Type::INT32, start->At(column * kResult)));
                }
                bool unknown = op.tainted;
                for (int64_t deep = 0; deep < k; ++deep) {
                    sum += a[row * k + deep] * b[column * k + deep];
                    unknown |= unknownA[row * k + deep] || unknownB[column * k + deep];
                }
                op.tainted = unknown;
                if (to.Write(place, kResult)) {
                    real ? StoreReal(Type::FLOAT, to.At(place), sum)
                         : StoreWhole(Type::INT32, to.At(place), static_cast<int64_t>(sum));
                }
            }
        }
    });
}

// A number of L0C as one of the destination.
inline void StoreQuantised(Type to, uint8_t* place, double value, const AscendC::FixpipeParamsV220& params)
{
    if (params.quantPre == QuantMode_t::DEQF16) {
        value *= BitsToFloat(static_cast<uint32_t>(params.deqScalar));
    }
    if (params.reluEn) {
        value = std::max(value, 0.0);
    }
    IsReal(to) ? StoreReal(to, place, value) : StoreWhole(to, place, static_cast<int64_t>(value));
}

ASCEND_HOST_FUNCTION void FixpipeOut(const Tile& dst, const Tile& src, const AscendC::FixpipeParamsV220& params,
                                     AscendC::CO2Layout layout, bool toTensor, Site at)
{
    const bool rows = layout == AscendC::CO2Layout::ROW_MAJOR;
    if (params.quantPre != QuantMode_t::NoQuant && params.quantPre != QuantMode_t::F322F16 &&
        params.quantPre != QuantMode_t::DEQF16) {
        NotModelled("this quantisation of Fixpipe", at);
    }
    if (layout == AscendC::CO2Layout::COLUMN_MAJOR || SizeOf(dst.type) == 1) {
        NotModelled("this layout of Fixpipe", at);
    }
    const int64_t size = SizeOf(dst.type), width = params.isChannelSplit && size == 4 && !toTensor ? 8 : kCube;
    const Atomic atomic = AtomicFor(dst);
    Issue(CopyPipe(dst, src, "Fixpipe", at), at, "Fixpipe", [=](Instruction& op) {
        op.ordered = atomic == Atomic::NONE;
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        for (int64_t matrix = 0; matrix < (rows ? params.ndNum : 1); ++matrix) {
            for (int64_t row = 0; row < params.mSize; ++row) {
                for (int64_t column = 0; column < params.nSize; ++column) {
                    const int64_t start = matrix * params.srcNdStride * kCube * kCube * kResult +
                                          (column / kCube * params.srcStride + row) * kCube * kResult + column % kCube * kResult;
                    const int64_t target =
                        rows ? (matrix * params.dstNdStride + row * params.dstStride + column) * size
                             : column / width * params.dstStride * kCopyUnit + (row * width + column % width) * size;
                    op.tainted = false;
                    if (!from.Read(start, kResult) || (atomic != Atomic::NONE && !to.Read(target, size)) ||
                        !to.Write(target, size)) {
                        continue;
                    }
                    const double value = IsReal(src.type) ? LoadReal(src.type, from.At(start))
                                                          : static_cast<double>(LoadWhole(src.type, from.At(start)));
                    uint8_t result[8];
                    StoreQuantised(dst.type, result, value, params);
                    if (atomic != Atomic::NONE) {
                        Combine(atomic, dst.type, to.At(target), result);
                    } else {
                        std::memcpy(to.At(target), result, size);
                    }
                }
            }
        }
    });
}

}  // namespace ascend_host

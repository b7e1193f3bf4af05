// Loads of matrix fractals into L1, L0A and L0B. A fractal is 16 rows of 32 bytes.
#pragma once

#include "copies.h"

namespace ascend_host {

constexpr int64_t kFractal = 512;  // bytes
constexpr int64_t kCube = 16;      // rows of a fractal

// Copies a square of `side` elements that `parts` fractals hold, turned: element (row, column) goes to (column, row).
inline void CopyTurned(Operand& to, Operand& from, int64_t side, int64_t size, const int64_t* target, const int64_t* start,
                       bool stacked)
{
    const int64_t width = kCopyUnit / size;
    const auto place = [&](const int64_t* fractals, int64_t row, int64_t column) {
        const int64_t part = stacked ? row / kCube : column / width;
        return fractals[part] + ((stacked ? row % kCube : row) * width + (stacked ? column : column % width)) * size;
    };
    for (int64_t row = 0; row < side; ++row) {
        for (int64_t column = 0; column < side; ++column) {
            to.Copy(place(target, column, row), from, place(start, row, column), size);
        }
    }
}

ASCEND_HOST_FUNCTION void LoadFractals(const Tile& dst, const Tile& src, const AscendC::LoadData2DParams& params, Site at)
{
    const int64_t size = SizeOf(src.type);
    const bool turns = params.ifTranspose, backwards = HardwareOf(src) == GM && HardwareOf(dst) == L1 && params.addrMode != 0;
    if (turns && size != 2) {
        core().Find("ASC404", at, "LoadData transposes elements of 16 bits only");
    }
    Issue(CopyPipe(dst, src, "LoadData", at), at, "LoadData", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        for (int64_t number = 0; number < params.repeatTimes; ++number) {
            const int64_t step = number * params.srcStride;
            const int64_t start = (params.startIndex + (backwards ? -step : step)) * kFractal;
            const int64_t target = number * (params.dstGap + 1) * kFractal;
            if (turns) {
                CopyTurned(to, from, kCube, size, &target, &start, true);
            } else {
                to.Copy(target, from, start, kFractal);
            }
        }
    });
}

// Squares of 16 x 16 elements (bytes: 32 x 32) in one or two fractals: of 4-byte elements side by side, of bytes stacked.
ASCEND_HOST_FUNCTION void LoadTransposed(const Tile& dst, const Tile& src, const AscendC::LoadData2dTransposeParams& params,
                                         Site at)
{
    const int64_t size = SizeOf(src.type), fractals = size == 2 ? 1 : 2, side = size == 1 ? 32 : kCube;
    Issue(CopyPipe(dst, src, "LoadDataWithTranspose", at), at, "LoadDataWithTranspose", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        for (int64_t number = 0; number < params.repeatTimes; ++number) {
            int64_t start[2], target[2];
            for (int64_t part = 0; part < 2; ++part) {
                start[part] = (params.startIndex + number * params.srcStride) * fractals * kFractal + part * kFractal;
                target[part] = (number * (params.dstGap + 1) + part * (params.dstFracGap + 1)) * kFractal;
            }
            CopyTurned(to, from, side, size, target, start, size != 4);
        }
    });
}

// Windows of an image in blocks of channels: row m of the result is an output place, column k an element of the window.
ASCEND_HOST_FUNCTION void LoadImage(const Tile& dst, const Tile& src, const Image& image, Site at)
{
    const int64_t size = SizeOf(src.type), c0 = kCopyUnit / size;
    if (image.transposes || core().registers.loadRepeat != 1) {
        NotModelled("LoadData of an image, transposed or repeated,", at);
    }
    const int64_t left = image.padList[0], right = image.padList[1], top = image.padList[2];
    const int64_t windowW = (image.filterW - 1) * image.dilationW + 1;
    const int64_t columns = (image.width + left + right - windowW) / image.strideW + 1;
    const bool toB = HardwareOf(dst) == L0B;
    Issue(CopyPipe(dst, src, "LoadData", at), at, "LoadData", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        const int64_t kBlocks = (image.kExtension + c0 - 1) / c0, mBlocks = (image.mExtension + kCube - 1) / kCube;
        for (int64_t m = 0; m < mBlocks * kCube; ++m) {
            for (int64_t k = 0; k < kBlocks * c0; ++k) {
                const int64_t fractal = toB ? k / c0 * mBlocks + m / kCube : m / kCube * kBlocks + k / c0;
                const int64_t place = fractal * kFractal + (m % kCube * c0 + k % c0) * size;
                const int64_t window = (image.mStart + m), element = (image.kStart + k);
                const int64_t channel = element % c0, inner = element / c0 % (image.filterW * image.filterH);
                const int64_t block = element / c0 / (image.filterW * image.filterH);
                const int64_t y = window / columns * image.strideH - top + inner / image.filterW * image.dilationH;
                const int64_t x = window % columns * image.strideW - left + inner % image.filterW * image.dilationW;
                const bool inside = y >= 0 && y < image.height && x >= 0 && x < image.width &&
                                    block * c0 + channel < image.channels && m < image.mExtension && k < image.kExtension;
                op.tainted = false;
                if (inside) {
                    to.Copy(place, from, (((block * image.height + y) * image.width + x) * c0 + channel) * size, size);
                } else if (to.Write(place, size)) {
                    IsReal(src.type) ? StoreReal(src.type, to.At(place), image.pad.real)
                                     : StoreWhole(src.type, to.At(place), image.pad.integer);
                }
            }
        }
    });
}

ASCEND_HOST_FUNCTION void InitConst(const Tile& dst, int64_t repeats, int64_t blocks, int64_t gap, Number value, Site at)
{
    const int hardware = HardwareOf(dst);
    const int64_t unit = hardware == L1 ? kCopyUnit : kFractal, size = SizeOf(dst.type);
    Issue(hardware == L1 ? MTE2 : MTE1, at, "InitConstValue", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        for (int64_t repeat = 0; repeat < repeats; ++repeat) {
            for (int64_t byte = 0; byte < blocks * unit; byte += size) {
                const int64_t place = repeat * (blocks + gap) * unit + byte;
                if (to.Write(place, size)) {
                    IsReal(dst.type) ? StoreReal(dst.type, to.At(place), value.real)
                                     : StoreWhole(dst.type, to.At(place), value.integer);
                }
            }
        }
    });
}

}  // namespace ascend_host

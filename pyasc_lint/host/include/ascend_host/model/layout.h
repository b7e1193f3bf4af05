// Transposition and sorting.
#pragma once

#include "lanes.h"
#include "numbers.h"

namespace ascend_host {

constexpr int64_t kMatrix = 16;    // rows and columns
constexpr int64_t kSorted = 32;    // elements that are sorted together
constexpr int64_t kStructure = 8;  // bytes of a sorted element: a score, and an index in the last four
constexpr int64_t kOffsetBytes = 4;

ASCEND_HOST_FUNCTION void Transpose(Site at, const Tile& dst, const Tile& src, const AscendC::TransposeParamsExt& params)
{
    using AscendC::TransposeType;
    const int64_t size = SizeOf(src.type);
    int64_t n = 1, c = kMatrix, area = kMatrix;  // from [n][c][area] to [n][area][c]
    const bool back = params.transposeType == TransposeType::TRANSPOSE_NHWC2NCHW;
    if (params.transposeType == TransposeType::TRANSPOSE_NCHW2NHWC || back) {
        n = params.nSize;
        c = params.cSize;
        area = static_cast<int64_t>(params.hSize) * params.wSize;
    } else if (params.transposeType == TransposeType::TRANSPOSE_TYPE_NONE) {
        return;
    } else if (params.transposeType != TransposeType::TRANSPOSE_ND2ND_B16) {
        NotModelled("this type of Transpose", at);
    }
    const int64_t rows = back ? area : c, columns = back ? c : area;
    Issue(V, at, "Transpose", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& from = op.Use(src);
        // In place, an element must not be overwritten before it is read.
        std::vector<uint8_t> read(static_cast<size_t>(n * rows * columns * size));
        std::vector<bool> unknown(static_cast<size_t>(n * rows * columns));
        for (int64_t number = 0; number < n * rows * columns; ++number) {
            op.tainted = false;
            if (from.Read(number * size, size)) {
                std::memcpy(&read[number * size], from.At(number * size), size);
            }
            unknown[number] = op.tainted;
        }
        for (int64_t number = 0; number < n * rows * columns; ++number) {
            const int64_t matrix = number / (rows * columns), row = number / columns % rows, column = number % columns;
            const int64_t place = (matrix * rows * columns + column * rows + row) * size;
            op.tainted = unknown[number];
            if (to.Write(place, size)) {
                std::memcpy(to.At(place), &read[number * size], size);
            }
        }
    });
}

// A repeat turns the rows that 16 blocks hold into the columns that 16 blocks hold. Rows of 4-byte elements take two
// blocks of the destination; of bytes, half a block is turned.
ASCEND_HOST_FUNCTION void TransDataTo5HD(Site at, const Tile* dst, const Tile* src,
                                         const AscendC::TransDataTo5HDParams& params)
{
    std::array<Tile, 16> to, from;
    std::copy(dst, dst + 16, to.begin());
    std::copy(src, src + 16, from.begin());
    const int64_t size = SizeOf(src[0].type), columns = size == 4 ? 8 : 16;
    Issue(V, at, "TransDataTo5HD", [=](Instruction& op) {
        std::vector<Operand*> results, sources;
        for (int number = 0; number < 16; ++number) {
            results.push_back(&op.Use(to[number]));
            sources.push_back(&op.Use(from[number]));
        }
        const bool single = params.repeatTimes == 1;  // which starts one stride on
        for (int64_t repeat = 0; repeat < params.repeatTimes; ++repeat) {
            const int64_t turn = single ? 1 : repeat;
            const int64_t half = size == 1 ? kBlock / 2 : 0;
            const int64_t first = turn * params.srcRepStride * kBlock + (params.srcHighHalf ? half : 0);
            const int64_t target = turn * params.dstRepStride * kBlock + (params.dstHighHalf ? half : 0);
            uint8_t read[16][16][4];
            bool unknown[16][16];
            for (int64_t row = 0; row < 16; ++row) {
                for (int64_t column = 0; column < columns; ++column) {
                    op.tainted = false;
                    if (sources[row]->Read(first + column * size, size)) {
                        std::memcpy(read[row][column], sources[row]->At(first + column * size), size);
                    }
                    unknown[row][column] = op.tainted;
                }
            }
            for (int64_t column = 0; column < columns; ++column) {
                for (int64_t row = 0; row < 16; ++row) {
                    Operand& result = *results[size == 4 ? 2 * column + row / 8 : column];
                    const int64_t place = target + (size == 4 ? row % 8 : row) * size;
                    op.tainted = unknown[row][column];
                    if (result.Write(place, size)) {
                        std::memcpy(result.At(place), read[row][column], size);
                    }
                }
            }
        }
    });
}

// ------------------------------------------------------------------------------------------------------------- sorting

struct Sorted {
    double score;
    uint8_t bytes[kStructure];
    bool unknown;
};

inline void StoreSorted(Instruction& op, Operand& to, int64_t number, const Sorted& element)
{
    op.tainted = element.unknown;
    if (to.Write(number * kStructure, kStructure)) {
        std::memcpy(to.At(number * kStructure), element.bytes, kStructure);
    }
}

// Scores descend; equal ones keep their order.
ASCEND_HOST_FUNCTION void Sort32(const char* name, Site at, const Tile& dst, const Tile& scores, const Tile& indices,
                                 int64_t repeats)
{
    const int64_t size = SizeOf(scores.type);
    Issue(V, at, name, [=](Instruction& op) {
        Operand& to = op.Use(dst);
        Operand& keys = op.Use(scores);
        Operand& numbers = op.Use(indices);
        for (int64_t repeat = 0; repeat < repeats; ++repeat) {
            std::vector<Sorted> sorted;
            for (int64_t element = repeat * kSorted; element < (repeat + 1) * kSorted; ++element) {
                Sorted one{};
                op.tainted = false;
                if (keys.Read(element * size, size)) {
                    one.score = LoadReal(scores.type, keys.At(element * size));
                    std::memcpy(one.bytes, keys.At(element * size), size);
                }
                if (numbers.Read(element * kOffsetBytes, kOffsetBytes)) {
                    std::memcpy(one.bytes + kOffsetBytes, numbers.At(element * kOffsetBytes), kOffsetBytes);
                }
                one.unknown = op.tainted;
                sorted.push_back(one);
            }
            std::stable_sort(sorted.begin(), sorted.end(), [](const Sorted& a, const Sorted& b) { return a.score > b.score; });
            for (int64_t element = 0; element < kSorted; ++element) {
                StoreSorted(op, to, repeat * kSorted + element, sorted[element]);
            }
        }
    });
}

// Merges queues of sorted elements; `suspends`: stops when one is used up. `sorted` gets how many of each were taken.
ASCEND_HOST_FUNCTION void MergeSort(Site at, const Tile& dst, const Tile* sources, const uint16_t* lengths, uint32_t* sorted,
                                    int validBit, int64_t repeats, bool suspends)
{
    const int queues = validBit == 3 ? 2 : validBit == 7 ? 3 : validBit == 15 ? 4 : 0;
    if (queues == 0) {
        core().Find("ASC404", at, Text("validBit is %d: 3, 7 or 15 say how many queues there are", validBit));
    }
    std::array<Tile, 4> from;
    std::array<int64_t, 4> length{};
    int64_t total = 0;
    for (int queue = 0; queue < queues; ++queue) {
        from[queue] = sources[queue];
        length[queue] = lengths[queue];
        total += lengths[queue];
    }
    Issue(V, at, "MrgSort", [=](Instruction& op) {
        Operand& to = op.Use(dst);
        std::vector<Operand*> heads;
        for (int queue = 0; queue < queues; ++queue) {
            heads.push_back(&op.Use(from[queue]));
        }
        const Type type = dst.type;
        for (int64_t repeat = 0; repeat < repeats; ++repeat) {
            std::array<std::vector<Sorted>, 4> waiting;
            for (int queue = 0; queue < queues; ++queue) {
                for (int64_t number = 0; number < length[queue]; ++number) {
                    Sorted one{};
                    const int64_t offset = (repeat * total + number) * kStructure;
                    op.tainted = false;
                    if (heads[queue]->Read(offset, kStructure)) {
                        one.score = LoadReal(type, heads[queue]->At(offset));
                        std::memcpy(one.bytes, heads[queue]->At(offset), kStructure);
                    }
                    one.unknown = op.tainted;
                    waiting[queue].push_back(one);
                }
            }
            std::array<size_t, 4> taken{};
            for (int64_t number = 0; number < total; ++number) {
                int best = -1;
                bool exhausted = false;
                for (int queue = 0; queue < queues; ++queue) {
                    if (taken[queue] == waiting[queue].size()) {
                        exhausted = true;
                    } else if (best < 0 || waiting[queue][taken[queue]].score > waiting[best][taken[best]].score) {
                        best = queue;
                    }
                }
                if (best < 0 || (suspends && exhausted)) {
                    break;
                }
                StoreSorted(op, to, repeat * total + number, waiting[best][taken[best]++]);
            }
            for (int queue = 0; queue < queues; ++queue) {
                op.core.registers.merged[queue] = static_cast<uint16_t>(taken[queue]);
                if (sorted != nullptr) {
                    sorted[queue] = static_cast<uint32_t>(taken[queue]);
                }
            }
        }
    });
}

ASCEND_HOST_FUNCTION int MergedCount(int queue) { return core().registers.merged[queue]; }

}  // namespace ascend_host

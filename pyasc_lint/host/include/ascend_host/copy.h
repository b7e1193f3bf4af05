// Copies between global memory and on-chip memories, and between on-chip memories.
#pragma once

#include "numbers.h"
#include "params.h"
#include "tensor.h"

namespace ascend_host {

constexpr int64_t kCopyUnit = 32;  // bytes

// The pipe of a data path (architecture 2201); NONE where there is none.
inline Pipe PathPipe(int source, int destination)
{
    switch (source) {
        case GM: return destination == UB || destination == L1 || destination == L0A || destination == L0B ? MTE2 : NONE;
        case UB: return destination == GM ? MTE3 : destination == UB ? V : NONE;
        case L1:
            return destination == GM ? MTE3 : destination == L0A || destination == L0B || destination == BIAS ? MTE1
                 : destination == FIXBUF ? FIX : NONE;
        case L0C: return destination == GM || destination == L1 ? FIX : NONE;
        default: return NONE;
    }
}

inline int HardwareOf(const Place& place) { return place.memory == nullptr ? GM : place.memory->hardware; }

inline Pipe CopyPipe(const Place& dst, const Place& src, const char* name, Site at)
{
    const int from = HardwareOf(src), to = HardwareOf(dst);
    const Pipe pipe = PathPipe(from, to);
    if (pipe == NONE) {
        core().Cannot(at, Text("%s from %s to %s is not modelled, or is no data path", name, HardwareName(from), HardwareName(to)));
    }
    return pipe;
}

template <typename T> T Combined(int atomic, T before, T value)
{
    const Wide<T> a = Widen(before), b = Widen(value);
    return static_cast<T>(atomic == 1 ? a + b : atomic == 2 ? (a > b ? a : b) : (a < b ? a : b));
}

// Stores a run of elements; atomics combine them with what is there.
template <typename T>
void Store(Instruction& op, Operand& to, int64_t target, Operand& from, int64_t start, int64_t length, int atomic)
{
    if (atomic == 0) {
        to.Copy(target, from, start, length);
        return;
    }
    op.ordered = false;
    for (int64_t byte = 0; byte < length; byte += sizeof(T)) {
        op.tainted = false;
        to.Put(target + byte, Combined(atomic, to.Get<T>(target + byte), from.Get<T>(start + byte)));
    }
}

inline int AtomicFor(const Place& dst)
{
    return HardwareOf(dst) == GM ? core().registers.atomic : 0;
}

// `count` runs of `length` bytes; the starts of two runs are `srcStep` and `dstStep` bytes apart.
template <typename T>
void CopyRuns(const char* name, Site at, const Place& dst, const Place& src, int64_t count, int64_t length, int64_t dstStep,
              int64_t srcStep)
{
    const int atomic = AtomicFor(dst);
    Issue(CopyPipe(dst, src, name, at), at, name, [=](Instruction& op) {
        Operand& to = op.Use(dst, "dst");
        Operand& from = op.Use(src, "src");
        for (int64_t run = 0; run < count; ++run) {
            Store<T>(op, to, run * dstStep, from, run * srcStep, length, atomic);
        }
    });
}

// Bytes that a copy to a memory counts in.
inline int64_t UnitOf(const Place& dst)
{
    const int hardware = HardwareOf(dst);
    return hardware == BIAS ? 64 : hardware == FIXBUF ? 128 : kCopyUnit;
}

template <typename T> void CopyCount(Site at, const Place& dst, const Place& src, int64_t count)
{
    const int64_t unit = UnitOf(dst), bytes = count * static_cast<int64_t>(sizeof(T)), whole = bytes / unit * unit;
    if (whole != bytes) {
        core().Find("ASC115", at, Text("DataCopy of %lld bytes moves %lld: whole units of %lld; DataCopyPad moves any number",
                                       static_cast<long long>(bytes), static_cast<long long>(whole),
                                       static_cast<long long>(unit)));
    }
    CopyRuns<T>("DataCopy", at, dst, src, 1, whole, 0, 0);
}

template <typename T>
void CopyBlocks(Site at, const Place& dst, const Place& src, const AscendC::DataCopyParams& params)
{
    const int64_t length = params.blockLen * UnitOf(dst);
    CopyRuns<T>("DataCopy", at, dst, src, params.blockCount, length, length + params.dstStride * kCopyUnit,
                length + params.srcStride * kCopyUnit);
}

struct PadCopy {
    int64_t count, length, srcStride, dstStride;
};

inline PadCopy PadOf(const AscendC::DataCopyParams& params)
{
    return {params.blockCount, params.blockLen, params.srcStride, params.dstStride};
}
inline PadCopy PadOf(const AscendC::DataCopyExtParams& params)
{
    return {params.blockCount, params.blockLen, params.srcStride, params.dstStride};
}

inline int64_t RoundUp(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

// From global memory: blocks of any length, filled up to whole 32 bytes. Without padding, what fills up is not defined.
template <typename T>
void PadIn(Site at, const Place& dst, const Place& src, PadCopy params, bool isPad, int64_t left, int64_t right, T value)
{
    constexpr int64_t size = sizeof(T);
    Issue(CopyPipe(dst, src, "DataCopyPad", at), at, "DataCopyPad", [=](Instruction& op) {
        Operand& to = op.Use(dst, "dst");
        Operand& from = op.Use(src, "src");
        const int64_t before = isPad ? left * size : 0;
        const int64_t filled = RoundUp(params.length + (isPad ? (left + right) * size : 0), kCopyUnit);
        for (int64_t block = 0; block < params.count && params.length > 0; ++block) {
            const int64_t target = block * (filled + params.dstStride * kCopyUnit);
            for (int64_t byte = 0; byte < before; byte += size) {
                to.Put(target + byte, value);
            }
            to.Copy(target + before, from, block * (params.length + params.srcStride), params.length);
            const int64_t padded = isPad ? before + params.length + right * size : 0;
            for (int64_t byte = before + params.length; byte + size <= filled; byte += size) {
                to.Put(target + byte, byte < padded ? value : T{});
            }
        }
    });
}

template <typename T> void PadOut(Site at, const Place& dst, const Place& src, PadCopy params)
{
    const int64_t stored = RoundUp(params.length, kCopyUnit) + params.srcStride * kCopyUnit;
    CopyRuns<T>("DataCopyPad", at, dst, src, params.length > 0 ? params.count : 0, params.length,
                params.length + params.dstStride, stored);
}

}  // namespace ascend_host

namespace AscendC {

// The three pairs of tensors that copies have.
#define ASCEND_HOST_COPY(PARAMETERS, CALL)                                                                             \
    template <typename T>                                                                                              \
    void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, PARAMETERS, Site at = Site::Here())           \
    {                                                                                                                  \
        CALL;                                                                                                          \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, PARAMETERS, Site at = Site::Here())           \
    {                                                                                                                  \
        CALL;                                                                                                          \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, PARAMETERS, Site at = Site::Here())            \
    {                                                                                                                  \
        CALL;                                                                                                          \
    }

ASCEND_HOST_COPY(uint32_t count, ascend_host::CopyCount<T>(at, dst.place, src.place, count))
ASCEND_HOST_COPY(const DataCopyParams& params, ascend_host::CopyBlocks<T>(at, dst.place, src.place, params))

template <typename T, typename P>
void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const P& params,
                 const DataCopyPadExtParams<T>& pad, Site at = Site::Here())
{
    ascend_host::PadIn(at, dst.place, src.place, ascend_host::PadOf(params), pad.isPad, pad.leftPadding, pad.rightPadding,
                       pad.paddingValue);
}
template <typename T, typename P>
void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const P& params, const DataCopyPadParams& pad,
                 Site at = Site::Here())
{
    T value;
    std::memcpy(&value, &pad.paddingValue, sizeof(T));
    ascend_host::PadIn(at, dst.place, src.place, ascend_host::PadOf(params), pad.isPad, pad.leftPadding, pad.rightPadding,
                       value);
}
template <typename T, typename P>
void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const P& params, Site at = Site::Here())
{
    ascend_host::PadOut<T>(at, dst.place, src.place, ascend_host::PadOf(params));
}

}  // namespace AscendC
